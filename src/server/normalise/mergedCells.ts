import type { RawTabHead } from '../workbook/rawTab';

export type Merge = RawTabHead['merges'][number];

/** Whether a merged range covers more than its own first cell. */
export const isRange = ([top, left, bottom, right]: Merge): boolean => bottom > top || right > left;

/**
 * Tells the cells that a merged range covers: its value stands in the first cell alone. Rows have to be given in their order;
 * make a new one for each pass.
 */
export class MergedCells {
  readonly #coming: Merge[];
  #open: Merge[] = [];

  constructor(merges: readonly Merge[]) {
    this.#coming = merges.filter(isRange).toSorted((one, other) => other[0] - one[0]);
  }

  /** The row's covered cells: 0-based first columns, and the ones behind the last. */
  covered(row: number): readonly (readonly [from: number, to: number])[] {
    for (let next = this.#coming.at(-1); next !== undefined && next[0] <= row; next = this.#coming.at(-1)) {
      this.#open.push(next);
      this.#coming.pop();
    }
    if (this.#open.length === 0) return NONE;
    this.#open = this.#open.filter(([, , bottom]) => bottom >= row);
    return this.#open.map(([top, left, , right]) => [row === top ? left : left - 1, right]);
  }
}

const NONE: readonly (readonly [number, number])[] = [];
