import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { busy, type Refusal } from '../refusal';
import { isSqlite, timeOf } from './databaseKind';
import type { Db } from './schema';

/** Runs work with the same key one after the other, in the order in which it comes; work with other keys does not wait. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A mutex within this process. */
export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const mine = (tails.get(key) ?? Promise.resolve()).then(work);
    const tail = mine
      .catch(() => undefined)
      .finally(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return mine;
  };
}

/** Lets those who ask for the same thing at the same time share one piece of work; who comes later begins another one. */
export function createSingleFlight<T, Key = string>() {
  const running = new Map<Key, Promise<T>>();
  return (key: Key, work: () => Promise<T>): Promise<T> => {
    const shared = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, shared);
    return shared;
  };
}

const busyElsewhere = () => busy('Another server is at work on this spreadsheet. Try again in a few seconds.', 3);

/** Milliseconds where not said otherwise. */
export interface LeaseOptions {
  /** After which the lease of a server that has died can be taken: 15,000. */
  readonly life?: number;
  /** Between two renewals: a third of its life. */
  readonly renewal?: number;
  /** For which a lease of another holder is waited for: 20,000. */
  readonly patience?: number;
  /** Between two attempts to take it: 150. */
  readonly retry?: number;
  /** What is thrown where it is not to be had, or was lost. */
  readonly busy?: () => Refusal;
}

/** A lease while its work is under way. */
export interface HeldLease {
  /**
   * Checks, in a transaction, that the lease was not lost, and keeps others from taking it before the transaction ends.
   *
   * @throws Refusal `busy` where another holder has taken it
   */
  readonly require: (trx: Db) => Promise<void>;
}

/**
 * Leases: locks of all servers on a database, each a row of it. A lease ends when its work does, or when its holder has not
 * renewed it for as long as it lives. It is fenced: its number grows each time it is taken, so that a holder that was slow, and
 * has lost it without noticing, finds out in the transaction in which it would store something.
 */
export class Leases {
  readonly #holder = randomUUID();
  readonly #held = new Map<string, number>();
  readonly #isSqlite: boolean;
  readonly #options: Required<LeaseOptions>;

  constructor(
    private readonly db: Db,
    { life = 15_000, renewal = life / 3, patience = 20_000, retry = 150, busy = busyElsewhere }: LeaseOptions = {},
  ) {
    this.#isSqlite = isSqlite(db);
    this.#options = { life, renewal, patience, retry, busy };
  }

  /**
   * Does work while no other process or task holds the lease of this name.
   *
   * @throws Refusal `busy` when others hold it for longer than is waited; what the work throws
   */
  async hold<T>(name: string, work: (lease: HeldLease) => Promise<T>): Promise<T> {
    const fence = await this.#takeSoon(name);
    this.#held.set(name, fence);
    // A renewal that fails does no harm: the next one succeeds, or the lease is lost and `require` says so.
    const renew = () => this.#setEnd(name, fence, this.#end()).catch(() => undefined);
    const timer = setInterval(() => void renew(), this.#options.renewal).unref();
    try {
      return await work({ require: (trx) => this.#require(trx, name, fence) });
    } finally {
      clearInterval(timer);
      if (this.#held.get(name) === fence) this.#held.delete(name);
      // Where it cannot be given back, it ends by itself.
      await this.#setEnd(name, fence, sql<number>`0`).catch(() => undefined);
    }
  }

  /**
   * As {@link HeldLease.require}, for work that knows only the name. Work that was begun without a lease needs none.
   *
   * @throws Refusal `busy`
   */
  async require(trx: Db, name: string): Promise<void> {
    const fence = this.#held.get(name);
    if (fence !== undefined) await this.#require(trx, name, fence);
  }

  /** Whether some server holds it. */
  async isHeld(name: string): Promise<boolean> {
    const found = await this.db
      .selectFrom('leases')
      .select('fence')
      .where('name', '=', name)
      .where('until', '>', timeOf(this.db))
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Ends all leases of every holder: for the start on a database that no other process has open. */
  async endAll(): Promise<void> {
    await this.db.updateTable('leases').set({ until: 0 }).execute();
  }

  async #require(trx: Db, name: string, fence: number): Promise<void> {
    const found = await trx
      .selectFrom('leases')
      .select('fence')
      .where('name', '=', name)
      .where('holder', '=', this.#holder)
      .where('fence', '=', fence)
      // In SQLite no other write comes before the transaction ends.
      .$if(!this.#isSqlite, (query) => query.forShare())
      .executeTakeFirst();
    if (found === undefined) throw this.#options.busy();
  }

  async #takeSoon(name: string): Promise<number> {
    const { patience, retry, busy } = this.#options;
    for (const began = performance.now(); ; await sleep(retry)) {
      const fence = await this.#take(name);
      if (fence !== undefined) return fence;
      if (performance.now() - began > patience) throw busy();
    }
  }

  /** One statement, so that of several who try one gets it. @returns its fence */
  async #take(name: string): Promise<number | undefined> {
    const [holder, until] = [this.#holder, this.#end()];
    const taken = await this.db
      .insertInto('leases')
      .values({ name, holder, fence: 1, until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({ holder, fence: eb('leases.fence', '+', 1), until }))
          .where('leases.until', '<=', timeOf(this.db)),
      )
      .returning('fence')
      .executeTakeFirst();
    return taken?.fence;
  }

  async #setEnd(name: string, fence: number, until: ReturnType<typeof sql<number>>) {
    await this.db
      .updateTable('leases')
      .set({ until })
      .where('name', '=', name)
      .where('holder', '=', this.#holder)
      .where('fence', '=', fence)
      .execute();
  }

  #end() {
    return sql<number>`${timeOf(this.db)} + ${this.#options.life}`;
  }
}

/** The locks of a server. */
export interface Locks {
  /** The leases that `exclusive` holds on a PostgreSQL; a server on SQLite is alone and needs none. */
  readonly leases: Leases | undefined;
  /** The mutex of all servers on a database. It throws the Refusal `busy` when another server works for too long. */
  readonly exclusive: KeyedMutex;
}

/** Makes the locks of a server. */
export function createLocks(db: Db): Locks {
  const here = createKeyedMutex();
  if (isSqlite(db)) return { leases: undefined, exclusive: here };
  const leases = new Leases(db);
  return { leases, exclusive: (key, work) => here(key, () => leases.hold(key, work)) };
}

/** The key under which work on one person's spreadsheet excludes other work on it. */
export const spreadsheetLock = (owner: { readonly id: string }, sheetId: string): string => `${owner.id} ${sheetId}`;
