import type { RawLine } from '../rawTab/rawLine';
import type { RawCell, RawTabHead } from '../rawTab/rawTab';

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

const NULL = Buffer.from('null');

/** The JSON that the other cells of a range have: what the first one holds, but not that it works it out. */
function repeatable(json: Buffer): Buffer | undefined {
  const cell = JSON.parse(json.toString()) as RawCell;
  if (cell === null) return undefined;
  if (typeof cell !== 'object' || cell.formula === undefined) return json;
  return cell.value === null ? undefined : Buffer.from(JSON.stringify({ ...cell, formula: undefined }));
}

const jsonAt = ({ bytes, starts, ends, count }: RawLine, at: number): Buffer =>
  at < count ? bytes.subarray(starts[at], ends[at]) : NULL;

const isCovered = (covered: readonly Covered[], at: number) => covered.some(([from, to]) => at >= from && at < to);

/** Keeps what is to be repeated of the ranges that begin in a row. */
function takeFirstCells(line: RawLine, merged: MergedCells, covered: readonly Covered[]): void {
  for (const open of merged.open) {
    const [top, left] = open.range;
    if (top !== line.row || left > line.count || isCovered(covered, left - 1)) continue;
    open.json = repeatable(Buffer.from(jsonAt(line, left - 1)));
  }
}

/**
 * A row's line with the values of merged ranges in all of their cells.
 *
 * @param covered cells of the row that ranges cover
 * @returns undefined where there is nothing to repeat in it
 */
export function repeatedLine(line: RawLine, merged: MergedCells, covered: readonly Covered[]): Buffer | undefined {
  takeFirstCells(line, merged, covered);
  const repeated = merged.open.map(({ json }, at) => ({ json, range: covered[at] ?? [0, 0] }));
  if (repeated.every(({ json }) => json === undefined)) return undefined;
  const width = Math.max(line.count, ...repeated.map(({ json, range: [, to] }) => (json === undefined ? 0 : to)));
  const cells = Array.from({ length: width }, (_, at) => {
    if (!isCovered(covered, at)) return jsonAt(line, at);
    return repeated.find(({ range: [from, to] }) => at >= from && at < to)?.json ?? NULL;
  });
  const id = line.bytes.toString('utf8', line.idStart, line.idEnd);
  return Buffer.from(`{"id":${id},"row":${line.row},"cells":[${cells.join(',')}]}\n`);
}
