import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { DriveSpreadsheetsTable, DriveVersionsTable, DriveVersionTabsTable } from '../../database/tables/drive';

type Db = Kysely<Database>;

/** The file of a version. */
export type VersionFile = Pick<DriveVersionsTable, 'file_name' | 'file_kind' | 'file_bytes' | 'file_blob'>;

/** The versions of a spreadsheet, newest first. One that never had another one is its own first. */
export async function listVersions(db: Db, spreadsheet: DriveSpreadsheetsTable): Promise<DriveVersionsTable[]> {
  const versions = await db
    .selectFrom('drive_versions')
    .selectAll()
    .where('spreadsheet_id', '=', spreadsheet.id)
    .orderBy('n', 'desc')
    .execute();
  return versions.length > 0 ? versions : [firstVersion(spreadsheet)];
}

/** What a spreadsheet was before it had another version. */
export const firstVersion = (spreadsheet: DriveSpreadsheetsTable): DriveVersionsTable => ({
  spreadsheet_id: spreadsheet.id,
  n: 1,
  created_at: spreadsheet.created_at,
  restored_from: null,
  file_name: spreadsheet.file_name,
  file_kind: spreadsheet.file_kind,
  file_bytes: spreadsheet.file_bytes,
  file_blob: spreadsheet.file_blob,
});

/** The tabs of all former versions of a spreadsheet, in the order of the sheet. */
export const listVersionTabs = (db: Db, spreadsheetId: string): Promise<DriveVersionTabsTable[]> =>
  db
    .selectFrom('drive_version_tabs')
    .selectAll()
    .where('spreadsheet_id', '=', spreadsheetId)
    .orderBy('position')
    .execute();

export const insertVersion = (trx: Db, version: DriveVersionsTable) =>
  trx
    .insertInto('drive_versions')
    .values(version)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export async function insertVersionTabs(trx: Db, tabs: readonly DriveVersionTabsTable[]): Promise<void> {
  if (tabs.length > 0)
    await trx
      .insertInto('drive_version_tabs')
      .values([...tabs])
      .execute();
}

/** Gives a spreadsheet another file. */
export const changeFile = (trx: Db, id: string, file: VersionFile) =>
  trx.updateTable('drive_spreadsheets').set(file).where('id', '=', id).where('deleted_at', 'is', null).execute();

/** Removes tabs that a version does not have, with what was written to them. */
export async function removeTabs(trx: Db, spreadsheetId: string, sheetIds: readonly number[]): Promise<void> {
  if (sheetIds.length === 0) return;
  for (const table of ['record_log', 'drive_tabs'] as const) {
    await trx
      .deleteFrom(table)
      .where('spreadsheet_id', '=', spreadsheetId)
      .where('sheet_id', 'in', [...sheetIds])
      .execute();
  }
}
