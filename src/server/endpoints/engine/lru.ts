interface Entry<V> {
  readonly value: V;
  bytes: number;
  /** Whether it was asked for since it last came to the end of the list. */
  asked: boolean;
}

/**
 * Keeps values under a budget of bytes; those that were not asked for the longest go first. Asking changes no order: what was
 * asked for is passed over once when room is made (the clock algorithm), so that a look costs no more than that.
 */
export class Lru<V> {
  readonly #entries = new Map<string, Entry<V>>();
  #bytes = 0;

  constructor(private readonly budget: number) {}

  /** Whether so much is kept that a value more may soon push out another. */
  get isFilling(): boolean {
    return this.#bytes > this.budget / 2;
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.asked = true;
    return entry.value;
  }

  /** Keeps a value; one that is larger than the whole budget is not kept. */
  set(key: string, value: V, bytes: number): void {
    this.delete(key);
    if (bytes > this.budget) return;
    this.#makeRoom(bytes);
    this.#entries.set(key, { value, bytes, asked: false });
    this.#bytes += bytes;
  }

  /** Weighs all values again, where they have grown since. */
  reweigh(bytesOf: (value: V) => number): void {
    this.#bytes = 0;
    for (const entry of this.#entries.values()) {
      entry.bytes = bytesOf(entry.value);
      this.#bytes += entry.bytes;
    }
    this.#makeRoom(0);
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  #makeRoom(bytes: number) {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes + bytes <= this.budget) return;
      if (entry.asked) {
        entry.asked = false;
        this.#entries.delete(key);
        this.#entries.set(key, entry);
      } else this.delete(key);
    }
  }
}
