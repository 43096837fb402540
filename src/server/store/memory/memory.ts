import { getHeapStatistics } from 'node:v8';
import { LRUCache } from 'lru-cache';

/** A cache within the budget. */
interface Evictable {
  readonly bytes: number;
  /** Last use of the value that is evicted next, by `performance.now()`; infinite for an empty cache. */
  readonly oldestUse: number;
  evictOldest(): void;
}

/** Time without use after which a value is evicted. */
const MAX_IDLE_MS = 30 * 60 * 1000;

/**
 * A byte budget shared by several caches: the least recently used value is evicted first, whichever cache holds it. `lru-cache`
 * limits a single cache; this class adds a budget for several, and values that grow while they are cached.
 */
export class Memory {
  readonly #caches: Evictable[] = [];

  constructor(readonly budget: number) {}

  /** Bytes in all caches. */
  get bytes(): number {
    return this.#caches.reduce((sum, cache) => sum + cache.bytes, 0);
  }

  /** Whether further values may soon cause evictions. */
  get isHalfFull(): boolean {
    return this.bytes > this.budget / 2;
  }

  add(cache: Evictable): void {
    this.#caches.push(cache);
  }

  /** Evicts values that have not been used for half an hour. */
  evictIdle(): void {
    const idleSince = performance.now() - MAX_IDLE_MS;
    for (const cache of this.#caches) while (cache.oldestUse <= idleSince) cache.evictOldest();
  }

  /** Evicts until the budget is met. */
  makeRoom(): void {
    while (this.bytes > this.budget) {
      const leastRecent = this.#caches.reduce((oldest, cache) => (cache.oldestUse < oldest.oldestUse ? cache : oldest));
      leastRecent.evictOldest();
    }
  }
}

interface Item<V> {
  readonly value: V;
  /** By `performance.now()`. */
  usedAt: number;
}

/** LRU cache with a budget of its own and a shared one. */
export class SharedCache<V> implements Evictable {
  readonly #items: LRUCache<string, Item<V>>;
  readonly #memory: Memory;

  /** @param budget maximum bytes of this cache alone */
  constructor(
    private readonly budget: number,
    { memory }: { readonly memory: Memory },
  ) {
    this.#items = new LRUCache({ maxSize: Math.floor(budget) });
    this.#memory = memory;
    memory.add(this);
  }

  /** Bytes in the cache. */
  get bytes(): number {
    return this.#items.calculatedSize;
  }

  /** Whether further values may soon cause evictions, here or in another cache of the same memory. */
  get isHalfFull(): boolean {
    return this.bytes > this.budget / 2 || this.#memory.isHalfFull;
  }

  get oldestUse(): number {
    return this.#items.rvalues().next().value?.usedAt ?? Infinity;
  }

  get(key: string): V | undefined {
    const item = this.#items.get(key);
    if (item === undefined) return undefined;
    item.usedAt = performance.now();
    return item.value;
  }

  /** Returns a value without counting as a use. */
  peek(key: string): V | undefined {
    return this.#items.peek(key)?.value;
  }

  /** Removes a value and returns it. */
  take(key: string): V | undefined {
    const value = this.get(key);
    this.delete(key);
    return value;
  }

  /** Caches a value, unless it is larger than the whole budget. */
  set(key: string, value: V, bytes: number): void {
    this.#store(key, { value, usedAt: performance.now() }, bytes);
    this.#memory.makeRoom();
  }

  delete(key: string): void {
    this.#items.delete(key);
  }

  /** Deletes the values whose key matches. */
  deleteWhere(isGone: (key: string) => boolean): void {
    for (const key of [...this.#items.keys()]) if (isGone(key)) this.#items.delete(key);
  }

  evictOldest(): void {
    this.#items.pop();
  }

  /** Updates the size of the most recently used values, up to a number of them, without changing their order. */
  updateRecentSizes(count: number, bytesOf: (value: V) => number): void {
    const recent: [string, Item<V>][] = [];
    for (const entry of this.#items.entries()) {
      if (recent.length >= count) break;
      recent.unshift(entry);
    }
    for (const [key, item] of recent) {
      if (this.#items.peek(key) === item) this.#store(key, item, bytesOf(item.value));
    }
    this.#memory.makeRoom();
  }

  /** Copies the item, as `lru-cache` updates a size only for a new object. */
  #store(key: string, item: Item<V>, bytes: number) {
    if (bytes > this.budget) this.#items.delete(key);
    else this.#items.set(key, { ...item }, { size: Math.max(1, Math.ceil(bytes)) });
  }
}

const MIB = 1024 * 1024;

/** Memory budget of all caches in bytes: half a GiB, less when Node has a small heap. */
const BUDGET_BYTES = Math.min(512 * MIB, Math.floor(getHeapStatistics().heap_size_limit / 3));

/** Creates the memory budget of a server, shared by rows, cached responses and everything else that can be recomputed. */
export const createMemory = (): Memory => new Memory(BUDGET_BYTES);
