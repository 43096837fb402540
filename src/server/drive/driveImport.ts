import { createReadStream } from 'node:fs';
import type { DriveTabsTable } from '../database/tables/drive';
import { withBlobs, type WriteBlob } from '../database/blobDraft';
import { CHUNK_BYTES } from '../database/chunks';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import { derivedDraftsOf } from '../sync/derivedDrafts';
import { cleanTitle } from '../titles';
import type { ImportedTab, ImportedWorkbook } from '../workbook/importWorkbook';
import { newDriveId } from './driveIds';
import { insertSpreadsheet } from './driveRepository';
import { takeDriveRoom } from './driveRoom';
import type { ReceivedFile } from './receiveUpload';
import { fileNumberOf } from './tabNumbers';

/** A larger file mostly has more rows than come ready (`importWorkbook`), and needs its memory otherwise. */
const READIED_BYTES = 12 * 1024 * 1024;

/** Numbers as the file gives them; a file that gives one twice, or an impossible one, gets free numbers for the rest. */
function distinctNumbers(tabs: readonly ImportedTab[]): number[] {
  const taken = new Set<number>();
  return tabs.map(({ head: { sheetId } }) => {
    let number = Number.isSafeInteger(sheetId) && sheetId >= 0 ? sheetId : 0;
    while (taken.has(number)) number += 1;
    taken.add(number);
    return number;
  });
}

async function writeTabs(spreadsheetId: string, { kind, tabs }: ImportedWorkbook, write: WriteBlob) {
  const numbers = distinctNumbers(tabs);
  const written: DriveTabsTable[] = [];
  for (const [position, tab] of tabs.entries()) {
    written.push({
      spreadsheet_id: spreadsheetId,
      sheet_id: numbers[position] ?? position,
      position,
      title: cleanTitle(tab.head.title) || `Sheet ${position + 1}`,
      hidden: Number(tab.head.hidden),
      rows: tab.rows,
      columns: tab.columns,
      warnings: JSON.stringify(tab.warnings),
      raw_blob: await write(tab.raw),
      file_number: fileNumberOf(kind, tab.head),
      sequence: 0,
      raw_sequence: 0,
      shape: 0,
    });
  }
  return written;
}

/** Waits for both, also when one fails: what is half written can be removed only when it is written no more. */
async function both<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

/** The sync that follows need not derive the rows again. */
function draft(db: Parts['db'], rawBlob: string, tab: ImportedTab | undefined) {
  if (tab !== undefined) derivedDraftsOf(db).put(rawBlob, tab.derived);
}

export const refuseWithoutHeader = (tabs: readonly ImportedTab[]) => {
  if (tabs.some(({ headerRow }) => headerRow !== null)) return;
  throw new Refusal('source_empty', 'This spreadsheet has no header row yet.', {
    hint: 'Put column names above your rows, save the file and upload it again.',
  });
};

/**
 * Makes a spreadsheet of an uploaded file: read by a worker while it is written as it is, then published by one small transaction.
 * Until that transaction nobody sees anything of it, and when anything fails nothing of it stays.
 *
 * @returns the new spreadsheet's id
 * @throws Refusal as the reader says it, and `source_empty` when no tab has a header row
 */
export async function importIntoDrive(
  { db, workers }: Pick<Parts, 'db' | 'workers'>,
  ownerId: string,
  file: ReceivedFile,
  signal: AbortSignal,
): Promise<string> {
  const { path, fileName } = file;
  const id = newDriveId();
  await withBlobs(db, async (write) => {
    const readied = file.bytes <= READIED_BYTES;
    const reading = workers.run('importWorkbook', { path, fileName, readied }, { signal });
    const bytes = createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
    const [workbook, fileBlob] = await both(reading, write(bytes));
    refuseWithoutHeader(workbook.tabs);
    const tabs = await writeTabs(id, workbook, write);
    const spreadsheet = {
      id,
      owner_id: ownerId,
      title: file.title,
      file_name: fileName,
      file_kind: workbook.kind,
      file_bytes: file.bytes,
      file_blob: fileBlob,
      created_at: new Date().toISOString(),
      deleted_at: null,
    };
    signal.throwIfAborted();
    await db.transaction().execute(async (trx) => {
      await takeDriveRoom(trx, ownerId, file.bytes);
      await insertSpreadsheet(trx, spreadsheet, tabs);
    });
    tabs.forEach(({ raw_blob }, at) => draft(db, raw_blob, workbook.tabs[at]));
  });
  return id;
}
