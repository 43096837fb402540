import { ESCAPED, WIDE } from './scan';
import { collator } from './values';

const FIRST = 0x20;
const LAST = 0x7e;
/** Characters whose weights fit together into a number without loss. */
const TOGETHER = 7;

const base = new Intl.Collator('und', { sensitivity: 'base' });

/**
 * Weights of the characters from space to tilde, learnt from the collation itself. For texts of these alone, the collation
 * compares the first weights of all characters, and where all are equal, their second ones.
 */
const first = new Uint8Array(128);
const second = new Uint8Array(128);

const characters = Array.from({ length: LAST - FIRST + 1 }, (_, n) => String.fromCharCode(FIRST + n));
let weight = 0;
let before: string | undefined;
for (const character of characters.toSorted((one, other) => collator.compare(one, other))) {
  const isOther = before === undefined || base.compare(before, character) !== 0;
  if (isOther) weight += 1;
  first[character.charCodeAt(0)] = weight;
  second[character.charCodeAt(0)] = isOther ? 0 : 1;
  before = character;
}

/** Whether a JSON string is made of these characters alone, by what scanning has found in it. */
export function isAsciiText(bytes: Uint8Array, start: number, length: number, flags: number): boolean {
  if ((flags & (ESCAPED | WIDE)) !== 0) return false;
  for (let at = start; at < start + length; at += 1) if (bytes[at] === 0x7f) return false;
  return true;
}

/** A number that orders texts by their beginnings: where two differ, so do their texts, in the same direction. */
export function beginningKey(bytes: Uint8Array, start: number, length: number): number {
  let key = 0;
  for (let n = 0; n < TOGETHER; n += 1) key = key * 128 + (n < length ? first[bytes[start + n]!]! : 0);
  return key;
}

/** The order of two such texts, given by their bytes without quotes. */
export function compareAscii(
  one: Uint8Array,
  oneAt: number,
  oneLength: number,
  other: Uint8Array,
  otherAt: number,
  otherLength: number,
): number {
  const shorter = Math.min(oneLength, otherLength);
  for (let n = 0; n < shorter; n += 1) {
    const order = first[one[oneAt + n]!]! - first[other[otherAt + n]!]!;
    if (order !== 0) return order;
  }
  if (oneLength !== otherLength) return oneLength - otherLength;
  for (let n = 0; n < shorter; n += 1) {
    const order = second[one[oneAt + n]!]! - second[other[otherAt + n]!]!;
    if (order !== 0) return order;
  }
  return 0;
}
