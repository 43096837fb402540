/** A stretch of rows between two anchors on both sides, ends not included, that are not equal. */
export interface Gap {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly freshFrom: number;
  readonly freshTo: number;
}

/** Which old row each fresh row is, -1 where it is none, and what is left between those. */
export interface Anchored {
  readonly twins: Int32Array;
  readonly gaps: readonly Gap[];
}

/** Places of the marks that occur once from one place to another. */
function onceIn(marks: Float64Array, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const mark = marks[at] ?? 0;
    places.set(mark, places.has(mark) ? -1 : at);
  }
  return places;
}

type Pair = readonly [old: number, fresh: number];

/** Of pairs in the order of their first places, as many as possible whose second places rise too. */
function rising(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, fresh]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < fresh) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  }
  const chosen: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) chosen.push(pairs[at] ?? [0, 0]);
  return chosen.reverse();
}

function anchorsOf(old: Float64Array, fresh: Float64Array, gap: Gap): Pair[] {
  const oldPlaces = onceIn(old, gap.oldFrom, gap.oldTo);
  const freshPlaces = onceIn(fresh, gap.freshFrom, gap.freshTo);
  const pairs: Pair[] = [];
  for (const [mark, place] of oldPlaces) {
    const other = freshPlaces.get(mark) ?? -1;
    if (place >= 0 && other >= 0) pairs.push([place, other]);
  }
  return rising(pairs.sort(([one], [other]) => one - other));
}

/** The stretches between anchors. */
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
 * Recognises rows by their content: equal rows that occur once on both sides, in order, are anchors; between two of them the
 * same is looked for again. Rows are named by their places.
 *
 * @param old marks of the rows as they were; equal rows have equal marks
 * @param fresh marks of the rows as they are
 */
export function anchoredDiff(old: Float64Array, fresh: Float64Array): Anchored {
  const twins = new Int32Array(fresh.length).fill(-1);
  const gaps: Gap[] = [];
  const open: Gap[] = [{ oldFrom: 0, oldTo: old.length, freshFrom: 0, freshTo: fresh.length }];
  for (let gap = open.pop(); gap !== undefined; gap = open.pop()) {
    const rest = withoutEqualEnds(old, fresh, gap, twins);
    const isOneSided = rest.oldFrom === rest.oldTo || rest.freshFrom === rest.freshTo;
    const anchors = isOneSided ? [] : anchorsOf(old, fresh, rest);
    for (const [place, other] of anchors) twins[other] = place;
    if (anchors.length > 0) open.push(...between(rest, anchors));
    else if (!isOneSided) gaps.push(rest);
  }
  return { twins, gaps };
}

/** Equal rows at both ends of a gap are twins. */
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
