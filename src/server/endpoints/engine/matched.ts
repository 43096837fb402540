import type { Matcher } from './matcher';
import type { Moment } from './moment';
import { type KnownPlaces, NO_PLACES, pickByTest, type Picker, type PlaceRun, type RankPicker } from './picker';
import { runAtOnce, type Steps } from './steps';

/** The indexed rows that hold a condition, found as late and as little as possible. */
export interface Matched {
  readonly total: number;
  readonly picker: Picker;
  /** The first of those rows in the order of the sheet: so many at least, where there are as many. */
  list(most: number): PlaceRun;
}

/** A list longer than this share of all is not cheaper to go through than all. */
const MOST = 1 / 6;

/** Picks those of a picker that are still there. */
class StillThere implements Picker {
  constructor(
    private readonly picker: Picker,
    private readonly moment: Moment,
  ) {}

  test(place: number): boolean {
    return this.moment.isThere(place) && this.picker.test(place);
  }

  pick(places: Uint32Array, from: number, to: number, into: Uint32Array, at: number): number {
    const end = this.picker.pick(places, from, to, into, at);
    let next = at;
    for (let n = at; n < end; n += 1) if (this.moment.isThere(into[n]!)) into[next++] = into[n]!;
    return next;
  }

  along(list: Uint32Array): RankPicker | undefined {
    const ranked = this.picker.along?.(list);
    return ranked && { pick: (from, to, into, at) => this.#left(list, into, at, ranked.pick(from, to, into, at)) };
  }

  /** Those of the ranks that have been picked whose rows are still there. */
  #left(list: Uint32Array, picked: Uint32Array, from: number, end: number): number {
    let next = from;
    for (let n = from; n < end; n += 1) if (this.moment.isThere(list[picked[n]!]!)) picked[next++] = picked[n]!;
    return next;
  }
}

/** Picks every indexed row that is still there; absent where all are. */
export const thereAt = (moment: Moment): Picker | undefined => {
  if (moment.ended.length === 0) return undefined;
  const test = (place: number) => moment.isThere(place);
  return { test, pick: (places, from, to, into, at) => pickByTest({ test }, places, from, to, into, at) };
};

const pickerOf = (matcher: Matcher, moment: Moment): Picker =>
  moment.ended.length === 0 ? matcher : new StillThere(matcher, moment);

/** The shortest list that an index has of places among which all are that hold a condition, and whether it is theirs alone. */
function shortest(matcher: Matcher): { readonly known: KnownPlaces; readonly isExact: boolean } | undefined {
  const exact = matcher.known?.();
  if (exact !== undefined) return { known: exact, isExact: true };
  let best: KnownPlaces | undefined;
  for (const part of matcher.parts ?? []) {
    const known = part.known?.();
    if (known !== undefined && (best === undefined || lengthOf(known) < lengthOf(best))) best = known;
  }
  return best && { known: best, isExact: false };
}

const lengthOf = ({ from, to }: PlaceRun) => to - from;

const whole = (places: Uint32Array): PlaceRun => ({ places, from: 0, to: places.length });

/** The rows that an index lists. */
function ofIndex(known: KnownPlaces, matcher: Matcher, moment: Moment): Matched {
  const { ended } = moment;
  const picker = pickerOf(matcher, moment);
  let total = lengthOf(known);
  for (const place of ended) if (matcher.test(place)) total -= 1;
  const list = (most: number) => {
    const { places, from, to, inSheetOrder } = known;
    if (inSheetOrder && ended.length === 0) return known;
    // Many numbers are sorted more slowly than rows are looked at one after the other.
    if (!inSheetOrder && to - from > moment.indexed * MOST) return firstOf(moment.indexed, picker, most, total);
    const listed = places.slice(from, to);
    const there = ended.length === 0 ? listed : listed.filter((place) => moment.isThere(place));
    return whole(inSheetOrder ? there : there.sort());
  };
  return { total, picker, list };
}

function filtered({ places, from, to, inSheetOrder }: KnownPlaces, matcher: Matcher, moment: Moment): Matched {
  const picker = pickerOf(matcher, moment);
  const found = new Uint32Array(to - from);
  const total = picker.pick(places, from, to, found, 0);
  const list = found.subarray(0, total);
  if (!inSheetOrder) list.sort();
  return { total, picker, list: () => whole(list) };
}

/** Places that are looked at in one step. */
const STEP = 1 << 14;

/** Rows of larger tabs are marked in memory of their own each time. */
const SHARED_MOST = 1 << 20;

/** Where the rows of a tab are marked while it is scanned at once, the same for all: as long as the longest of them was. */
let shared = new Uint8Array(0);

/**
 * Memory for so many marks, with anything in it, that is good until the next is asked for. Were it made anew for each scan, the
 * garbage would be collected all the time where many ask.
 */
function sharedMask(length: number): Uint8Array {
  if (length > SHARED_MOST) return new Uint8Array(length);
  if (shared.length < length) shared = new Uint8Array(length);
  return shared.subarray(0, length);
}

/**
 * Looks at every row.
 *
 * @param mask as long as there are indexed rows; what is found is good as long as nobody else uses it
 */
export function* scanned(
  matcher: Matcher,
  moment: Moment,
  mask: Uint8Array = new Uint8Array(moment.indexed),
): Steps<Matched> {
  for (let from = 0; from < mask.length; from += STEP) {
    matcher.fill(mask, from, Math.min(mask.length, from + STEP));
    yield;
  }
  for (const place of moment.ended) mask[place] = 0;
  let total = 0;
  for (let place = 0; place < mask.length; place += 1) total += mask[place]!;
  const test = (place: number) => mask[place] === 1;
  const picker: Picker = {
    test,
    pick: (places, from, to, into, at) => pickByTest({ test }, places, from, to, into, at),
  };
  return { total, picker, list: (most) => firstOf(mask.length, picker, most, total) };
}

/** The first of all places that are wanted. */
function firstOf(all: number, picker: Picker, most: number, total: number): PlaceRun {
  const places = new Uint32Array(Math.min(most, total));
  let count = 0;
  for (let place = 0; place < all && count < places.length; place += 1) if (picker.test(place)) places[count++] = place;
  return { places, from: 0, to: count };
}

/** What is found is to be looked at before anything else is sought. */
export function matchedBy(matcher: Matcher, moment: Moment): Matched {
  if (moment.indexed === 0) return filtered(NO_PLACES, matcher, moment);
  const best = shortest(matcher);
  if (best?.isExact === true) return ofIndex(best.known, matcher, moment);
  if (best !== undefined && lengthOf(best.known) < moment.indexed * MOST) {
    return filtered(best.known, matcher, moment);
  }
  return runAtOnce(scanned(matcher, moment, sharedMask(moment.indexed)));
}
