import type { ColumnType } from '../../../contract/rows';
import type { Arena } from './arena';
import { beginningKey, compareAscii, isAsciiText } from './asciiCollation';
import type { FilterValue } from './engine';
import { grown } from './growing';
import { quickMomentKey } from './momentKey';
import { ESCAPED, same, scanned, scanScalar, WIDE } from './scan';
import { collator, compareValues, orderKeyOf, textOf } from './values';

const FLAGS = 4;
const FLAG_BITS = 2;
const FIRST_SLOTS = 64;
const QUOTE = 0x22;

/**
 * The different values of a column, numbered from 1 in the order in which they came; 0 stands for blank. A value is not kept
 * twice: it is the JSON it has in the first row that holds it.
 */
export class Dictionary {
  #positions = new Uint32Array(64);
  /** Length of its JSON in bytes, and its flags. */
  #lengths = new Uint32Array(64);
  #hashes = new Uint32Array(64);
  /** What each value is ordered by; infinite for what comes after all that is of the type. Only where the type is not text. */
  #keys = new Float64Array(0);
  #slots = new Uint32Array(FIRST_SLOTS);
  /** One more than there are values. */
  #size = 1;

  constructor(
    private readonly arena: Arena,
    readonly type: ColumnType,
  ) {}

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    const numbers = this.#positions.length + this.#lengths.length + this.#hashes.length + this.#slots.length;
    return numbers * 4 + this.#keys.length * 8;
  }

  /** The number of what has just been scanned at a position; a new one where it was not there. */
  intern(position: number): number {
    const offset = this.arena.offsetOf(position);
    const block = this.arena.blockOf(position);
    const slot = this.#slotOf(block, offset, scanned.end - offset, scanned.hash);
    const known = this.#slots[slot]!;
    if (known !== 0) return known;
    const code = this.#size;
    this.#size += 1;
    this.#positions = grown(this.#positions, this.#size);
    this.#lengths = grown(this.#lengths, this.#size);
    this.#hashes = grown(this.#hashes, this.#size);
    this.#positions[code] = position;
    this.#lengths[code] = (scanned.end - offset) * FLAGS + scanned.flags;
    this.#hashes[code] = scanned.hash;
    this.#slots[slot] = code;
    if (this.type !== 'text') this.#setKey(code, block, offset);
    if (this.#size * 2 > this.#slots.length) this.#growSlots();
    return code;
  }

  /** The number of a value; 0 when it is not there. */
  codeOf(value: FilterValue): number {
    const json = Buffer.from(JSON.stringify(value));
    scanScalar(json, 0);
    return this.#slots[this.#slotOf(json, 0, json.length, scanned.hash)]!;
  }

  value(code: number): FilterValue {
    const block = this.arena.blockOf(this.#positions[code]!);
    const start = this.arena.offsetOf(this.#positions[code]!);
    const packed = this.#lengths[code]!;
    const end = start + (packed >>> FLAG_BITS);
    if ((packed & ESCAPED) !== 0 || block[start] !== QUOTE) {
      return JSON.parse(block.toString('utf8', start, end)) as FilterValue;
    }
    return (packed & WIDE) !== 0
      ? block.toString('utf8', start + 1, end - 1)
      : block.toString('latin1', start + 1, end - 1);
  }

  /** Whether a value fits the column's type; text never does, it is ordered as text. */
  isNative(code: number): boolean {
    return this.type !== 'text' && this.#keys[code]! !== Infinity;
  }

  /** Whether a value would fit it. */
  fits(value: FilterValue): boolean {
    return orderKeyOf(this.type, value) !== undefined;
  }

  /** A number in whose order values stand where it differs; not a number where only {@link compare} can tell. */
  sortKey(code: number): number {
    if (this.type !== 'text') return this.#keys[code]!;
    const start = this.arena.offsetOf(this.#positions[code]!) + 1;
    const block = this.arena.blockOf(this.#positions[code]!);
    const length = (this.#lengths[code]! >>> FLAG_BITS) - 2;
    return this.#isAscii(block, start, length, code) ? beginningKey(block, start, length) : NaN;
  }

  /** The order of two values. */
  compare(one: number, other: number): number {
    if (one === other) return 0;
    if (this.type !== 'text') {
      const [key, otherKey] = [this.#keys[one]!, this.#keys[other]!];
      if (key !== otherKey) return key < otherKey ? -1 : 1;
      if (key !== Infinity) return 0;
      return collator.compare(textOf(this.value(one)), textOf(this.value(other)));
    }
    return this.#compareTexts(one, other);
  }

  /** Compares values with one that need not be among them. */
  comparerWith(value: FilterValue): (code: number) => number {
    const key = orderKeyOf(this.type, value);
    if (key !== undefined) return (code) => (this.#keys[code] === key ? 0 : this.#keys[code]! - key);
    const json = Buffer.from(JSON.stringify(value));
    scanScalar(json, 0);
    const isPlain = this.type === 'text' && json[0] === QUOTE && isAsciiText(json, 0, json.length, scanned.flags);
    if (!isPlain) return (code) => compareValues(this.type, this.value(code), value);
    return (code) => {
      const start = this.arena.offsetOf(this.#positions[code]!) + 1;
      const block = this.arena.blockOf(this.#positions[code]!);
      const length = (this.#lengths[code]! >>> FLAG_BITS) - 2;
      if (!this.#isAscii(block, start, length, code)) return collator.compare(textOf(this.value(code)), textOf(value));
      return compareAscii(block, start, length, json, 1, json.length - 2);
    };
  }

  #compareTexts(one: number, other: number): number {
    const block = this.arena.blockOf(this.#positions[one]!);
    const otherBlock = this.arena.blockOf(this.#positions[other]!);
    const start = this.arena.offsetOf(this.#positions[one]!) + 1;
    const otherStart = this.arena.offsetOf(this.#positions[other]!) + 1;
    const length = (this.#lengths[one]! >>> FLAG_BITS) - 2;
    const otherLength = (this.#lengths[other]! >>> FLAG_BITS) - 2;
    if (this.#isAscii(block, start, length, one) && this.#isAscii(otherBlock, otherStart, otherLength, other)) {
      return compareAscii(block, start, length, otherBlock, otherStart, otherLength);
    }
    return collator.compare(textOf(this.value(one)), textOf(this.value(other)));
  }

  #isAscii(block: Buffer, start: number, length: number, code: number) {
    return block[start - 1] === QUOTE && isAsciiText(block, start, length, this.#lengths[code]! & (FLAGS - 1));
  }

  #setKey(code: number, block: Buffer, offset: number) {
    this.#keys = grown(this.#keys, this.#size);
    const length = scanned.end - offset - 2;
    const isMoment = this.type === 'date' || this.type === 'datetime';
    const quick = isMoment && block[offset] === QUOTE ? quickMomentKey(block, offset + 1, length) : undefined;
    this.#keys[code] = quick ?? orderKeyOf(this.type, this.value(code)) ?? Infinity;
  }

  #slotOf(block: Uint8Array, offset: number, length: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const code = slots[slot]!;
      if (code === 0) return slot;
      if (this.#hashes[code] !== hash || this.#lengths[code]! >>> FLAG_BITS !== length) continue;
      const position = this.#positions[code]!;
      if (same(this.arena.blockOf(position), this.arena.offsetOf(position), block, offset, length)) return slot;
    }
  }

  #growSlots() {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let code = 1; code < this.#size; code += 1) {
      let slot = this.#hashes[code]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = code;
    }
    this.#slots = slots;
  }
}
