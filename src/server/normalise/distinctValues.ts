const EMPTY = 0;

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
    if (this.#repeated) return;
    if (this.#size * 4 > this.#slots.length) this.#grow();
    const [high, low] = fingerprint(value);
    if (this.#put(high, low)) this.#size += 1;
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
    this.#slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) {
      const high = old[at] ?? EMPTY;
      const low = old[at + 1] ?? EMPTY;
      if (high !== EMPTY || low !== EMPTY) this.#put(high, low);
    }
  }
}

/** Two multiplicative hashes over the UTF-16 code units; never both zero, which stands for an empty slot. */
function fingerprint(text: string): readonly [number, number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high >>> 0 || 1, low >>> 0];
}
