/**
 * What the JSON of a raw cell holds, as far as a look at its bytes tells. `OTHER` is everything that `readCell` has to be asked
 * about; for all else the answer is the same.
 */
export const Tag = {
  BLANK: 0,
  TEXT: 1,
  INTEGER: 2,
  /** A number with a fraction that stands in its shortest form. */
  NUMBER: 3,
  /** One whose fraction ends with zeros. */
  LONG_NUMBER: 4,
  BOOLEAN: 5,
  DATE: 6,
  OTHER: 7,
} as const;
export type Tag = (typeof Tag)[keyof typeof Tag];

const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const BACKSLASH = 0x5c;

/** Digits that a double keeps whatever they are. */
export const DIGITS = 15;

const DATE_BEGINS = Buffer.from('{"kind":"date","value":"');
const DATE_LENGTH = DATE_BEGINS.length + '2009-04-01"}'.length;

/** Where the date with its quotes stands in the JSON of a cell of a typed file with the tag `DATE`. */
export const DATE_FROM = DATE_BEGINS.length - 1;
export const DATE_TO = DATE_FROM + '"2009-04-01"'.length;

export const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= 0x39;

/** A cell of a file whose cells have types. */
export function tagOfTyped(bytes: Buffer, start: number, end: number): Tag {
  const first = bytes[start]!;
  if (first === QUOTE) return beginsPlainly(bytes, start + 1, end - 1) ? Tag.TEXT : Tag.OTHER;
  if (first === MINUS || isDigit(first)) return tagOfNumber(bytes, start, end);
  if (first === 0x74 || first === 0x66) return Tag.BOOLEAN;
  if (first === 0x6e) return Tag.BLANK;
  return isDateCell(bytes, start, end) ? Tag.DATE : Tag.OTHER;
}

function tagOfNumber(bytes: Buffer, start: number, end: number): Tag {
  let points = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === POINT) points += 1;
    else if (!isDigit(byte) && byte !== MINUS) return Tag.OTHER;
  }
  if (points > 0) return Tag.NUMBER;
  return end - start <= DIGITS ? Tag.INTEGER : Tag.OTHER;
}

function isDateCell(bytes: Buffer, start: number, end: number): boolean {
  if (end - start !== DATE_LENGTH) return false;
  for (let at = 0; at < DATE_BEGINS.length; at += 1) if (bytes[start + at] !== DATE_BEGINS[at]) return false;
  for (let at = start + DATE_FROM + 1; at < start + DATE_TO - 1; at += 1) {
    if (!isDigit(bytes[at]) && bytes[at] !== MINUS) return false;
  }
  return true;
}

/** Whether a text begins with what is surely no white space, so that it is not blank and nothing in front can be trimmed. */
export function beginsPlainly(bytes: Buffer, from: number, to: number): boolean {
  const first = bytes[from]!;
  if (from === to || first <= 0x20 || first === BACKSLASH) return false;
  if (first < 0x80) return true;
  // White space beyond ASCII, by the first two bytes: U+00A0; U+1680; U+2000 to U+205F; U+3000; U+FEFF.
  const second = bytes[from + 1]!;
  if (first === 0xc2) return second !== 0xa0;
  if (first === 0xe1) return second !== 0x9a;
  if (first === 0xe2) return second > 0x81;
  if (first === 0xe3) return second !== 0x80;
  return first !== 0xef || second !== 0xbb;
}
