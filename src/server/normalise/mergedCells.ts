import type { RawCell, RawRow, RawTabHead } from '../workbook/rawTab';

export type Merge = RawTabHead['merges'][number];

/**
 * Blanks the cells that a merged range covers: its value stands in the first cell alone. Rows have to be given in their
 * order; make a new one for each pass.
 */
export class MergedCells {
  readonly #coming: Merge[];
  #open: Merge[] = [];

  constructor(merges: readonly Merge[]) {
    this.#coming = merges
      .filter(([top, left, bottom, right]) => bottom > top || right > left)
      .toSorted((one, other) => other[0] - one[0]);
  }

  /** The row's cells, those that are covered being null. */
  cellsOf({ row, cells }: RawRow): readonly RawCell[] {
    for (let next = this.#coming.at(-1); next !== undefined && next[0] <= row; next = this.#coming.at(-1)) {
      this.#open.push(next);
      this.#coming.pop();
    }
    if (this.#open.length === 0) return cells;
    this.#open = this.#open.filter(([, , bottom]) => bottom >= row);
    const visible = [...cells];
    for (const [top, left, , right] of this.#open) {
      const from = row === top ? left : left - 1;
      const to = Math.min(right, visible.length);
      if (from < to) visible.fill(null, from, to);
    }
    return visible;
  }
}
