import { readBlob } from '../../database/blobs';
import type { Db } from '../../database/schema';
import type { GoogleWritesTable } from '../../database/tables/google';
import { keysSince } from '../../store/log/idempotency';
import type { LoggedChange } from '../../store/log/logEntries';
import { cellsOf, goneIdsOf, type Keep, loggedChangeOf, type RowWrite } from '../../store/log/plannedWrite';
import { asRead } from '../../google/write/literals';
import { readRawRows } from '../../rawTab/packedRaw';
import type { RawCell } from '../../rawTab/rawCells';

/** Rows of the sheet as last read, by 1-based number. Blank rows are missing. */
export type KnownRows = ReadonlyMap<number, readonly RawCell[]>;

/** Reads rows from a packed raw tab. @param blob id of the blob */
export async function readKnownRows(db: Db, blob: string, numbers: ReadonlySet<number>): Promise<KnownRows> {
  const rows = new Map<number, readonly RawCell[]>();
  for await (const { row, cells } of readRawRows(await readBlob(db, blob))) {
    if (numbers.has(row)) rows.set(row, cells);
    if (rows.size === numbers.size) break;
  }
  return rows;
}

/** Row that is written by its note: the written cells, before and after, by 0-based column. */
export interface NotedRow {
  readonly cells: readonly (readonly [column: number, before: RawCell, after: RawCell])[];
}

/** Returns the written cells of a noted row, by 0-based column, as they are before or after the write. */
export const notedCells = ({ cells }: NotedRow, side: 'before' | 'after') =>
  cells.map(([column, before, after]) => [column, side === 'before' ? before : after] as const);

/** Requests to Google, in enough detail to determine their outcome later and to update the rows here. */
export interface WritePlan {
  /** Google's id of the tab. */
  readonly gid: number;
  /** `append`: new rows only, in one call with their note. `noted`: rows that are written by their notes. */
  readonly kind: 'append' | 'noted';
  /** Whether the noted rows are cleared. */
  readonly isRemoval: boolean;
  /** `noted`: in the order of their notes. */
  readonly noted: readonly NotedRow[];
  /** Changes to apply to the rows here. */
  readonly changes: readonly LoggedChange[];
  /** Ids that no row has after the write. */
  readonly gone: readonly string[];
}

/** Returns a change with the cells as the sheet will contain them. */
function asStored(change: LoggedChange): LoggedChange {
  if (change.kind === 'remove') return change;
  return { ...change, cells: change.cells.map(([column, cell]) => [column, asRead(cell)] as const) };
}

function notedRow(write: RowWrite, known: KnownRows): NotedRow {
  const before = known.get(write.row) ?? [];
  if (write.kind === 'remove') return { cells: before.map((cell, column) => [column, cell, null] as const) };
  return { cells: cellsOf(write).map(([column, cell]) => [column, before[column] ?? null, asRead(cell)] as const) };
}

export function planOfWrite(gid: number, rows: readonly RowWrite[], known: KnownRows): WritePlan {
  const isAppend = rows.every(({ kind }) => kind === 'append');
  return {
    gid,
    kind: isAppend ? 'append' : 'noted',
    isRemoval: rows.every((row) => row.kind === 'remove'),
    noted: isAppend ? [] : rows.map((row) => notedRow(row, known)),
    changes: rows.map((row) => asStored(loggedChangeOf(row))),
    gone: goneIdsOf(rows),
  };
}

/** Stored intent of a write, recorded before the request to Google. */
export type Intent = Readonly<Omit<GoogleWritesTable, 'plan'> & { plan: WritePlan }>;

/** Returns the database columns of an idempotency key; null without a key. */
export const keyColumnsOf = (keep: Keep | undefined) => ({
  caller: keep?.caller ?? null,
  key: keep?.key ?? null,
  request_hash: keep?.requestHash ?? null,
});

/** Returns the idempotency key of a write, if it has one. */
export function keyOf({ caller, key, request_hash: requestHash }: Intent): Keep | undefined {
  return caller === null || key === null || requestHash === null ? undefined : { caller, key, requestHash };
}

const intentOf = (row: GoogleWritesTable): Intent => ({ ...row, plan: JSON.parse(row.plan) as WritePlan });

export const putIntent = (trx: Db, intent: Intent) =>
  trx
    .insertInto('google_writes')
    .values({ ...intent, plan: JSON.stringify(intent.plan) })
    .execute();

export const removeIntent = (trx: Db, id: string) => trx.deleteFrom('google_writes').where('id', '=', id).execute();

/** Marks an intent whose outcome can no longer be determined. Repeats with its key are rejected for a day. */
export const markLost = (trx: Db, id: string) =>
  trx.updateTable('google_writes').set({ state: 'lost' }).where('id', '=', id).execute();

/** Returns the intents of a spreadsheet with an unknown outcome, oldest first. */
export async function openIntents(db: Db, sheetId: string): Promise<Intent[]> {
  const rows = await db
    .selectFrom('google_writes')
    .selectAll()
    .where('sheet_id', '=', sheetId)
    .where('state', '=', 'open')
    .orderBy('created_at')
    .execute();
  return rows.map(intentOf);
}

/** Returns the intent with this key whose outcome is unknown; if it can never be known, for a day. */
export async function findIntent(db: Db, tabId: string, { caller, key }: Keep): Promise<Intent | undefined> {
  const row = await db
    .selectFrom('google_writes')
    .selectAll()
    .where('tab_id', '=', tabId)
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where((eb) => eb.or([eb('state', '=', 'open'), eb('created_at', '>', keysSince())]))
    .executeTakeFirst();
  return row && intentOf(row);
}

/** Returns the spreadsheets with unknown outcomes, and the owners of their projects. */
export const listUnsettled = (db: Db) =>
  db
    .selectFrom('google_writes')
    .select(['sheet_id as sheetId', 'owner_id as ownerId'])
    .where('state', '=', 'open')
    .distinct()
    .execute();

/** Removes intents whose outcome can never be known, after a day. */
export const deleteExpired = (db: Db) =>
  db.deleteFrom('google_writes').where('state', '=', 'lost').where('created_at', '<=', keysSince()).execute();
