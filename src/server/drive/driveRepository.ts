import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { DriveSpreadsheetsTable, DriveTabsTable } from '../database/tables/drive';

type Db = Kysely<Database>;

/** What lists and views need of a tab. */
export type DriveTabSummary = Pick<DriveTabsTable, 'spreadsheet_id' | 'sheet_id' | 'title' | 'rows' | 'columns'>;

/** A person's spreadsheets, newest first. */
export const listSpreadsheets = (db: Db, ownerId: string): Promise<DriveSpreadsheetsTable[]> =>
  db
    .selectFrom('drive_spreadsheets')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** One of a person's spreadsheets; another person's is as unknown as one that does not exist. */
export const findSpreadsheet = (db: Db, ownerId: string, id: string): Promise<DriveSpreadsheetsTable | undefined> =>
  db
    .selectFrom('drive_spreadsheets')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** The tabs of all of a person's spreadsheets, in the order of their sheets. */
export const listTabSummaries = (db: Db, ownerId: string): Promise<DriveTabSummary[]> =>
  db
    .selectFrom('drive_tabs as tab')
    .innerJoin('drive_spreadsheets as sheet', 'sheet.id', 'tab.spreadsheet_id')
    .select(['tab.spreadsheet_id', 'tab.sheet_id', 'tab.title', 'tab.rows', 'tab.columns'])
    .where('sheet.owner_id', '=', ownerId)
    .where('sheet.deleted_at', 'is', null)
    .orderBy('tab.position')
    .execute();

/** A spreadsheet's tabs in the order of the sheet. */
export const listTabs = (db: Db, spreadsheetId: string): Promise<DriveTabsTable[]> =>
  db.selectFrom('drive_tabs').selectAll().where('spreadsheet_id', '=', spreadsheetId).orderBy('position').execute();

/** Publishes a spreadsheet whose blobs are written. */
export async function insertSpreadsheet(
  trx: Db,
  spreadsheet: DriveSpreadsheetsTable,
  tabs: readonly DriveTabsTable[],
): Promise<void> {
  await trx.insertInto('drive_spreadsheets').values(spreadsheet).execute();
  await trx
    .insertInto('drive_tabs')
    .values([...tabs])
    .execute();
}

/** @returns the renamed spreadsheet, or undefined when the person has none with this id */
export const renameSpreadsheet = (
  db: Db,
  ownerId: string,
  id: string,
  title: string,
): Promise<DriveSpreadsheetsTable | undefined> =>
  db
    .updateTable('drive_spreadsheets')
    .set({ title })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** The projects that are made of a person's spreadsheets, by the spreadsheet's id. */
export async function projectsBySheet(db: Db, ownerId: string): Promise<ReadonlyMap<string, string>> {
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'sheet_id'])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(projects.map(({ id, sheet_id }) => [sheet_id, id]));
}

/** The project that is made of the spreadsheet, if there is one. */
export const projectUsing = (
  db: Db,
  ownerId: string,
  sheetId: string,
): Promise<{ id: string; title: string } | undefined> =>
  db
    .selectFrom('projects')
    .select(['id', 'title'])
    .where('owner_id', '=', ownerId)
    .where('sheet_id', '=', sheetId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Hides a spreadsheet at once; `removeDeleted` takes its bytes away afterwards. */
export const markDeleted = (db: Db, id: string, at: string) =>
  db
    .updateTable('drive_spreadsheets')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();

/** Ids of spreadsheets that are hidden but still there. */
export async function listDeleted(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('drive_spreadsheets').select('id').where('deleted_at', 'is not', null).execute();
  return rows.map(({ id }) => id);
}

/** Removes the rows of a hidden spreadsheet and answers the blobs that nothing refers to any more. */
export async function removeRows(trx: Db, id: string): Promise<string[]> {
  const tabs = await trx.deleteFrom('drive_tabs').where('spreadsheet_id', '=', id).returning('raw_blob').execute();
  const old = trx.deleteFrom('drive_version_tabs').where('spreadsheet_id', '=', id);
  const oldTabs = await old.returning('raw_blob').execute();
  const versions = trx.deleteFrom('drive_versions').where('spreadsheet_id', '=', id);
  const oldFiles = await versions.returning('file_blob').execute();
  const removed = await trx.deleteFrom('drive_spreadsheets').where('id', '=', id).returning('file_blob').execute();
  const files = [...removed, ...oldFiles].map(({ file_blob }) => file_blob);
  return [...new Set([...files, ...[...tabs, ...oldTabs].map(({ raw_blob }) => raw_blob)])];
}
