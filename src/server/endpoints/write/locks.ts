import type { ProblemLine } from '../../../contract/problems';
import type { Column } from '../../../contract/rows';
import { isInRuns, type SheetFacts } from '../../normalise/sheetFacts';
import { sheetColumnOf } from '../../records/tabState';
import { Refusal } from '../../refusal';
import { cellAddress } from '../../workbook/cellAddress';

/** Why a cell of the sheet cannot be written: as the end of a sentence; undefined where it can. */
function lockOf({ formulas, merges }: SheetFacts, row: number, column: number): string | undefined {
  const runs = formulas.find(([one]) => one === column)?.[1];
  if (runs !== undefined && isInRuns(runs, row)) return 'holds a formula, so its value is worked out by the sheet';
  const merge = merges.find(
    ([top, left, bottom, right]) => row >= top && row <= bottom && column + 1 >= left && column + 1 <= right,
  );
  if (merge === undefined || (merge[0] === row && merge[1] === column + 1)) return undefined;
  return `is covered by the merged cell ${cellAddress(merge[0], merge[1])}`;
}

/** Whether a column's cell in a row cannot be written. */
export const isLocked = (sheet: SheetFacts, row: number, column: Column): boolean =>
  lockOf(sheet, row, sheetColumnOf(column)) !== undefined;

/** What is said of a cell that cannot be written; undefined where it can. */
export function lockLine(sheet: SheetFacts, row: number, column: Column, field: string): ProblemLine | undefined {
  const why = lockOf(sheet, row, sheetColumnOf(column));
  if (why === undefined) return undefined;
  const cell = cellAddress(row, sheetColumnOf(column) + 1);
  return { field, cell, detail: `${column.key} cannot be written here: ${cell} ${why}.` };
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
