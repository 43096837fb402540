import { limits } from '../../contract/limits';
import { isRange, type Merge } from '../rawTab/cellAddress';
import type { RawCell } from '../rawTab/rawCells';
import { mergesAt } from './mergesByRow';

function withoutFormula(cell: RawCell): RawCell {
  if (typeof cell !== 'object' || cell?.formula === undefined) return cell;
  const { kind, value, text } = cell;
  return value === null ? null : { kind, value, ...(text !== undefined && { text }) };
}

/** Cells of a row after merged ranges are applied. */
interface MergedRow {
  /** Cells with covered ones blank. */
  readonly own: readonly RawCell[];
  /** Cells of the endpoint: if values are repeated, covered ones have the value of the first cell. */
  readonly cells: readonly RawCell[];
}

/** Returns the part of a range that a tab can have: files state any size. */
const withinTab = ([top, left, bottom, right]: Merge): Merge[] =>
  left > limits.columnsPerTab ? [] : [[top, left, bottom, Math.min(right, limits.columnsPerTab)]];

/**
 * Returns the merged ranges of a tab, by their first row. One that overlaps a range before it is left out: programs write none, and
 * many at one cell would take long.
 */
export function disjointMerges(merges: readonly Merge[]): Merge[] {
  const ranges = merges.filter(isRange).flatMap(withinTab);
  const sorted = ranges.toSorted(([top], [otherTop]) => top - otherTop);
  /** Last merged row of each column. */
  const bottoms = new Uint32Array(limits.columnsPerTab + 1);
  return sorted.filter(([top, left, bottom, right]) => {
    if (bottoms.subarray(left, right + 1).some((last) => last >= top)) return false;
    bottoms.fill(bottom, left, right + 1);
    return true;
  });
}

/** Applies merged ranges to the rows of a tab, in order; create a new instance for each pass. */
export class MergedCells {
  readonly #merges: readonly Merge[];
  /** Values of the other cells of ranges whose first row is read: those of the first cells, without their formulas. */
  readonly #values = new Map<Merge, RawCell>();

  /** @param repeats whether every cell of a range gets the value of its first cell; otherwise only the first cell has it */
  constructor(
    merges: readonly Merge[],
    private readonly repeats = false,
  ) {
    this.#merges = disjointMerges(merges);
  }

  apply(row: number, cells: readonly RawCell[]): MergedRow {
    const merges = this.#merges.length === 0 ? [] : mergesAt(this.#merges, row);
    if (merges.length === 0) return { own: cells, cells };
    const own = [...cells];
    const repeated = [...cells];
    for (const merge of merges) {
      const [top, left, , right] = merge;
      const covered = top === row ? left : left - 1;
      own.fill(null, covered, right);
      if (!this.repeats) continue;
      if (top === row) this.#values.set(merge, withoutFormula(cells[left - 1] ?? null));
      const value = this.#values.get(merge) ?? null;
      while (value !== null && repeated.length < right) repeated.push(null);
      repeated.fill(value, covered, right);
    }
    return { own, cells: this.repeats ? repeated : own };
  }
}
