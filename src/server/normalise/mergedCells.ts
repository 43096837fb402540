import { limits } from '../../contract/limits';
import { isRange, type Merge } from '../rawTab/cellAddress';
import type { RawCell } from '../rawTab/rawCells';

/** Merged range that begins at or above the current row, and may end above it. */
interface OpenMerge {
  readonly range: Merge;
  /** Value of its other cells if values are repeated: that of the first cell, without its formula. */
  value: RawCell;
}

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
  const sorted = merges
    .filter(isRange)
    .flatMap(withinTab)
    .toSorted((one, other) => one[0] - other[0]);
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
  readonly #upcoming: Merge[];
  /** The last range at each 0-based column. */
  readonly #columns: (OpenMerge | undefined)[] = [];
  /** Last row of all ranges so far. */
  #bottom = 0;

  /** @param repeats whether every cell of a range gets the value of its first cell; otherwise only the first cell has it */
  constructor(
    merges: readonly Merge[],
    private readonly repeats = false,
  ) {
    this.#upcoming = disjointMerges(merges).reverse();
  }

  apply(row: number, cells: readonly RawCell[]): MergedRow {
    const started = this.#startUpTo(row);
    if (row > this.#bottom) return { own: cells, cells };
    const covering = (at: number) => {
      const merge = this.#at(row, at);
      const isFirst = merge?.range[0] === row && merge.range[1] - 1 === at;
      return isFirst ? undefined : merge;
    };
    const own = Array.from(cells, (cell, at) => (covering(at) === undefined ? cell : null));
    for (const merge of started) {
      const [top, left] = merge.range;
      if (top === row) merge.value = withoutFormula(own[left - 1] ?? null);
    }
    if (!this.repeats) return { own, cells: own };
    const isRepeated = (at: number) => (this.#at(row, at)?.value ?? null) !== null;
    let width = Math.max(own.length, this.#columns.length);
    while (width > own.length && !isRepeated(width - 1)) width -= 1;
    const repeated = Array.from({ length: width }, (_, at) => {
      const merge = covering(at);
      return merge === undefined ? (own[at] ?? null) : merge.value;
    });
    return { own, cells: repeated };
  }

  /** Returns the range that covers a cell. @param at 0-based column */
  #at(row: number, at: number): OpenMerge | undefined {
    const merge = this.#columns[at];
    return merge !== undefined && merge.range[2] >= row ? merge : undefined;
  }

  /** Starts the ranges that begin at or above a row and cover it. */
  #startUpTo(row: number): OpenMerge[] {
    const started: OpenMerge[] = [];
    for (let next = this.#upcoming.at(-1); next !== undefined && next[0] <= row; next = this.#upcoming.at(-1)) {
      this.#upcoming.pop();
      if (next[2] >= row) started.push(this.#start(next));
    }
    return started;
  }

  #start(range: Merge): OpenMerge {
    const [, left, bottom, right] = range;
    const merge = { range, value: null };
    for (let at = left - 1; at < right; at += 1) this.#columns[at] = merge;
    this.#bottom = Math.max(this.#bottom, bottom);
    return merge;
  }
}
