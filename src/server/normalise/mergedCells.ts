import { isRange, type Merge } from '../rawTab/cellAddress';
import type { RawCell } from '../rawTab/rawCells';

/** A merged range while its rows are read. */
interface OpenMerge {
  readonly range: Merge;
  /** What its other cells have where values are repeated: what the first cell holds, without its formula. */
  value: RawCell;
}

function withoutFormula(cell: RawCell): RawCell {
  if (typeof cell !== 'object' || cell?.formula === undefined) return cell;
  const { kind, value, text } = cell;
  return value === null ? null : { kind, value, ...(text !== undefined && { text }) };
}

/** Whether a range covers the cell at a 0-based column of a row that it reaches into; its first cell is not covered. */
const covers = ({ range: [top, left, , right] }: OpenMerge, row: number, at: number) =>
  at >= (row === top ? left : left - 1) && at < right;

/** The cells of a row. */
interface MergedRow {
  /** Those that merged ranges cover are blank. */
  readonly own: readonly RawCell[];
  /** As the endpoint has them: covered ones have the value of the first cell where that is repeated. */
  readonly cells: readonly RawCell[];
}

/** Applies merged ranges to the rows of a tab, which must come in order; make a new one for each pass over the tab. */
export class MergedCells {
  readonly #coming: Merge[];
  #open: OpenMerge[] = [];

  /** @param repeats whether each cell of a range has the value of the first one; else that stands in the first alone */
  constructor(
    merges: readonly Merge[],
    private readonly repeats = false,
  ) {
    this.#coming = merges.filter(isRange).toSorted((one, other) => other[0] - one[0]);
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

  /** Opens the ranges that have begun by a row and drops those that have ended before it. */
  #moveTo(row: number) {
    for (let next = this.#coming.at(-1); next !== undefined && next[0] <= row; next = this.#coming.at(-1)) {
      this.#open.push({ range: next, value: null });
      this.#coming.pop();
    }
    if (this.#open.length > 0) this.#open = this.#open.filter(({ range: [, , bottom] }) => bottom >= row);
  }
}
