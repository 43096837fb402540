import { createReadStream } from 'node:fs';
import type { DriveVersion, VersionAnswer, VersionDifference } from '../../../contract/versions';
import { readBlob, withBlobs } from '../../database/blobs';
import { retryIfChanged } from '../../database/optimisticLocking';
import type { Db } from '../../database/schema';
import type {
  DriveFile,
  DriveSpreadsheetsTable,
  DriveVersionsTable,
  DriveVersionTabsTable,
} from '../../database/tables/drive';
import { busy, Refusal } from '../../refusal';
import type { ImportedWorkbook } from '../../workbook/importWorkbook';
import { refuseEmpty, storedReading, titleOfTab } from '../driveImport';
import { listTabs } from '../driveRepository';
import { readingOf, requireSpreadsheet } from '../driveService';
import type { RequestContext } from '../driveServices';
import type { ReceivedFile } from '../receiveUpload';
import { differenceOf, type FreshContent, type FreshTab, prepareVersion } from './prepareVersion';
import { publishVersion } from './publishVersion';

const keepsChanging = () =>
  busy('This spreadsheet is being written to all the time. Nothing was changed; try again.', 2);

/** Returns the versions of a spreadsheet, newest first. */
export async function viewVersions(db: Db, spreadsheet: DriveSpreadsheetsTable): Promise<DriveVersion[]> {
  const versions = await listVersions(db, spreadsheet.id);
  const currentTabs = await listTabs(db, spreadsheet.id);
  const formerTabs = await listVersionTabs(db, spreadsheet.id);
  return versions.map((version, index) => {
    const tabs = index === 0 ? currentTabs : formerTabs.filter(({ n }) => n === version.n);
    return {
      n: version.n,
      current: index === 0,
      fileName: version.file_name,
      bytes: version.file_bytes,
      createdAt: version.created_at,
      ...(version.restored_from !== null && { restoredFrom: version.restored_from }),
      tabs: tabs.map(({ title, rows }) => ({ title, rows })),
    };
  });
}

/** Returns one version of a spreadsheet. @throws Refusal `not_found` */
export async function requireVersion(
  db: Db,
  spreadsheet: DriveSpreadsheetsTable,
  n: number,
): Promise<DriveVersionsTable> {
  const versions = await listVersions(db, spreadsheet.id);
  const version = versions.find((candidate) => candidate.n === n);
  if (version === undefined) throw new Refusal('not_found', `This spreadsheet has no version ${n}.`);
  return version;
}

/** A person's options for a new version. */
type VersionOptions = Pick<FreshContent, 'keepAdded' | 'renamed'>;

/**
 * Returns the content of a version from a parsed file, and its reading options.
 *
 * @param titleOf returns the title of a tab, if it differs from the file's
 * @throws Refusal `source_empty`
 */
export function contentOf({ tabs, kind, reading }: ImportedWorkbook, options: VersionOptions, titleOf = titleOfTab) {
  refuseEmpty(tabs);
  const freshTabs = tabs.map(({ head, raw }, position): FreshTab => {
    return { title: titleOf(head, position), hidden: head.hidden, raw, edited: false };
  });
  return { content: { tabs: freshTabs, isFormer: false, ...options }, kind, reading: storedReading(reading) };
}

/** Parses an uploaded file with the choices of the current file, as far as they fit. */
async function contentOfUpload(
  { workers, signal }: RequestContext,
  { reading }: DriveSpreadsheetsTable,
  { path, fileName }: ReceivedFile,
  options: VersionOptions,
) {
  const toImport = { path, fileName, chosen: readingOf(reading)?.chosen, chosenBefore: true };
  return contentOf(await workers.run('importWorkbook', toImport, { signal }), options);
}

/**
 * Returns the changes that an uploaded file would make, and the sheets that may have been renamed. Nothing is stored.
 *
 * @throws Refusal as {@link applyFile}
 */
export async function differenceOfFile(
  context: RequestContext,
  spreadsheet: DriveSpreadsheetsTable,
  file: ReceivedFile,
  options: VersionOptions,
): Promise<VersionDifference> {
  const { content } = await contentOfUpload(context, spreadsheet, file, options);
  return retryIfChanged(keepsChanging, async () =>
    differenceOf(await prepareVersion(context, spreadsheet, content, true)),
  );
}

/** Content and file of a version. */
interface VersionSource {
  readonly content: FreshContent;
  readonly file: DriveFile;
  /** Number of the restored version, if it is one. */
  readonly restoredFrom?: number;
}

/**
 * Publishes a version while no sync, settings change or compaction of the spreadsheet runs.
 *
 * @param source returns the content of the version; called while nothing else changes the spreadsheet
 * @param isReread whether it is the same file, read with other choices: without a project it then replaces the current version
 * @throws Refusal as the source throws it, `project_paused`, `busy`
 */
