import type { CellValue, Column } from '../../../contract/rows';
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
import { readTail, SnapshotReplaced, type WrittenTail } from './driveLog';
import { type FinalRow, LogSplitter } from './logEntries';
import { sheetColumnOf } from './plannedWrite';

/** Returns a lookup of row indexes by sheet row number. Row numbers rise with the row index. */
export function rowFinder(view: TabView): (row: number) => number | undefined {
  const rowIndexes = view.all({});
  return (row) => {
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

/** A tab at its snapshot, before its log is applied. */
interface SnapshotTab {
  readonly view: TabView;
  /** Index of the key column; -1 without one. */
  readonly keyAt: number;
  /** 1-based header row of the sheet. Cells written above it belong to no row of the endpoint. */
  readonly headerRow: number;
  /** By column: 0-based column of the sheet. */
  readonly sheetColumns: readonly number[];
}

const idOf = (values: readonly CellValue[], keyAt: number, own: string) => {
  const key = values[keyAt] ?? null;
  return key === null ? own : String(key);
};

/**
 * Returns the change of one row between the snapshot and the end of the log.
 *
 * @param rowIndex index of the row in the snapshot
 * @returns undefined when the row neither existed in the snapshot nor exists after the log
 */
function changeOf(
  { view, keyAt, sheetColumns }: SnapshotTab,
  row: number,
  final: FinalRow,
  rowIndex: number | undefined,
): RowChange | undefined {
  if (final.kind === 'removed') {
    return rowIndex === undefined ? undefined : { kind: 'remove', id: view.id(rowIndex), row };
  }
  if (final.kind === 'changed' && rowIndex === undefined) return undefined;
  const before = final.kind === 'changed' ? rowIndex : undefined;
  const values = view.columns.map((column, at) => {
    const cell = final.cells.get(sheetColumns[at]!);
    if (cell !== undefined) return valueOf(cell, column);
    return before === undefined ? null : view.value(before, at);
  });
  const own = final.kind === 'new' ? final.id : view.id(rowIndex ?? 0);
  const id = idOf(values, keyAt, own);
  if (rowIndex === undefined) return { kind: 'append', id, row, values };
  const formerId = view.id(rowIndex);
  return { kind: 'update', id, row, values, ...(formerId !== id && { formerId }) };
}

/** Rows whose changes are computed at once. */
const BATCH_SIZE = 1_000;

/** Yields the changes of the rows that the log did more than add, in batches; see `LogSplitter`. */
function* finalChangesOf(
  tab: SnapshotTab,
  rows: ReadonlyMap<number, FinalRow>,
): Generator<RowChange[], void, undefined> {
  if (rows.size === 0) return;
  const find = rowFinder(tab.view);
  // A sort of plain numbers, as it cannot be interrupted.
  const numbers = Uint32Array.from(rows.keys()).sort();
  for (let at = 0; at < numbers.length; at += BATCH_SIZE) {
    const batch = [...numbers.subarray(at, at + BATCH_SIZE)].filter((row) => row > tab.headerRow);
    yield batch.flatMap((row) => changeOf(tab, row, rows.get(row)!, find(row)) ?? []);
  }
}

/** Returns a tab at its snapshot, before its log. */
export const snapshotTabOf = (view: TabView, keyColumn: string | null): SnapshotTab => ({
  view,
  keyAt: view.columns.findIndex(({ key }) => key === keyColumn),
  headerRow: rowOfAddress(view.columns[0]?.cell ?? ''),
  sheetColumns: view.columns.map(sheetColumnOf),
});

/**
 * Yields the changes of a log in small steps, of which some yield none, and the highest row number of each batch (0 when it is
 * empty).
 */
export function* rowChangesIn(tab: SnapshotTab, log: readonly string[]) {
  const parts = new LogSplitter();
  for (const text of log) {
    parts.scan(text);
    yield { changes: [], lastRow: 0 };
  }
  for (const text of log) {
    const added = parts.read(text);
    const changes = added.flatMap(({ row, id, cells }) =>
      row > tab.headerRow ? (changeOf(tab, row, { kind: 'new', id, cells: new Map(cells) }, undefined) ?? []) : [],
    );
    yield { changes, lastRow: added.at(-1)?.row ?? 0 };
  }
  const lastRow = [...parts.finals.keys()].reduce((last, row) => Math.max(last, row), 0);
  yield { changes: [], lastRow };
  for (const changes of finalChangesOf(tab, parts.finals)) yield { changes, lastRow };
}

/** Applies a log to a tab in small steps, yielding to the event loop. @returns the highest row number that the log adds or changes */
export async function followLog(
  served: ServedTab,
  tab: SnapshotTab,
  { log, revision }: Pick<WrittenTail, 'log' | 'revision'>,
): Promise<number> {
  const yielding = createYielding();
  let last = 0;
  for (const { changes, lastRow } of rowChangesIn(tab, log)) {
    last = Math.max(last, lastRow);
    if (changes.length > 0) await served.apply(changes, revision);
    const pause = yielding();
    if (pause) await pause;
  }
  return last;
}

const NO_LOG = { changes: 0, characters: 0 };

/**
 * Applies the log since the snapshot to a tab that is being loaded, and sets the state that writes need.
 *
 * @param served the tab at its snapshot
 * @throws SnapshotReplaced when the tab has another snapshot meanwhile
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
    const { keyAt } = snapshotTabOf(served.view(), unlogged.keyColumn);
    served.state = { snapshot, sheet, keyAt, sequence: 0, lastRow: sheet.lastRow, pending: NO_LOG };
    return;
  }
  const tail = await readTail(db, id);
  if (tail === undefined) return;
  if (tail.snapshot !== snapshot) throw new SnapshotReplaced();
  const tab = snapshotTabOf(served.view(), tail.keyColumn);
  const last = await followLog(served, tab, tail);
  const { sequence, changes, characters } = tail;
  const lastRow = Math.max(sheet.lastRow, last);
  served.state = { snapshot, sheet, keyAt: tab.keyAt, sequence, lastRow, pending: { changes, characters } };
}
