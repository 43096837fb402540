import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { DriveTabsTable } from '../../database/tables/drive';
import type { ProjectsTable, ProjectTabsTable } from '../../database/tables/projects';

type Db = Kysely<Database>;

export const findDriveTab = (db: Db, spreadsheetId: string, sheetId: number): Promise<DriveTabsTable | undefined> =>
  db
    .selectFrom('drive_tabs')
    .selectAll()
    .where('spreadsheet_id', '=', spreadsheetId)
    .where('sheet_id', '=', sheetId)
    .executeTakeFirst();

/** The project that is made of a spreadsheet, if there is one. */
export const findProjectOf = (db: Db, ownerId: string, spreadsheetId: string): Promise<ProjectsTable | undefined> =>
  db
    .selectFrom('projects')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('sheet_id', '=', spreadsheetId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** The endpoint that a tab is. */
export const findEndpointOf = (db: Db, projectId: string, sheetId: number): Promise<ProjectTabsTable | undefined> =>
  db
    .selectFrom('project_tabs')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('sheet_id', '=', sheetId)
    .where('gone_at', 'is', null)
    .executeTakeFirst();

/** How often an endpoint was called since the begin of a day (`2026-03-04`). */
export async function callsSince(db: Db, tabId: string, day: string): Promise<number> {
  const found = await db
    .selectFrom('usage_counts')
    .select(({ fn }) => fn.sum<number | null>('requests').as('requests'))
    .where('tab_id', '=', tabId)
    .where('hour', '>=', day)
    .executeTakeFirst();
  return Number(found?.requests ?? 0);
}

/** A tab as it was when a change of it was worked out. */
export interface ChangedTab {
  readonly spreadsheetId: string;
  readonly sheetId: number;
  readonly rawBlob: string;
  readonly sequence: number;
}

/**
 * Changes a tab if it is still as it was.
 *
 * @returns whether it was
 */
export async function changeTab(trx: Db, was: ChangedTab, change: Partial<DriveTabsTable>): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('drive_tabs')
    .set(change)
    .where('spreadsheet_id', '=', was.spreadsheetId)
    .where('sheet_id', '=', was.sheetId)
    .where('raw_blob', '=', was.rawBlob)
    .where('sequence', '=', was.sequence)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Removes the log of a tab up to an entry: it is part of the blob by now. What was written through an endpoint is left for its
 * cursors, and goes with them (`../../records/formerSnapshots.ts`).
 */
export const dropLog = (trx: Db, spreadsheetId: string, sheetId: number, sequence: number) =>
  trx
    .deleteFrom('record_log')
    .where('tab_id', 'not in', trx.selectFrom('project_tabs').select('id').where('gone_at', 'is', null))
    .where('spreadsheet_id', '=', spreadsheetId)
    .where('sheet_id', '=', sheetId)
    .where('sequence', '<=', sequence)
    .execute();
