const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;
const PRIME = 0x01000193;

/** A JSON scalar is written otherwise than it reads: it holds a backslash. */
export const ESCAPED = 1;
/** A JSON scalar holds more than ASCII. */
export const WIDE = 2;

/** What {@link scanScalar} has found; it is one for all, since nothing waits while it is read. */
export const scanned = { end: 0, hash: 0, flags: 0 };

const mixed = (hash: number) => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (once ^ (once >>> 13)) >>> 0;
};

/** Goes over a JSON string, number or word without white space: where it ends, its hash, and what is in it. */
export function scanScalar(bytes: Uint8Array, start: number): void {
  let hash = 0x811c9dc5;
  let at = start;
  let flags = 0;
  if (bytes[at] === QUOTE) {
    at += 1;
    for (let byte = bytes[at]!; byte !== QUOTE; byte = bytes[at]!) {
      if (byte === BACKSLASH) {
        flags |= ESCAPED;
        hash = Math.imul(hash ^ byte, PRIME);
        at += 1;
        byte = bytes[at]!;
      } else if (byte > 0x7f) flags |= WIDE;
      hash = Math.imul(hash ^ byte, PRIME);
      at += 1;
    }
    at += 1;
  } else {
    for (let byte = bytes[at]!; byte !== COMMA && byte !== CLOSING_BRACE; byte = bytes[at]!) {
      hash = Math.imul(hash ^ byte, PRIME);
      at += 1;
      if (at === bytes.length) break;
    }
    hash = Math.imul(hash ^ 0x20, PRIME);
  }
  scanned.end = at;
  scanned.hash = mixed(hash);
  scanned.flags = flags;
}

/** @returns the hash {@link scanScalar} finds in the JSON of a text; undefined where that holds more than plain ASCII */
export function hashOfPlain(text: string): number | undefined {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || unit > 0x7e || unit === QUOTE || unit === BACKSLASH) return undefined;
    hash = Math.imul(hash ^ unit, PRIME);
  }
  return mixed(hash);
}

/** Whether the JSON of a text of plain ASCII stands somewhere. */
export function isPlainAt(bytes: Uint8Array, start: number, text: string): boolean {
  const { length } = text;
  if (bytes[start] !== QUOTE || bytes[start + length + 1] !== QUOTE) return false;
  for (let at = 0; at < length; at += 1) if (bytes[start + at + 1] !== text.charCodeAt(at)) return false;
  return true;
}

/** Powers of ten by which a whole number is divided exactly rounded. */
const TENS = Array.from({ length: 23 }, (_, n) => 10 ** n);

/** The number that JSON says from `start` to `end`, as `JSON.parse` would read it. */
export function readNumber(bytes: Buffer, start: number, end: number): number {
  if (end - start > 15) return Number(bytes.toString('latin1', start, end));
  let at = start;
  const isNegative = bytes[at] === 0x2d;
  if (isNegative) at += 1;
  let digits = 0;
  let point = -1;
  for (; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === 0x2e) point = at;
    else if (byte < 0x30 || byte > 0x39) return Number(bytes.toString('latin1', start, end));
    else digits = digits * 10 + byte - 0x30;
  }
  const number = point < 0 ? digits : digits / TENS[end - point - 1]!;
  return isNegative ? -number : number;
}

export const same = (one: Uint8Array, at: number, other: Uint8Array, otherAt: number, length: number): boolean => {
  for (let n = 0; n < length; n += 1) if (one[at + n] !== other[otherAt + n]) return false;
  return true;
};
