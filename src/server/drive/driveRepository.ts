import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { DRIVE_ID_PREFIX } from '../../contract/sheetUrl';
import { readBlob } from '../database/blobs';
import { ChangedMeanwhile, requireOne } from '../database/optimisticLocking';
import type { Db } from '../database/schema';
import type { DriveSpreadsheetsTable, DriveTabsTable } from '../database/tables/drive';
import type { ProjectTabsTable } from '../database/tables/projects';
import type { DerivedTab } from '../normalise/derivedTab';
import type { RawTabHead } from '../rawTab/rawTab';
import { busy } from '../refusal';
import { packLog } from '../store/log/compactRaw';
import { readStoredTab } from '../store/log/driveLog';

/** Returns a new spreadsheet id: `tpd_` and 24 URL-safe characters, 144 random bits. */
export const newDriveId = () => DRIVE_ID_PREFIX + randomBytes(18).toString('base64url');

/** Returns the id of the spreadsheet that an attempt of a person creates: a new one if the spreadsheet was deleted since. */
export async function driveIdOf(db: Db, ownerId: string, attempt: string): Promise<string> {
  const id = DRIVE_ID_PREFIX + hash('sha256', `${ownerId} ${attempt}`, 'base64url').slice(0, 24);
  const deleted = db
    .selectFrom('drive_spreadsheets')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null);
  return (await deleted.executeTakeFirst()) === undefined ? id : newDriveId();
}

const ownedSpreadsheets = (db: Db, ownerId: string) =>
  db.selectFrom('drive_spreadsheets').selectAll().where('owner_id', '=', ownerId).where('deleted_at', 'is', null);

