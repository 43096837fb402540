import { type Arena, grown } from './arena';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;
const PRIME = 0x01000193;
const FIRST_SLOTS = 64;

/** Flag of a scalar: its JSON holds a backslash. */
const ESCAPED = 1;
/** Flag of a scalar: its JSON holds more than ASCII. */
const WIDE = 2;
const FLAG_BITS = 2;

/** What {@link scanScalar} found. There is one for all: it is read before anything else is scanned. */
const scanned = { end: 0, hash: 0, flags: 0 };

function finalHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

function scanString(bytes: Uint8Array, start: number): void {
  let [hash, at, flags] = [0x811c9dc5, start + 1, 0];
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
  scanned.end = at + 1;
  scanned.hash = finalHash(hash);
  scanned.flags = flags;
}

/** Scans a JSON string, number or word, before a comma, a brace or the end of the bytes: its end, hash and flags. */
function scanScalar(bytes: Uint8Array, start: number): void {
  if (bytes[start] === QUOTE) return scanString(bytes, start);
  const end = endOfWord(bytes, start);
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, PRIME);
  scanned.end = end;
  scanned.hash = finalHash(Math.imul(hash ^ 0x20, PRIME));
  scanned.flags = 0;
}

/** Where a JSON number or word ends. */
export function endOfWord(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== CLOSING_BRACE) at += 1;
  return at;
}

function areSame(one: Uint8Array, at: number, other: Uint8Array, otherAt: number, length: number): boolean {
  for (let n = 0; n < length; n += 1) if (one[at + n] !== other[otherAt + n]) return false;
  return true;
}

/**
 * The distinct JSON scalars at some positions of an arena, numbered from 1 in the order in which they came. None is copied: each
 * is the bytes at the position where it came first. A hash table with open addressing.
 */
export class JsonScalars {
  #positions = new Uint32Array(64);
  /** Bytes of JSON, and above them in the low bits the flags. */
  #lengths = new Uint32Array(64);
  #hashes = new Uint32Array(64);
  #slots = new Uint32Array(FIRST_SLOTS);
  /** One more than there are. */
  size = 1;

  constructor(private readonly arena: Arena) {}

  /** Bytes held in memory. */
  get bytes(): number {
    return (this.#positions.length + this.#lengths.length + this.#hashes.length + this.#slots.length) * 4;
  }

  /**
   * Finds the number of the scalar at an offset of a block of the arena; a new one gets the next number.
   *
   * @param base position at which the block begins
   * @param result gets where the scalar ends
   */
  intern(block: Buffer, offset: number, base: number, result: { end: number }): number {
    scanScalar(block, offset);
    result.end = scanned.end;
    const slot = this.#slotOf(block, offset, scanned.end - offset);
    return this.#slots[slot] || this.#add(base + offset, scanned.end - offset, slot);
  }

  /** The number of a value; 0 when it is not there. */
  numberOf(value: string | number | boolean): number {
    const json = Buffer.from(JSON.stringify(value));
    scanScalar(json, 0);
    return this.#slots[this.#slotOf(json, 0, json.length)]!;
  }

  value(number: number): string | number | boolean {
    const block = this.arena.blockOf(this.#positions[number]!);
    const start = this.arena.offsetOf(this.#positions[number]!);
    const packed = this.#lengths[number]!;
    const end = start + (packed >>> FLAG_BITS);
    if ((packed & ESCAPED) !== 0 || block[start] !== QUOTE) {
      return JSON.parse(block.toString('utf8', start, end)) as string | number | boolean;
    }
    return block.toString((packed & WIDE) !== 0 ? 'utf8' : 'latin1', start + 1, end - 1);
  }

  #add(position: number, length: number, slot: number): number {
    const number = this.size;
    this.size += 1;
    this.#positions = grown(this.#positions, this.size);
    this.#lengths = grown(this.#lengths, this.size);
    this.#hashes = grown(this.#hashes, this.size);
    this.#positions[number] = position;
    this.#lengths[number] = (length << FLAG_BITS) + scanned.flags;
    this.#hashes[number] = scanned.hash;
    this.#slots[slot] = number;
    if (this.size * 2 > this.#slots.length) this.#growSlots();
    return number;
  }

  /** The slot of what was just scanned: that of its number, or a free one. */
  #slotOf(block: Uint8Array, offset: number, length: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = scanned.hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot]!;
      if (number === 0) return slot;
      if (this.#hashes[number] !== scanned.hash || this.#lengths[number]! >>> FLAG_BITS !== length) continue;
      const position = this.#positions[number]!;
      if (areSame(this.arena.blockOf(position), this.arena.offsetOf(position), block, offset, length)) return slot;
    }
  }

  #growSlots() {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 1; number < this.size; number += 1) {
      let slot = this.#hashes[number]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}
