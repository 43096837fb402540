import { withBlobs, type WriteBlob } from '../../database/blobs';
import type { Db } from '../../database/schema';
import type { DriveSpreadsheetsTable, DriveTabsTable, DriveVersionTabsTable } from '../../database/tables/drive';
import type { ProjectsTable } from '../../database/tables/projects';
import type { Author } from '../../database/tables/records';
import type { FetchedSpreadsheet } from '../../workbook/source';
import { changeLinesOf, noteVanishing, type TabComparison } from '../../sync/rowChanges';
import { derivePlan } from '../../sync/deriveTabs';
import { planTabs } from '../../sync/planTabs';
import { unreported } from '../../sync/progress';
import { publishSync } from '../../sync/publishSync';
import { noteRun } from '../../sync/syncRuns';
import { changeSpreadsheet, changeTab, dropLog, newTab, removeTabs } from '../driveRepository';
import type { RequestContext } from '../driveServices';
import type { PreparedTab, PreparedVersion } from './prepareVersion';
import { changeReading, firstVersion, insertVersion, insertVersionTabs, type VersionFile } from './versionsRepository';

/** A version that is about to be published. */
export interface VersionToPublish {
  readonly spreadsheet: DriveSpreadsheetsTable;
  /** Number of the current version. */
  readonly current: number;
  readonly prepared: PreparedVersion;
  readonly file: VersionFile;
  readonly restoredFrom: number | null;
  readonly startedAt: Date;
  /** Whether it takes the place of the current version, of which nothing stays: the same file, read in another way. */
  readonly replaces: boolean;
}

/** Blobs of a version: its own tabs, and those it replaces. */
interface WrittenVersion {
  /** By number of the tab. */
  readonly raw: ReadonlyMap<number, string>;
  /** The tabs of the version that is replaced, each with its log folded into it. */
  readonly former: readonly DriveVersionTabsTable[];
}

async function writeVersion(
  { current, prepared, replaces }: VersionToPublish,
  write: WriteBlob,
): Promise<WrittenVersion> {
  const raw = new Map<number, string>();
  for (const { sheetId, merged } of prepared.tabs) raw.set(sheetId, await write(merged.raw));
  const pairs = [
    ...prepared.tabs.flatMap(({ stored, merged: { oldRaw } }) => (stored === undefined ? [] : [{ stored, oldRaw }])),
    ...prepared.deleted,
  ];
  if (replaces) return { raw, former: [] };
  const former: DriveVersionTabsTable[] = [];
  for (const { stored, oldRaw } of pairs) {
    const { spreadsheet_id, sheet_id, position, title, hidden, rows, columns, warnings, edited } = stored;
    const raw_blob = oldRaw === undefined ? stored.raw_blob : await write(oldRaw);
    const facts = { position, title, hidden, rows, columns, warnings, raw_blob, edited };
    former.push({ spreadsheet_id, n: current, sheet_id, ...facts });
  }
  return { raw, former };
}

const sequenceOf = ({ stored }: PreparedTab) => (stored === undefined ? 0 : stored.sequence + 1);

function driveRow(spreadsheetId: string, tab: PreparedTab, position: number, blob: string): DriveTabsTable {
  const { stored, edited, merged } = tab;
  const sequence = sequenceOf(tab);
  return {
    ...newTab(spreadsheetId, { ...tab, position }, blob, merged.derived),
    ...{ sequence, raw_sequence: sequence, shape: sequence, edited: Number(edited) },
    ...(stored !== undefined && { header_row: stored.header_row, published: stored.published }),
  };
}

/** Publishes the tabs and the file. @throws ChangedMeanwhile when a tab, also one that goes, has changed */
async function publishDrive(trx: Db, version: VersionToPublish, written: WrittenVersion): Promise<void> {
  const { spreadsheet, prepared, file } = version;
  const gone = prepared.deleted.map(({ stored }) => stored);
  for (const stored of gone) await changeTab(trx, stored, { sequence: stored.sequence });
  const numbers = gone.map(({ sheet_id }) => sheet_id);
  await removeTabs(trx, spreadsheet.id, numbers);
  for (const [position, tab] of prepared.tabs.entries()) {
    const row = driveRow(spreadsheet.id, tab, position, written.raw.get(tab.sheetId) ?? '');
    if (tab.stored === undefined) {
      await trx.insertInto('drive_tabs').values(row).execute();
    } else {
      await changeTab(trx, tab.stored, row);
      await dropLog(trx, tab.stored);
    }
  }
  await noteVersion(trx, version, written);
  await changeSpreadsheet(trx, spreadsheet.id, file);
}

