import { type Selectable, sql } from 'kysely';
import { readBlob, withBlobs, type WriteBlob } from '../../database/blobs';
import { leaveIfChanged, requireOne } from '../../database/optimisticLocking';
import type { Db } from '../../database/schema';
import type { FormerSnapshotsTable } from '../../database/tables/records';
import type { Base } from '../../parts';
import { removeEntries } from './driveLog';
import { isDamage } from './rebuilder';

type Former = Selectable<FormerSnapshotsTable>;

/** Retention of former revisions: one expires when both limits are exceeded. */
export interface Retention {
  readonly days: number;
  /** Number of revisions of the tab itself. */
  readonly revisions: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Milliseconds for which a replaced snapshot stays whole, so that cursors can read it without derivation. */
const FULL_COPY_MS = 11 * MINUTE_MS;

/** Maximum size of a delta, as a share of the raw tab. Deltas grow with each change since their base, until one is stored whole. */
const MAX_DELTA_SHARE = 1 / 8;

/** Maximum bytes of a packed raw tab for delta encoding, which would take too much memory above. */
const MAX_DELTA_BYTES = 32 * 1024 * 1024;

/** Former snapshots per query. */
const BATCH_SIZE = 100;

interface HistoryOptions extends Pick<Base, 'db' | 'workers'> {
  readonly retention: Retention;
  /** Called with an error for each damaged raw tab. */
  readonly report: (error: unknown) => void;
}

const isoBefore = (now: number, milliseconds: number) => new Date(now - milliseconds).toISOString();

/** Starts an update of a former snapshot, unless it has been shrunk meanwhile. */
const updateWhole = (db: Db, { tab_id, number }: Former) =>
  db
    .updateTable('former_snapshots')
    .where('tab_id', '=', tab_id)
    .where('number', '=', number)
    .where('snapshot_blob', 'is not', null);

/** Finds the blob that the raw tab of the former snapshot before this one is stored in, or differs from. */
async function findBase(db: Db, { tab_id, number }: Former): Promise<string | null> {
  const earlier = await db
    .selectFrom('former_snapshots')
    .select('raw_blob')
    .where('tab_id', '=', tab_id)
    .where('number', '<', number)
    .where('raw_blob', 'is not', null)
    .orderBy('number', 'desc')
    .executeTakeFirst();
  return earlier?.raw_blob ?? null;
}

/**
 * Encodes a raw tab as a delta from an earlier one, if there is one.
 *
 * @param rawBlob blob of the raw tab
 * @param baseBlob blob of the earlier one
 * @returns undefined when it has to be stored whole
 */
async function deltaOf({ db, workers }: HistoryOptions, rawBlob: string, baseBlob: string | null) {
  const raw = await readBlob(db, rawBlob);
  const base = await readBlob(db, baseBlob ?? rawBlob);
  if (Math.max(raw.length, base.length) > MAX_DELTA_BYTES) return undefined;
  // Also without a base, as this reads the whole raw tab: if it is damaged, the rows are kept.
  const delta = await workers.run('makeRawDelta', { raw, base });
  if (baseBlob === null || baseBlob === rawBlob || delta.length >= raw.length * MAX_DELTA_SHARE) return undefined;
  return { baseBlob, delta };
}

/**
 * Skips a former snapshot whose raw tab is damaged, so that the remaining ones are processed; not one that another server has
 * shrunk meanwhile, so that its raw tab is missing.
 */
async function skipDamaged({ db, report }: HistoryOptions, former: Former, damage: unknown): Promise<void> {
  const { numUpdatedRows } = await updateWhole(db, former).set({ raw_blob: null }).executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  report(new Error(`The raw tab ${former.raw_blob} of tab ${former.tab_id} is damaged.`, { cause: damage }));
}

/** Removes the packed rows of a former snapshot and replaces its raw tab by a delta, unless another server has done so. */
async function shrinkOne(options: HistoryOptions, former: Former): Promise<void> {
  const { db } = options;
  const { raw_blob: rawBlob } = former;
  if (rawBlob === null) return;
  const baseBlob = await findBase(db, former);
  const encoded = await deltaOf(options, rawBlob, baseBlob).catch((error: unknown) => {
    // Perhaps only the earlier raw tab is damaged.
    if (baseBlob === null || !isDamage(error)) throw error;
    return deltaOf(options, rawBlob, null);
  });
  const update = async (write: WriteBlob) => {
    const raw = encoded && { raw_blob: encoded.baseBlob, delta_blob: await write(encoded.delta) };
    requireOne(
      await updateWhole(db, former)
        .set({ ...raw, snapshot_blob: null })
        .executeTakeFirst(),
    );
  };
  await leaveIfChanged(() => withBlobs(db, update));
}

/**
 * Shrinks former snapshots that were replaced a while ago, the oldest first.
 *
 * @param signal stops after the current step
 * @param now milliseconds since 1970
 * @throws whatever the database throws, and Refusal `busy` when no worker is free; the next run continues
 */
export async function shrinkFormer(options: HistoryOptions, signal: AbortSignal, now = Date.now()): Promise<void> {
  const found = await options.db
    .selectFrom('former_snapshots')
    .selectAll()
    .where('replaced_at', '<=', isoBefore(now, FULL_COPY_MS))
    .where('snapshot_blob', 'is not', null)
    .where('raw_blob', 'is not', null)
    .orderBy('replaced_at')
    .orderBy('number')
    .limit(BATCH_SIZE)
    .execute();
  for (const former of found) {
    if (signal.aborted) return;
    await shrinkOne(options, former).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      return skipDamaged(options, former, error);
    });
  }
}

