import type { ColumnType } from '../../contract/rows';

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
const PLUS = 0x2b;

/** A number with more decimals may be written with an exponent. */
const DECIMALS = 6;

/** A cell of a file whose cells are all text, such as CSV: what the text says. */
export function tagOfUntyped(bytes: Buffer, start: number, end: number): Tag {
  const first = bytes[start]!;
  if (first !== QUOTE) return first === 0x6e ? Tag.BLANK : Tag.OTHER;
  const [from, to] = [start + 1, end - 1];
  const inner = bytes[from]!;
  if (isDigit(inner) || inner === MINUS) return tagOfDigits(bytes, from, to);
  if (inner === PLUS || inner === POINT || !beginsPlainly(bytes, from, to)) return Tag.OTHER;
  return (inner | 0x20) === 0x74 || (inner | 0x20) === 0x66 ? tagOfWord(bytes, from, to) : Tag.TEXT;
}

/** TRUE or FALSE in any case, or a text that begins like them. */
function tagOfWord(bytes: Buffer, from: number, to: number): Tag {
  const last = bytes[to - 1]!;
  if (last <= 0x20 || last >= 0x80 || bytes[to - 2] === BACKSLASH) return Tag.OTHER;
  const word = to - from === 4 || to - from === 5 ? bytes.toString('latin1', from, to).toLowerCase() : '';
  return word === 'true' || word === 'false' ? Tag.BOOLEAN : Tag.TEXT;
}

function tagOfDigits(bytes: Buffer, from: number, to: number): Tag {
  const isNegative = bytes[from] === MINUS;
  const first = isNegative ? from + 1 : from;
  let at = first;
  while (at < to && isDigit(bytes[at])) at += 1;
  const whole = at - first;
  if (whole === 0 || whole > DIGITS || (bytes[first] === ZERO && (whole > 1 || isNegative))) return Tag.OTHER;
  if (at === to) return Tag.INTEGER;
  if (bytes[at] === MINUS) return !isNegative && isDate(bytes, from, to) ? Tag.DATE : Tag.OTHER;
  if (bytes[at] !== POINT) return tagOfRest(bytes, at, to);
  let end = at + 1;
  while (end < to && isDigit(bytes[end])) end += 1;
  const decimals = end - at - 1;
  if (end < to) return tagOfRest(bytes, end, to);
  if (decimals === 0 || decimals > DECIMALS || whole + decimals > DIGITS) return Tag.OTHER;
  return bytes[to - 1] === ZERO ? Tag.LONG_NUMBER : Tag.NUMBER;
}

/** A text that begins with digits; one with a letter that neither numbers nor moments have is surely nothing but text. */
function tagOfRest(bytes: Buffer, from: number, to: number): Tag {
  for (let at = from; at < to; at += 1) {
    const letter = bytes[at]! | 0x20;
    if (bytes[at] === BACKSLASH) return Tag.OTHER;
    if (letter >= 0x61 && letter <= 0x7a && letter !== 0x65 && letter !== 0x74 && letter !== 0x7a) return Tag.TEXT;
  }
  return Tag.OTHER;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A day of the calendar, written as 2009-04-01. */
function isDate(bytes: Buffer, from: number, to: number): boolean {
  if (to - from !== 10 || bytes[from + 4] !== MINUS || bytes[from + 7] !== MINUS) return false;
  const year = digits(bytes, from, 4);
  const month = digits(bytes, from + 5, 2);
  const day = digits(bytes, from + 8, 2);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0));
}

/** Not a number where something else stands among them. */
function digits(bytes: Buffer, from: number, length: number): number {
  let number = 0;
  for (let at = from; at < from + length; at += 1) {
    if (!isDigit(bytes[at])) return NaN;
    number = number * 10 + bytes[at]! - ZERO;
  }
  return number;
}

/**
 * How a cell is written into a column: its value has to be made; its JSON is copied, or what is inside its quotes, that without
 * the zeros at the end, or the date in it; it is true or false; it is blank.
 */
export const Way = { VALUE: 0, WHOLE: 1, INSIDE: 2, SHORTENED: 3, DATE: 4, TRUTH: 5, BLANK: 6 } as const;
export type Way = (typeof Way)[keyof typeof Way];

type Ways = Partial<Record<ColumnType, Partial<Record<Tag, Way>>>>;

const asNumber = { [Tag.INTEGER]: Way.INSIDE, [Tag.NUMBER]: Way.INSIDE, [Tag.LONG_NUMBER]: Way.SHORTENED };

/** In a file whose cells are all text every cell is text as it stands. */
const untyped: Ways = {
  text: {
    [Tag.TEXT]: Way.WHOLE,
    [Tag.INTEGER]: Way.WHOLE,
    [Tag.NUMBER]: Way.WHOLE,
    [Tag.LONG_NUMBER]: Way.WHOLE,
    [Tag.BOOLEAN]: Way.WHOLE,
    [Tag.DATE]: Way.WHOLE,
  },
  integer: { [Tag.INTEGER]: Way.INSIDE },
  number: asNumber,
  boolean: { [Tag.BOOLEAN]: Way.TRUTH },
  date: { [Tag.DATE]: Way.WHOLE },
};

const typed: Ways = {
  text: { [Tag.TEXT]: Way.WHOLE },
  integer: { [Tag.INTEGER]: Way.WHOLE },
  number: { [Tag.INTEGER]: Way.WHOLE, [Tag.NUMBER]: Way.WHOLE },
  boolean: { [Tag.BOOLEAN]: Way.WHOLE },
  date: { [Tag.DATE]: Way.DATE },
};

/** For each tag how its cells are written into a column of the type. */
export function waysInto(type: ColumnType, isTyped: boolean): readonly Way[] {
  const ways = (isTyped ? typed : untyped)[type];
  return Object.values(Tag).map((tag) => (tag === Tag.BLANK ? Way.BLANK : (ways?.[tag] ?? Way.VALUE)));
}
