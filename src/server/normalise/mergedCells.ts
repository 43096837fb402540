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

/** Returns whether a range covers the cell at a 0-based column of a row within the range; its first cell is not covered. */
const covers = ({ range: [top, left, , right] }: OpenMerge, row: number, at: number) =>
  at >= (row === top ? left : left - 1) && at < right;

/** Cells of a row after merged ranges are applied. */
interface MergedRow {
  /** Cells with covered ones blank. */
  readonly own: readonly RawCell[];
  /** Cells of the endpoint: if values are repeated, covered ones have the value of the first cell. */
  readonly cells: readonly RawCell[];
}

/** Applies merged ranges to the rows of a tab, in order; create a new instance for each pass. */
export class MergedCells {
  readonly #upcoming: Merge[];
  #open: OpenMerge[] = [];

  /** @param repeats whether every cell of a range gets the value of its first cell; otherwise only the first cell has it */
  constructor(
    merges: readonly Merge[],
    private readonly repeats = false,
  ) {
    this.#upcoming = merges.filter(isRange).toSorted((one, other) => other[0] - one[0]);
  }

  apply(row: number, cells: readonly RawCell[]): MergedRow {
    this.#moveTo(row);
    const open = this.#open;
    if (open.length === 0) return { own: cells, cells };
    const covering = (at: number) => open.find((merge) => covers(merge, row, at));
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

  /** Opens the ranges that begin at or before a row, and drops those that end before it. */
  #moveTo(row: number) {
    for (let next = this.#upcoming.at(-1); next !== undefined && next[0] <= row; next = this.#upcoming.at(-1)) {
      this.#open.push({ range: next, value: null });
      this.#upcoming.pop();
    }
    if (this.#open.length > 0) this.#open = this.#open.filter(({ range: [, , bottom] }) => bottom >= row);
  }
}
