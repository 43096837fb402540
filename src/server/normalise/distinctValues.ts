const EMPTY = 0;

/** Every time that there are too few slots, all values are put anew. */
const GROWTH = 4;

/**
 * Tells whether values are all different, without keeping them: it keeps fingerprints of 64 bits.
 * Two different values share one with a chance below 10⁻⁷ in a million values, and are then taken for equal.
 */
export class DistinctValues {
  #slots = new Uint32Array(2 * 16);
  #size = 0;
  #repeated = false;

  /** Whether no value has been added twice. */
  get areUnique(): boolean {
    return !this.#repeated;
  }

  add(value: string): void {
    const bytes = Buffer.from(value);
    this.addBytes(bytes, 0, bytes.length);
  }

  /** Adds the value that stands at these bytes; the same value has to be written in the same bytes each time. */
  addBytes(bytes: Uint8Array, start: number, end: number): void {
    if (this.#repeated) return;
    if (this.#size * 4 > this.#slots.length) this.#grow();
    fingerprint(bytes, start, end);
    if (this.#put(made.high, made.low)) this.#size += 1;
    else {
      this.#repeated = true;
      this.#slots = new Uint32Array(0);
    }
  }

  /** @returns false when it was there */
  #put(high: number, low: number): boolean {
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    for (let at = low & mask; ; at = (at + 1) & mask) {
      if (slots[2 * at] === high && slots[2 * at + 1] === low) return false;
      if (slots[2 * at] === EMPTY && slots[2 * at + 1] === EMPTY) {
        slots[2 * at] = high;
        slots[2 * at + 1] = low;
        return true;
      }
    }
  }

  #grow() {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * GROWTH);
    for (let at = 0; at < old.length; at += 2) {
      const high = old[at] ?? EMPTY;
      const low = old[at + 1] ?? EMPTY;
      if (high !== EMPTY || low !== EMPTY) this.#put(high, low);
    }
  }
}

/** The last fingerprint that was made. */
const made = { high: 0, low: 0 };

/** Two multiplicative hashes over the bytes; never both zero, which stands for an empty slot. */
function fingerprint(bytes: Uint8Array, start: number, end: number): void {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    high = Math.imul(high ^ byte, 2654435761);
    low = Math.imul(low ^ byte, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  made.high = high >>> 0 || 1;
  made.low = low >>> 0;
}
