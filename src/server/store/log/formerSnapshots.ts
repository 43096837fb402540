import type { Kysely } from 'kysely';
import { deleteUnused } from '../../database/blobs';
import type { Database } from '../../database/schema';
import type { FormerSnapshotsTable } from '../../database/tables/records';
import type { ServedTabs } from '../memory/servedTabs';
import { readEntries, removeEntries } from './driveLog';
import { followLog, tabAtOf } from './readSince';

type Db = Kysely<Database>;

/** How long, in milliseconds, rows that were replaced are kept for the cursors that ask for them. */
const KEPT = 11 * 60_000;

/** What is kept already for all but so many milliseconds is not prolonged. */
const SPARE = 30_000;

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Rows of a tab as they were at some revision: a snapshot, and the log behind it. */
export type Snapshot = Omit<FormerSnapshotsTable, 'until_revision' | 'kept_until'>;

/** The snapshot that a tab has now, where the rows of a revision are made of that. */
const findCurrent = (db: Db, tabId: string, revision: number): Promise<Snapshot | undefined> =>
  db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .select(['tab.id as tab_id', 'tab.snapshot_blob', 'tab.sheet_id', 'tab.snapshot_sequence', 'tab.key_column'])
    .select(['tab.snapshot_revision as revision', 'tab.repeat_merged', 'project.sheet_id as spreadsheet_id'])
    .select(({ fn }) => fn.coalesce('tab.derived_from', 'tab.raw_blob').as('shown_blob'))
    .where('tab.id', '=', tabId)
    .where('tab.snapshot_revision', '<=', revision)
    .where('tab.revision', '>=', revision)
    .executeTakeFirst();

const findFormer = (db: Db, tabId: string, revision: number): Promise<Snapshot | undefined> =>
  db
    .selectFrom('former_snapshots')
    .selectAll()
    .where('tab_id', '=', tabId)
    .where('revision', '<=', revision)
    .where('until_revision', '>=', revision)
    .where('kept_until', '>', at(Date.now()))
    .orderBy('revision', 'desc')
    .orderBy('snapshot_sequence', 'desc')
    .executeTakeFirst();

/** What the rows of a tab at a revision are made of; undefined where that is not kept any more. */
export const findSnapshot = async (db: Db, tabId: string, revision: number): Promise<Snapshot | undefined> =>
  (await findCurrent(db, tabId, revision)) ?? findFormer(db, tabId, revision);

/** Keeps rows that were replaced for as long as a cursor lives from now on. */
export const prolong = (db: Db, tabId: string, revision: number) =>
  db
    .updateTable('former_snapshots')
    .set({ kept_until: at(Date.now() + KEPT) })
    .where('tab_id', '=', tabId)
    .where('revision', '<=', revision)
    .where('until_revision', '>=', revision)
    .where('kept_until', '<', at(Date.now() + KEPT - SPARE))
    .execute();

/** The entry up to which nobody needs the log of a tab of the drive any more; undefined where there is none. */
async function findNeedless(db: Db, spreadsheetId: string, sheetId: number): Promise<number | undefined> {
  const needed = await db
    .selectFrom('drive_tabs')
    .select('raw_sequence as sequence')
    .where('spreadsheet_id', '=', spreadsheetId)
    .where('sheet_id', '=', sheetId)
    .unionAll(
      db
        .selectFrom('project_tabs as tab')
        .innerJoin('projects as project', 'project.id', 'tab.project_id')
        .select('tab.snapshot_sequence as sequence')
        .where('project.sheet_id', '=', spreadsheetId)
        .where('project.deleted_at', 'is', null)
        .where('tab.sheet_id', '=', sheetId)
        .where('tab.gone_at', 'is', null),
    )
    .unionAll(
      db
        .selectFrom('former_snapshots')
        .select('snapshot_sequence as sequence')
        .where('spreadsheet_id', '=', spreadsheetId)
        .where('sheet_id', '=', sheetId),
    )
    .execute();
  return needed.length === 0 ? undefined : Math.min(...needed.map(({ sequence }) => sequence));
}

/** Removes one that no cursor asks for any more, its blobs, and the log that was kept for it. */
async function remove(db: Db, { snapshot_blob, shown_blob, spreadsheet_id, sheet_id }: FormerSnapshotsTable) {
  await db.deleteFrom('former_snapshots').where('snapshot_blob', '=', snapshot_blob).execute();
  for (const blob of [snapshot_blob, shown_blob]) if (blob !== null) await deleteUnused(db, blob);
  const needless = await findNeedless(db, spreadsheet_id, sheet_id);
  if (needless !== undefined) await removeEntries(db, spreadsheet_id, sheet_id, needless);
}

/**
 * Removes rows that were replaced and are not kept any longer, in small steps.
 *
 * @param signal ends it after the step under way
 * @param now milliseconds since 1970
 */
export async function removeFormerSnapshots(db: Db, signal: AbortSignal, now = Date.now()): Promise<void> {
  const over = await db.selectFrom('former_snapshots').selectAll().where('kept_until', '<=', at(now)).execute();
  for (const former of over) if (!signal.aborted) await remove(db, former);
}

/** The texts of the log behind a snapshot, up to a revision; undefined where some of it is not kept any more. */
async function readLog(db: Db, snapshot: Snapshot, revision: number): Promise<string[] | undefined> {
  const { spreadsheet_id: spreadsheetId, sheet_id: sheetId, snapshot_sequence: after } = snapshot;
  const log: string[] = [];
  for await (const entries of readEntries(db, { spreadsheetId, sheetId, after, upTo: Number.MAX_SAFE_INTEGER })) {
    for (const entry of entries) {
      if (entry.revision > revision) return log;
      if (entry.sequence !== after + log.length + 1) return undefined;
      log.push(entry.entries);
    }
  }
  return log;
}

/**
 * Loads the rows of a tab as they were at a revision; `tabs` has them then.
 *
 * @returns false where they are not kept any more
 * @throws Refusal `too_large` when they do not fit into memory
 */
export async function loadFormerRows(db: Db, tabs: ServedTabs, tabId: string, revision: number): Promise<boolean> {
  const snapshot = await findSnapshot(db, tabId, revision);
  if (snapshot === undefined) return false;
  const log = await readLog(db, snapshot, revision);
  if (log === undefined) return false;
  const asked = { id: tabId, snapshot: snapshot.snapshot_blob, revision };
  await tabs.loadFormer(asked, async (_tab, loaded, head) => {
    const tab = tabAtOf(loaded, head, snapshot.key_column);
    await followLog(loaded, tab, { log, revision });
  });
  return true;
}
