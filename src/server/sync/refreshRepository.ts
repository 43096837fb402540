import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';

type Db = Kysely<Database>;

interface Claim {
  readonly now: number;
  /** When somebody else may begin, should this one never end. */
  readonly until: number;
  /** Whether the last sync of the project, whoever has asked for it, has succeeded. */
  readonly isLive: boolean;
}

/**
 * Takes the refresh of a project for oneself, if it is due and nobody else has: one statement, so that of several servers one
 * gets it.
 *
 * @returns how many have failed in a row before; undefined when it is not to be done
 */
export async function claimRefresh(
  db: Db,
  projectId: string,
  { now, until, isLive }: Claim,
): Promise<number | undefined> {
  const claimed = await db
    .insertInto('google_refreshes')
    .values({ project_id: projectId, next_at: until, failures: 0 })
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet({ next_at: until, ...(isLive && { failures: 0 }) })
        .where((eb) => {
          const due = eb('google_refreshes.next_at', '<=', now);
          return isLive ? eb.or([due, eb('google_refreshes.failures', '>', 0)]) : due;
        }),
    )
    .returning('failures')
    .executeTakeFirst();
  return claimed?.failures;
}

/** Says how a refresh has ended, and when the next one may begin. */
export const settleRefresh = (db: Db, projectId: string, nextAt: number, failures: number) =>
  db.updateTable('google_refreshes').set({ next_at: nextAt, failures }).where('project_id', '=', projectId).execute();
