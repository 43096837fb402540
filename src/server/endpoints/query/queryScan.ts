const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const UNDERSCORE = 0x5f;
const PRIME = 0x01000193;

const PLAIN = 1;
const CODED = 2;

/** What can stand in a query as it is: what means itself, and what has to be decoded. */
const kinds = new Uint8Array(128);
for (const sign of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~!*'(),;:@/?$-") {
  kinds[sign.charCodeAt(0)] = PLAIN;
}
for (const sign of '%+=') kinds[sign.charCodeAt(0)] = CODED;

/** So many values are told apart from the rest. */
const MOST_VALUES = 16;

/** The names that say where a page begins. */
const places = ['_offset=', '_cursor='];
export const PLACE_LENGTH = 8;

/** What {@link scanQuery} has found; it is one for all, since nothing waits while it is read. */
export const scannedQuery = {
  /** A hash of everything but the values. */
  hash: 0,
  /** Where each value begins and ends, and whether something in it has to be decoded. */
  starts: new Int32Array(MOST_VALUES),
  ends: new Int32Array(MOST_VALUES),
  coded: new Uint8Array(MOST_VALUES),
  count: 0,
};

const isPlace = (text: string, start: number) => places.some((name) => text.startsWith(name, start));

/**
 * Tells the values of conditions, and of what says where a page begins, apart from the rest of a query: names, and what the
 * other parameters hold.
 *
 * @returns whether it is written so plainly that this is all there is to it
 */
export function scanQuery(text: string): boolean {
  const found = scannedQuery;
  found.count = 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length;) {
    const start = at;
    let unit = 0;
    for (; at < text.length; at += 1) {
      unit = text.charCodeAt(at);
      if (unit === EQUALS || unit === AMPERSAND) break;
      if (unit > 127 || kinds[unit] === 0) return false;
      hash = Math.imul(hash ^ unit, PRIME);
    }
    if (at === start || unit !== EQUALS) return false;
    hash = Math.imul(hash ^ EQUALS, PRIME);
    const isValue = text.charCodeAt(start) !== UNDERSCORE || isPlace(text, start);
    at = isValue ? passValue(text, at + 1) : at + 1;
    for (; at >= 0 && at < text.length; at += 1) {
      unit = text.charCodeAt(at);
      if (unit === AMPERSAND) break;
      if (unit > 127 || kinds[unit] === 0) return false;
      hash = Math.imul(hash ^ unit, PRIME);
    }
    if (at < 0 || at === text.length - 1) return false;
    if (at < text.length) hash = Math.imul(hash ^ AMPERSAND, PRIME);
    at += 1;
  }
  found.hash = hash | 0;
  return true;
}

/** @returns where the value ends; -1 where it is none of the plain ones */
function passValue(text: string, start: number): number {
  const found = scannedQuery;
  if (found.count === MOST_VALUES) return -1;
  let kind = 0;
  let at = start;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === AMPERSAND) break;
    if (unit > 127 || kinds[unit] === 0) return -1;
    kind |= kinds[unit]!;
  }
  found.starts[found.count] = start;
  found.ends[found.count] = at;
  found.coded[found.count] = kind & CODED;
  found.count += 1;
  return at;
}
