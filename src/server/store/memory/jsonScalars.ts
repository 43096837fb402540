import { type Arena, withCapacity } from '../../rawTab/arena';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;
/** Constants of the hash FNV-1a. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const FIRST_SLOTS = 64;

/** Flag of a scalar: its JSON contains a backslash. */
const ESCAPED = 1;
/** Flag of a scalar: its JSON contains non-ASCII bytes. */
const NON_ASCII = 2;
const FLAG_BITS = 2;

/** Result of {@link scanScalar}. A single object, read before the next scan, saves an allocation per cell. */
const scanned = { end: 0, hash: 0, flags: 0 };

function finalHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

function scanString(bytes: Uint8Array, start: number): void {
  let hash = FNV_OFFSET;
  let at = start + 1;
  let flags = 0;
  for (let byte = bytes[at]!; byte !== QUOTE; byte = bytes[at]!) {
    if (byte === BACKSLASH) {
      flags |= ESCAPED;
      hash = Math.imul(hash ^ byte, FNV_PRIME);
      at += 1;
      byte = bytes[at]!;
    } else if (byte > 0x7f) flags |= NON_ASCII;
    hash = Math.imul(hash ^ byte, FNV_PRIME);
    at += 1;
  }
  scanned.end = at + 1;
  scanned.hash = finalHash(hash);
  scanned.flags = flags;
}

/** Scans a JSON string, number or word that is followed by a comma, a brace or the end of the bytes: sets its end, hash and flags. */
function scanScalar(bytes: Uint8Array, start: number): void {
  if (bytes[start] === QUOTE) return scanString(bytes, start);
  const end = endOfWord(bytes, start);
  let hash = FNV_OFFSET;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, FNV_PRIME);
  scanned.end = end;
  scanned.hash = finalHash(Math.imul(hash ^ 0x20, FNV_PRIME));
  scanned.flags = 0;
}

/** Returns the end of a JSON number or word. */
export function endOfWord(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== CLOSING_BRACE) at += 1;
  return at;
}

function areEqual(one: Uint8Array, at: number, other: Uint8Array, otherAt: number, length: number): boolean {
  for (let n = 0; n < length; n += 1) if (one[at + n] !== other[otherAt + n]) return false;
  return true;
}

/**
 * Interns the JSON scalars in an arena: each distinct one gets a number, from 1 on, in the order of first occurrence. None is
 * copied: a scalar is represented by the bytes of its first occurrence. A hash table with open addressing.
 */
export class JsonScalars {
  #positions = new Uint32Array(64);
  /** Length of the JSON in bytes; the low bits hold the flags. */
  #lengths = new Uint32Array(64);
  #hashes = new Uint32Array(64);
  #slots = new Uint32Array(FIRST_SLOTS);
  /** Number of scalars plus one. */
  size = 1;
  /** End of the scalar that was interned last. */
  end = 0;

  constructor(private readonly arena: Arena) {}

  /** Allocated bytes. */
  get bytes(): number {
    return (this.#positions.length + this.#lengths.length + this.#hashes.length + this.#slots.length) * 4;
  }

  /** Returns the number of the scalar at a position; a new one gets the next number. */
  intern(position: number): number {
    const { buffer } = this.arena;
    scanScalar(buffer, position);
    this.end = scanned.end;
    const slot = this.#slotOf(buffer, position, scanned.end - position);
    return this.#slots[slot] || this.#add(position, scanned.end - position, slot);
  }

  /** Returns the number of a value; 0 when the table does not contain it. */
  numberOf(value: string | number | boolean): number {
    const json = Buffer.from(JSON.stringify(value));
    scanScalar(json, 0);
    return this.#slots[this.#slotOf(json, 0, json.length)]!;
  }

  value(number: number): string | number | boolean {
    const { buffer } = this.arena;
    const start = this.#positions[number]!;
    const packed = this.#lengths[number]!;
    const end = start + (packed >>> FLAG_BITS);
    if ((packed & ESCAPED) !== 0 || buffer[start] !== QUOTE) {
      return JSON.parse(buffer.toString('utf8', start, end)) as string | number | boolean;
    }
    return buffer.toString((packed & NON_ASCII) !== 0 ? 'utf8' : 'latin1', start + 1, end - 1);
  }

  #add(position: number, length: number, slot: number): number {
    const number = this.size;
    this.size += 1;
    this.#positions = withCapacity(this.#positions, this.size);
    this.#lengths = withCapacity(this.#lengths, this.size);
    this.#hashes = withCapacity(this.#hashes, this.size);
    this.#positions[number] = position;
    this.#lengths[number] = (length << FLAG_BITS) + scanned.flags;
    this.#hashes[number] = scanned.hash;
    this.#slots[slot] = number;
    if (this.size * 2 > this.#slots.length) this.#growSlots();
    return number;
  }

  /** Returns the slot for the last scanned scalar: that of its number, or a free one. */
  #slotOf(bytes: Uint8Array, start: number, length: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = scanned.hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot]!;
      if (number === 0) return slot;
      if (this.#hashes[number] !== scanned.hash || this.#lengths[number]! >>> FLAG_BITS !== length) continue;
      if (areEqual(this.arena.buffer, this.#positions[number]!, bytes, start, length)) return slot;
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
