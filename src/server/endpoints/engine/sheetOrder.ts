import type { Moment } from './moment';

/** Indexed places in the order of the sheet. */
export interface SheetList {
  readonly length: number;
  at(n: number): number;
  /** Fills a page with those from an offset on. */
  copy(offset: number, page: Uint32Array): void;
  /** How many of them stand before a row that is not indexed. */
  before(place: number): number;
}

/** The first number from 0 on for which a test does not hold. */
function firstNot(length: number, test: (n: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A list of places. */
export const listed = (places: Uint32Array, moment: Moment): SheetList => ({
  length: places.length,
  at: (n) => places[n]!,
  copy: (offset, page) => page.set(places.subarray(offset, offset + page.length)),
  before: (place) => firstNot(places.length, (n) => moment.compare(places[n]!, place) < 0),
});

/** All indexed places that are there, of which no list is made. */
export function everything(moment: Moment): SheetList {
  const { ended, indexed } = moment;
  const endedBefore = (place: number) => firstNot(ended.length, (n) => ended[n]! < place);
  // Of the places that have ended, the n-th takes part in shifting all that stand at or behind it.
  const at = (n: number) => n + firstNot(ended.length, (k) => ended[k]! - k <= n);
  const before = (place: number) => {
    const stands = firstNot(indexed, (one) => moment.compare(one, place) < 0);
    return stands - endedBefore(stands);
  };
  const copy = (offset: number, page: Uint32Array) => {
    let place = page.length === 0 ? 0 : at(offset);
    let next = firstNot(ended.length, (n) => ended[n]! < place);
    for (let n = 0; n < page.length; place += 1) {
      if (ended[next] === place) next += 1;
      else page[n++] = place;
    }
  };
  return { length: indexed - ended.length, at, copy, before };
}

/** A page of indexed places and rows of the tail together, in the order of the sheet. */
export function sheetPage(list: SheetList, tail: Uint32Array, offset: number, limit: number): Uint32Array {
  const total = list.length + tail.length;
  const page = new Uint32Array(Math.max(0, Math.min(limit, total - offset)));
  if (tail.length === 0) {
    list.copy(offset, page);
    return page;
  }
  // A row of the tail comes after the indexed ones before it and the rows of the tail before it.
  const stands = (n: number) => list.before(tail[n]!) + n;
  let n = tail.length === 0 ? 0 : firstNot(tail.length, (one) => stands(one) < offset);
  let next = n < tail.length ? stands(n) : total;
  for (let at = 0; at < page.length; at += 1) {
    if (offset + at === next) {
      page[at] = tail[n]!;
      n += 1;
      next = n < tail.length ? stands(n) : total;
    } else page[at] = list.at(offset + at - n);
  }
  return page;
}
