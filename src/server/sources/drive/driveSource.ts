import type { Kysely } from 'kysely';
import type { Warning } from '../../../contract/projects';
import { readBlob } from '../../database/blobs';
import type { Database, DriveTabsTable } from '../../database/schema';
import { findSpreadsheet, listTabs } from '../../drive/driveRepository';
import { noSheet } from '../noSheet';
import type { FetchedTab, Source } from '../source';

type Db = Kysely<Database>;

/** The raw tab, unless its spreadsheet was deleted since it was looked up. */
async function readRaw(db: Db, ownerId: string, tab: DriveTabsTable): Promise<Buffer> {
  try {
    return await readBlob(db, tab.raw_blob);
  } catch (error) {
    throw (await findSpreadsheet(db, ownerId, tab.spreadsheet_id)) === undefined ? noSheet() : error;
  }
}

const fetchedTab = (db: Db, ownerId: string, tab: DriveTabsTable): FetchedTab => ({
  sheetId: tab.sheet_id,
  title: tab.title,
  hidden: tab.hidden === 1,
  rows: tab.rows,
  columns: tab.columns,
  warnings: JSON.parse(tab.warnings) as Warning[],
  raw: () => readRaw(db, ownerId, tab),
});

/** Spreadsheets of the person's own drive. Reading one is two queries, so nothing is held. */
export const createDriveSource = (db: Db): Source => ({
  held: false,
  late: 'The spreadsheet could not be read in time. Try again in a moment.',
  async read({ id: ownerId }, sheetId) {
    const spreadsheet = await findSpreadsheet(db, ownerId, sheetId);
    if (spreadsheet === undefined) throw noSheet();
    const tabs = await listTabs(db, sheetId);
    return {
      source: 'drive',
      title: spreadsheet.title,
      writable: true,
      steadyNumbers: spreadsheet.file_kind === 'xlsx',
      bytes: 0,
      tabs: tabs.map((tab) => fetchedTab(db, ownerId, tab)),
    };
  },
});