/** Notes the version beside those before it. */
async function noteVersion(trx: Db, version: VersionToPublish, written: WrittenVersion): Promise<void> {
  const { spreadsheet, current, file, restoredFrom, startedAt, replaces } = version;
  if (replaces) {
    await changeReading(trx, spreadsheet.id, current, file.reading);
    return;
  }
  await insertVersion(trx, firstVersion(spreadsheet));
  await insertVersionTabs(trx, written.former);
  const made = { created_at: startedAt.toISOString(), restored_from: restoredFrom };
  await insertVersion(trx, { spreadsheet_id: spreadsheet.id, n: current + 1, ...made, ...file });
}

/** The spreadsheet as its source will read it. */
function fetchedOf({ spreadsheet, prepared }: VersionToPublish, { raw }: WrittenVersion): FetchedSpreadsheet {
  return {
    source: 'drive',
    title: spreadsheet.title,
    writable: true,
    steadyNumbers: true,
    bytes: 0,
    tabs: prepared.tabs.map((tab) => {
      const { sheetId, title, hidden, merged } = tab;
      const { rows, columns, warnings } = merged.derived;
      const drive = { blob: raw.get(sheetId) ?? '', log: [], sequence: sequenceOf(tab) };
      const facts = { sheetId, title, hidden, rows, columns: columns.length, warnings };
      const givesUpLog = merged.oldRaw !== undefined;
      return { ...facts, givesUpLog, raw: async () => ({ packed: async () => merged.raw, drive }) };
    }),
  };
}

/** What becomes of the rows of the project, and which ids go. */
function comparedIn({ tabs, deleted, known }: PreparedVersion): TabComparison[] {
  const idOf = (sheetId: number) => known.find((tab) => tab.sheet_id === sheetId && tab.gone_at === null)?.id;
  return [
    ...tabs.map(({ sheetId, title, merged: { added, changed, deleted: removed, gone } }) => {
      const changes = { sheetId, title, added, changed, deleted: removed };
      return { changes, tabId: idOf(sheetId), gone };
    }),
    ...deleted.map(({ stored: { sheet_id: sheetId, title }, rows }) => {
      const changes = { sheetId, title, added: 0, changed: 0, deleted: rows };
      return { changes, gone: [] };
    }),
  ];
}

/**
 * Publishes a version as {@link publishVersion}, with the project in the same transaction, so that rows of the endpoints and of the
 * drive are never of two versions.
 */
async function publishWithProject(
  context: RequestContext,
  version: VersionToPublish,
  project: ProjectsTable,
  written: WrittenVersion,
  write: WriteBlob,
): Promise<void> {
  const { db, report, signal, planLimits: limits } = context;
  const plan = planTabs(fetchedOf(version, written), version.prepared.known);
  const kept = await derivePlan(context, { ownerId: project.owner_id, signal, progress: unreported }, write, plan);
  const compared = comparedIn(version.prepared);
  await noteVanishing(db, compared);
  const alongside = (trx: Db) => publishDrive(trx, version, written);
  const reason = version.restoredFrom === null ? 'upload' : 'restore';
  const author: Author = { actor: `person:${project.owner_id}`, reason };
  const publication = { project, isStored: true, limits, plan, kept, author, alongside };
  const published = await publishSync(context, publication);
  const changes = changeLinesOf(compared);
  await noteRun(db, published.id, { startedAt: version.startedAt, startedBy: 'upload', changes }).catch(report);
}

/**
 * Makes a version the current one: the spreadsheet and its project, in one transaction.
 *
 * @throws ChangedMeanwhile when the spreadsheet has changed since it was prepared; then nothing is done
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
