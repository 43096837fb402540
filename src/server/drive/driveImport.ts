import { createReadStream } from 'node:fs';
import type { TextReading } from '../../contract/drive';
import { CHUNK_BYTES, withBlobs, type WriteBlob } from '../database/blobs';
import type { DriveFile, DriveTabsTable } from '../database/tables/drive';
import type { RawTabHead } from '../rawTab/rawTab';
import { Refusal } from '../refusal';
import { cleanTitle } from '../titles';
import type { ImportedWorkbook } from '../workbook/importWorkbook';
import type { ImportedTab } from '../workbook/tabWriter';
import { newDriveId, newTab, nextSheetId } from './driveRepository';
import type { RequestContext } from './driveServices';
import { checkDriveQuota, type ReceivedFile } from './receiveUpload';

/** Returns the sheet ids of a file; an invalid or repeated id is replaced by the next free one. */
function uniqueSheetIds(tabs: readonly ImportedTab[]): number[] {
  const used = new Set<number>();
  return tabs.map(({ head: { sheetId } }) => {
    let freeId = Number.isSafeInteger(sheetId) && sheetId >= 0 ? sheetId : 0;
    while (used.has(freeId)) freeId += 1;
    used.add(freeId);
    return freeId;
  });
}

/** Returns the title to store for a sheet of a file. @param position of the sheet in the file, from 0 */
export const titleOfTab = ({ title }: Pick<RawTabHead, 'title'>, position: number) =>
  cleanTitle(title) || `Sheet ${position + 1}`;

async function writeTabs(spreadsheetId: string, { tabs }: ImportedWorkbook, write: WriteBlob) {
  const sheetIds = uniqueSheetIds(tabs);
  const written: DriveTabsTable[] = [];
  for (const [position, { head, raw, derived }] of tabs.entries()) {
    const title = titleOfTab(head, position);
    const facts = { sheetId: sheetIds[position]!, position, title, hidden: head.hidden };
    written.push(newTab(spreadsheetId, facts, await write(raw), derived));
  }
  return written;
}

/** Serializes the reading options of a text file; null for other files. */
export const storedReading = (reading: TextReading | undefined) =>
  reading === undefined ? null : JSON.stringify(reading);

/** @throws Refusal `source_empty` if all tabs are blank */
export function refuseEmpty(tabs: readonly ImportedTab[]): void {
  if (tabs.some(({ derived }) => derived.headerRow !== null)) return;
  throw new Refusal('source_empty', 'There is nothing in this spreadsheet yet.', {
    hint: 'Fill in some cells, save the file and upload it again.',
  });
}

/**
 * Creates a spreadsheet from a file: a worker thread parses it while its bytes are stored, then one short transaction inserts it.
 * If anything fails, everything is removed.
 *
 * @param id of the spreadsheet; a random one by default
 * @returns the new spreadsheet's id
 * @throws Refusal as `importWorkbook`, `source_empty` if all tabs are blank, `drive_full`
 */
export async function importIntoDrive(
  { db, workers, derivedDrafts, signal }: Pick<RequestContext, 'db' | 'workers' | 'derivedDrafts' | 'signal'>,
  ownerId: string,
  file: ReceivedFile,
  id: string = newDriveId(),
): Promise<string> {
  const { path, fileName } = file;
  await withBlobs(db, async (write) => {
    const reading = workers.run('importWorkbook', { path, fileName }, { signal });
    const writing = write(createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>);
    // If one fails, the other still has to end before its blobs can be removed.
    await Promise.allSettled([reading, writing]);
    const [workbook, fileBlob] = await Promise.all([reading, writing]);
    refuseEmpty(workbook.tabs);
    const tabs = await writeTabs(id, workbook, write);
    const created_at = new Date().toISOString();
    const storedFile: DriveFile = {
      file_name: fileName,
      file_kind: workbook.kind,
      file_bytes: file.bytes,
      file_blob: fileBlob,
      reading: storedReading(workbook.reading),
    };
    const spreadsheet = {
      id,
      owner_id: ownerId,
      title: file.title,
      ...storedFile,
      created_at,
      deleted_at: null,
      next_sheet_id: nextSheetId(0, tabs),
    };
    const version = { spreadsheet_id: id, n: 1, created_at, restored_from: null, ...storedFile };
    signal.throwIfAborted();
    await db.transaction().execute(async (trx) => {
      await checkDriveQuota(trx, ownerId, file.bytes);
      await trx.insertInto('drive_spreadsheets').values(spreadsheet).execute();
      await trx.insertInto('drive_versions').values(version).execute();
      await trx.insertInto('drive_tabs').values(tabs).execute();
    });
    // So that the sync that usually follows does not derive the rows again.
    for (const [position, { derived }] of workbook.tabs.entries()) {
      derivedDrafts.set(tabs[position]!.raw_blob, derived, derived.packed.length);
    }
  });
  return id;
}
