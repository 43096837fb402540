import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema';
import { googleCalls } from '../counters';
import { Refusal } from '../refusal';

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

/** Lets calls to Google through, never more than its quota grants. */
export interface GoogleGate {
  /**
   * Waits for a turn.
   *
   * @throws Refusal `busy` when that would take too long; the signal's reason when it is aborted
   */
  pass(signal: AbortSignal): Promise<void>;
  /** Lets nobody through for a while, as Google has asked for. */
  close(milliseconds: number): Promise<void>;
}

interface GateOptions {
  readonly db: Kysely<Database>;
  readonly quota?: Quota;
  readonly now?: () => number;
  /** Waits until a time is over, or rejects with the signal's reason. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** Who would have to wait longer is told to come again. */
const PATIENCE = 6_000;

const MINUTE = 60_000;

const waitReally = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());

const tooBusy = (milliseconds: number) =>
  new Refusal('busy', 'Too many spreadsheets are being read from Google just now. Try again in a moment.', {
    headers: { 'Retry-After': String(Math.ceil(milliseconds / 1000)) },
  });

/**
 * A gate whose state is one row of the database, so that all servers share it. Calls are spaced evenly, after a few at once
 * (the generic cell rate algorithm): in any minute those at once and the spaced ones are together no more than the quota.
 */
export function createGoogleGate({ db, quota = EXPORTS, now = Date.now, wait = waitReally }: GateOptions): GoogleGate {
  const { name, perMinute, atOnce } = quota;
  const spacing = MINUTE / (perMinute - atOnce);
  const slack = (atOnce - 1) * spacing;

  const put = () =>
    db
      .insertInto('google_gates')
      .values({ name, due_at: 0, closed_until: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();

  /** @returns whether this call may be made */
  async function take(time: number): Promise<boolean> {
    const taken = await db
      .updateTable('google_gates')
      .set({ due_at: sql<number>`case when due_at > ${time} then due_at else ${time} end + ${spacing}` })
      .where('name', '=', name)
      .where('closed_until', '<=', time)
      .where('due_at', '<=', time + slack)
      .executeTakeFirst();
    return taken.numUpdatedRows > 0n;
  }

  /** Milliseconds until it may be tried again. */
  async function pause(time: number): Promise<number> {
    const gate = await db.selectFrom('google_gates').selectAll().where('name', '=', name).executeTakeFirst();
    if (gate === undefined) {
      await put();
      return 0;
    }
    return Math.max(0, Number(gate.closed_until) - time, Number(gate.due_at) - slack - time);
  }

  return {
    async pass(signal) {
      for (let patience = PATIENCE; ;) {
        signal.throwIfAborted();
        const time = now();
        if (await take(time)) return;
        const milliseconds = Math.ceil(await pause(time));
        if (milliseconds > patience) {
          googleCalls.inc({ outcome: 'not_asked' });
          throw tooBusy(milliseconds);
        }
        patience -= milliseconds;
        if (milliseconds > 0) await wait(milliseconds, signal);
      }
    },
    async close(milliseconds) {
      await put();
      const until = now() + milliseconds;
      await db
        .updateTable('google_gates')
        .set({ closed_until: until })
        .where('name', '=', name)
        .where('closed_until', '<', until)
        .execute();
    },
  };
}
