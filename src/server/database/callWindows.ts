import { sql } from 'kysely';
import type { Db } from './schema';
import { timeOf } from './databaseKind';

/** Where a caller stands: calls of this window, and milliseconds until it ends. */
interface Standing {
  readonly current: number;
  readonly ttl: number;
}

type Callback = (error: Error | null, standing?: Standing) => void;

/** Counts a call, in a window of so many milliseconds that begins with the first one. */
export async function countCall(db: Db, name: string, window: number): Promise<Standing> {
  const now = timeOf(db);
  const end = sql<number>`call_windows.began_at + cast(${window} as double precision)`;
  const isOver = sql<boolean>`${end} <= ${now}`;
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

/** Takes a call back that should not count. */
export async function takeCallBack(db: Db, name: string): Promise<void> {
  await db
    .updateTable('call_windows')
    .set((eb) => ({ calls: eb('calls', '-', 1) }))
    .where('name', '=', name)
    .where('calls', '>', 0)
    .execute();
}

/** Where @fastify/rate-limit keeps its counts, so that several servers count together: for calls that are few and dear. */
export const callWindows = (db: Db) =>
  class CallWindows {
    incr(name: string, callback: Callback, window: number): void {
      countCall(db, name, window).then(
        (standing) => callback(null, standing),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    }

    child(): CallWindows {
      return this;
    }
  };

const DAY = 24 * 60 * 60 * 1000;

/** Forgets windows that ended long ago. */
export const forgetWindows = (db: Db) =>
  db
    .deleteFrom('call_windows')
    .where('began_at', '<', sql<number>`${timeOf(db)} - ${DAY}`)
    .execute();
