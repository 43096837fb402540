import type { CellValue, Column } from '../../../contract/rows';
import { ChangedMeanwhile } from '../../database/optimisticLocking';
import type { Db } from '../../database/schema';
import { createYielding } from '../../yieldToEventLoop';
import { partitionPoint } from '../../lists';
import type { RowChange, ServedTab, TabView } from '../memory/engine';
import type { TabSnapshot } from '../memory/servedTabs';
import { fitValue } from '../../normalise/derivedColumn';
import type { PackedRowsHead } from '../../normalise/packedRows';
import { readCell, TYPED } from '../../normalise/readCell';
import { rowOfAddress } from '../../rawTab/cellAddress';
import type { RawCell } from '../../rawTab/rawCells';
import { readTail, type WrittenTail } from './driveLog';
import { changesIn, type FinalRow, finalRows, partsOf } from './logEntries';
import { sheetColumnOf } from './plannedWrite';

/** Returns a lookup of row indexes by sheet row number. Row numbers rise with the row index. */
export function rowFinder(view: TabView): (row: number) => number | undefined {
  let all: Uint32Array | undefined;
  return (row) => {
    const rowIndexes = (all ??= view.all({}));
    const rowIndex = rowIndexes[partitionPoint(rowIndexes.length, (n) => view.rowNumber(rowIndexes[n]!) < row)];
    return rowIndex !== undefined && view.rowNumber(rowIndex) === row ? rowIndex : undefined;
  };
}

/** Converts a written cell to a value of its column. A cell that does not fit the column's current type becomes text. */
function valueOf(cell: RawCell, column: Column): CellValue {
  const read = readCell(cell, TYPED);
  const fitting = fitValue(read, column.type);
  return fitting === undefined ? read.text : fitting;
}

/** A tab before a log is applied. */
interface TabBefore {
  readonly view: TabView;
  /** Index of the key column; -1 without one. */
  readonly keyAt: number;
  /** 1-based header row of the sheet. Cells written above it belong to no row of the endpoint. */
  readonly headerRow: number;
  /** By column: 0-based column of the sheet. */
  readonly sheetColumns: readonly number[];
}

/** Returns the public id of a row: its value in the key column, else its own id. */
function idOf(values: readonly CellValue[], keyAt: number, ownId: string): string {
  const key = values[keyAt] ?? null;
  return key === null ? ownId : String(key);
}

/**
 * Returns the change of one row by a log.
 *
 * @param rowIndex index of the row before the log
 * @returns undefined when the row exists neither before nor after the log
 */
function changeOf(
  { view, keyAt, sheetColumns }: TabBefore,
  row: number,
  final: FinalRow,
  rowIndex: number | undefined,
): RowChange | undefined {
  if (final.kind === 'removed') {
    return rowIndex === undefined ? undefined : { kind: 'remove', id: view.id(rowIndex), row };
  }
  if (final.kind === 'changed' && rowIndex === undefined) return undefined;
  const keptRow = final.kind === 'changed' ? rowIndex : undefined;
  const values = view.columns.map((column, at) => {
    const cell = final.cells.get(sheetColumns[at]!);
    if (cell !== undefined) return valueOf(cell, column);
    return keptRow === undefined ? null : view.value(keptRow, at);
  });
  const ownId = final.kind === 'new' ? final.id : view.id(rowIndex ?? 0);
  const id = idOf(values, keyAt, ownId);
  if (rowIndex === undefined) return { kind: 'append', id, row, values };
  const formerId = view.id(rowIndex);
  return { kind: 'update', id, row, values, ...(formerId !== id && { formerId }) };
}

/** Returns a tab before a log, or a part of one, is applied. */
export const tabBefore = (view: TabView, keyColumn: string | null): TabBefore => ({
  view,
  keyAt: view.columns.findIndex(({ key }) => key === keyColumn),
  headerRow: rowOfAddress(view.columns[0]?.cell ?? ''),
  sheetColumns: view.columns.map(sheetColumnOf),
});

/** Rows whose changes are computed at once. */
const BATCH_SIZE = 1_000;

/**
 * Yields the changes of a log, or a part of one, in batches.
 *
 * @param rows final rows of the log
 * @param lastRow number of the tab's last row
 */
export function* rowChangesOf(
  tab: TabBefore,
  rows: ReadonlyMap<number, FinalRow>,
  lastRow: number,
): Generator<RowChange[], void, undefined> {
  const find = rowFinder(tab.view);
  // A sort of plain numbers, as it cannot be interrupted.
  const numbers = Uint32Array.from(rows.keys()).sort();
  for (let at = 0; at < numbers.length; at += BATCH_SIZE) {
    const batch: RowChange[] = [];
    for (const row of numbers.subarray(at, at + BATCH_SIZE)) {
      if (row <= tab.headerRow) continue;
      const rowIndex = row > lastRow ? undefined : find(row);
      const change = changeOf(tab, row, rows.get(row)!, rowIndex);
      if (change !== undefined) batch.push(change);
    }
    yield batch;
  }
}

/** Returns the higher one of two row numbers: the given one, or the highest that a log changes. */
export function lastRowAfter(lastRow: number, rows: ReadonlyMap<number, FinalRow>): number {
  let last = lastRow;
  for (const row of rows.keys()) last = Math.max(last, row);
  return last;
}

/**
 * Applies a log to a tab that is being loaded, part by part and yielding to the event loop.
 *
 * @returns the number of the last row, or a higher one that the log changes
 */
export async function followLog(
  served: ServedTab,
  keyColumn: string | null,
  { log, revision }: Pick<WrittenTail, 'log' | 'revision'>,
): Promise<number> {
  const yielding = createYielding();
  const view = served.view();
  const last = view.all({}).at(-1);
  let lastRow = last === undefined ? 0 : view.rowNumber(last);
  for (const part of partsOf(log)) {
    const rows = new Map<number, FinalRow>();
    for (const text of part) {
      finalRows(changesIn([text]), rows);
      const pause = yielding();
      if (pause) await pause;
    }
    for (const changes of rowChangesOf(tabBefore(served.view(), keyColumn), rows, lastRow)) {
      await served.apply(changes, revision);
      const pause = yielding();
      if (pause) await pause;
    }
    lastRow = lastRowAfter(lastRow, rows);
  }
  return lastRow;
}

const NO_LOG = { changes: 0, characters: 0 };

/**
 * Applies the log since the snapshot to a tab that is being loaded, and sets the state that writes need.
 *
 * @param served the tab at its snapshot
 * @throws ChangedMeanwhile when the tab has another snapshot meanwhile
 */
export async function readSince(
  db: Db,
  { id, snapshot, unlogged }: TabSnapshot,
  served: ServedTab,
  head: PackedRowsHead,
): Promise<void> {
  const { sheet } = head;
  if (sheet === undefined) return;
  if (unlogged !== undefined) {
    const { keyAt } = tabBefore(served.view(), unlogged.keyColumn);
    served.state = { snapshot, sheet, keyAt, sequence: 0, lastRow: sheet.lastRow, pending: NO_LOG };
    return;
  }
  const tail = await readTail(db, id);
  if (tail === undefined) return;
  if (tail.snapshot !== snapshot) throw new ChangedMeanwhile();
  const { keyAt } = tabBefore(served.view(), tail.keyColumn);
  const lastRow = Math.max(sheet.lastRow, await followLog(served, tail.keyColumn, tail));
  const { sequence, changes, characters } = tail;
  served.state = { snapshot, sheet, keyAt, sequence, lastRow, pending: { changes, characters } };
}
