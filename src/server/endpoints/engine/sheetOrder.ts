import type { Moment } from './moment';
import type { PlaceRun } from './picker';

/** Indexed places in the order of the sheet: themselves where there is no list of them, else their ranks in that. */
export interface SheetList {
  readonly length: number;
  at(n: number): number;
  /** Fills the first `length` of a page with those from an offset on. */
  copy(offset: number, page: Uint32Array, length: number): void;
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

/** A run of a list of places. */
export const listed = ({ places, from, to }: PlaceRun, moment: Moment): SheetList => ({
  length: to - from,
  at: (n) => from + n,
  copy: (offset, page, length) => count(from + offset, page, length),
  before: (place) => firstNot(to - from, (n) => moment.compare(places[from + n]!, place) < 0),
});

function count(from: number, page: Uint32Array, length: number) {
  for (let n = 0; n < length; n += 1) page[n] = from + n;
}

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
  const copy = (offset: number, page: Uint32Array, length: number) => {
    let place = length === 0 ? 0 : at(offset);
    let next = firstNot(ended.length, (n) => ended[n]! < place);
    for (let n = 0; n < length; place += 1) {
      if (ended[next] === place) next += 1;
      else page[n++] = place;
    }
  };
  return { length: indexed - ended.length, at, copy, before };
}

/** A page that is to be filled: the first `count` of a list, with what is found from an offset on. There is as much. */
export interface Page {
  readonly offset: number;
  readonly count: number;
  readonly into: Uint32Array;
}

/** Fills a page with what a list has and the places of rows of the tail together, in the order of the sheet. */
export function sheetPage(list: SheetList, tail: Uint32Array, { offset, count, into }: Page): void {
  // A row of the tail comes after the indexed ones before it and the rows of the tail before it.
  const stands = (n: number) => list.before(tail[n]!) + n;
  if (tail.length === 0 || offset + count <= stands(0)) return list.copy(offset, into, count);
  let n = firstNot(tail.length, (one) => stands(one) < offset);
  let next = n < tail.length ? stands(n) : Infinity;
  for (let at = 0; at < count; at += 1) {
    if (offset + at === next) {
      into[at] = tail[n]!;
      n += 1;
      next = n < tail.length ? stands(n) : Infinity;
    } else into[at] = list.at(offset + at - n);
  }
}

/**
 * Where a page of all rows is a stretch of places, one behind the other without a gap: the first of them. @returns -1 where it
 * is none
 */
export function stretchAt(moment: Moment, offset: number, length: number): number {
  const { ended, tail } = moment;
  const isPlain = ended.length === 0;
  if (isPlain && tail.length === 0) return offset;
  const list = everything(moment);
  if (offset + length > list.length) return -1;
  if (tail.length > 0 && offset + length > list.before(tail[0]!)) return -1;
  if (isPlain || length === 0) return offset;
  const first = list.at(offset);
  return list.at(offset + length - 1) === first + length - 1 ? first : -1;
}
