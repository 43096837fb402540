import type { KnownPlaces, Matcher } from './matcher';
import type { Moment } from './moment';

/** The indexed rows that hold a condition, found as late and as little as possible. */
export interface Matched {
  readonly total: number;
  contains(place: number): boolean;
  /** The first of those rows in the order of the sheet: so many at least, where there are as many. */
  list(most: number): Uint32Array;
}

/** A list longer than this share of all is not cheaper to go through than all. */
const MOST = 1 / 6;

/** The shortest list that an index has of places among which all are that hold a condition, and whether it is theirs alone. */
function shortest(matcher: Matcher): { readonly known: KnownPlaces; readonly isExact: boolean } | undefined {
  const exact = matcher.known?.();
  if (exact !== undefined) return { known: exact, isExact: true };
  let best: KnownPlaces | undefined;
  for (const part of matcher.parts ?? []) {
    const known = part.known?.();
    if (known !== undefined && (best === undefined || known.places.length < best.places.length)) best = known;
  }
  return best && { known: best, isExact: false };
}

/** The rows that an index lists. */
function ofIndex({ places, inSheetOrder }: KnownPlaces, matcher: Matcher, moment: Moment): Matched {
  const { ended } = moment;
  const contains = (place: number) => moment.isThere(place) && matcher.test(place);
  let total = places.length;
  for (const place of ended) if (matcher.test(place)) total -= 1;
  const list = (most: number) => {
    // Many numbers are sorted more slowly than rows are looked at one after the other.
    if (!inSheetOrder && places.length > moment.indexed * MOST) return firstOf(moment.indexed, contains, most, total);
    const there = ended.length === 0 ? places : places.filter((place) => moment.isThere(place));
    return inSheetOrder ? there : there.slice().sort();
  };
  return { total, contains, list };
}

function filtered({ places, inSheetOrder }: KnownPlaces, matcher: Matcher, moment: Moment): Matched {
  const found = new Uint32Array(places.length);
  let total = 0;
  const { ended } = moment;
  for (let n = 0; n < places.length; n += 1) {
    const place = places[n]!;
    if (matcher.test(place) && (ended.length === 0 || moment.isThere(place))) found[total++] = place;
  }
  const list = found.subarray(0, total);
  if (!inSheetOrder) list.sort();
  return { total, contains: (place) => moment.isThere(place) && matcher.test(place), list: () => list };
}

function scanned(matcher: Matcher, moment: Moment): Matched {
  const mask = new Uint8Array(moment.indexed);
  matcher.fill(mask);
  for (const place of moment.ended) mask[place] = 0;
  let total = 0;
  for (let place = 0; place < mask.length; place += 1) total += mask[place]!;
  const contains = (place: number) => mask[place] === 1;
  return { total, contains, list: (most) => firstOf(mask.length, contains, most, total) };
}

/** The first places of all for which a test holds. */
function firstOf(all: number, contains: (place: number) => boolean, most: number, total: number): Uint32Array {
  const places = new Uint32Array(Math.min(most, total));
  let count = 0;
  for (let place = 0; place < all && count < places.length; place += 1) if (contains(place)) places[count++] = place;
  return places;
}

export function matchedBy(matcher: Matcher, moment: Moment): Matched {
  if (moment.indexed === 0) return filtered({ places: new Uint32Array(0), inSheetOrder: true }, matcher, moment);
  const best = shortest(matcher);
  if (best?.isExact === true) return ofIndex(best.known, matcher, moment);
  if (best !== undefined && best.known.places.length < moment.indexed * MOST) {
    return filtered(best.known, matcher, moment);
  }
  return scanned(matcher, moment);
}
