import type { Db } from '../../database/schema';
import type {
  DriveFile,
  DriveSpreadsheetsTable,
  DriveVersionsTable,
  DriveVersionTabsTable,
} from '../../database/tables/drive';

/** Returns only the file columns of a spreadsheet or a version. */
export const fileOf = ({ file_name, file_kind, file_bytes, file_blob, reading }: DriveFile): DriveFile => ({
  ...{ file_name, file_kind, file_bytes, file_blob, reading },
});

/** Returns the implicit version of a spreadsheet without stored versions. */
export const firstVersion = (spreadsheet: DriveSpreadsheetsTable): DriveVersionsTable => ({
  spreadsheet_id: spreadsheet.id,
  n: 1,
  created_at: spreadsheet.created_at,
  restored_from: null,
  ...fileOf(spreadsheet),
});

/** Returns the versions of a spreadsheet, newest first; at least one. */
export async function listVersions(db: Db, spreadsheet: DriveSpreadsheetsTable): Promise<DriveVersionsTable[]> {
  const versions = await db
    .selectFrom('drive_versions')
    .selectAll()
    .where('spreadsheet_id', '=', spreadsheet.id)
    .orderBy('n', 'desc')
    .execute();
  return versions.length > 0 ? versions : [firstVersion(spreadsheet)];
}

/** Returns the tabs of all former versions of a spreadsheet, in the order of the sheet. */
export const listVersionTabs = (db: Db, spreadsheetId: string): Promise<DriveVersionTabsTable[]> =>
  db
    .selectFrom('drive_version_tabs')
    .selectAll()
    .where('spreadsheet_id', '=', spreadsheetId)
    .orderBy('position')
    .execute();

/** Inserts a version, unless it is stored already. */
export const insertVersion = (trx: Db, version: DriveVersionsTable) =>
  trx
    .insertInto('drive_versions')
    .values(version)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
