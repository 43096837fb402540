import { addressOf } from '../../contract/gridCells';
import type { Column } from '../../contract/rows';
import { partitionPoint } from '../lists';
import { columnOfAddress, type Merge } from '../rawTab/cellAddress';
import type { RawRow } from '../rawTab/rawCells';
import type { RawTabHead } from '../rawTab/rawTab';
import { disjointMerges } from './mergedCells';
import { mergeAt } from './mergesByRow';

/** Facts about a sheet for writes: where new rows go, and which cells are read-only. */
export interface SheetFacts {
  /** Last row with a value or covered by a merged range. */
  readonly lastRow: number;
  /** Rows with formulas by 0-based column: first and last row of each run, ascending. */
  readonly formulas: readonly (readonly [column: number, runs: readonly number[]])[];
  /** Merged ranges that extend below the header row; no two overlap. */
  readonly merges: readonly Merge[];
  /** Whether every cell of a merged range has the value of its first cell. */
  readonly repeatsMerged?: boolean;
}

/** Collects the {@link SheetFacts} of a sheet from its rows, in order. */
export class SheetFactsCollector {
  readonly #formulas = new Map<number, number[]>();
  #lastRow = 0;

  add({ row, cells }: Pick<RawRow, 'row' | 'cells'>): void {
    this.#lastRow = row;
    for (let column = 0; column < cells.length; column += 1) {
      const cell = cells[column];
      if (typeof cell === 'object' && cell?.formula !== undefined) this.#addFormula(column, row);
    }
  }

  facts(headerRow: number, { merges }: Pick<RawTabHead, 'merges'>, repeatsMerged = false): SheetFacts {
    const mergesBelow = disjointMerges(merges).filter(([, , bottom]) => bottom > headerRow);
    let lastRow = Math.max(headerRow, this.#lastRow);
    for (const [, , bottom] of mergesBelow) lastRow = Math.max(lastRow, bottom);
    return {
      lastRow,
      formulas: [...this.#formulas].toSorted(([column], [otherColumn]) => column - otherColumn),
      merges: mergesBelow,
      ...(repeatsMerged && { repeatsMerged }),
    };
  }

  #addFormula(column: number, row: number) {
    const runs = this.#formulas.get(column) ?? [];
    if (runs.length === 0) this.#formulas.set(column, runs);
    addToRuns(runs, row);
  }
}

/** Adds a row to runs, each a pair of first and last row. */
export function addToRuns(runs: number[], row: number): void {
  if (runs.at(-1) === row - 1) runs[runs.length - 1] = row;
  else runs.push(row, row);
}

/** Returns whether a row is in one of the runs. */
export function isInRuns(runs: readonly number[], row: number): boolean {
  const run = partitionPoint(runs.length / 2, (n) => runs[2 * n + 1]! < row);
  return row >= (runs[2 * run] ?? Infinity);
}

/**
 * Returns why a cell cannot be written, as the end of a sentence; undefined if it can.
 *
 * @param names with `areAll` false the caller does not see all columns, and no other cell is named
 */
export function readOnlyReasonOf(
  { formulas, merges, repeatsMerged = false }: SheetFacts,
  row: number,
  column: number,
  { areAll } = { areAll: true },
): string | undefined {
  const [formulaColumn, runs] = formulas[partitionPoint(formulas.length, (n) => formulas[n]![0] < column)] ?? [];
  if (formulaColumn === column && runs !== undefined && isInRuns(runs, row)) {
    return 'holds a formula, so its value is worked out by the sheet';
  }
  const merge = mergeAt(merges, row, column + 1);
  if (merge === undefined) return undefined;
  const [top, left, bottom, right] = merge;
  if (top !== row || left !== column + 1) {
    return areAll ? `is covered by the merged cell ${addressOf(top, left)}` : 'is covered by a merged cell';
  }
  if (!repeatsMerged) return undefined;
  return `is merged, and its value is repeated${areAll ? ` up to ${addressOf(bottom, right)}` : ''}`;
}

/** Returns whether the cell of a column in a row only repeats the value of the merged cell that covers it. */
export function isRepeated(
  { merges, repeatsMerged = false }: SheetFacts,
  row: number,
  { cell }: Pick<Column, 'cell'>,
): boolean {
  const column = columnOfAddress(cell);
  const merge = repeatsMerged ? mergeAt(merges, row, column) : undefined;
  return merge !== undefined && (row > merge[0] || column > merge[1]);
}

/** Returns whether the cell of a column in a row is read-only. */
export const isLocked = (sheet: SheetFacts, row: number, column: Pick<Column, 'cell'>): boolean =>
  readOnlyReasonOf(sheet, row, columnOfAddress(column.cell) - 1) !== undefined;
