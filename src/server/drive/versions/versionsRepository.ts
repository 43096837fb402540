import type { Db } from '../../database/schema';
import type { DriveFile, DriveVersionsTable, DriveVersionTabsTable } from '../../database/tables/drive';

/** Returns only the file columns of a spreadsheet or a version. */
export const fileOf = ({ file_name, file_kind, file_bytes, file_blob, reading }: DriveFile): DriveFile => ({
  file_name,
  file_kind,
  file_bytes,
  file_blob,
  reading,
});

/** Returns the versions of a spreadsheet, newest first; at least one. */
export const listVersions = (db: Db, spreadsheetId: string): Promise<DriveVersionsTable[]> =>
  db
    .selectFrom('drive_versions')
    .selectAll()
    .where('spreadsheet_id', '=', spreadsheetId)
    .orderBy('n', 'desc')
    .execute();

/** Returns the tabs of all former versions of a spreadsheet, in the order of the sheet. */
export const listVersionTabs = (db: Db, spreadsheetId: string): Promise<DriveVersionTabsTable[]> =>
  db
    .selectFrom('drive_version_tabs')
    .selectAll()
    .where('spreadsheet_id', '=', spreadsheetId)
    .orderBy('position')
    .execute();
