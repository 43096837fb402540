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

/** Maps each hash in a range to its index if it occurs exactly once, else to -1. */
function uniqueIn(hashes: Float64Array, from: number, to: number): Map<number, number> {
  const indexes = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const value = hashes[at] ?? 0;
    indexes.set(value, indexes.has(value) ? -1 : at);
  }
  return indexes;
}

type Pair = readonly [old: number, fresh: number];

/** Returns the longest subsequence of pairs that is ascending in the second index; the pairs are sorted by the first. */
function longestAscending(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, fresh]] of pairs.entries()) {
    const low = partitionPoint(ends.length, (n) => (pairs[ends[n] ?? 0]?.[1] ?? 0) < fresh);
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  }
  const chosen: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) chosen.push(pairs[at] ?? [0, 0]);
  return chosen.reverse();
}

function anchorsOf(old: Float64Array, fresh: Float64Array, gap: Gap): Pair[] {
  const freshIndexes = uniqueIn(fresh, gap.freshFrom, gap.freshTo);
  const pairs: Pair[] = [];
  for (const [value, index] of uniqueIn(old, gap.oldFrom, gap.oldTo)) {
    const other = freshIndexes.get(value) ?? -1;
    if (index >= 0 && other >= 0) pairs.push([index, other]);
  }
  return longestAscending(pairs.sort(([one], [other]) => one - other));
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
    if (anchors.length > 0) open.push(...between(rest, anchors));
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
