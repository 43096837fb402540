import { hash } from 'node:crypto';
import { partitionPoint } from '../lists';

/** Returns a hash of a row's content, 48 bits as an integer. */
export const rowHash = (text: string): number => Number.parseInt(hash('sha1', text, 'hex').slice(0, 12), 16);

/** Rows without a match, below the same row or above the same row on both sides; ends are exclusive. */
export interface Gap {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly freshFrom: number;
  readonly freshTo: number;
  /** Whether both the rows above and the rows below are the same. */
  readonly isClosed: boolean;
}

/** Returns the hashes that occur exactly once, sorted. In typed arrays, as maps of a million numbers do not fit into a worker's heap. */
function uniqueOf(hashes: Float64Array): Float64Array {
  const sorted = hashes.slice().sort();
  return sorted.filter((hash, at) => hash !== sorted[at - 1] && hash !== sorted[at + 1]);
}

/** Returns for each hash that occurs exactly once on both sides its index in `fresh`; -1 for the others. */
export function uniqueTwins(old: Float64Array, fresh: Float64Array): Int32Array {
  const uniqueOld = uniqueOf(old);
  const uniqueFresh = uniqueOf(fresh);
  const placeIn = (unique: Float64Array, hash: number) => {
    const place = partitionPoint(unique.length, (at) => (unique[at] ?? 0) < hash);
    return unique[place] === hash ? place : -1;
  };
  const indexes = new Int32Array(uniqueFresh.length);
  for (let at = 0; at < fresh.length; at += 1) {
    const place = placeIn(uniqueFresh, fresh[at] ?? 0);
    if (place >= 0) indexes[place] = at;
  }
  return Int32Array.from(old, (hash) =>
    placeIn(uniqueOld, hash) < 0 ? -1 : (indexes[placeIn(uniqueFresh, hash)] ?? -1),
  );
}

/**
 * Matches rows by content: those at both ends; then those that occur once between them on both sides, wherever they are; then equal
 * ones that occur more often beside matched rows. Rows are identified by index.
 *
 * @param old hashes of the old rows
 * @param fresh hashes of the new rows
 * @returns the index of the old row for each fresh row, -1 for none
 */
export function equalTwins(old: Float64Array, fresh: Float64Array): Int32Array {
  const twins = new Int32Array(fresh.length).fill(-1);
  const isFree = new Uint8Array(old.length).fill(1);
  const match = (row: number, twin: number) => {
    if (twins[row] !== -1 || isFree[twin] !== 1 || old[twin] !== fresh[row]) return false;
    twins[row] = twin;
    isFree[twin] = 0;
    return true;
  };
  let start = 0;
  while (match(start, start)) start += 1;
  let end = fresh.length;
  let oldEnd = old.length;
  while (match(end - 1, oldEnd - 1)) {
    end -= 1;
    oldEnd -= 1;
  }
  const unique = uniqueTwins(fresh.subarray(start, end), old.subarray(start, oldEnd));
  for (const [at, twin] of unique.entries()) if (twin >= 0) match(start + at, start + twin);
  for (let row = start; row < end; row += 1) {
    const above = twins[row - 1] ?? -1;
    if (above >= 0) match(row, above + 1);
  }
  for (let row = end - 1; row >= start; row -= 1) {
    const below = twins[row + 1] ?? -1;
    if (below >= 0) match(row, below - 1);
  }
  return twins;
}

/** Returns the gaps between matched rows; the ends of the tabs count as such. @param oldRows number of old rows */
export function gapsOf(oldRows: number, twins: Int32Array): Gap[] {
  const isMatched = new Uint8Array(oldRows + 1).fill(1, oldRows);
  for (const twin of twins) if (twin >= 0) isMatched[twin] = 1;
  const gaps: Gap[] = [];
  /** Old row of the last matched fresh row, and the fresh row after that. */
  let above = -1;
  let freshFrom = 0;
  for (let freshTo = 0; freshTo <= twins.length; freshTo += 1) {
    const below = twins[freshTo] ?? oldRows;
    if (below === -1) continue;
    if (freshFrom < freshTo) {
      const oldTo = isMatched.indexOf(1, above + 1);
      const isClosed = oldTo === below;
      const oldFrom = below === 0 ? 0 : isMatched.lastIndexOf(1, below - 1) + 1;
      if (oldTo > above + 1) gaps.push({ oldFrom: above + 1, oldTo, freshFrom, freshTo, isClosed });
      if (below > oldFrom && !isClosed) gaps.push({ oldFrom, oldTo: below, freshFrom, freshTo, isClosed });
    }
    above = below;
    freshFrom = freshTo + 1;
  }
  return gaps;
}
