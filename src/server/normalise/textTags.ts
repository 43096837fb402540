import { beginsPlainly, DIGITS, isDigit, Tag } from './cellTags';

const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const BACKSLASH = 0x5c;

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
