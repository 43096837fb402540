import type { Kysely } from 'kysely';
import { readBlob } from '../../database/blobs';
import type { Database } from '../../database/schema';
import type { DriveTabsTable } from '../../database/tables/drive';
import { readEntries, readStoredTab } from '../../records/driveLog';
import { findDriveTab } from './gridRepository';
import { noTab } from './gridTabs';
import type { Grid } from './openGrid';

/** A tab with what was written to it up to an entry of its log. */
export interface ReadTab {
  readonly tab: DriveTabsTable;
  readonly packed: Buffer;
  readonly sequence: number;
}

/** Reads a tab and makes its log part of it. @throws Refusal `not_found` */
export async function readTab({ db, workers }: Grid, tab: DriveTabsTable): Promise<ReadTab> {
  const stored = await readStoredTab(db, tab.spreadsheet_id, tab.sheet_id);
  if (stored === undefined) throw noTab();
  const { rawBlob, log, sequence } = stored;
  const { raw } = await workers.run('changeRaw', { raw: await readBlob(db, rawBlob), log, changes: [], settings: {} });
  return { tab, packed: raw, sequence };
}

/** What has been written to a tab since it was read: texts of its log, in order. */
export async function writtenSince(trx: Kysely<Database>, { tab, sequence }: ReadTab): Promise<string[]> {
  const { spreadsheet_id: spreadsheetId, sheet_id: sheetId } = tab;
  const upTo = (await findDriveTab(trx, spreadsheetId, sheetId))?.sequence ?? sequence;
  const log: string[] = [];
  for await (const entries of readEntries(trx, { spreadsheetId, sheetId, after: sequence, upTo })) {
    log.push(...entries.map((entry) => entry.entries));
  }
  return log;
}
