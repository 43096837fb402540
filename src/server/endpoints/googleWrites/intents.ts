import { readBlob } from '../../database/blobs';
import type { Db } from '../../database/schema';
import type { GoogleWritesTable } from '../../database/tables/google';
import { keysSince } from '../../store/log/keptAnswers';
import type { LoggedChange } from '../../store/log/logEntries';
import { cellsOf, goneIdsOf, type Keep, loggedChangeOf, type RowWrite } from '../../store/log/work';
import { asRead } from '../../google/write/literals';
import { readRawRows } from '../../rawTab/packedRaw';
import type { RawCell } from '../../rawTab/rawCells';

/** Rows of the sheet as they were when it was last read, by their 1-based numbers. One that held nothing is not among them. */
export type KnownRows = ReadonlyMap<number, readonly RawCell[]>;

/** @param blob id of the blob with the packed raw tab */
export async function readKnownRows(db: Db, blob: string, numbers: ReadonlySet<number>): Promise<KnownRows> {
  const rows = new Map<number, readonly RawCell[]>();
  for await (const { row, cells } of readRawRows(await readBlob(db, blob))) {
    if (numbers.has(row)) rows.set(row, cells);
    if (rows.size === numbers.size) break;
  }
  return rows;
}

/** A row that is written by its note: the cells that are written, as they were and as they are to be, by 0-based column. */
export interface NotedRow {
  readonly cells: readonly (readonly [column: number, before: RawCell, after: RawCell])[];
}

/** What Google is asked for, as far as it takes to find out later what has become of it, and to follow it. */
export interface WritePlan {
  /** Google's number of the tab. */
  readonly gid: number;
  /** New rows only, in one call with their note; or rows that are written by theirs. */
  readonly kind: 'append' | 'noted';
  /** Whether the noted rows are cleared. */
  readonly isRemoval: boolean;
  /** `noted`: in the order of their notes. */
  readonly noted: readonly NotedRow[];
  /** What the rows here have to follow. */
  readonly changes: readonly LoggedChange[];
  /** Ids that no row has any more. */
  readonly gone: readonly string[];
  /** The project's revision that the answer was made for. */
  readonly revision: number;
}

/** Whether there are new rows only: these need no notes of their own. */
export const isAppend = (rows: readonly RowWrite[]) => rows.every(({ kind }) => kind === 'append');

/** The change as the sheet will hold it. */
function asItWillBe(change: LoggedChange): LoggedChange {
  if (change.kind === 'remove') return change;
  return { ...change, cells: change.cells.map(([column, cell]) => [column, asRead(cell)] as const) };
}

function notedRow(write: RowWrite, known: KnownRows): NotedRow {
  const before = known.get(write.row) ?? [];
  if (write.kind === 'remove') return { cells: before.map((cell, column) => [column, cell, null] as const) };
  return { cells: cellsOf(write).map(([column, cell]) => [column, before[column] ?? null, asRead(cell)] as const) };
}

export function planOfWrite(gid: number, rows: readonly RowWrite[], known: KnownRows, revision: number): WritePlan {
  const kind = isAppend(rows) ? 'append' : 'noted';
  return {
    ...{ gid, kind, revision },
    isRemoval: rows.every((row) => row.kind === 'remove'),
    noted: kind === 'append' ? [] : rows.map((row) => notedRow(row, known)),
    changes: rows.map((row) => asItWillBe(loggedChangeOf(row))),
    gone: goneIdsOf(rows),
  };
}

/** A write that is noted down before Google is asked: as it is kept. */
export type Intent = Readonly<Omit<GoogleWritesTable, 'plan'> & { plan: WritePlan }>;

/** The key with which a write may be repeated, as its columns; no key, no columns. */
export const keepColumnsOf = (keep: Keep | undefined) => ({
  caller: keep?.caller ?? null,
  key: keep?.key ?? null,
  request_hash: keep?.requestHash ?? null,
});

/** The key with which a write may be repeated, if it came with one. */
export function keepOf({ caller, key, request_hash: requestHash }: Intent): Keep | undefined {
  return caller === null || key === null || requestHash === null ? undefined : { caller, key, requestHash };
}

const intentOf = (row: GoogleWritesTable): Intent => ({ ...row, plan: JSON.parse(row.plan) as WritePlan });

export const putIntent = (trx: Db, intent: Intent) =>
  trx
    .insertInto('google_writes')
    .values({ ...intent, plan: JSON.stringify(intent.plan) })
    .execute();

export const removeIntent = (trx: Db, id: string) => trx.deleteFrom('google_writes').where('id', '=', id).execute();

/** It cannot be found out any more; a repeat with its key is refused with that for a day. */
export const loseIntent = (trx: Db, id: string) =>
  trx.updateTable('google_writes').set({ state: 'lost' }).where('id', '=', id).execute();

/** What is not known yet of a spreadsheet, oldest first. */
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

/** A write with this key whose outcome is not known; one that never will be, for a day. */
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

/** Spreadsheets of which something is not known yet, and whose projects they are. */
export const listUnsettled = (db: Db) =>
  db
    .selectFrom('google_writes')
    .select(['sheet_id as sheetId', 'owner_id as ownerId'])
    .where('state', '=', 'open')
    .distinct()
    .execute();

/** Removes what can never be known and is older than a day. */
export const purgeLost = (db: Db) =>
  db.deleteFrom('google_writes').where('state', '=', 'lost').where('created_at', '<=', keysSince()).execute();