export async function publish(
  context: RequestContext,
  { owner_id: ownerId, id }: DriveSpreadsheetsTable,
  source: (spreadsheet: DriveSpreadsheetsTable) => Promise<VersionSource> | VersionSource,
  isReread = false,
): Promise<VersionDifference> {
  const { db, syncs } = context;
  const startedAt = new Date();
  return syncs.exclusively({ id: ownerId }, id, () =>
    retryIfChanged(keepsChanging, async () => {
      const spreadsheet = await requireSpreadsheet(db, ownerId, id);
      const { content, file, restoredFrom = null } = await source(spreadsheet);
      const [newest] = await listVersions(db, spreadsheet.id);
      const prepared = await prepareVersion(context, spreadsheet, content);
      const replaces = isReread && prepared.project === undefined;
      const current = newest?.n ?? 1;
      await publishVersion(context, { spreadsheet, current, prepared, file, restoredFrom, startedAt, replaces });
      return differenceOf(prepared);
    }),
  );
}

/** Publishes a version, and returns it with its changes. */
async function publishAndDescribe(
  context: RequestContext,
  spreadsheet: DriveSpreadsheetsTable,
  source: VersionSource,
): Promise<VersionAnswer> {
  const { owner_id: ownerId, id } = spreadsheet;
  const difference = await publish(context, spreadsheet, () => source);
  const [version] = await viewVersions(context.db, await requireSpreadsheet(context.db, ownerId, id));
  if (version === undefined) throw new Error('A version that was published is not there.');
  return { version, difference };
}

/**
 * Makes an uploaded file the next version of a spreadsheet and of its project.
 *
 * @throws Refusal as `importWorkbook`, `source_empty` if it is blank, `damaged_workbook` for two sheets of one name,
 * `invalid_update` for sheets that cannot have been renamed so, `project_paused`, `busy`
 */
export async function applyFile(
  context: RequestContext,
  spreadsheet: DriveSpreadsheetsTable,
  file: ReceivedFile,
  options: VersionOptions,
): Promise<VersionAnswer> {
  const { content, kind, reading } = await contentOfUpload(context, spreadsheet, file, options);
  return withBlobs(context.db, async (write) => {
    const file_blob = await write(createReadStream(file.path) as AsyncIterable<Buffer>);
    const stored = { file_name: file.fileName, file_kind: kind, file_bytes: file.bytes, file_blob, reading };
    return publishAndDescribe(context, spreadsheet, { content, file: stored });
  });
}

/**
 * Makes a former version the current one, as it was when it was replaced; rows that were deleted since are restored with their ids.
 *
 * @throws Refusal `not_found`, `in_use` for the current version, `project_paused`, `busy`
 */
export async function restoreVersion(
  context: RequestContext,
  spreadsheet: DriveSpreadsheetsTable,
  n: number,
  keepAdded: boolean,
): Promise<VersionAnswer> {
  const { db } = context;
  const file = fileOf(await requireVersion(db, spreadsheet, n));
  const former = (await listVersionTabs(db, spreadsheet.id)).filter((tab) => tab.n === n);
  if (former.length === 0) throw new Refusal('in_use', `Version ${n} is the one that is there now.`);
  const tabs: FreshTab[] = [];
  for (const { sheet_id: sheetId, title, hidden, raw_blob, edited } of former) {
    const raw = await readBlob(db, raw_blob);
    tabs.push({ sheetId, title, hidden: hidden === 1, edited: edited === 1, raw });
  }
  const content = { tabs, isFormer: true, keepAdded, renamed: new Map<string, string>() };
  return publishAndDescribe(context, spreadsheet, { content, file, restoredFrom: n });
}

/** Returns only the file columns of a spreadsheet or a version. */
export const fileOf = ({ file_name, file_kind, file_bytes, file_blob, reading }: DriveFile): DriveFile => ({
  file_name,
  file_kind,
  file_bytes,
  file_blob,
  reading,
});

/** Returns the versions of a spreadsheet, newest first; at least one. */
export const listVersions = (db: Db, spreadsheetId: string): Promise<DriveVersionsTable[]> =>
  db
    .selectFrom('drive_versions')
    .selectAll()
    .where('spreadsheet_id', '=', spreadsheetId)
    .orderBy('n', 'desc')
    .execute();

/** Returns the tabs of all former versions of a spreadsheet, in the order of the sheet. */
export const listVersionTabs = (db: Db, spreadsheetId: string): Promise<DriveVersionTabsTable[]> =>
  db
    .selectFrom('drive_version_tabs')
    .selectAll()
    .where('spreadsheet_id', '=', spreadsheetId)
    .orderBy('position')
    .execute();
