import type { ProblemLine } from '../../../contract/problems';
import type { Column, LockedCells } from '../../../contract/rows';
import { mergesAt } from '../../normalise/mergesByRow';
import { readOnlyReasonOf, type SheetFacts } from '../../normalise/sheetFacts';
import { sheetColumnOf } from '../../store/log/plannedWrite';
import { Refusal } from '../../refusal';
import { columnOfAddress, type Merge } from '../../rawTab/cellAddress';
import { cellReference } from '../cellReference';
import type { ColumnNames } from '../query/columnNames';

/** Maximum number of listed runs of rows per column; writes reject cells beyond these runs too. */
const MAX_RUNS = 1_000;

/**
 * Returns the runs of rows that merged ranges cover in each column, by its 0-based number, without the first cell of each range,
 * unless its value is repeated.
 */
function mergedRuns({ merges, repeatsMerged = false }: SheetFacts): ReadonlyMap<number, readonly number[]> {
  const runs = new Map<number, number[]>();
  for (const [top, left, bottom, right] of merges) {
    for (let column = left - 1; column < right; column += 1) {
      const first = column === left - 1 && !repeatsMerged ? top + 1 : top;
      const ofColumn = runs.get(column) ?? [];
      if (ofColumn.length === 0) runs.set(column, ofColumn);
      if (first <= bottom && ofColumn.length < 2 * MAX_RUNS) ofColumn.push(first, bottom);
    }
  }
  return runs;
}

/** Returns the cells of each column that cannot be written, for the app's grid. */
export function lockedCells(sheet: SheetFacts, columns: readonly Column[]): readonly LockedCells[] {
  const runsByReason = { formula: new Map(sheet.formulas), merged: mergedRuns(sheet) };
  const locked: LockedCells[] = [];
  for (const column of columns) {
    for (const why of ['formula', 'merged'] as const) {
      const runs = runsByReason[why].get(sheetColumnOf(column)) ?? [];
      if (runs.length > 0) locked.push({ key: column.key, why, runs: runs.slice(0, 2 * MAX_RUNS) });
    }
  }
  return locked;
}

/**
 * Describes why a cell cannot be written; undefined if it can be.
 *
 * @param at index of the column, and position of the value in the body
 */
export function lockLine(
  sheet: SheetFacts,
  row: number,
  names: ColumnNames,
  { column, field }: { readonly column: number; readonly field: string },
): ProblemLine | undefined {
  const { key, cell } = names.column(column);
  const sheetColumn = columnOfAddress(cell);
  const why = readOnlyReasonOf(sheet, row, sheetColumn - 1, names);
  if (why === undefined) return undefined;
  const { where, line } = cellReference(names, row, sheetColumn);
  const subject = names.areAll ? where : `the cell in ${where}`;
  return { field, ...line, detail: `${key} cannot be written here: ${subject} ${why}.` };
}

/** Describes why a row cannot be removed (other rows repeat its merged cell); undefined if it can be. */
export function removalLine(
  { merges, repeatsMerged = false }: SheetFacts,
  row: number,
  names: ColumnNames,
): ProblemLine | undefined {
  const isRepeated = ([top, , bottom]: Merge) => top === row && bottom > row;
  const merge = repeatsMerged ? mergesAt(merges, row).find(isRepeated) : undefined;
  if (merge === undefined) return undefined;
  const [top, left, bottom] = merge;
  const { line } = cellReference(names, top, left);
  const what = line.cell === undefined ? 'a merged cell of it' : `the merged cell ${line.cell}`;
  return { ...line, detail: `Row ${row} cannot be removed: the rows up to ${bottom} repeat ${what}.` };
}

/** @throws Refusal `cell_not_writable` if there are lines */
export function refuseLocked(lines: readonly ProblemLine[]): void {
  const [first] = lines;
  if (first === undefined) return;
  throw new Refusal('cell_not_writable', first.detail, {
    errors: lines.slice(0, 100),
    hint: 'Leave the column out, or change the sheet itself.',
  });
}
