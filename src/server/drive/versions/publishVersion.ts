import { withBlobs, type WriteBlob } from '../../database/blobs';
import { requireOne } from '../../database/optimisticLocking';
import type { Db } from '../../database/schema';
import type {
  DriveFile,
  DriveSpreadsheetsTable,
  DriveTabsTable,
  DriveVersionTabsTable,
} from '../../database/tables/drive';
import type { ProjectsTable } from '../../database/tables/projects';
import type { Author } from '../../database/tables/records';
import { derivePlan } from '../../sync/deriveTabs';
import { planTabs } from '../../sync/planTabs';
import { publishSync } from '../../sync/publishSync';
import { addVanishedTombstones, changeLinesOf, removedTab, type TabComparison } from '../../sync/rowChanges';
import { insertRun } from '../../sync/syncRuns';
import type { FetchedTab } from '../../workbook/source';
import { changeSpreadsheet, changeTab, dropLog, newTab, nextSheetId, removeTabs } from '../driveRepository';
import type { RequestContext } from '../driveServices';
import { checkDriveQuota } from '../receiveUpload';
import type { PreparedTab, PreparedVersion } from './prepareVersion';

/** Version to publish. */
interface VersionToPublish {
  readonly spreadsheet: DriveSpreadsheetsTable;
  /** Number of the current version. */
  readonly current: number;
  readonly prepared: PreparedVersion;
  readonly file: DriveFile;
  readonly restoredFrom: number | null;
  readonly startedAt: Date;
  /** Whether it replaces the current version instead of following it: the same file, read with other choices. */
  readonly replaces: boolean;
}

/** Tab of a version whose blob is written. */
interface WrittenTab extends PreparedTab {
  readonly blob: string;
  /** Number of the last entry of its log; the blob contains all of them. */
  readonly sequence: number;
}

/** Version whose blobs are written. */
interface WrittenVersion {
  readonly tabs: readonly WrittenTab[];
  /** Tabs of the replaced version, each with its log folded in. */
  readonly former: readonly DriveVersionTabsTable[];
}

async function writeVersion(
  { current, prepared, replaces }: VersionToPublish,
  write: WriteBlob,
): Promise<WrittenVersion> {
  const tabs: WrittenTab[] = [];
  for (const tab of prepared.tabs) {
    const sequence = tab.stored === undefined ? 0 : tab.stored.sequence + 1;
    tabs.push({ ...tab, sequence, blob: await write(tab.merged.raw) });
  }
  const former: DriveVersionTabsTable[] = [];
  if (replaces) return { tabs, former };
  for (const { stored, merged } of tabs) {
    if (stored !== undefined) former.push(await writeFormerTab(stored, merged.oldRaw, current, write));
  }
  for (const { stored, oldRaw } of prepared.deleted) {
    former.push(await writeFormerTab(stored, oldRaw, current, write));
  }
  return { tabs, former };
}

/**
 * Writes the blob of a tab of the replaced version, and returns its database row.
 *
 * @param foldedRaw the raw tab with its log folded in; undefined if there is no log
 * @param n number of the replaced version
 */
async function writeFormerTab(
  stored: DriveTabsTable,
  foldedRaw: Buffer | undefined,
  n: number,
  write: WriteBlob,
): Promise<DriveVersionTabsTable> {
  const { spreadsheet_id, sheet_id, position, title, hidden, rows, columns, warnings, edited } = stored;
  const raw_blob = foldedRaw === undefined ? stored.raw_blob : await write(foldedRaw);
  return { spreadsheet_id, n, sheet_id, position, title, hidden, rows, columns, warnings, raw_blob, edited };
}

function driveRow(spreadsheetId: string, tab: WrittenTab, position: number): DriveTabsTable {
  const { stored, edited, merged, blob, sequence } = tab;
  return {
    ...newTab(spreadsheetId, { ...tab, position }, blob, merged.derived),
    sequence,
    raw_sequence: sequence,
    shape: sequence,
    edited: Number(edited),
    ...(stored !== undefined && { header_row: stored.header_row, published: stored.published }),
  };
}

/** Checks the quota again, as other files may have been added meanwhile. @throws Refusal `drive_full` */
async function checkGrowth(trx: Db, { spreadsheet, file, restoredFrom }: VersionToPublish): Promise<void> {
  const growth = file.file_bytes - spreadsheet.file_bytes;
  if (restoredFrom === null && growth > 0) await checkDriveQuota(trx, spreadsheet.owner_id, growth);
}

/**
 * Publishes the tabs and the file.
 *
 * @throws ChangedMeanwhile if a tab, also a deleted one, has changed, or the spreadsheet was deleted; Refusal `drive_full`
 */
