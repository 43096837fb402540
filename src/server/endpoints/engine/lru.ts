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
  /**
   * Keys of those that are still to be weighed before it begins anew. An iterator of the map would hold everything that was ever in
   * it until it goes on.
   */
  #toWeigh: string[] = [];

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

  /**
   * Weighs values again, where they have grown since.
   *
   * @param most so many at once, the next ones in turn
   */
  reweigh(bytesOf: (value: V) => number, most = Infinity): void {
    for (let left = Math.min(most, this.#entries.size); left > 0; left -= 1) {
      const entry = this.#nextToWeigh();
      if (entry !== undefined) this.#grow(entry, bytesOf(entry.value) - entry.bytes);
    }
    this.#settle();
  }

  /** Weighs one value again, if it is there. */
  weigh(key: string, bytesOf: (value: V) => number): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#grow(entry, bytesOf(entry.value) - entry.bytes);
    this.#settle();
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

  /** After the last one, the first follows; undefined where one is gone by now. */
  #nextToWeigh(): Entry<V> | undefined {
    if (this.#toWeigh.length === 0) this.#toWeigh = [...this.#entries.keys()].reverse();
    const key = this.#toWeigh.pop();
    return key === undefined ? undefined : this.#entries.get(key);
  }

  #grow(entry: Entry<V>, more: number) {
    entry.bytes += more;
    this.#own.grow(more);
    this.#shared?.grow(more);
  }

  #settle() {
    this.#own.settle();
    this.#shared?.settle();
  }
}
