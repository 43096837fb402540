import type { ProblemLine } from '../../../contract/problems';
import type { Column, LockedCells } from '../../../contract/rows';
import { readOnlyReasonOf, type SheetFacts } from '../../normalise/sheetFacts';
import { sheetColumnOf } from '../../store/log/work';
import { Refusal } from '../../refusal';
import { columnOfAddress } from '../../rawTab/cellAddress';
import { cellReference } from '../cellReference';
import type { ColumnNames } from '../query/columnNames';

/** Runs of rows that are listed of a column, at most: writes refuse what is beyond. */
const RUNS_MOST = 1_000;

/** The rows of a column that merged ranges cover, but for the first cell of each, unless its value is repeated. */
function mergedRuns({ merges, repeatsMerged = false }: SheetFacts, column: number): readonly number[] {
  const covering = merges.filter(([, left, , right]) => column + 1 >= left && column + 1 <= right);
  return covering.flatMap(([top, left, bottom]) => {
    const first = left === column + 1 && !repeatsMerged ? top + 1 : top;
    return first <= bottom ? [first, bottom] : [];
  });
}

/** The cells of each column that cannot be written, for a grid in which they are edited. */
export function lockedCells(sheet: SheetFacts, columns: readonly Column[]): readonly LockedCells[] {
  return columns.flatMap((column) => {
    const at = sheetColumnOf(column);
    const formulas = sheet.formulas.find(([one]) => one === at)?.[1] ?? [];
    const kinds = [['formula', formulas] as const, ['merged', mergedRuns(sheet, at)] as const];
    return kinds.flatMap(([why, runs]) =>
      runs.length === 0 ? [] : [{ key: column.key, why, runs: runs.slice(0, 2 * RUNS_MOST) }],
    );
  });
}

/**
 * What is said of a cell that cannot be written; undefined where it can.
 *
 * @param at index of the column, and where its value stands in the body
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

/** Why a row cannot be removed: others repeat what stands in it. Undefined where it can. */
export function removalLine(
  { merges, repeatsMerged = false }: SheetFacts,
  row: number,
  names: ColumnNames,
): ProblemLine | undefined {
  const merge = repeatsMerged ? merges.find(([top, , bottom]) => top === row && bottom > row) : undefined;
  if (merge === undefined) return undefined;
  const [top, left, bottom] = merge;
  const { line } = cellReference(names, top, left);
  const what = line.cell === undefined ? 'a merged cell of it' : `the merged cell ${line.cell}`;
  return { ...line, detail: `Row ${row} cannot be removed: the rows up to ${bottom} repeat ${what}.` };
}

/** @throws Refusal `cell_not_writable` when there are lines */
export function refuseLocked(lines: readonly ProblemLine[]): void {
  const [first] = lines;
  if (first === undefined) return;
  throw new Refusal('cell_not_writable', first.detail, {
    errors: lines.slice(0, 100),
    hint: 'Leave the column out, or change the sheet itself.',
  });
}
