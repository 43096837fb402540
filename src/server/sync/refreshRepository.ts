import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { GoogleRefreshesTable } from '../database/tables/google';
import type { ProjectsTable } from '../database/tables/projects';
import { setSynced } from './syncRepository';

type Db = Kysely<Database>;

/** A wish to refresh a project. */
export interface Claim {
  readonly now: number;
  /** When somebody else may begin, should this one never end. */
  readonly until: number;
  /** Whether the last sync of the project, whoever has asked for it, has succeeded. */
  readonly isLive: boolean;
}

/** What is known of a refresh that is to be done. */
export type ClaimedRefresh = Pick<GoogleRefreshesTable, 'failures' | 'version' | 'read_at'>;

/** When a refresh that is not to be done now may begin, by the clock of {@link Claim}. */
export interface RestingRefresh {
  readonly restsUntil: number;
}

/** Whether a refresh that rests until a time, after so many failures, may begin. */
const isDue = ({ next_at, failures }: Pick<GoogleRefreshesTable, 'next_at' | 'failures'>, { now, isLive }: Claim) =>
  Number(next_at) <= now || (isLive && failures > 0);

/** One statement, so that of several servers one gets it. */
const takeRefresh = (db: Db, projectId: string, { now, until, isLive }: Claim): Promise<ClaimedRefresh | undefined> =>
  db
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
    .executeTakeFirst();

/**
 * Takes the refresh of a project for oneself, if it is due and nobody else has. Readers ask again and again: while it is not due
 * nothing is written.
 *
 * @returns how many have failed in a row before, and what was read last; or until when it rests
 */
export async function claimRefresh(db: Db, projectId: string, claim: Claim): Promise<ClaimedRefresh | RestingRefresh> {
  const stored = () =>
    db
      .selectFrom('google_refreshes')
      .select(['next_at', 'failures'])
      .where('project_id', '=', projectId)
      .executeTakeFirst();
  const before = await stored();
  if (before !== undefined && !isDue(before, claim)) return { restsUntil: Number(before.next_at) };
  // Somebody else may have been faster.
  return (await takeRefresh(db, projectId, claim)) ?? { restsUntil: Number((await stored())?.next_at ?? claim.now) };
}

/** How a refresh has ended. */
export type SettledRefresh = Pick<GoogleRefreshesTable, 'next_at' | 'failures'> &
  Partial<Pick<GoogleRefreshesTable, 'version' | 'read_at'>>;

/** Says how a refresh has ended, and when the next one may begin. */
export const settleRefresh = (db: Db, projectId: string, settled: SettledRefresh) =>
  db.updateTable('google_refreshes').set(settled).where('project_id', '=', projectId).execute();

/** A project was found to be as its source has it. @param synced_at when its source was asked */
export const settleUnchanged = (db: Db, projectId: string, synced_at: string) =>
  setSynced(db, projectId, { synced_at });

/** Everybody's projects of a spreadsheet. */
export const listProjectsOfSheet = (db: Db, sheetId: string): Promise<ProjectsTable[]> =>
  db.selectFrom('projects').selectAll().where('sheet_id', '=', sheetId).where('deleted_at', 'is', null).execute();
