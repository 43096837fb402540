import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database/schema';
import { googleCalls } from '../counters';
import { busy } from '../refusal';
import { GoogleClient } from './client';

/** How often something of Google may be asked. */
export interface Quota {
  /** Names what is counted together, by all servers on the same database. */
  readonly name: string;
  /** Calls in any minute, wherever that begins. */
  readonly perMinute: number;
  /** How many of these at once. */
  readonly atOnce: number;
}

/**
 * Exports by link. Google names no limit for these; this is what its Sheets API grants one user ("Usage limits" of the Google
 * Sheets API).
 */
export const EXPORTS: Quota = { name: 'exports', perMinute: 60, atOnce: 20 };

/** Reads by the Sheets API, of all people together, and of each of them ("Usage limits"). */
export const READS: Quota = { name: 'reads', perMinute: 300, atOnce: 100 };
export const readsOf = (personId: string): Quota => ({ name: `reads ${personId}`, perMinute: 60, atOnce: 20 });

/** Writes by the Sheets API, of all people together, and of each of them ("Usage limits"). */
export const WRITES: Quota = { name: 'writes', perMinute: 300, atOnce: 100 };
export const writesOf = (personId: string): Quota => ({ name: `writes ${personId}`, perMinute: 60, atOnce: 20 });

/** Looks at files by the Drive API, a small part of what that grants ("Usage limits" of the Google Drive API). */
export const LOOKS: Quota = { name: 'looks', perMinute: 600, atOnce: 100 };

/** Milliseconds that a call waits for its turn at most. */
const PATIENCE = 6_000;

const MINUTE = 60_000;

const waitReally = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());

const tooBusy = (milliseconds: number) =>
  busy(
    'Too many spreadsheets are being read from Google just now. Try again in a moment.',
    Math.ceil(milliseconds / 1000),
  );

/** What a quota leaves room for: milliseconds between two calls, and how many of these may come before they are due. */
const pacingOf = ({ perMinute, atOnce }: Omit<Quota, 'name'>) => {
  const spacing = MINUTE / (perMinute - atOnce);
  return { spacing, slack: (atOnce - 1) * spacing };
};

interface QuotasOptions {
  readonly now?: () => number;
  /** Waits until a time is over, or rejects with the signal's reason. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Lets calls to Google through, never more than a quota grants. The state of a quota is one row of the database, so that all servers
 * share it. Calls are spaced evenly, after a few at once (the generic cell rate algorithm): in any minute those at once and the
 * spaced ones are together no more than the quota.
 */
export class Quotas {
  readonly #now;
  readonly #wait;

  constructor(
    private readonly db: Db,
    { now = Date.now, wait = waitReally }: QuotasOptions = {},
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

  /** Lets no call through for so many milliseconds, as Google has asked for. */
  async close({ name }: Quota, milliseconds: number): Promise<void> {
    const closed_until = this.#now() + milliseconds;
    await this.db
      .insertInto('google_gates')
      .values({ name, due_at: 0, closed_until })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ closed_until }).where('google_gates.closed_until', '<', closed_until),
      )
      .execute();
  }

  async #passOne(signal: AbortSignal, quota: Quota): Promise<void> {
    for (let patience = PATIENCE; ;) {
      signal.throwIfAborted();
      const time = this.#now();
      if (await this.#take(quota, time)) return;
      const milliseconds = Math.ceil(await this.#pause(quota, time));
      if (milliseconds > patience) {
        googleCalls.inc({ outcome: 'not_asked' });
        throw tooBusy(milliseconds);
      }
      patience -= milliseconds;
      if (milliseconds > 0) await this.#wait(milliseconds, signal);
    }
  }

  /** @returns whether this call may be made */
  async #take({ name, ...quota }: Quota, time: number): Promise<boolean> {
    const { spacing, slack } = pacingOf(quota);
    const due = sql<number>`case when google_gates.due_at > ${time} then google_gates.due_at else ${time} end + ${spacing}`;
    const taken = await this.db
      .insertInto('google_gates')
      .values({ name, due_at: time + spacing, closed_until: 0 })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ due_at: due })
          .where('google_gates.closed_until', '<=', time)
          .where('google_gates.due_at', '<=', time + slack),
      )
      .returning('name')
      .executeTakeFirst();
    return taken !== undefined;
  }

  /** Milliseconds until it may be tried again. */
  async #pause({ name, ...quota }: Quota, time: number): Promise<number> {
    const gates = this.db.selectFrom('google_gates').selectAll().where('name', '=', name);
    const { closed_until, due_at } = await gates.executeTakeFirstOrThrow();
    return Math.max(0, closed_until - time, due_at - pacingOf(quota).slack - time);
  }
}

/** What calls to Google are made with: one for each server. */
export interface Google {
  readonly client: GoogleClient;
  readonly quotas: Quotas;
}

/** @param double origins of a stand-in for Google on this machine; Google itself where there is none */
export const createGoogle = (db: Db, double?: readonly string[]): Google => ({
  client: new GoogleClient({ double }),
  quotas: new Quotas(db),
});
