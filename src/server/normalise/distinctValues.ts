/**
 * Tests whether texts are all different, without storing them: it stores 64-bit fingerprints in a hash table. The probability of
 * a collision is below 10⁻⁷ in a million texts; colliding texts count as equal.
 */
export class DistinctValues {
  /** Fingerprints, each a pair of a high and a low half; a pair of zeros is an empty slot. */
  #slots = new Uint32Array(32);
  #size = 0;
  #hasRepetition = false;

  /** Whether no text has been added twice. */
  get areUnique(): boolean {
    return !this.#hasRepetition;
  }

  add(text: string): void {
    if (this.#hasRepetition) return;
    if (this.#size * 4 > this.#slots.length) this.#grow();
    const [high, low] = fingerprint(text);
    if (this.#put(high, low)) {
      this.#size += 1;
    } else {
      this.#hasRepetition = true;
      this.#slots = new Uint32Array(0);
    }
  }

  /** Inserts a fingerprint. @returns false if it exists */
  #put(high: number, low: number): boolean {
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      if (slots[2 * slot] === high && slots[2 * slot + 1] === low) return false;
      if (slots[2 * slot] !== 0 || slots[2 * slot + 1] !== 0) continue;
      slots[2 * slot] = high;
      slots[2 * slot + 1] = low;
      return true;
    }
  }

  #grow() {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 4);
    for (let at = 0; at < old.length; at += 2) if (old[at] !== 0) this.#put(old[at]!, old[at + 1]!);
  }
}

/** Returns two multiplicative hashes of a text's UTF-16 code units; the high one is never zero. */
export function fingerprint(text: string): readonly [high: number, low: number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high >>> 0 || 1, low >>> 0];
}
