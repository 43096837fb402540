import type { Kysely } from 'kysely';
import { withBlobs, type WriteBlob } from '../../database/blobDraft';
import type { Database } from '../../database/schema';
import type { DriveSpreadsheetsTable, DriveTabsTable, DriveVersionTabsTable } from '../../database/tables/drive';
import type { FetchedSpreadsheet } from '../../sources/source';
import { planLimitsOf } from '../../plans/planLimits';
import { noteGone } from '../../sync/goneIds';
import { derivePlan, refuseTooLong } from '../../sync/planSteps';
import { planTabs } from '../../sync/planTabs';
import { untold } from '../../sync/progress';
import { publishSync } from '../../sync/publishSync';
import { changeLinesOf, type TabComparison } from '../../sync/rowChanges';
import { noteRun } from '../../sync/syncRuns';
import { changeTab, dropLog } from '../grid/gridRepository';
import { Overtaken } from './overtaken';
import type { PreparedTab, PreparedVersion, VersionContext } from './prepareVersion';
import {
  changeFile,
  firstVersion,
  insertVersion,
  insertVersionTabs,
  removeTabs,
  type VersionFile,
} from './versionsRepository';

type Db = Kysely<Database>;

/** A version that is about to be published. */
export interface VersionToPublish {
  readonly spreadsheet: DriveSpreadsheetsTable;
  /** Number of the version that is there now. */
  readonly current: number;
  readonly prepared: PreparedVersion;
  readonly file: VersionFile;
  readonly restoredFrom: number | null;
  readonly startedAt: Date;
}

export interface PublishContext extends VersionContext {
  /** Takes blobs that nothing refers to any more, though an answer may still be reading them. */
  readonly retire: (blobs: readonly string[]) => void;
  readonly report: (error: unknown) => void;
}

/** Blobs of a version: its own tabs, and those it replaces. */
interface WrittenVersion {
  /** By number of the tab. */
  readonly raw: ReadonlyMap<number, string>;
  readonly former: readonly DriveVersionTabsTable[];
  /** Blobs that are part of no version any more, since their log was made part of another. */
  readonly replaced: readonly string[];
}

/** Replaced tabs are kept with all that was written to them. */
async function writeFormer({ current, prepared }: VersionToPublish, write: WriteBlob) {
  const pairs = [
    ...prepared.tabs.flatMap(({ stored, merged: { oldRaw } }) => (stored === undefined ? [] : [{ stored, oldRaw }])),
    ...prepared.deleted,
  ];
  const former: DriveVersionTabsTable[] = [];
  for (const { stored, oldRaw } of pairs) {
    const { spreadsheet_id, sheet_id, position, title, hidden, rows, columns, warnings, file_number } = stored;
    const raw_blob = oldRaw === undefined ? stored.raw_blob : await write(oldRaw);
    const facts = { position, title, hidden, rows, columns, warnings, raw_blob, file_number };
    former.push({ spreadsheet_id, n: current, sheet_id, ...facts });
  }
  const replaced = pairs.flatMap(({ stored, oldRaw }) => (oldRaw === undefined ? [] : stored.raw_blob));
  return { former, replaced };
}

async function writeVersion(version: VersionToPublish, write: WriteBlob): Promise<WrittenVersion> {
  const raw = new Map<number, string>();
  for (const { sheetId, merged } of version.prepared.tabs) raw.set(sheetId, await write(merged.raw));
  return { raw, ...(await writeFormer(version, write)) };
}

const sequenceOf = ({ stored }: PreparedTab) => (stored === undefined ? 0 : stored.sequence + 1);

function driveRow(spreadsheetId: string, tab: PreparedTab, position: number, blob: string): DriveTabsTable {
  const { columns, rows, warnings } = tab.merged.derived;
  const sequence = sequenceOf(tab);
  return {
    spreadsheet_id: spreadsheetId,
    sheet_id: tab.sheetId,
    position,
    title: tab.title,
    hidden: Number(tab.hidden),
    file_number: tab.fileNumber,
    ...{ rows, columns: columns.length, warnings: JSON.stringify(warnings), raw_blob: blob },
    ...{ sequence, raw_sequence: sequence, shape: sequence },
  };
}

