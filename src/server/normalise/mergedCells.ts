import { limits } from '../../contract/limits';
import { isRange, type Merge } from '../rawTab/cellAddress';
import type { RawCell } from '../rawTab/rawCells';

/** Merged range that covers the current row. */
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
 * Applies merged ranges to the rows of a tab, in order; create a new instance for each pass. A range that overlaps another one is
 * left out: programs write none, and many at one cell would take long.
 */
export class MergedCells {
  readonly #upcoming: Merge[];
  #open: OpenMerge[] = [];
  /** Open range at each 0-based column. */
  readonly #columns: (OpenMerge | undefined)[] = [];

  /** @param repeats whether every cell of a range gets the value of its first cell; otherwise only the first cell has it */
  constructor(
    merges: readonly Merge[],
    private readonly repeats = false,
  ) {
    this.#upcoming = merges
      .filter(isRange)
      .flatMap(withinTab)
      .toSorted((one, other) => other[0] - one[0]);
  }

  apply(row: number, cells: readonly RawCell[]): MergedRow {
    this.#moveTo(row);
    const open = this.#open;
    if (open.length === 0) return { own: cells, cells };
    const covering = (at: number) => {
      const merge = this.#columns[at];
      const isFirst = merge?.range[0] === row && merge.range[1] - 1 === at;
      return isFirst ? undefined : merge;
    };
    const own = Array.from(cells, (cell, at) => (covering(at) === undefined ? cell : null));
    for (const merge of open) {
      const [top, left] = merge.range;
      if (top === row) merge.value = withoutFormula(own[left - 1] ?? null);
    }
    if (!this.repeats) return { own, cells: own };
    const width = Math.max(own.length, ...open.map(({ range, value }) => (value === null ? 0 : range[3])));
    const repeated = Array.from({ length: width }, (_, at) => {
      const merge = covering(at);
      return merge === undefined ? (own[at] ?? null) : merge.value;
    });
    return { own, cells: repeated };
  }

  /** Drops the ranges that end before a row, and opens those that begin at or before it. */
  #moveTo(row: number) {
    const ended = this.#open.filter(({ range: [, , bottom] }) => bottom < row);
    if (ended.length > 0) this.#open = this.#open.filter(({ range: [, , bottom] }) => bottom >= row);
    for (const { range } of ended) this.#columns.fill(undefined, range[1] - 1, range[3]);
    for (let next = this.#upcoming.at(-1); next !== undefined && next[0] <= row; next = this.#upcoming.at(-1)) {
      this.#upcoming.pop();
      if (next[2] >= row) this.#start(next);
    }
  }

  #start(range: Merge) {
    const [, left, , right] = range;
    for (let at = left - 1; at < right; at += 1) if (this.#columns[at] !== undefined) return;
    const merge = { range, value: null };
    this.#open.push(merge);
    for (let at = left - 1; at < right; at += 1) this.#columns[at] = merge;
  }
}
