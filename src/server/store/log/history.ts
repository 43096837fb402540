import { type Selectable, sql } from 'kysely';
import { readBlob, withBlobs, type WriteBlob } from '../../database/blobs';
import { leaveIfChanged, requireOne } from '../../database/changedMeanwhile';
import type { Db } from '../../database/schema';
import type { FormerSnapshotsTable } from '../../database/tables/records';
import type { Base } from '../../parts';
import { removeEntries } from './driveLog';
import { findCurrentRaw } from './formerRows';
import { isDamage } from './rebuilding';

type Former = Selectable<FormerSnapshotsTable>;

/** For how long former revisions are kept: until both are passed. */
export interface Retention {
  readonly days: number;
  /** Revisions of the tab itself. */
  readonly revisions: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** For so many milliseconds what was replaced stays as it is, so that cursors find it at once. */
const WHOLE_FOR = 11 * MINUTE;

/** So many raw tabs are made of each other at most before one is kept as it is. */
const CHAIN_MOST = 32;

/** Packed raw tabs of more bytes are not compared: they would take too much memory. */
const BYTES_MOST = 32 * 1024 * 1024;

/** What was replaced is looked through so many at a time. */
const AT_ONCE = 100;

export interface HistoryOptions extends Pick<Base, 'db' | 'workers'> {
  readonly retention: Retention;
  /** Told of every raw tab that was found damaged. */
  readonly report: (error: unknown) => void;
}

const before = (now: number, milliseconds: number) => new Date(now - milliseconds).toISOString();

const rowOf = (db: Db, { tab_id, number }: Pick<Former, 'tab_id' | 'number'>) =>
  db.updateTable('former_snapshots').where('tab_id', '=', tab_id).where('number', '=', number);

/**
 * The raw tab that came after a former one, where it is kept as it is. The current one is looked up first: where another takes its
 * place meanwhile, it is noted as the next one by then.
 */
async function findNextRaw(db: Db, { tab_id, number }: Former): Promise<string | null> {
  const current = await findCurrentRaw(db, tab_id);
  const next = await db
    .selectFrom('former_snapshots')
    .select('raw_blob')
    .where('tab_id', '=', tab_id)
    .where('number', '>', number)
    .orderBy('number')
    .executeTakeFirst();
  return next === undefined ? current : next.raw_blob;
}

/** Whether the raw tabs before a former one are made of it over so many steps that it is kept as it is. */
async function endsChain(db: Db, { tab_id, number }: Former): Promise<boolean> {
  const earlier = await db
    .selectFrom('former_snapshots')
    .select('delta_blob')
    .where('tab_id', '=', tab_id)
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(CHAIN_MOST)
    .execute();
  return earlier.length === CHAIN_MOST && earlier.every(({ delta_blob }) => delta_blob !== null);
}

/** What makes a raw tab of the next one; undefined where keeping it takes no more. */
async function deltaOf({ db, workers }: HistoryOptions, former: Former, raw: string): Promise<Buffer | undefined> {
  const next = await findNextRaw(db, former);
  if (next === null || (await endsChain(db, former))) return undefined;
  const [of, from] = [await readBlob(db, raw), await readBlob(db, next)];
  if (Math.max(of.length, from.length) > BYTES_MOST) return undefined;
  const delta = await workers.run('makeRawDelta', { former: of, next: from });
  return delta.length < of.length / 2 ? delta : undefined;
}

/** A former snapshot whose raw tab cannot be compared stays as it is; the others go on without it. */
async function leaveWhole({ db, report }: HistoryOptions, former: Former, damage: unknown): Promise<void> {
  report(new Error(`The raw tab ${former.raw_blob} of tab ${former.tab_id} is damaged.`, { cause: damage }));
  await rowOf(db, former).set({ raw_blob: null }).execute();
}

/** Keeps of a former snapshot what it can be made of again, unless another server has done so meanwhile. */
async function makeOneSmall(options: HistoryOptions, former: Former): Promise<void> {
  const { db } = options;
  const { raw_blob: raw } = former;
  if (raw === null) return;
  const delta = await deltaOf(options, former, raw);
  const makeSmaller = async (write: WriteBlob) => {
    const change = delta === undefined ? {} : { raw_blob: null, delta_blob: await write(delta) };
    const smaller = rowOf(db, former).set({ ...change, snapshot_blob: null });
    requireOne(await smaller.where('snapshot_blob', 'is not', null).executeTakeFirst());
  };
  await leaveIfChanged(() => withBlobs(db, makeSmaller));
}

/**
 * Makes what was replaced a while ago small, in the order in which it was.
 *
 * @param signal ends it after the step under way
 * @param now milliseconds since 1970
 * @throws whatever the database throws, and Refusal `busy` where no worker is free; what is left is done the next time
 */
export async function makeSmall(options: HistoryOptions, signal: AbortSignal, now = Date.now()): Promise<void> {
  const found = await options.db
    .selectFrom('former_snapshots')
    .selectAll()
    .where('replaced_at', '<=', before(now, WHOLE_FOR))
    .where('snapshot_blob', 'is not', null)
    .where('raw_blob', 'is not', null)
    .orderBy('replaced_at')
    .orderBy('number')
    .limit(AT_ONCE)
    .execute();
  for (const former of found) {
    if (signal.aborted) return;
    await makeOneSmall(options, former).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      return leaveWhole(options, former, error);
    });
  }
}

