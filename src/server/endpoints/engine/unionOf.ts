import type { Matcher } from './matcher';
import type { KnownPlaces } from './picker';

/** More places than these are found as fast by looking at all. */
const MOST_JOINED = 1 << 16;

/** The places of several matchers together, each once, in the order of the sheet, where indexes tell them all. */
export function unionOf(matchers: readonly Matcher[]): KnownPlaces | undefined {
  const lists: KnownPlaces[] = [];
  let length = 0;
  for (const matcher of matchers) {
    const known = matcher.known?.();
    if (known === undefined) return undefined;
    lists.push(known);
    length += known.to - known.from;
  }
  if (lists.length === 1 && lists[0]?.inSheetOrder === true) return lists[0];
  if (length > MOST_JOINED) return undefined;
  const joined = new Uint32Array(length);
  let at = 0;
  for (const { places, from, to } of lists) {
    joined.set(places.subarray(from, to), at);
    at += to - from;
  }
  joined.sort();
  let count = 0;
  for (let n = 0; n < length; n += 1) if (n === 0 || joined[n] !== joined[n - 1]) joined[count++] = joined[n]!;
  return { places: joined.subarray(0, count), from: 0, to: count, inSheetOrder: true };
}
