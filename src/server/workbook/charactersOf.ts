import { isAscii } from 'node:buffer';

const WORD = 4;

/** The highest bit of each byte of a word. */
const HIGHEST = 0x80808080;

/**
 * UTF-16 units of UTF-8, nearly: a character beyond the basic plane counts as one. All bytes count but those that continue a
 * character, whose highest two bits are 10 (RFC 3629, section 3); they are looked at four at a time.
 *
 * @param bytes that begin where a word of their memory does
 */
export function charactersOf(bytes: Buffer): number {
  if (isAscii(bytes)) return bytes.length;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / WORD));
  let continuing = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    for (let rest = word & ~(word << 1) & HIGHEST; rest !== 0; rest &= rest - 1) continuing += 1;
  }
  for (let at = words.length * WORD; at < bytes.length; at += 1) if ((bytes[at]! & 0xc0) === 0x80) continuing += 1;
  return bytes.length - continuing;
}
