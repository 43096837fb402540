import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { timeOf } from '../database/databaseKind';
import type { Db } from '../database/schema';
import { googleCalls } from '../counters';
import { busy } from '../refusal';
import { GoogleClient } from './client';

/** Rate limit of Google requests. */
export interface Quota {
  /** Name of the counter, shared by all servers on the same database. */
  readonly name: string;
  /** Requests in any period of a minute. */
  readonly perMinute: number;
  /** Burst size within that number. */
  readonly atOnce: number;
}

/**
 * Quota of exports by link. Google documents none; this is what its Sheets API allows one user ("Usage limits" of the Google Sheets
 * API).
 */
export const EXPORTS: Quota = { name: 'exports', perMinute: 60, atOnce: 20 };

/** Quotas of Sheets API requests: those of an account, and those in total. Reads and writes have their own ("Usage limits"). */
export const sheetsQuotas = (counts: 'read' | 'write', accountId: string): readonly [own: Quota, total: Quota] => [
  { name: `${counts}s ${accountId}`, perMinute: 60, atOnce: 20 },
  { name: `${counts}s`, perMinute: 300, atOnce: 100 },
];

/** Quota of Drive API metadata requests, a small part of what Google allows ("Usage limits" of the Google Drive API). */
export const METADATA_READS: Quota = { name: 'looks', perMinute: 600, atOnce: 100 };

/** Maximum milliseconds that a request waits for its turn. */
const MAX_WAIT_MS = 6_000;

const MINUTE_MS = 60_000;

/** Maximum milliseconds for which a quota is closed, or ahead of its time. */
const MAX_AHEAD_MS = 15 * MINUTE_MS;

const sleepUnlessAborted = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());

const tooBusy = (milliseconds: number) =>
  busy(
    'Too many spreadsheets are being read from Google just now. Try again in a moment.',
    Math.ceil(milliseconds / 1000),
  );

/** Returns the pacing of a quota: milliseconds between two requests, and how many milliseconds early a request may come. */
const pacingOf = ({ perMinute, atOnce }: Omit<Quota, 'name'>) => {
  const spacing = MINUTE_MS / (perMinute - atOnce);
  return { spacing, slack: (atOnce - 1) * spacing };
};

/** Returns whether a time is over, or so far ahead that it was stored by a clock that was ahead. */
const isOver = (column: 'due_at' | 'closed_until', time: RawBuilder<unknown>) => {
  const stored = sql.ref(`google_gates.${column}`);
  return sql<boolean>`(${stored} <= ${time} or ${stored} > ${time} + ${MAX_AHEAD_MS})`;
};

interface QuotasOptions {
  /** The database's time by default: the clocks of servers may differ. */
  readonly now?: () => number;
  /** Waits for a time, or rejects with the signal's reason. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Rate limiter for requests to Google. The state of a quota is one row of the database, shared by all servers. After a burst,
 * requests are spaced evenly (the generic cell rate algorithm): in any minute, the burst and the spaced requests together stay
 * within the quota.
 */
export class Quotas {
  readonly #now;
  readonly #wait;

  constructor(
    private readonly db: Db,
    { now, wait = sleepUnlessAborted }: QuotasOptions = {},
  ) {
    this.#now = now;
    this.#wait = wait;
  }

  /**
   * Waits for a turn in each of the quotas.
   *
   * @throws Refusal `busy` when that would take too long; the signal's reason when it is aborted
   */
  async pass(signal: AbortSignal, ...quotas: readonly Quota[]): Promise<void> {
    for (const quota of quotas) await this.#passOne(signal, quota);
  }

  /** Blocks a quota for a time, as demanded by Google. */
  async close({ name }: Quota, milliseconds: number): Promise<void> {
    const time = this.#time();
    const closed_until = sql<number>`${time} + ${milliseconds}`;
    await this.db
      .insertInto('google_gates')
      .values({ name, due_at: 0, closed_until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ closed_until })
          .where((eb) => eb.or([eb('google_gates.closed_until', '<', closed_until), isOver('closed_until', time)])),
      )
      .execute();
  }

  async #passOne(signal: AbortSignal, quota: Quota): Promise<void> {
    for (let remainingMs = MAX_WAIT_MS; ;) {
      signal.throwIfAborted();
      if (await this.#take(quota)) return;
      const milliseconds = Math.ceil(await this.#pause(quota));
      if (milliseconds > remainingMs) {
        googleCalls.inc({ outcome: 'not_asked' });
        throw tooBusy(milliseconds);
      }
      remainingMs -= milliseconds;
      if (milliseconds > 0) await this.#wait(milliseconds, signal);
    }
  }

  #time() {
    return this.#now === undefined ? timeOf(this.db) : sql<number>`cast(${this.#now()} as double precision)`;
  }

  /** @returns whether this request is allowed */
  async #take({ name, ...quota }: Quota): Promise<boolean> {
    const { spacing, slack } = pacingOf(quota);
    const time = this.#time();
    const due = sql<number>`case when google_gates.due_at between ${time} and ${time} + ${slack}
      then google_gates.due_at else ${time} end + ${spacing}`;
    const taken = await this.db
      .insertInto('google_gates')
      .values({ name, due_at: sql<number>`${time} + ${spacing}`, closed_until: 0 })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ due_at: due })
          .where(isOver('closed_until', time))
          .where(isOver('due_at', sql`${time} + ${slack}`)),
      )
      .returning('name')
      .executeTakeFirst();
    return taken !== undefined;
  }

  /** Returns the milliseconds until the next attempt. */
  async #pause({ name, ...quota }: Quota): Promise<number> {
    const left = await this.db
      .selectFrom('google_gates')
      .select((eb) => [
        sql<number>`${eb.ref('closed_until')} - ${this.#time()}`.as('closed'),
        sql<number>`${eb.ref('due_at')} - ${this.#time()}`.as('due'),
      ])
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    const waits = [left.closed, left.due - pacingOf(quota).slack];
    return Math.max(0, ...waits.filter((milliseconds) => milliseconds <= MAX_AHEAD_MS));
  }
}

/** Dependencies of requests to Google; one instance per server. */
export interface Google {
  readonly client: GoogleClient;
  readonly quotas: Quotas;
}

/** @param double origins of a stand-in for Google on this machine; Google itself when absent */
export const createGoogle = (db: Db, double?: readonly string[]): Google => ({
  client: new GoogleClient({ double }),
  quotas: new Quotas(db),
});
