import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema';
import { databaseTime } from './clock';

type Db = Kysely<Database>;

/** Where a caller stands: calls of this window, and milliseconds until it ends. */
interface Standing {
  readonly current: number;
  readonly ttl: number;
}

type Told = (error: Error | null, standing?: Standing) => void;

/** Counts a call, in a window that begins with the first one. */
async function count(db: Db, name: string, window: number): Promise<Standing> {
  const isOver = sql<boolean>`call_windows.began_at + ${window}::double precision <= ${databaseTime}`;
  const { calls, left } = await db
    .insertInto('call_windows')
    .values({ name, calls: 1, began_at: databaseTime })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        calls: sql<number>`case when ${isOver} then 1 else call_windows.calls + 1 end`,
        began_at: sql<number>`case when ${isOver} then ${databaseTime} else call_windows.began_at end`,
      }),
    )
    .returning(['calls', sql<number>`call_windows.began_at + ${window}::double precision - ${databaseTime}`.as('left')])
    .executeTakeFirstOrThrow();
  return { current: calls, ttl: Math.max(0, Math.ceil(left)) };
}

/** Where @fastify/rate-limit keeps its counts, so that several servers count together: for calls that are few and dear. */
export const callWindows = (db: Db) =>
  class CallWindows {
    incr(name: string, told: Told, window: number): void {
      count(db, name, window).then(
        (standing) => told(null, standing),
        (error: unknown) => told(error instanceof Error ? error : new Error(String(error))),
      );
    }

    child(): CallWindows {
      return this;
    }
  };

const DAY = 24 * 60 * 60 * 1000;

/** Forgets windows that ended long ago. */
export const forgetWindows = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('call_windows')
    .where('began_at', '<', sql<number>`${databaseTime} - ${DAY}`)
    .execute();
};
