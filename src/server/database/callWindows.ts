import { sql } from 'kysely';
import { timeOf } from './databaseKind';
import type { Db } from './schema';

/** State of a window: calls so far, and milliseconds until it ends. */
interface WindowState {
  readonly current: number;
  readonly ttl: number;
}

type Callback = (error: Error | null, state?: WindowState) => void;

/** Counts a call in the current window, or starts a new one. */
export async function countCall(db: Db, name: string, windowMs: number): Promise<WindowState> {
  const now = timeOf(db);
  const end = sql<number>`call_windows.began_at + cast(${windowMs} as double precision)`;
  // Also if the clock was set back.
  const isOver = sql<boolean>`(${end} <= ${now} or call_windows.began_at > ${now})`;
  const { calls, left } = await db
    .insertInto('call_windows')
    .values({ name, calls: 1, began_at: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        calls: sql<number>`case when ${isOver} then 1 else call_windows.calls + 1 end`,
        began_at: sql<number>`case when ${isOver} then ${now} else call_windows.began_at end`,
      }),
    )
    .returning(['calls', sql<number>`${end} - ${now}`.as('left')])
    .executeTakeFirstOrThrow();
  return { current: calls, ttl: Math.max(0, Math.ceil(left)) };
}

/** Removes a call from the count. */
export async function uncountCall(db: Db, name: string): Promise<void> {
  await db
    .updateTable('call_windows')
    .set((eb) => ({ calls: eb('calls', '-', 1) }))
    .where('name', '=', name)
    .where('calls', '>', 0)
    .execute();
}

/** Store of @fastify/rate-limit in the database, so that several servers count together: for calls that are few and expensive. */
export const callWindows = (db: Db) =>
  class CallWindows {
    incr(name: string, callback: Callback, windowMs: number): void {
      countCall(db, name, windowMs).then(
        (state) => callback(null, state),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    }

    child(): CallWindows {
      return this;
    }
  };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes windows that ended long ago. */
export const purgeCallWindows = (db: Db) =>
  db
    .deleteFrom('call_windows')
    .where('began_at', '<', sql<number>`${timeOf(db)} - ${DAY_MS}`)
    .execute();
