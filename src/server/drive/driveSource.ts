import type { Warning } from '../../contract/projects';
import { readBlob } from '../database/blobs';
import type { ServerEvents } from '../database/events';
import type { Db } from '../database/schema';
import type { DriveTabsTable } from '../database/tables/drive';
import type { DerivedTab } from '../normalise/derivedTab';
import { readStoredTab } from '../store/log/driveLog';
import { type Memory, SharedCache } from '../store/memory/memory';
import { noSheet } from '../sync/sources';
import type { FetchedRaw, FetchedTab, Source } from '../workbook/source';
import { findSpreadsheet, listTabs } from './driveRepository';

/** Maximum bytes of the drafts. A project is usually created right after its spreadsheet is uploaded. */
const MAX_BYTES = 96 * 1024 * 1024;

/**
 * Rows derived during an upload, for the first sync of the spreadsheet, by the blobs of their raw tabs, so that they are derived
 * only once. Unused ones are evicted after a while, or when there are too many.
 */
export type DerivedDrafts = SharedCache<DerivedTab>;

/**
 * Creates the cache of drafts: uploads add them, syncs take them.
 *
 * @param memory memory budget shared with other caches
 */
export function createDerivedDrafts(memory: Memory, events: Pick<ServerEvents, 'deleted'>): DerivedDrafts {
  const drafts = new SharedCache<DerivedTab>(MAX_BYTES, { memory });
  events.deleted.on((ids) => ids.forEach((id) => drafts.delete(id)));
  return drafts;
}

interface DriveSourceParts {
  readonly db: Db;
  readonly derivedDrafts: DerivedDrafts;
}

/** Reads the current raw tab. @throws Refusal `source_not_found` if its spreadsheet was deleted meanwhile */
async function readRaw({ db, derivedDrafts }: DriveSourceParts, tab: DriveTabsTable): Promise<FetchedRaw> {
  const stored = await readStoredTab(db, tab.spreadsheet_id, tab.sheet_id);
  if (stored === undefined) throw noSheet();
  const { rawBlob: blob, log, sequence } = stored;
  // A draft has the rows of the file, without later writes.
  const derived = sequence === 0 ? derivedDrafts.take(blob) : undefined;
  return { packed: () => readBlob(db, blob), derived, drive: { blob, log, sequence } };
}

const fetchedTab = (parts: DriveSourceParts, tab: DriveTabsTable): FetchedTab => ({
  sheetId: tab.sheet_id,
  title: tab.title,
  hidden: tab.hidden === 1,
  rows: tab.rows,
  columns: tab.columns,
  warnings: JSON.parse(tab.warnings) as Warning[],
  headerRow: tab.header_row,
  published: tab.published === 1,
  ...(tab.sequence > 0 && { writtenOver: tab.raw_blob }),
  raw: () => readRaw(parts, tab),
});

/** Creates the source for spreadsheets of the person's own drive. Reading one takes two queries, so nothing is cached. */
export const createDriveSource = (parts: DriveSourceParts): Source => ({
  cachesChecks: false,
  timeoutMessage: 'The spreadsheet could not be read in time. Try again in a moment.',
  async read({ id: ownerId }, sheetId) {
    const { db } = parts;
    const spreadsheet = await findSpreadsheet(db, ownerId, sheetId);
    if (spreadsheet === undefined) throw noSheet();
    const tabs = await listTabs(db, sheetId);
    return {
      source: 'drive',
      title: spreadsheet.title,
      writable: true,
      steadyNumbers: true,
      bytes: 0,
      tabs: tabs.map((tab) => fetchedTab(parts, tab)),
    };
  },
});
