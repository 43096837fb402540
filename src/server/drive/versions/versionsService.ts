import { createReadStream } from 'node:fs';
import type { DriveVersion, VersionAnswer, VersionDifference } from '../../../contract/versions';
import { readBlob } from '../../database/blobs';
import { withBlobs } from '../../database/blobDraft';
import type { DriveSpreadsheetsTable, DriveVersionsTable } from '../../database/tables/drive';
import { Refusal } from '../../refusal';
import { lineOf, linesOf } from '../../sync/lines';
import { refuseWithoutHeader } from '../driveImport';
import { listTabs } from '../driveRepository';
import { requireSpreadsheet } from '../driveService';
import type { ReceivedFile } from '../receiveUpload';
import { fileNumberOf } from '../tabNumbers';
import { differenceOf } from './differenceOf';
import { Overtaken } from './overtaken';
import { type FreshContent, prepareVersion, type VersionContext } from './prepareVersion';
import { type PublishContext, publishVersion } from './publishVersion';
import { listVersions, listVersionTabs, type VersionFile } from './versionsRepository';

/** So often a version is worked out anew because the spreadsheet was written to meanwhile. */
const TRIES = 5;

const busy = () =>
  new Refusal('busy', 'This spreadsheet is being written to all the time. Nothing was changed; try again.', {
    headers: { 'Retry-After': '2' },
  });

/** The versions of a spreadsheet, newest first. */
export async function viewVersions(
  { db }: Pick<VersionContext, 'db'>,
  spreadsheet: DriveSpreadsheetsTable,
): Promise<DriveVersion[]> {
  const versions = await listVersions(db, spreadsheet);
  const now = await listTabs(db, spreadsheet.id);
  const former = await listVersionTabs(db, spreadsheet.id);
  return versions.map((version, place) => {
    const tabs = place === 0 ? now : former.filter(({ n }) => n === version.n);
    return {
      n: version.n,
      current: place === 0,
      fileName: version.file_name,
      bytes: version.file_bytes,
      createdAt: version.created_at,
      ...(version.restored_from !== null && { restoredFrom: version.restored_from }),
      tabs: tabs.map(({ title, rows }) => ({ title, rows })),
    };
  });
}

/**
 * One of the versions of a spreadsheet.
 *
 * @throws Refusal `not_found`
 */
export async function requireVersion(
  { db }: Pick<VersionContext, 'db'>,
  spreadsheet: DriveSpreadsheetsTable,
  n: number,
): Promise<DriveVersionsTable> {
  const version = (await listVersions(db, spreadsheet)).find((one) => one.n === n);
  if (version === undefined) throw new Refusal('not_found', `This spreadsheet has no version ${n}.`);
  return version;
}

async function readFile(context: VersionContext, file: ReceivedFile, keepAdded: boolean): Promise<FreshContent> {
  const { path, fileName } = file;
  const workbook = await context.workers.run('importWorkbook', { path, fileName }, { signal: context.signal });
  refuseWithoutHeader(workbook.tabs);
  const { kind } = workbook;
  const tabs = workbook.tabs.map(({ head, raw }) => {
    const { sheetId, title, hidden } = head;
    return { sheetId, fileNumber: fileNumberOf(kind, head), title, hidden, raw };
  });
  return { kind, tabs, isFormer: false, keepAdded };
}

/** What an uploaded file would change. Nothing is kept. */
export async function differenceOfFile(
  context: VersionContext,
  spreadsheet: DriveSpreadsheetsTable,
  file: ReceivedFile,
  keepAdded: boolean,
): Promise<VersionDifference> {
  const content = await readFile(context, file, keepAdded);
  return again(async () => differenceOf(await prepareVersion(context, spreadsheet, content)));
}

/** Works something out anew where the spreadsheet has changed meanwhile. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw busy();
}

interface NewVersion {
  readonly content: FreshContent;
  readonly restoredFrom: number | null;
  readonly fileOf: () => Promise<VersionFile>;
}

/** Publishes a version while no sync, setting or fold of the spreadsheet is under way. */
async function publish(
  context: PublishContext,
  known: DriveSpreadsheetsTable,
  wish: NewVersion,
): Promise<VersionAnswer> {
  const { db } = context;
  const startedAt = new Date();
  const file = await wish.fileOf();
  const difference = await linesOf(db)(lineOf({ id: known.owner_id }, known.id), () =>
    again(async () => {
      const spreadsheet = await requireSpreadsheet(db, known.owner_id, known.id);
      const [newest] = await listVersions(db, spreadsheet);
      const prepared = await prepareVersion(context, spreadsheet, wish.content);
      const { restoredFrom } = wish;
      const current = newest?.n ?? 1;
      await publishVersion(context, { spreadsheet, current, prepared, file, restoredFrom, startedAt });
      return differenceOf(prepared);
    }),
  );
  const [version] = await viewVersions(context, await requireSpreadsheet(db, known.owner_id, known.id));
  if (version === undefined) throw new Error('A version that was published is not there.');
  return { version, difference };
}

/**
 * Makes an uploaded file the next version of a spreadsheet. The project that is made of it follows at once.
 *
 * @throws Refusal as the reader says it, `source_empty` without any header row, `project_paused`, `busy`
 */
export async function applyFile(
  context: PublishContext,
  spreadsheet: DriveSpreadsheetsTable,
  file: ReceivedFile,
  keepAdded: boolean,
): Promise<VersionAnswer> {
  const content = await readFile(context, file, keepAdded);
  return withBlobs(context.db, (write) =>
    publish(context, spreadsheet, {
      content,
      restoredFrom: null,
      fileOf: async () => ({
        file_name: file.fileName,
        file_kind: content.kind,
        file_bytes: file.bytes,
        file_blob: await write(createReadStream(file.path) as AsyncIterable<Buffer>),
      }),
    }),
  );
}

/**
 * Makes a former version the one that is there, as it was when another took its place; rows that were deleted since come back
 * with the ids they had.
 *
 * @throws Refusal `not_found`, `in_use` for the version that is there now, `project_paused`, `busy`
 */
export async function restoreVersion(
  context: PublishContext,
  spreadsheet: DriveSpreadsheetsTable,
  n: number,
  keepAdded: boolean,
): Promise<VersionAnswer> {
  const { db } = context;
  const { file_name, file_kind, file_bytes, file_blob } = await requireVersion(context, spreadsheet, n);
  const former = (await listVersionTabs(db, spreadsheet.id)).filter((tab) => tab.n === n);
  if (former.length === 0) throw new Refusal('in_use', `Version ${n} is the one that is there now.`);
  const tabs: FreshContent['tabs'][number][] = [];
  for (const { sheet_id, file_number, title, hidden, raw_blob } of former) {
    const numbers = { sheetId: sheet_id, fileNumber: file_number };
    tabs.push({ ...numbers, title, hidden: hidden === 1, raw: await readBlob(db, raw_blob) });
  }
  return publish(context, spreadsheet, {
    content: { kind: file_kind, tabs, isFormer: true, keepAdded },
    restoredFrom: n,
    fileOf: async () => ({ file_name, file_kind, file_bytes, file_blob }),
  });
}
