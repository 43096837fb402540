const BITS = 30;
const MASK = 2 ** BITS - 1;
const PRIME = 0x01000193;
const OTHER_PRIME = 0x85ebca6b;

/** Two digits of 32 for each number of ten bits. */
const DIGITS = Array.from({ length: 1024 }, (_, n) => (n >>> 5).toString(32) + (n & 31).toString(32));

const real = new Float64Array(1);
const words = new Uint32Array(real.buffer);

const mixed = (hash: number) => {
  const once = Math.imul(hash ^ (hash >>> 16), OTHER_PRIME);
  return (once ^ (once >>> 13)) & MASK;
};

const digitsOf = (hash: number) => DIGITS[hash & 1023]! + DIGITS[(hash >>> 10) & 1023]! + DIGITS[hash >>> 20]!;

/**
 * A short text that is practically never the same for two things: 60 bits of two hashes (FNV-1a, and one like it). What is added
 * is told apart by its kind, its length and its place. For telling answers apart, not against somebody who wants two alike.
 */
export class Digest {
  #one = 0x811c9dc5;
  #other = 0x1b873593;

  /** Begins anew, or where another one is. */
  begin(from?: Digest): this {
    this.#one = from === undefined ? 0x811c9dc5 : from.#one;
    this.#other = from === undefined ? 0x1b873593 : from.#other;
    return this;
  }

  text(text: string): this {
    let one = this.#one;
    let other = this.#other;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      one = Math.imul(one ^ unit, PRIME);
      other = Math.imul(other ^ unit, OTHER_PRIME) ^ (other >>> 15);
    }
    this.#one = one;
    this.#other = other;
    return this.#add(text.length + 0x10000);
  }

  number(number: number): this {
    if (number === (number | 0)) return this.#add(number);
    real[0] = number;
    return this.#add(words[0]!).#add(words[1]!).#add(0x20000);
  }

  /** What has been added so far. */
  toString(): string {
    return digitsOf(mixed(this.#one)) + digitsOf(mixed(this.#other));
  }

  #add(unit: number): this {
    this.#one = Math.imul(this.#one ^ unit, PRIME);
    this.#other = Math.imul(this.#other ^ unit, OTHER_PRIME) ^ (this.#other >>> 15);
    return this;
  }
}

/** The digest of one text. */
export const digestOf = (text: string): string => new Digest().text(text).toString();