async function publishDrive(trx: Db, version: VersionToPublish, written: WrittenVersion): Promise<void> {
  const { spreadsheet, prepared, file } = version;
  await checkGrowth(trx, version);
  // Locks the spreadsheet, so that it is not removed below its tabs.
  const rows = written.tabs.map((tab, position) => driveRow(spreadsheet.id, tab, position));
  const next_sheet_id = nextSheetId(spreadsheet.next_sheet_id, rows);
  requireOne(await changeSpreadsheet(trx, spreadsheet.id, { ...file, next_sheet_id }));
  const deletedTabs = prepared.deleted.map(({ stored }) => stored);
  // Changes nothing, but fails if the tab has changed.
  for (const stored of deletedTabs) await changeTab(trx, stored, { sequence: stored.sequence });
  const deletedIds = deletedTabs.map(({ sheet_id }) => sheet_id);
  await removeTabs(trx, spreadsheet.id, deletedIds);
  for (const [position, { stored }] of written.tabs.entries()) {
    const row = rows[position]!;
    if (stored === undefined) {
      await trx.insertInto('drive_tabs').values(row).execute();
    } else {
      await changeTab(trx, stored, row);
      await dropLog(trx, stored);
    }
  }
  await recordVersion(trx, version, written);
}

/** Stores the version in the list of versions. */
async function recordVersion(trx: Db, version: VersionToPublish, written: WrittenVersion): Promise<void> {
  const { current, file, restoredFrom, startedAt, replaces } = version;
  const { id: spreadsheet_id } = version.spreadsheet;
  if (replaces) {
    const ofVersion = trx.updateTable('drive_versions').where((eb) => eb.and({ spreadsheet_id, n: current }));
    await ofVersion.set({ reading: file.reading }).execute();
    return;
  }
  for (const tab of written.former) await trx.insertInto('drive_version_tabs').values(tab).execute();
  const row = {
    spreadsheet_id,
    n: current + 1,
    created_at: startedAt.toISOString(),
    restored_from: restoredFrom,
    ...file,
  };
  await trx.insertInto('drive_versions').values(row).execute();
}

/** Returns a tab as its source will read it. */
function fetchedTab({ sheetId, title, hidden, merged, blob, sequence }: WrittenTab): FetchedTab {
  const { derived, derivedBy } = merged;
  return {
    sheetId,
    title,
    hidden,
    rows: derived.rows,
    columns: derived.columns.length,
    warnings: derived.warnings,
    givesUpLog: merged.oldRaw !== undefined,
    raw: async () => ({ packed: async () => merged.raw, derived, derivedBy, drive: { blob, log: [], sequence } }),
  };
}

/** Returns the row changes of the project, and the ids that are removed. */
function comparisonsOf({ tabs, deleted, endpoints }: PreparedVersion): TabComparison[] {
  const endpointIdOf = (sheetId: number) =>
    endpoints.find((tab) => tab.sheet_id === sheetId && tab.gone_at === null)?.id;
  const compared = tabs.map(({ sheetId, title, merged }): TabComparison => {
    const { added, changed, deleted: deletedRows, gone } = merged;
    return { changes: { sheetId, title, added, changed, deleted: deletedRows }, tabId: endpointIdOf(sheetId), gone };
  });
  return [...compared, ...deleted.map(({ stored, rows }) => removedTab(stored, rows))];
}

/**
 * Publishes a version like {@link publishVersion}, with the project in the same transaction, so that rows of the endpoints and of
 * the drive are never from two versions.
 */
async function publishWithProject(
  context: RequestContext,
  version: VersionToPublish,
  project: ProjectsTable,
  written: WrittenVersion,
  write: WriteBlob,
): Promise<void> {
  const { db, report, signal, planLimits: limits } = context;
  const planned = planTabs({ tabs: written.tabs.map(fetchedTab), steadyNumbers: true }, version.prepared.endpoints);
  const plan = await derivePlan(context, { ownerId: project.owner_id, signal }, write, planned);
  const compared = comparisonsOf(version.prepared);
  await addVanishedTombstones(db, compared);
  const alongside = (trx: Db) => publishDrive(trx, version, written);
  const reason = version.restoredFrom === null ? 'upload' : 'restore';
  const author: Author = { actor: `person:${project.owner_id}`, reason };
  const publication = { project, isStored: true, limits, plan, author, alongside };
  const published = await publishSync(context, publication);
  const changes = changeLinesOf(compared);
  await insertRun(db, published, { startedAt: version.startedAt, startedBy: 'upload', changes }).catch(report);
}

/**
 * Makes a version the current one: the spreadsheet and its project, in one transaction.
 *
 * @throws ChangedMeanwhile if the spreadsheet has changed since it was prepared; then nothing is changed
 */
export async function publishVersion(context: RequestContext, version: VersionToPublish): Promise<void> {
  const { db } = context;
  await withBlobs(db, async (write) => {
    const written = await writeVersion(version, write);
    const { project } = version.prepared;
    if (project !== undefined) await publishWithProject(context, version, project, written, write);
    else await db.transaction().execute((trx) => publishDrive(trx, version, written));
  });
}
