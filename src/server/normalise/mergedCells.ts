import type { RawTabHead } from '../workbook/rawTab';

export type Merge = RawTabHead['merges'][number];

/** Whether a merged range covers more than its own first cell. */
export const isRange = ([top, left, bottom, right]: Merge): boolean => bottom > top || right > left;

/** 0-based first column, and the one behind the last. */
export type Covered = readonly [from: number, to: number];

/** A merged range while its rows come by. */
export interface OpenMerge {
  readonly range: Merge;
  /** JSON of its first cell, where that holds something and is to be repeated. */
  json: Buffer | undefined;
}

const coveredBy = ([top, left, , right]: Merge, row: number): Covered => [row === top ? left : left - 1, right];

/**
 * Tells the cells that a merged range covers: its value stands in the first cell alone, unless it is repeated in all of them.
 * Rows have to be given in their order; make a new one for each pass.
 */
export class MergedCells {
  readonly #coming: Merge[];
  #open: OpenMerge[] = [];

  /** @param repeats whether each cell of a range has the value of the first */
  constructor(
    merges: readonly Merge[],
    readonly repeats = false,
  ) {
    this.#coming = merges.filter(isRange).toSorted((one, other) => other[0] - one[0]);
  }

  /** Those that reach into the row that was asked for last. */
  get open(): readonly OpenMerge[] {
    return this.#open;
  }

  /** The row's covered cells. */
  covered(row: number): readonly Covered[] {
    for (let next = this.#coming.at(-1); next !== undefined && next[0] <= row; next = this.#coming.at(-1)) {
      this.#open.push({ range: next, json: undefined });
      this.#coming.pop();
    }
    if (this.#open.length === 0) return NONE;
    this.#open = this.#open.filter(({ range: [, , bottom] }) => bottom >= row);
    return this.#open.map(({ range }) => coveredBy(range, row));
  }
}

const NONE: readonly Covered[] = [];
