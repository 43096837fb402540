import { partitionPoint } from '../lists';
import type { Merge } from '../rawTab/cellAddress';

/** Merged ranges, which do not overlap, by the rows that they cover. */
class MergesByRow {
  /** By their first row. */
  readonly #merges: readonly Merge[];
  /** Interval tree: by the middle of each part of the list, halved again and again, the last row of the part's ranges. */
  readonly #bottoms: Uint32Array;
  #row = 0;
  /** Ranges that cover the row looked up last, by their first column. */
  #covering: readonly Merge[] = [];

  constructor(merges: readonly Merge[]) {
    this.#merges = merges.toSorted(([top], [otherTop]) => top - otherTop);
    this.#bottoms = new Uint32Array(merges.length);
    this.#measure(0, merges.length);
  }

  /** Returns the ranges that cover a row, by their first column. */
  covering(row: number): readonly Merge[] {
    if (row !== this.#row) {
      const found: Merge[] = [];
      this.#collect(row, 0, this.#merges.length, found);
      this.#covering = found.sort(([, left], [, otherLeft]) => left - otherLeft);
      this.#row = row;
    }
    return this.#covering;
  }

  #measure(from: number, to: number): number {
    if (from >= to) return 0;
    const middle = (from + to) >>> 1;
    const bottom = Math.max(this.#merges[middle]![2], this.#measure(from, middle), this.#measure(middle + 1, to));
    this.#bottoms[middle] = bottom;
    return bottom;
  }

  #collect(row: number, from: number, to: number, found: Merge[]): void {
    const middle = (from + to) >>> 1;
    if (from >= to || this.#bottoms[middle]! < row) return;
    const merge = this.#merges[middle]!;
    const [top, , bottom] = merge;
    this.#collect(row, from, middle, found);
    if (top > row) return;
    if (bottom >= row) found.push(merge);
    this.#collect(row, middle + 1, to, found);
  }
}

const indexes = new WeakMap<readonly Merge[], MergesByRow>();

/** Returns the merged ranges that cover a row, by their first column. */
export function mergesAt(merges: readonly Merge[], row: number): readonly Merge[] {
  const index = indexes.get(merges) ?? new MergesByRow(merges);
  indexes.set(merges, index);
  return index.covering(row);
}

/** Returns the merged range that covers a cell. @param column 1-based */
export function mergeAt(merges: readonly Merge[], row: number, column: number): Merge | undefined {
  const covering = mergesAt(merges, row);
  const found = covering[partitionPoint(covering.length, (n) => covering[n]![1] <= column) - 1];
  return found !== undefined && found[3] >= column ? found : undefined;
}
