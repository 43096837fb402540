import { getHeapStatistics } from 'node:v8';
import { LRUCache } from 'lru-cache';

/** A cache as the budget sees it. */
interface Evictable {
  readonly bytes: number;
  /** When the value was used that will be evicted next; infinite for an empty cache. */
  readonly oldestUse: number;
  evictOldest(): void;
}

/** Minutes after which a value that was not used is let go of. */
const IDLE_MINUTES = 30;

/**
 * One budget of bytes that several caches share: the value that was used least recently goes first, whichever cache holds it.
 * `lru-cache` bounds one cache; what it lacks, and stands here, is a budget for several, and values that grow while they are held.
 */
export class Memory {
  readonly #caches: Evictable[] = [];
  #uses = 0;
  /** How many uses there had been in each of the last minutes, the longest ago first. */
  readonly #usesBefore: number[] = [];

  constructor(readonly budget: number) {}

  /** Bytes held. */
  get bytes(): number {
    return this.#caches.reduce((sum, cache) => sum + cache.bytes, 0);
  }

  /** Whether one more value may soon push out another. */
  get isFilling(): boolean {
    return this.bytes > this.budget / 2;
  }

  add(cache: Evictable): void {
    this.#caches.push(cache);
  }

  /** The number of a use, larger than that of any use before. */
  nextUse(): number {
    this.#uses += 1;
    return this.#uses;
  }

  /** Lets go of what was not used for half an hour. To be called once a minute. */
  minuteIsOver(): void {
    this.#usesBefore.push(this.#uses);
    if (this.#usesBefore.length <= IDLE_MINUTES) return;
    const idleSince = this.#usesBefore.shift() ?? 0;
    for (const cache of this.#caches) while (cache.oldestUse <= idleSince) cache.evictOldest();
  }

  /** Evicts until everything fits. */
  makeRoom(): void {
    while (this.bytes > this.budget) {
      this.#caches.reduce((one, other) => (other.oldestUse < one.oldestUse ? other : one)).evictOldest();
    }
  }
}

interface Item<V> {
  readonly value: V;
  /** By {@link Memory.nextUse}. */
  usedAt: number;
}

/** Values by key, the least recently used evicted first, under a budget of its own and one that it shares. */
export class SharedCache<V> implements Evictable {
  readonly #items: LRUCache<string, Item<V>>;
  readonly #memory: Memory;

  /** @param budget bytes of this cache alone */
  constructor(
    private readonly budget: number,
    { memory }: { readonly memory: Memory },
  ) {
    this.#items = new LRUCache({ maxSize: Math.floor(budget) });
    this.#memory = memory;
    memory.add(this);
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#items.calculatedSize;
  }

  /** Whether one more value may soon push out another, here or in another cache of the same memory. */
  get isFilling(): boolean {
    return this.bytes > this.budget / 2 || this.#memory.isFilling;
  }

  get oldestUse(): number {
    return this.#items.rvalues().next().value?.usedAt ?? Infinity;
  }

  get(key: string): V | undefined {
    const item = this.#items.get(key);
    if (item === undefined) return undefined;
    item.usedAt = this.#memory.nextUse();
    return item.value;
  }

  /** A value that is not used by this. */
  peek(key: string): V | undefined {
    return this.#items.peek(key)?.value;
  }

  /** Gives a value away: it is held no longer. */
  take(key: string): V | undefined {
    const value = this.get(key);
    this.delete(key);
    return value;
  }

  /** Holds a value; one that is larger than the whole budget is not held. */
  set(key: string, value: V, bytes: number): void {
    this.#put(key, { value, usedAt: this.#memory.nextUse() }, bytes);
    this.#memory.makeRoom();
  }

  delete(key: string): void {
    this.#items.delete(key);
  }

  /** Deletes what has one of these keys. */
  deleteWhere(isGone: (key: string) => boolean): void {
    for (const key of [...this.#items.keys()]) if (isGone(key)) this.#items.delete(key);
  }

  evictOldest(): void {
    this.#items.pop();
  }

  /** Weighs again the values that were used most recently, so many of them: their order stays as it is. */
  weighRecent(most: number, bytesOf: (value: V) => number): void {
    const recent: [string, Item<V>][] = [];
    for (const entry of this.#items.entries()) {
      if (recent.length >= most) break;
      recent.unshift(entry);
    }
    for (const [key, item] of recent) {
      if (this.#items.peek(key) === item) this.#put(key, item, bytesOf(item.value));
    }
    this.#memory.makeRoom();
  }

  /** `lru-cache` takes a new size with a new object alone, hence the copy of the item. */
  #put(key: string, item: Item<V>, bytes: number) {
    if (bytes > this.budget) this.#items.delete(key);
    else this.#items.set(key, { ...item }, { size: Math.max(1, Math.ceil(bytes)) });
  }
}

const MEBIBYTE = 1024 * 1024;

/** Bytes in memory for whatever is kept so that it can be answered at once: half a GiB, less where Node was given a small heap. */
const BUDGET = Math.min(512 * MEBIBYTE, Math.floor(getHeapStatistics().heap_size_limit / 3));

/** Makes the one budget of a server: rows, finished answers and whatever else can be made again share it. */
export const createMemory = (): Memory => new Memory(BUDGET);