/** A tab gets other content if it is still as it was. */
async function replaceTab(trx: Db, row: DriveTabsTable, stored: DriveTabsTable | undefined) {
  if (stored === undefined) return void (await trx.insertInto('drive_tabs').values(row).execute());
  const { spreadsheet_id: spreadsheetId, sheet_id: sheetId, raw_blob: rawBlob, sequence } = stored;
  if (!(await changeTab(trx, { spreadsheetId, sheetId, rawBlob, sequence }, row))) throw new Overtaken();
  await dropLog(trx, spreadsheetId, sheetId, sequence);
}

/** Tabs that go must be as they were, too: what was written to them meanwhile would be lost. */
async function checkDeleted(trx: Db, { deleted }: PreparedVersion) {
  for (const { stored } of deleted) {
    const { spreadsheet_id: spreadsheetId, sheet_id: sheetId, raw_blob: rawBlob, sequence } = stored;
    if (!(await changeTab(trx, { spreadsheetId, sheetId, rawBlob, sequence }, { sequence }))) throw new Overtaken();
  }
}

async function publishDrive(trx: Db, version: VersionToPublish, written: WrittenVersion): Promise<void> {
  const { spreadsheet, current, prepared, file, restoredFrom, startedAt } = version;
  await checkDeleted(trx, prepared);
  const gone = prepared.deleted.map(({ stored }) => stored.sheet_id);
  await removeTabs(trx, spreadsheet.id, gone);
  for (const [position, tab] of prepared.tabs.entries()) {
    const blob = written.raw.get(tab.sheetId) ?? '';
    await replaceTab(trx, driveRow(spreadsheet.id, tab, position, blob), tab.stored);
  }
  await insertVersion(trx, firstVersion(spreadsheet));
  await insertVersionTabs(trx, written.former);
  const made = { created_at: startedAt.toISOString(), restored_from: restoredFrom };
  await insertVersion(trx, { spreadsheet_id: spreadsheet.id, n: current + 1, ...made, ...file });
  await changeFile(trx, spreadsheet.id, file);
}

/** The spreadsheet as its source will have it. */
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
      return { ...facts, givesUpLog, raw: async () => ({ packed: merged.raw, drive }) };
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
    ...deleted.map(({ stored: { sheet_id: sheetId, title, rows } }) => {
      const changes = { sheetId, title, added: 0, changed: 0, deleted: rows };
      return { changes, gone: [] };
    }),
  ];
}

/** The project follows in the same transaction: its rows and those of the drive are never of two versions. */
async function publishProject(
  context: PublishContext,
  version: VersionToPublish,
  written: WrittenVersion,
  write: WriteBlob,
): Promise<boolean> {
  const { db, retire, report, signal } = context;
  const limits = planLimitsOf({ db });
  const { project, known } = version.prepared;
  if (project === undefined) return false;
  const plan = planTabs(fetchedOf(version, written), known);
  const kept = await derivePlan(context, { signal, progress: untold }, write, plan);
  refuseTooLong(await limits.of(project.owner_id), plan, kept);
  const compared = comparedIn(version.prepared);
  await noteGone(db, compared);
  const alongside = (trx: Db) => publishDrive(trx, version, written);
  const publication = { project, isStored: true, limits, plan, kept, alongside };
  const { project: published, replaced } = await publishSync(db, publication);
  retire(replaced);
  const changes = changeLinesOf(compared);
  await noteRun(db, published.id, { startedAt: version.startedAt, startedBy: 'upload', changes }).catch(report);
  return true;
}

/**
 * Makes a version the one that is there: the spreadsheet and the project that is made of it, in one transaction.
 *
 * @throws Overtaken when the spreadsheet has changed since it was prepared; then nothing is done
 */
export async function publishVersion(context: PublishContext, version: VersionToPublish): Promise<void> {
  const { db } = context;
  await withBlobs(db, async (write) => {
    const written = await writeVersion(version, write);
    const isProject = await publishProject(context, version, written, write);
    if (!isProject) await db.transaction().execute((trx) => publishDrive(trx, version, written));
    context.retire(written.replaced);
  });
}