/** Returns a person's spreadsheets, newest first. */
export const listSpreadsheets = (db: Db, ownerId: string): Promise<DriveSpreadsheetsTable[]> =>
  ownedSpreadsheets(db, ownerId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();

/** Returns one of a person's spreadsheets; undefined also for another person's. */
export const findSpreadsheet = (db: Db, ownerId: string, id: string): Promise<DriveSpreadsheetsTable | undefined> =>
  ownedSpreadsheets(db, ownerId).where('id', '=', id).executeTakeFirst();

/** Returns the tabs of all of a person's spreadsheets, in the order of their sheets. */
export const listAllDriveTabs = (db: Db, ownerId: string): Promise<DriveTabsTable[]> =>
  db
    .selectFrom('drive_tabs as tab')
    .innerJoin('drive_spreadsheets as sheet', 'sheet.id', 'tab.spreadsheet_id')
    .selectAll('tab')
    .where('sheet.owner_id', '=', ownerId)
    .where('sheet.deleted_at', 'is', null)
    .orderBy('tab.position')
    .execute();

/** Returns a spreadsheet's tabs, in the order of the sheet. */
export const listTabs = (db: Db, spreadsheetId: string): Promise<DriveTabsTable[]> =>
  db.selectFrom('drive_tabs').selectAll().where('spreadsheet_id', '=', spreadsheetId).orderBy('position').execute();

export const findDriveTab = (db: Db, spreadsheetId: string, sheetId: number): Promise<DriveTabsTable | undefined> =>
  db
    .selectFrom('drive_tabs')
    .selectAll()
    .where((eb) => eb.and({ spreadsheet_id: spreadsheetId, sheet_id: sheetId }))
    .executeTakeFirst();

/** Returns the database columns for the derived data of a tab. */
export const tabColumns = ({ rows, columns, warnings }: Pick<DerivedTab, 'rows' | 'columns' | 'warnings'>) => ({
  rows,
  columns: columns.length,
  warnings: JSON.stringify(warnings),
});

/** Returns the id of the next new tab of a spreadsheet. @param before the one before these tabs were added */
export const nextSheetId = (before: number, added: readonly Pick<DriveTabsTable, 'sheet_id'>[]): number =>
  added.reduce((next, { sheet_id }) => Math.max(next, sheet_id + 1), before);

/** Id, position and title of a tab. */
interface TabFacts extends Pick<RawTabHead, 'sheetId' | 'title' | 'hidden'> {
  readonly position: number;
}

/** Returns the database row of a new tab without changes. */
export const newTab = (
  spreadsheetId: string,
  { sheetId, position, title, hidden }: TabFacts,
  rawBlob: string,
  derived: Pick<DerivedTab, 'rows' | 'columns' | 'warnings'>,
): DriveTabsTable => ({
  spreadsheet_id: spreadsheetId,
  sheet_id: sheetId,
  position,
  title,
  hidden: Number(hidden),
  raw_blob: rawBlob,
  ...tabColumns(derived),
  changed_at: new Date().toISOString(),
  sequence: 0,
  raw_sequence: 0,
  shape: 0,
  edited: 0,
  header_row: null,
  published: Number(!hidden),
});

/**
 * Reads the raw tab of a row, and its log.
 *
 * @throws ChangedMeanwhile if the tab has changed since the row was read
 */
export async function readTabAt(db: Db, { spreadsheet_id, sheet_id, raw_blob, sequence }: DriveTabsTable) {
  const current = await readStoredTab(db, spreadsheet_id, sheet_id);
  if (current?.rawBlob !== raw_blob || current.sequence !== sequence) throw new ChangedMeanwhile();
  return { raw: await readBlob(db, raw_blob), log: packLog(current.log) };
}

/** Changes a spreadsheet that is not deleted: its title or its file. */
export const changeSpreadsheet = (db: Db, id: string, change: Partial<DriveSpreadsheetsTable>) =>
  db
    .updateTable('drive_spreadsheets')
    .set(change)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * Makes the revisions of endpoints that need the log of these tabs unreachable, as it is removed: their cursors expire. Without it,
 * a tab that comes back would be read as it was before the writes.
 */
async function expireLogged(trx: Db, spreadsheetId: string, sheetIds: readonly number[]): Promise<void> {
  const ids = sql.join(sheetIds);
  await sql`
    update former_snapshots as former set until_revision = revision - 1
    where spreadsheet_id = ${spreadsheetId} and sheet_id in (${ids}) and exists (
      select 1 from record_log log
      where log.spreadsheet_id = ${spreadsheetId} and log.sheet_id = former.sheet_id
        and log.sequence > former.raw_sequence and log.revision <= former.until_revision)`.execute(trx);
  await sql`
    update project_tabs as tab set snapshot_revision = revision + 1
    where project_id in (select id from projects where sheet_id = ${spreadsheetId})
      and sheet_id in (${ids}) and gone_at is null and exists (
        select 1 from record_log log
        where log.spreadsheet_id = ${spreadsheetId} and log.sheet_id = tab.sheet_id
          and log.sequence > tab.raw_sequence)`.execute(trx);
}

/** Removes tabs with their logs. */
export async function removeTabs(trx: Db, spreadsheetId: string, sheetIds: readonly number[]): Promise<void> {
  if (sheetIds.length === 0) return;
  await expireLogged(trx, spreadsheetId, sheetIds);
  for (const table of ['record_log', 'drive_tabs'] as const) {
    await trx
      .deleteFrom(table)
      .where('spreadsheet_id', '=', spreadsheetId)
      .where('sheet_id', 'in', [...sheetIds])
      .execute();
  }
}

/**
 * Changes a tab if it is still at the blob and the log entry of `planned`.
 *
 * @throws ChangedMeanwhile otherwise
 */
export async function changeTab(trx: Db, planned: DriveTabsTable, change: Partial<DriveTabsTable>): Promise<void> {
  const { spreadsheet_id, sheet_id, raw_blob, sequence } = planned;
  const ofTab = trx.updateTable('drive_tabs').set(change);
  requireOne(await ofTab.where((eb) => eb.and({ spreadsheet_id, sheet_id, raw_blob, sequence })).executeTakeFirst());
}

/** Changes the title or the position of a tab, regardless of concurrent changes. */
export const updateDriveTab = (
  trx: Db,
  spreadsheetId: string,
  sheetId: number,
  change: Pick<DriveTabsTable, 'title'> | Pick<DriveTabsTable, 'position'>,
) =>
  trx
    .updateTable('drive_tabs')
    .set(change)
    .where((eb) => eb.and({ spreadsheet_id: spreadsheetId, sheet_id: sheetId }))
    .execute();

/**
 * Removes the log of a tab up to an entry that the blob now contains. Entries written through an endpoint are kept for its cursors;
 * `../store/log/history.ts` removes them later.
 */
export const dropLog = (trx: Db, { spreadsheet_id, sheet_id, sequence }: DriveTabsTable) =>
  trx
    .deleteFrom('record_log')
    .where('tab_id', 'not in', trx.selectFrom('project_tabs').select('id').where('gone_at', 'is', null))
    .where((eb) => eb.and({ spreadsheet_id, sheet_id }))
    .where('sequence', '<=', sequence)
    .execute();

/** Returns the endpoint of a tab, if the project has one. */
export const findEndpointOf = (db: Db, projectId: string, sheetId: number): Promise<ProjectTabsTable | undefined> =>
  db
    .selectFrom('project_tabs')
    .selectAll()
    .where((eb) => eb.and({ project_id: projectId, sheet_id: sheetId }))
    .where('gone_at', 'is', null)
    .executeTakeFirst();

/** Returns the number of requests to an endpoint since the start of a day (`2026-03-04`). */
export async function requestsSince(db: Db, tabId: string, day: string): Promise<number> {
  const found = await db
    .selectFrom('usage_counts')
    .select(({ fn }) => fn.sum<number | null>('requests').as('requests'))
    .where('tab_id', '=', tabId)
    .where('hour', '>=', day)
    .executeTakeFirst();
  return Number(found?.requests ?? 0);
}

/** Refusal of a change that failed because of concurrent writes. */
export const busyWriting = () =>
  busy('Others write to this sheet at the same time. Nothing was changed; try again.', 1);
