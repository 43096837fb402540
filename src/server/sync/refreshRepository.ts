import type { Kysely } from 'kysely';
import { notWaiting } from '../database/notWaiting';
import type { Database } from '../database/schema';
import type { GoogleRefreshesTable } from '../database/tables/google';
import type { ProjectsTable } from '../database/tables/projects';

type Db = Kysely<Database>;

interface Claim {
  readonly now: number;
  /** When somebody else may begin, should this one never end. */
  readonly until: number;
  /** Whether the last sync of the project, whoever has asked for it, has succeeded. */
  readonly isLive: boolean;
}

/** What is known of a refresh that is to be done. */
export type ClaimedRefresh = Pick<GoogleRefreshesTable, 'failures' | 'version' | 'read_at'>;

/**
 * Takes the refresh of a project for oneself, if it is due and nobody else has: one statement, so that of several servers one
 * gets it.
 *
 * @returns how many have failed in a row before, and what was read last; undefined when it is not to be done
 */
export function claimRefresh(
  db: Db,
  projectId: string,
  { now, until, isLive }: Claim,
): Promise<ClaimedRefresh | undefined> {
  return notWaiting(db, (free) =>
    free
      .insertInto('google_refreshes')
      .values({ project_id: projectId, next_at: until, failures: 0, version: null, read_at: null })
      .onConflict((conflict) =>
        conflict
          .column('project_id')
          .doUpdateSet({ next_at: until, ...(isLive && { failures: 0 }) })
          .where((eb) => {
            const due = eb('google_refreshes.next_at', '<=', now);
            return isLive ? eb.or([due, eb('google_refreshes.failures', '>', 0)]) : due;
          }),
      )
      .returning(['failures', 'version', 'read_at'])
      .executeTakeFirst(),
  );
}

/** How a refresh has ended. */
export type SettledRefresh = Pick<GoogleRefreshesTable, 'next_at' | 'failures'> &
  Partial<Pick<GoogleRefreshesTable, 'version' | 'read_at'>>;

/** Says how a refresh has ended, and when the next one may begin. */
export const settleRefresh = (db: Db, projectId: string, settled: SettledRefresh) =>
  notWaiting(db, (free) =>
    free.updateTable('google_refreshes').set(settled).where('project_id', '=', projectId).execute(),
  );

/** Everybody's projects of a spreadsheet. */
export const listProjectsOfSheet = (db: Db, sheetId: string): Promise<ProjectsTable[]> =>
  db.selectFrom('projects').selectAll().where('sheet_id', '=', sheetId).where('deleted_at', 'is', null).execute();
