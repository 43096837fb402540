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
import { type FinalRow, LogParts } from './logEntries';
import { sheetColumnOf } from './work';

/** Row indexes by row numbers, which rise from index to index. */
export function rowFinder(view: TabView): (row: number) => number | undefined {
  const rowIndexes = view.all({});
  return (row) => {
    const rowIndex = rowIndexes[partitionPoint(rowIndexes.length, (n) => view.rowNumber(rowIndexes[n]!) < row)];
    return rowIndex !== undefined && view.rowNumber(rowIndex) === row ? rowIndex : undefined;
  };
}

/** The value of a cell that was written as its column has it, as nearly all are; undefined for any other. */
function plainValueOf(cell: RawCell, { type }: Column): CellValue | undefined {
  if (typeof cell === 'string') return type === 'text' && cell.trim() !== '' ? cell : undefined;
  if (typeof cell === 'boolean') return type === 'boolean' ? cell : undefined;
  if (typeof cell !== 'number') return undefined;
  return type === 'number' || (type === 'integer' && Number.isSafeInteger(cell)) ? cell + 0 : undefined;
}

/** A written cell as a value of its column; one that does not fit a type that was set since stays text. */
function valueOf(cell: RawCell, column: Column): CellValue {
  const plain = plainValueOf(cell, column);
  if (plain !== undefined) return plain;
  const read = readCell(cell, TYPED);
  const fitting = fitValue(read, column.type);
  return fitting === undefined ? read.text : fitting;
}

/** A tab as its snapshot has it. */
interface TabAt {
  readonly view: TabView;
  /** Place of the key column; -1 without one. */
  readonly keyAt: number;
  /** 1-based row of the sheet; what was written above it is no row of the endpoint. */
  readonly headerRow: number;
  /** By column: the 0-based column of the sheet that its cells stand in. */
  readonly sheetColumns: readonly number[];
}

const idOf = (values: readonly CellValue[], keyAt: number, own: string) => {
  const key = values[keyAt] ?? null;
  return key === null ? own : String(key);
};

/** What has become of a row by its log. @param rowIndex where the snapshot has it @returns undefined where there is no such row */
function changeOf(
  { view, keyAt, sheetColumns }: TabAt,
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

/** What the rest of a log does to them; see `LogParts`. */
function finalChangesOf(tab: TabAt, rows: ReadonlyMap<number, FinalRow>): RowChange[] {
  if (rows.size === 0) return [];
  const find = rowFinder(tab.view);
  const finals = [...rows].filter(([row]) => row > tab.headerRow);
  return finals
    .toSorted(([one], [other]) => one - other)
    .flatMap(([row, final]) => changeOf(tab, row, final, find(row)) ?? []);
}

/** A tab as its snapshot has it, before its log. */
export const tabAtOf = (view: TabView, keyColumn: string | null): TabAt => ({
  view,
  keyAt: view.columns.findIndex(({ key }) => key === keyColumn),
  headerRow: rowOfAddress(view.columns[0]?.cell ?? ''),
  sheetColumns: view.columns.map(sheetColumnOf),
});

/** What a log does to a tab, text by text, and the number of the last row that each concerns; 0 when there is none. */
export function* rowChangesIn(tab: TabAt, log: readonly string[]) {
  const parts = new LogParts(log);
  for (const text of log) {
    const added = parts.take(text);
    const changes = added.flatMap(({ row, id, cells }) =>
      row > tab.headerRow ? (changeOf(tab, row, { kind: 'new', id, cells: new Map(cells) }, undefined) ?? []) : [],
    );
    yield { changes, lastRow: added.at(-1)?.row ?? 0 };
  }
  const lastRow = [...parts.finals.keys()].reduce((last, row) => Math.max(last, row), 0);
  yield { changes: finalChangesOf(tab, parts.finals), lastRow };
}

/** Brings a tab up to its log, in small steps. @returns the number of the last row that the log adds or changes */
export async function followLog(
  served: ServedTab,
  tab: TabAt,
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

/**
 * Brings a tab that is being loaded up to what was written to it since its snapshot; also notes what writes have to know of it.
 *
 * @param served the tab as its snapshot has it
 * @throws SnapshotReplaced when the tab has another snapshot by now
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
    const { keyAt } = tabAtOf(served.view(), unlogged.keyColumn);
    served.state = { snapshot, sheet, keyAt, sequence: 0, lastRow: sheet.lastRow, pending: 0 };
    return;
  }
  const tail = await readTail(db, id);
  if (tail === undefined) return;
  if (tail.snapshot !== snapshot) throw new SnapshotReplaced();
  const tab = tabAtOf(served.view(), tail.keyColumn);
  const last = await followLog(served, tab, tail);
  const { sequence } = tail;
  const lastRow = Math.max(sheet.lastRow, last);
  served.state = { snapshot, sheet, keyAt: tab.keyAt, sequence, lastRow, pending: tail.changes };
}
