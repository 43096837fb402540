import { hash } from 'node:crypto';
import type { CellValue, Column } from '../../../contract/rows';

const FIRST = 0x811c9dc5;
const OTHER_FIRST = 0x1b873593;
const PRIME = 0x01000193;
const OTHER_PRIME = 0x85ebca6b;

/** Upper halves of bits that no number has here: they are those of values that are none. */
const BLANK = 0x7ff80001;
const TRUTH = 0x7ff80002;

/** Characters of a mark: 132 bits. */
const LENGTH = 22;

const real = new Float64Array(1);
const words = new Int32Array(real.buffer);

/** What {@link hashValue} has found, in two halves; it is one for all, since nothing waits while it is read. */
export const hashed = { one: 0, other: 0 };

/** Hashes a value; what is the same value has the same hash wherever it stands. */
export function hashValue(value: CellValue): void {
  if (typeof value === 'string') return hashText(value);
  if (typeof value === 'number') real[0] = value;
  hashed.one = typeof value === 'number' ? words[0]! : Number(value);
  hashed.other = typeof value === 'number' ? words[1]! : value === null ? BLANK : TRUTH;
}

function hashText(text: string): void {
  let one = FIRST;
  let other = OTHER_FIRST;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, PRIME);
    other = Math.imul(other ^ unit, OTHER_PRIME) ^ (other >>> 15);
  }
  hashed.one = one;
  hashed.other = other;
}

function mixed(row: number, value: number): number {
  let sum = Math.imul(row ^ Math.imul(value, OTHER_PRIME), 0xc2b2ae35);
  sum = Math.imul(sum ^ (sum >>> 15), OTHER_PRIME);
  return sum ^ (sum >>> 13);
}

/**
 * What rows hold, as sums of hashes: one of which rows there are, with their numbers, and one for each column. A row that is added,
 * changed or removed changes sums by itself, whatever the others are and in whichever order they come.
 */
export class ContentSums {
  readonly #sums: Int32Array;
  #sign: 1 | -1 = 1;
  #one = 0;
  #other = 0;

  constructor(columns: number) {
    this.#sums = new Int32Array((columns + 1) * 2);
  }

  /** Begins a row that is there, or with -1 one that is no more. */
  row(id: string, rowNumber: number, sign: 1 | -1): void {
    hashText(id);
    this.#sign = sign;
    this.#one = mixed(hashed.one, rowNumber);
    this.#other = mixed(hashed.other, rowNumber);
    this.#put(0, this.#one, this.#other);
  }

  /** Adds its value in a column, which has just been hashed. */
  cell(column: number): void {
    this.#put(column + 1, mixed(this.#one, hashed.one), mixed(this.#other, hashed.other));
  }

  /** What tells apart the content of some of the columns, and how they are called. */
  markOf(columns: readonly Column[], places: readonly number[]): string {
    const told = places.map((place) => {
      const { key, header, slug, type } = columns[place]!;
      return [key, header, slug, type, ...this.#of(place + 1)];
    });
    return hash('sha256', JSON.stringify([this.#of(0), told]), 'base64url').slice(0, LENGTH);
  }

  #of(at: number): number[] {
    return [this.#sums[at * 2]!, this.#sums[at * 2 + 1]!];
  }

  #put(at: number, one: number, other: number) {
    this.#sums[at * 2]! += this.#sign * one;
    this.#sums[at * 2 + 1]! += this.#sign * other;
  }
}
