import { type Keeper, Memory, type Weight } from './memory';

interface Entry<V> extends Weight {
  readonly value: V;
}

export interface LruOptions<V> {
  /** What it shares with others, beside the budget of its own. */
  readonly memory?: Memory;
  /** Told of a value that had to make room, or that there is no room for. */
  readonly gone?: (value: V) => void;
}

/**
 * Keeps values under a budget of bytes, and under one that it shares with others where there is one; those that were not asked
 * for the longest go first.
 */
export class Lru<V> implements Keeper {
  readonly #entries = new Map<string, Entry<V>>();
  /** Its own budget. */
  readonly #own: Memory;
  readonly #shared: Memory | undefined;
  readonly #gone: (value: V) => void;

  constructor(
    private readonly budget: number,
    { memory, gone = () => undefined }: LruOptions<V> = {},
  ) {
    this.#own = new Memory(budget);
    this.#shared = memory;
    this.#gone = gone;
  }

  /** Whether so much is kept that a value more may soon push out another. */
  get isFilling(): boolean {
    return this.#own.isFilling || this.#shared?.isFilling === true;
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#own.bytes;
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
    if (bytes > this.budget) return this.#gone(value);
    const entry: Entry<V> = { keeper: this, key, value, bytes, asked: false };
    this.#own.add(entry);
    this.#shared?.add(entry);
    this.#entries.set(key, entry);
  }

  /** Weighs all values again, where they have grown since. */
  reweigh(bytesOf: (value: V) => number): void {
    for (const entry of this.#entries.values()) {
      const more = bytesOf(entry.value) - entry.bytes;
      entry.bytes += more;
      this.#own.grow(more);
      this.#shared?.grow(more);
    }
    this.#own.settle();
    this.#shared?.settle();
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#own.remove(entry);
    this.#shared?.remove(entry);
  }

  /** Makes room for others. */
  letGo(key: string): void {
    const entry = this.#entries.get(key);
    this.delete(key);
    if (entry !== undefined) this.#gone(entry.value);
  }
}
