import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { busy, type Refusal } from '../refusal';
import { isSqlite, timeOf } from './databaseKind';
import type { Db } from './schema';

/** Runs work with the same key serially, in the order of the calls; other keys do not wait. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates a mutex within this process. */
export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(work);
    const tail = result
      .catch(() => undefined)
      .finally(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return result;
  };
}

/** Lets concurrent calls with the same key share one run of the work; a later call starts a new run. */
export function createSingleFlight<T, Key = string>() {
  const running = new Map<Key, Promise<T>>();
  return (key: Key, work: () => Promise<T>): Promise<T> => {
    const shared = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, shared);
    return shared;
  };
}

/** Milliseconds beyond its life after which the end of a lease is taken for one stored by a clock that was ahead. */
const MAX_AHEAD_MS = 60_000;

const busyElsewhere = () => busy('Another server is at work on this spreadsheet. Try again in a few seconds.', 3);

/** Options of leases. */
export interface LeaseOptions {
  /** Time after which an unrenewed lease expires, as of a server that has died. Default 15,000. */
  readonly lifeMs?: number;
  /** Time between two renewals. Default: a third of `lifeMs`. */
  readonly renewalMs?: number;
  /** Maximum wait for a lease of another holder. Default 20,000. */
  readonly maxWaitMs?: number;
  /** Time between two attempts to acquire a lease. Default 150. */
  readonly retryMs?: number;
  /** Creates the error thrown if the lease cannot be acquired, or was lost. */
  readonly busy?: () => Refusal;
}

/** Lease that is held while its work runs. */
interface HeldLease {
  /**
   * Checks in a transaction that the lease is still held, and keeps others from acquiring it before the transaction ends.
   *
   * @throws Refusal `busy` if another holder has acquired it
   */
  readonly require: (trx: Db) => Promise<void>;
}

/**
 * Leases: locks shared by all servers on a database, one row each. A lease ends with its work, or when its holder has not renewed
 * it in time. It is fenced: its number grows with each acquisition, so that a slow holder that has lost it unnoticed is rejected
 * in the transaction of its next write.
 */
export class Leases {
  readonly #holder = randomUUID();
  readonly #held = new Map<string, number>();
  readonly #options: Required<LeaseOptions>;

  constructor(
    private readonly db: Db,
    options: LeaseOptions = {},
  ) {
    const { lifeMs = 15_000 } = options;
    const defaults = { lifeMs, renewalMs: lifeMs / 3, maxWaitMs: 20_000, retryMs: 150, busy: busyElsewhere };
    this.#options = { ...defaults, ...options };
  }

  /**
   * Runs work while holding the lease of this name exclusively.
   *
   * @throws Refusal `busy` if others hold it for longer than `maxWaitMs`; the work's own errors
   */
  async hold<T>(name: string, work: (lease: HeldLease) => Promise<T>): Promise<T> {
    const fence = await this.#acquire(name);
    this.#held.set(name, fence);
    // A failed renewal is harmless: the next one succeeds, or the lease is lost and `require` throws.
    let renewing: Promise<unknown> = Promise.resolve();
    const renew = () => {
      renewing = this.#setEnd(name, fence, this.#end()).catch(() => undefined);
    };
    const timer = setInterval(renew, this.#options.renewalMs).unref();
    try {
      return await work({ require: (trx) => this.#require(trx, name, fence) });
    } finally {
      clearInterval(timer);
      // A renewal after the release would keep others waiting.
      await renewing;
      if (this.#held.get(name) === fence) this.#held.delete(name);
      // If it cannot be released, it expires.
      await this.#setEnd(name, fence, timeOf(this.db)).catch(() => undefined);
    }
  }

  /** Like {@link HeldLease.require}, by name alone. Does nothing for work that runs without a lease. */
  async require(trx: Db, name: string): Promise<void> {
    const fence = this.#held.get(name);
    if (fence !== undefined) await this.#require(trx, name, fence);
  }

  /** Returns whether any server holds the lease. */
  async isHeld(name: string): Promise<boolean> {
    const found = await this.db
      .selectFrom('leases')
      .select('fence')
      .where('name', '=', name)
      .where(sql<boolean>`not ${this.#isOver()}`)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Ends all leases of all holders: for the start on a database that no other process has open. */
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
      // SQLite allows no other write before the transaction ends.
      .$if(!isSqlite(trx), (query) => query.forShare())
      .executeTakeFirst();
    if (found === undefined) throw this.#options.busy();
  }

  async #acquire(name: string): Promise<number> {
    const { maxWaitMs, retryMs, busy: busyError } = this.#options;
    const startedAt = performance.now();
    for (;;) {
      const fence = await this.#tryAcquire(name);
      if (fence !== undefined) return fence;
      if (performance.now() - startedAt > maxWaitMs) throw busyError();
      await sleep(retryMs);
    }
  }

  /** Tries to acquire a lease, in one statement: of several concurrent attempts one succeeds. @returns its fence */
  async #tryAcquire(name: string): Promise<number | undefined> {
    const holder = this.#holder;
    const until = this.#end();
    const taken = await this.db
      .insertInto('leases')
      .values({ name, holder, fence: 1, until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({ holder, fence: eb('leases.fence', '+', 1), until }))
          .where(this.#isOver()),
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

  #isOver() {
    return sql<boolean>`(leases.until <= ${timeOf(this.db)} or leases.until > ${this.#end()} + ${MAX_AHEAD_MS})`;
  }

  #end() {
    return sql<number>`${timeOf(this.db)} + ${this.#options.lifeMs}`;
  }
}

/** Milliseconds after which the work of a holder that has lost its lease has ended, so that numbers may start anew. */
const ENDED_MS = 60 * 60_000;

/** Deletes leases that ended long ago. */
export const purgeLeases = (db: Db) =>
  db
    .deleteFrom('leases')
    .where('until', '<=', sql<number>`${timeOf(db)} - ${ENDED_MS}`)
    .execute();

/** Locks of a server. */
export interface Locks {
  /** Leases of `exclusive` on PostgreSQL; undefined on SQLite, where the server is the only one. */
  readonly leases: Leases | undefined;
  /** Mutex across all servers on a database. Throws the Refusal `busy` if another server holds the key for too long. */
  readonly exclusive: KeyedMutex;
}

/** Creates the locks of a server. */
export function createLocks(db: Db): Locks {
  const mutex = createKeyedMutex();
  if (isSqlite(db)) return { leases: undefined, exclusive: mutex };
  const leases = new Leases(db);
  return { leases, exclusive: (key, work) => mutex(key, () => leases.hold(key, work)) };
}

/** Returns the lock key of a person's spreadsheet. */
export const spreadsheetLock = (owner: { readonly id: string }, sheetId: string): string => `${owner.id} ${sheetId}`;
