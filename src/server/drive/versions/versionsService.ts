import { createReadStream } from 'node:fs';
import type { Kysely } from 'kysely';
import type { DriveVersion, VersionAnswer, VersionDifference } from '../../../contract/versions';
import { readBlob, withBlobs } from '../../database/blobs';
import type { Database } from '../../database/schema';
import type { DriveSpreadsheetsTable, DriveVersionsTable } from '../../database/tables/drive';
import { Refusal } from '../../refusal';
import { refuseWithoutHeader, titleOfTab } from '../driveImport';
import { listTabs, retryIfChanged } from '../driveRepository';
import { requireSpreadsheet } from '../driveService';
import type { ReceivedFile } from '../receiveUpload';
import { differenceOf, type FreshContent, type FreshTab, prepareVersion, type VersionContext } from './prepareVersion';
import { type PublishContext, publishVersion } from './publishVersion';
import { listVersions, listVersionTabs, type VersionFile } from './versionsRepository';

/** Times that a version is prepared again because the spreadsheet was written to. */
const TRIES = 5;

const busy = () =>
  new Refusal('busy', 'This spreadsheet is being written to all the time. Nothing was changed; try again.', {
    headers: { 'Retry-After': '2' },
  });

/** The versions of a spreadsheet, newest first. */
export async function viewVersions(db: Kysely<Database>, spreadsheet: DriveSpreadsheetsTable): Promise<DriveVersion[]> {
  const versions = await listVersions(db, spreadsheet);
  const now = await listTabs(db, spreadsheet.id);
  const former = await listVersionTabs(db, spreadsheet.id);
  return versions.map((version, position) => {
    const tabs = position === 0 ? now : former.filter(({ n }) => n === version.n);
    return {
      n: version.n,
      current: position === 0,
      fileName: version.file_name,
      bytes: version.file_bytes,
      createdAt: version.created_at,
      ...(version.restored_from !== null && { restoredFrom: version.restored_from }),
      tabs: tabs.map(({ title, rows }) => ({ title, rows })),
    };
  });
}

/** One version of a spreadsheet. @throws Refusal `not_found` */
export async function requireVersion(
  db: Kysely<Database>,
  spreadsheet: DriveSpreadsheetsTable,
  n: number,
): Promise<DriveVersionsTable> {
  const version = (await listVersions(db, spreadsheet)).find((one) => one.n === n);
  if (version === undefined) throw new Refusal('not_found', `This spreadsheet has no version ${n}.`);
  return version;
}

/** What a person wants of a new version. */
type VersionWish = Pick<FreshContent, 'keepAdded' | 'renamed'>;

async function contentOf(context: VersionContext, file: ReceivedFile, wish: VersionWish): Promise<FreshContent> {
  const { path, fileName } = file;
  const workbook = await context.workers.run('importWorkbook', { path, fileName }, { signal: context.signal });
  refuseWithoutHeader(workbook.tabs);
  const tabs = workbook.tabs.map(({ head, raw, derived: { columns } }, position) => {
    return { title: titleOfTab(head, position), hidden: head.hidden, raw, columns };
  });
  return { kind: workbook.kind, tabs, isFormer: false, ...wish };
}

/**
 * What an uploaded file would change, and which sheets may have been renamed. Nothing is stored.
 *
 * @throws Refusal as {@link applyFile}
 */
export async function differenceOfFile(
  context: VersionContext,
  spreadsheet: DriveSpreadsheetsTable,
  file: ReceivedFile,
  wish: VersionWish,
): Promise<VersionDifference> {
  const content = await contentOf(context, file, wish);
  return retryIfChanged(TRIES, busy, async () =>
    differenceOf(await prepareVersion(context, spreadsheet, content, true)),
  );
}

/** Publishes a version while no sync, setting or compaction of the spreadsheet runs. */
async function publish(
  context: PublishContext,
  { owner_id: ownerId, id }: DriveSpreadsheetsTable,
  content: FreshContent,
  file: VersionFile,
  restoredFrom: number | null,
): Promise<VersionAnswer> {
  const { db, syncs } = context;
  const startedAt = new Date();
  const difference = await syncs.exclusively({ id: ownerId }, id, () =>
    retryIfChanged(TRIES, busy, async () => {
      const spreadsheet = await requireSpreadsheet(db, ownerId, id);
      const [newest] = await listVersions(db, spreadsheet);
      const prepared = await prepareVersion(context, spreadsheet, content);
      const current = newest?.n ?? 1;
      await publishVersion(context, { spreadsheet, current, prepared, file, restoredFrom, startedAt });
      return differenceOf(prepared);
    }),
  );
  const [version] = await viewVersions(db, await requireSpreadsheet(db, ownerId, id));
  if (version === undefined) throw new Error('A version that was published is not there.');
  return { version, difference };
}

/**
 * Makes an uploaded file the next version of a spreadsheet and of its project.
 *
 * @throws Refusal as `importWorkbook`, `source_empty` without any header row, `damaged_workbook` for two sheets of one name,
 *   `invalid_update` for sheets that cannot have been renamed so, `project_paused`, `busy`
 */
export async function applyFile(
  context: PublishContext,
  spreadsheet: DriveSpreadsheetsTable,
  file: ReceivedFile,
  wish: VersionWish,
): Promise<VersionAnswer> {
  const content = await contentOf(context, file, wish);
  return withBlobs(context.db, async (write) => {
    const file_blob = await write(createReadStream(file.path) as AsyncIterable<Buffer>);
    const stored = { file_name: file.fileName, file_kind: content.kind, file_bytes: file.bytes, file_blob };
    return publish(context, spreadsheet, content, stored, null);
  });
}

/**
 * Makes a former version the current one, as it was when it was replaced; rows that were deleted since come back with their ids.
 *
 * @throws Refusal `not_found`, `in_use` for the current version, `project_paused`, `busy`
 */
export async function restoreVersion(
  context: PublishContext,
  spreadsheet: DriveSpreadsheetsTable,
  n: number,
  keepAdded: boolean,
): Promise<VersionAnswer> {
  const { db } = context;
  const { file_name, file_kind, file_bytes, file_blob } = await requireVersion(db, spreadsheet, n);
  const former = (await listVersionTabs(db, spreadsheet.id)).filter((tab) => tab.n === n);
  if (former.length === 0) throw new Refusal('in_use', `Version ${n} is the one that is there now.`);
  const tabs: FreshTab[] = [];
  for (const { sheet_id: sheetId, title, hidden, raw_blob } of former) {
    tabs.push({ sheetId, title, hidden: hidden === 1, raw: await readBlob(db, raw_blob), columns: [] });
  }
  const content = { kind: file_kind, tabs, isFormer: true, keepAdded, renamed: new Map<string, string>() };
  return publish(context, spreadsheet, content, { file_name, file_kind, file_bytes, file_blob }, n);
}
