import { partitionPoint } from '../lists';
import { hash } from 'node:crypto';

/** Returns a hash of a row's content, 48 bits as an integer. */
export const rowHash = (text: string): number => Number.parseInt(hash('sha1', text, 'hex').slice(0, 12), 16);

/** Range of differing rows between two anchors, on both sides; ends are exclusive. */
export interface Gap {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly freshFrom: number;
  readonly freshTo: number;
}

/** Returns the hashes that occur exactly once, sorted. In typed arrays, as maps of a million numbers do not fit into a worker's heap. */
function uniqueOf(hashes: Float64Array): Float64Array {
  const sorted = hashes.slice().sort();
  return sorted.filter((hash, at) => hash !== sorted[at - 1] && hash !== sorted[at + 1]);
}

/** Returns for each hash that occurs exactly once on both sides its index in `fresh`; -1 for the others. */
export function uniqueTwins(old: Float64Array, fresh: Float64Array): Int32Array {
  const [uniqueOld, uniqueFresh] = [uniqueOf(old), uniqueOf(fresh)];
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

type Pair = readonly [old: number, fresh: number];

/** Returns the longest subsequence of indexes in `old` whose twins in `fresh` are ascending. */
function longestAscending(twins: Int32Array): Int32Array {
  const ends = new Int32Array(twins.length);
  const before = new Int32Array(twins.length).fill(-1);
  let length = 0;
  for (let index = 0; index < twins.length; index += 1) {
    const fresh = twins[index] ?? -1;
    if (fresh < 0) continue;
    const low = partitionPoint(length, (n) => (twins[ends[n] ?? 0] ?? 0) < fresh);
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
    length = Math.max(length, low + 1);
  }
  const chosen = new Int32Array(length);
  let at = ends[length - 1] ?? -1;
  for (let n = length - 1; n >= 0; n -= 1) {
    chosen[n] = at;
    at = before[at] ?? -1;
  }
  return chosen;
}

function anchorsOf(old: Float64Array, fresh: Float64Array, { oldFrom, oldTo, freshFrom, freshTo }: Gap): Pair[] {
  const twins = uniqueTwins(old.subarray(oldFrom, oldTo), fresh.subarray(freshFrom, freshTo));
  return Array.from(longestAscending(twins), (index) => [oldFrom + index, freshFrom + (twins[index] ?? 0)]);
}

/** Returns the gaps between anchors. */
function between(gap: Gap, anchors: readonly Pair[]): Gap[] {
  const gaps: Gap[] = [];
  let { oldFrom, freshFrom } = gap;
  for (const [old, fresh] of [...anchors, [gap.oldTo, gap.freshTo] as const]) {
    gaps.push({ oldFrom, oldTo: old, freshFrom, freshTo: fresh });
    oldFrom = old + 1;
    freshFrom = fresh + 1;
  }
  return gaps;
}

/**
 * Maximum number of times that a row is compared, on average. Without it a file could take a time quadratic in its rows: each of
 * them unique only after the one before.
 */
const MAX_ROUNDS = 20;

/**
 * Matches rows by content (patience diff). Equal rows that are unique on both sides, in order, are anchors; the same is repeated
 * between two anchors. Rows are identified by index.
 *
 * @param old hashes of the old rows
 * @param fresh hashes of the new rows
 * @returns `twins`, the index of the old row for each fresh row, -1 for none; and the remaining gaps
 */
export function anchoredDiff(old: Float64Array, fresh: Float64Array) {
  const twins = new Int32Array(fresh.length).fill(-1);
  const gaps: Gap[] = [];
  let comparisons = MAX_ROUNDS * (old.length + fresh.length);
  const open: Gap[] = [{ oldFrom: 0, oldTo: old.length, freshFrom: 0, freshTo: fresh.length }];
  for (let gap = open.pop(); gap !== undefined; gap = open.pop()) {
    const rest = withoutEqualEnds(old, fresh, gap, twins);
    const isOneSided = rest.oldFrom === rest.oldTo || rest.freshFrom === rest.freshTo;
    comparisons -= rest.oldTo - rest.oldFrom + rest.freshTo - rest.freshFrom;
    const anchors = isOneSided || comparisons < 0 ? [] : anchorsOf(old, fresh, rest);
    for (const [index, other] of anchors) twins[other] = index;
    if (anchors.length > 0) for (const one of between(rest, anchors)) open.push(one);
    else if (!isOneSided) gaps.push(rest);
  }
  return { twins, gaps };
}

/** Matches equal rows at both ends of a gap. @returns the rest of the gap */
function withoutEqualEnds(old: Float64Array, fresh: Float64Array, gap: Gap, twins: Int32Array): Gap {
  let { oldFrom, oldTo, freshFrom, freshTo } = gap;
  while (oldFrom < oldTo && freshFrom < freshTo && old[oldFrom] === fresh[freshFrom]) {
    twins[freshFrom] = oldFrom;
    oldFrom += 1;
    freshFrom += 1;
  }
  while (oldFrom < oldTo && freshFrom < freshTo && old[oldTo - 1] === fresh[freshTo - 1]) {
    oldTo -= 1;
    freshTo -= 1;
    twins[freshTo] = oldTo;
  }
  return { oldFrom, oldTo, freshFrom, freshTo };
}