/** The entry up to which the log of a tab of the drive is not needed any more; undefined where there is none. */
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
        .select('tab.raw_sequence as sequence')
        .where('project.sheet_id', '=', spreadsheetId)
        .where('project.deleted_at', 'is', null)
        .where('tab.sheet_id', '=', sheetId)
        .where('tab.gone_at', 'is', null),
    )
    .unionAll(
      db
        .selectFrom('former_snapshots')
        .select('raw_sequence as sequence')
        .where('spreadsheet_id', '=', spreadsheetId)
        .where('sheet_id', '=', sheetId),
    )
    .execute();
  return needed.length === 0 ? undefined : Math.min(...needed.map(({ sequence }) => sequence));
}

/** Removes a former snapshot, and the log that was kept for it. */
async function remove(db: Db, { tab_id, number, ...former }: Former) {
  await db.deleteFrom('former_snapshots').where('tab_id', '=', tab_id).where('number', '=', number).execute();
  const needless = await findNeedless(db, former.spreadsheet_id, former.sheet_id);
  if (needless !== undefined) await removeEntries(db, former.spreadsheet_id, former.sheet_id, needless);
}

/** Revisions that were replaced so long ago, and so many revisions of their tab, that they cannot be asked for any more. */
const findOld = (db: Db, { days, revisions }: Retention, now: number) =>
  db
    .selectFrom('former_snapshots as former')
    .selectAll()
    .where('replaced_at', '<=', before(now, Math.max(days * DAY, WHOLE_FOR)))
    .where(
      sql<boolean>`(select count(*) from (
        select 1 from record_log l
        where l.spreadsheet_id = former.spreadsheet_id and l.sheet_id = former.sheet_id
          and l.sequence > former.snapshot_sequence and l.revision > former.until_revision
        limit ${revisions}) written)
      + (select count(*) from former_snapshots later
        where later.tab_id = former.tab_id and later.number > former.number) >= ${revisions}`,
    )
    .orderBy('number')
    .limit(AT_ONCE)
    .execute();

/**
 * Removes former revisions that are not kept any longer, in small steps.
 *
 * @param signal ends it after the step under way
 * @param now milliseconds since 1970
 * @throws whatever the database throws; what is left is removed the next time
 */
export async function removeOld({ db, retention }: HistoryOptions, signal: AbortSignal, now = Date.now()) {
  for (let old = await findOld(db, retention, now); old.length > 0; old = await findOld(db, retention, now)) {
    for (const former of old) {
      if (signal.aborted) return;
      await remove(db, former);
    }
  }
}
