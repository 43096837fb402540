import { differingColumns, type FileRows } from '../../rawTab/fileRows';
import type { RawCell } from '../../rawTab/rawTab';
import { createYielding } from '../../yieldToEventLoop';
import type { GridTab } from '../grid/gridTab';
import { RowRuns } from './rowRuns';
import type { ChangedRange } from './staleCells';

/** What stands below every row of a sheet, and right of every column. */
const [NO_ROW, NO_COLUMN] = [1e9, 1e6];

const all = [1, NO_COLUMN] as const;

/** By row, the 0-based columns that hold something else than the file. */
export type ChangedColumns = ReadonlyMap<number, readonly number[]>;

/** Compares a tab with its file, as far as that is stored: without its log. */
export async function storedChanges(tab: GridTab): Promise<ChangedColumns> {
  const yieldToEventLoop = createYielding();
  const changed = new Map<number, readonly number[]>();
  for (const [row, cells] of tab.file?.rows ?? []) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    changed.set(row, differingColumns(cells, tab.storedRows(row, row)[0]?.cells ?? []));
  }
  return changed;
}

/** Rows and columns that were moved, and rows below those of the file. */
function* movedRanges({ movedRow, movedColumn }: Partial<FileRows>): Generator<ChangedRange, void, undefined> {
  if (movedRow !== undefined) yield { columns: all, rows: [movedRow, NO_ROW], isMoved: true };
  if (movedColumn !== undefined) yield { columns: [movedColumn, NO_COLUMN], rows: [1, NO_ROW], isMoved: true };
}

/**
 * The cells of a tab that hold something else than its file did.
 *
 * @param stored see {@link storedChanges}
 */
export async function changedCells(tab: GridTab, stored: ChangedColumns): Promise<ChangedRange[]> {
  const yieldToEventLoop = createYielding();
  const file = new Map<number, readonly RawCell[]>(tab.file?.rows);
  const lastRow = tab.file?.lastRow ?? tab.lastStoredRow;
  const changed = new Map(stored);
  let isLonger = tab.lastStoredRow > lastRow;
  for (const [row, cells] of tab.loggedRows()) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    const now = tab.row(row)?.cells ?? [];
    if (row > lastRow) isLonger ||= now.length > 0;
    else changed.set(row, differingColumns(file.get(row) ?? cells, now));
  }
  const below: ChangedRange[] = isLonger ? [{ columns: all, rows: [lastRow + 1, NO_ROW] }] : [];
  return [...movedRanges(tab.file ?? {}), ...below, ...cellRanges(changed)];
}

/** Cells that changed below each other are one range. */
function cellRanges(changed: ChangedColumns): ChangedRange[] {
  const columns = new Map<number, RowRuns>();
  for (const [row, places] of changed) {
    for (const at of places) {
      const runs = columns.get(at + 1) ?? new RowRuns();
      columns.set(at + 1, runs);
      runs.add(row, row);
    }
  }
  return [...columns].flatMap(([column, runs]) =>
    runs.list().map((rows) => ({ columns: [column, column] as const, rows })),
  );
}
