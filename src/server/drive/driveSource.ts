import type { Warning } from '../../contract/projects';
import { readBlob } from '../database/blobs';
import type { Db } from '../database/schema';
import type { DriveTabsTable } from '../database/tables/drive';
import { findSpreadsheet, listTabs } from './driveRepository';
import { readStoredTab } from '../store/log/driveLog';
import { noSheet } from '../sync/sources';
import type { FetchedRaw, FetchedTab, Source } from '../workbook/source';

/** The raw tab as it is by now, unless its spreadsheet was deleted since it was looked up. */
async function readRaw(db: Db, ownerId: string, tab: DriveTabsTable): Promise<FetchedRaw> {
  try {
    const stored = await readStoredTab(db, tab.spreadsheet_id, tab.sheet_id);
    if (stored === undefined) throw noSheet();
    const { rawBlob: blob, log, sequence } = stored;
    return { packed: await readBlob(db, blob), drive: { blob, log, sequence } };
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
  headerRow: tab.header_row,
  published: tab.published === 1,
  ...(tab.sequence > 0 ? { writtenOver: tab.raw_blob } : { rawBlob: tab.raw_blob }),
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
      steadyNumbers: true,
      bytes: 0,
      tabs: tabs.map((tab) => fetchedTab(db, ownerId, tab)),
    };
  },
});
