import { partitionPoint } from '../lists';
import { type Gap, uniqueTwins } from './equalRows';

/** Hashes of the cells of a tab's unmatched rows. */
export interface CellHashes {
  /** Indexes of the rows, ascending. */
  readonly rows: readonly number[];
  readonly columns: number;
  /** Row by row; 0 for a blank cell. */
  readonly hashes: Float64Array;
}

/** Minimum share of a row's filled cells that another row has in common with it: of rows with a cell that no other row has, and of others. */
const MIN_SIMILARITY = { unique: 1 / 3, atPosition: 1 / 2 };

const columnOf = ({ rows, columns, hashes }: CellHashes, column: number) =>
  Float64Array.from(rows, (_, at) => hashes[at * columns + column] ?? 0);

/** Lists the pairs of an old and a fresh row with a cell that no other row has, once per cell. A pair is one number, sorted. */
function pairsOf(old: CellHashes, fresh: CellHashes): Float64Array {
  const pairs = new Float64Array(Math.min(old.hashes.length, fresh.hashes.length));
  let count = 0;
  for (let column = 0; column < old.columns; column += 1) {
    const oldCells = columnOf(old, column);
    for (const [oldAt, freshAt] of uniqueTwins(oldCells, columnOf(fresh, column)).entries()) {
      if (freshAt < 0 || oldCells[oldAt] === 0) continue;
      pairs[count] = oldAt * fresh.rows.length + freshAt;
      count += 1;
    }
  }
  return pairs.subarray(0, count).sort();
}

/** No row has cells in common with a row. */
const NONE = -1;

/** Several rows have equally many cells in common with a row. */
const SEVERAL = -2;

/** For each row the one on the other side with most cells in common. */
class MostSimilar {
  readonly #counts;
  readonly rows;

  constructor(rows: number) {
    this.#counts = new Int32Array(rows);
    this.rows = new Int32Array(rows).fill(NONE);
  }

  add(row: number, other: number, count: number): void {
    const most = this.#counts[row] ?? 0;
    if (count >= most) this.rows[row] = count === most ? SEVERAL : other;
    this.#counts[row] = Math.max(most, count);
  }
}

/** Finds the most similar rows by cells that no other row has. */
function mostSimilar(old: CellHashes, fresh: CellHashes) {
  const ofOld = new MostSimilar(old.rows.length);
  const ofFresh = new MostSimilar(fresh.rows.length);
  const pairs = pairsOf(old, fresh);
  for (let from = 0, to = 0; from < pairs.length; from = to) {
    const pair = pairs[from] ?? 0;
    while (pairs[to] === pair) to += 1;
    const oldAt = Math.floor(pair / fresh.rows.length);
    const freshAt = pair % fresh.rows.length;
    ofOld.add(oldAt, freshAt, to - from);
    ofFresh.add(freshAt, oldAt, to - from);
  }
  return { ofOld: ofOld.rows, ofFresh: ofFresh.rows };
}

/** Returns the share of a row's filled cells that another row has in common with it. */
function similarity(old: CellHashes, oldAt: number, fresh: CellHashes, freshAt: number): number {
  let filled = 0;
  let common = 0;
  for (let column = 0; column < old.columns; column += 1) {
    const hash = old.hashes[oldAt * old.columns + column] ?? 0;
    if (hash === 0) continue;
    filled += 1;
    if (hash === fresh.hashes[freshAt * old.columns + column]) common += 1;
  }
  return filled === 0 ? 0 : common / filled;
}

/** Returns the position of a row in ascending rows. */
function placeIn(rows: readonly number[], row: number): number {
  const place = partitionPoint(rows.length, (at) => (rows[at] ?? 0) < row);
  return rows[place] === row ? place : NONE;
}

/**
 * Matches rows in gaps beside equal ones: those that have most cells in common which no other row has. Where no row has such a
 * cell, those at the same position, if they are similar, and a gap between equal ones has as many rows on both sides. A row that is
 * more similar to one outside its gap was moved, and is not matched.
 *
 * @param added indexes of old rows that were added by the API: a wrong match would lose them, so most of their cells have to be equal
 * @param twins gets the index of the old row for each matched fresh row
 */
export function matchSimilar(
  old: CellHashes,
  fresh: CellHashes,
  gaps: readonly Gap[],
  added: ReadonlySet<number>,
  twins: Int32Array,
): void {
  const { ofOld, ofFresh } = mostSimilar(old, fresh);
  for (const { oldFrom, oldTo, freshFrom, freshTo, isClosed } of gaps) {
    const isEven = isClosed && oldTo - oldFrom === freshTo - freshFrom;
    for (let row = freshFrom; row < freshTo; row += 1) {
      const freshAt = placeIn(fresh.rows, row);
      const samePosition = isEven ? placeIn(old.rows, oldFrom + row - freshFrom) : NONE;
      const mostSimilarAt = ofFresh[freshAt] ?? NONE;
      const oldAt = mostSimilarAt === NONE && ofOld[samePosition] === NONE ? samePosition : mostSimilarAt;
      const oldRow = old.rows[oldAt] ?? NONE;
      if (oldRow < oldFrom || oldRow >= oldTo) continue;
      const isUnique = oldAt === mostSimilarAt;
      if (isUnique && ofOld[oldAt] !== freshAt) continue;
      const minShare = isUnique ? MIN_SIMILARITY.unique : MIN_SIMILARITY.atPosition;
      const share = similarity(old, oldAt, fresh, freshAt);
      if (share >= minShare && (share > 1 / 2 || !added.has(oldRow))) twins[row] = oldRow;
    }
  }
}
