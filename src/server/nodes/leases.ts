import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema';
import { sqliteOf } from '../database/sqlite';
import { Refusal } from '../refusal';
import { databaseTime } from './clock';

type Db = Kysely<Database>;

/** Milliseconds after which the work of a server that says nothing any more is taken over. */
const LIFE = 15_000;

/** Milliseconds between two words of a server at work. */
const RENEWAL = 4_000;

/** Milliseconds that are waited for another server, and between two looks. */
const PATIENCE = 20_000;
const LOOK = 150;

const elsewhere = () =>
  new Refusal('busy', 'Another server is at work on this spreadsheet. Try again in a few seconds.', {
    headers: { 'Retry-After': '3' },
  });

interface LeaseTimes {
  readonly life?: number;
  readonly renewal?: number;
  readonly patience?: number;
}

/**
 * Work that only one of several servers does at a time. Who works has a row of the database until it is done, or until it has
 * said nothing for a while. Each time somebody takes it, its number grows: whoever was taken for dead and goes on all the same is
 * told by {@link Leases.require} in the transaction that would publish.
 */
export class Leases {
  readonly #holder = randomUUID();
  readonly #held = new Map<string, number>();

  constructor(
    private readonly db: Db,
    private readonly times: LeaseTimes = {},
  ) {}

  /**
   * Does work while no other server does any of this name. Within a server its callers stand in line already.
   *
   * @throws Refusal `busy` when another server works for too long
   */
  async hold<T>(name: string, work: () => Promise<T>): Promise<T> {
    const fence = await this.#taken(name);
    this.#held.set(name, fence);
    const timer = setInterval(() => void this.#prolong(name, fence), this.times.renewal ?? RENEWAL).unref();
    try {
      return await work();
    } finally {
      clearInterval(timer);
      this.#held.delete(name);
      // It ends by itself where it cannot be given back.
      await this.#setEnd(name, fence, sql<number>`0`).catch(() => undefined);
    }
  }

  /**
   * Sees to it, in a transaction, that the work is still this server's: nobody else takes it before the transaction ends. Work
   * that was begun without a lease needs none.
   *
   * @throws Refusal `busy`
   */
  async require(trx: Db, name: string): Promise<void> {
    const fence = this.#held.get(name);
    if (fence === undefined) return;
    const found = await trx
      .selectFrom('leases')
      .select('fence')
      .where('name', '=', name)
      .where('holder', '=', this.#holder)
      .where('fence', '=', fence)
      .forShare()
      .executeTakeFirst();
    if (found === undefined) throw elsewhere();
  }

  /** Whether some server is at work on it. */
  async isHeld(name: string): Promise<boolean> {
    const found = await this.db
      .selectFrom('leases')
      .select('fence')
      .where('name', '=', name)
      .where('until', '>', databaseTime)
      .executeTakeFirst();
    return found !== undefined;
  }

  async #taken(name: string): Promise<number> {
    const { patience = PATIENCE } = this.times;
    for (const began = performance.now(); ; await sleep(LOOK)) {
      const fence = await this.#take(name);
      if (fence !== undefined) return fence;
      if (performance.now() - began > patience) throw elsewhere();
    }
  }

  async #take(name: string): Promise<number | undefined> {
    const taken = await this.db
      .insertInto('leases')
      .values({ name, holder: this.#holder, fence: 1, until: this.#end() })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({
            holder: this.#holder,
            fence: eb('leases.fence', '+', 1),
            until: this.#end(),
          }))
          .where('leases.until', '<=', databaseTime),
      )
      .returning('fence')
      .executeTakeFirst();
    return taken?.fence;
  }

  /** A word that does not arrive is no matter: the next one does, or somebody else takes over. */
  async #prolong(name: string, fence: number) {
    await this.#setEnd(name, fence, this.#end()).catch(() => undefined);
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
    return sql<number>`${databaseTime} + ${this.times.life ?? LIFE}::double precision`;
  }
}

const leases = new WeakMap<Db, Leases>();

/** The leases of a server; a server on SQLite is alone and needs none. */
export function leasesOf(db: Db): Leases | undefined {
  if (sqliteOf(db) !== undefined) return undefined;
  const known = leases.get(db) ?? new Leases(db);
  leases.set(db, known);
  return known;
}