/** Returns the sequence up to which the log of a drive's tab is no longer needed; null when nothing refers to the tab. */
async function findUnneeded(db: Db, spreadsheetId: string, sheetId: number): Promise<number | null> {
  const found = await sql<{ sequence: number | null }>`
    select min(needed.raw_sequence) as sequence from (
      select raw_sequence from drive_tabs where spreadsheet_id = ${spreadsheetId} and sheet_id = ${sheetId}
      union all
      select raw_sequence from former_snapshots where spreadsheet_id = ${spreadsheetId} and sheet_id = ${sheetId}
      union all
      select tab.raw_sequence from project_tabs tab join projects project on project.id = tab.project_id
      where project.sheet_id = ${spreadsheetId} and project.deleted_at is null
        and tab.sheet_id = ${sheetId} and tab.gone_at is null) needed`.execute(db);
  return found.rows[0]?.sequence ?? null;
}

/** Removes a former snapshot and the log entries that only it needed. */
async function remove(db: Db, { tab_id, number, spreadsheet_id, sheet_id }: Former) {
  await db.deleteFrom('former_snapshots').where('tab_id', '=', tab_id).where('number', '=', number).execute();
  const unneeded = await findUnneeded(db, spreadsheet_id, sheet_id);
  if (unneeded !== null) await removeEntries(db, spreadsheet_id, sheet_id, unneeded);
}

/** Finds former snapshots that are past both retention limits. */
const findExpired = (db: Db, { days, revisions }: Retention, now: number) =>
  db
    .selectFrom('former_snapshots as former')
    .selectAll()
    .where('replaced_at', '<=', isoBefore(now, Math.max(days * DAY_MS, FULL_COPY_MS)))
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
    .limit(BATCH_SIZE)
    .execute();

/**
 * Removes expired former snapshots, in small steps.
 *
 * @param signal stops after the current step
 * @param now milliseconds since 1970
 * @throws whatever the database throws; the next run continues
 */
export async function removeExpired({ db, retention }: HistoryOptions, signal: AbortSignal, now = Date.now()) {
  for (;;) {
    const expired = await findExpired(db, retention, now);
    if (expired.length === 0) return;
    for (const former of expired) {
      if (signal.aborted) return;
      await remove(db, former);
    }
  }
}
