const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const EQUALS = 0x3d;
const SPACE = 0x20;
const CLOSING = 0x3e;
const SLASH = 0x2f;
const LESS = 0x3c;
const AMPERSAND = 0x26;

/** The attribute that was found last. */
export const attribute = { name: 0, nameLength: 0, from: 0, to: 0 };

const isNameByte = (byte: number) =>
  (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x2d && byte <= 0x3a && byte !== SLASH);

/**
 * Finds the next attribute of a tag: a name of ASCII letters, a value without entities.
 *
 * @param at behind the name, or behind the attribute before
 * @returns where it ends; at the closing bracket, or the slash before it, where there is no more; negative where the tag is unusual
 */
export function nextAttribute(bytes: Buffer, at: number): number {
  let from = at;
  while (bytes[from] === SPACE) from += 1;
  attribute.nameLength = 0;
  if (bytes[from] === CLOSING || (bytes[from] === SLASH && bytes[from + 1] === CLOSING)) return from;
  let equals = from;
  while (isNameByte(bytes[equals]!)) equals += 1;
  const quote = bytes[equals + 1]!;
  const isUnusual = from === at || equals === from || bytes[equals] !== EQUALS;
  if (isUnusual || (quote !== QUOTE && quote !== APOSTROPHE)) return -1;
  let to = equals + 2;
  for (let byte = bytes[to]!; byte !== quote; byte = bytes[to]!) {
    if (byte === undefined || byte < SPACE || byte === LESS || byte === AMPERSAND) return -1;
    to += 1;
  }
  attribute.name = bytes[from]!;
  attribute.nameLength = equals - from;
  attribute.from = equals + 2;
  attribute.to = to;
  return to + 1;
}

/** The number that stands in digits; negative where something else stands there, or more than nine digits. */
export function wholeNumber(bytes: Buffer, from: number, to: number): number {
  if (from === to || to - from > 9) return -1;
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = bytes[at]! - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** Whether bytes stand at a place. */
export function standsAt(bytes: Buffer, at: number, wanted: Buffer): boolean {
  for (let next = 0; next < wanted.length; next += 1) if (bytes[at + next] !== wanted[next]) return false;
  return true;
}
