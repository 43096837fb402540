import type { Steps } from './steps';

/** Steps between two chances to pause: some milliseconds at most. */
const STEPS = 1 << 14;
const SHORT = 16;

/**
 * Sorts items by their keys, and stays stable. Where two keys are equal or not both numbers, `compare` decides.
 *
 * @param keys by item
 */
export function* sortByKeys(
  items: Uint32Array,
  keys: Float64Array,
  compare: ((one: number, other: number) => number) | undefined,
): Steps<Uint32Array> {
  const isAfter = (one: number, other: number) => {
    const [key, otherKey] = [keys[one]!, keys[other]!];
    if (key < otherKey) return false;
    if (key > otherKey) return true;
    return compare !== undefined && compare(one, other) > 0;
  };
  for (let start = 0; start < items.length; start += SHORT) {
    insertionSort(items, start, Math.min(start + SHORT, items.length), isAfter);
    if (start % (STEPS / 4) === 0) yield;
  }
  let from: Uint32Array = items;
  let to: Uint32Array = new Uint32Array(items.length);
  for (let width = SHORT; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += width * 2) {
      const merging = new Merging(from, to, start, width, isAfter);
      while (!merging.merge(STEPS)) yield;
      if (start % STEPS === 0) yield;
    }
    [from, to] = [to, from];
  }
  return from;
}

function insertionSort(
  items: Uint32Array,
  start: number,
  end: number,
  isAfter: (one: number, other: number) => boolean,
) {
  for (let at = start + 1; at < end; at += 1) {
    const item = items[at]!;
    let to = at;
    while (to > start && isAfter(items[to - 1]!, item)) {
      items[to] = items[to - 1]!;
      to -= 1;
    }
    items[to] = item;
  }
}

/** Two sorted runs that follow each other become one. */
class Merging {
  #left: number;
  #right: number;
  #at: number;
  readonly #middle: number;
  readonly #end: number;

  constructor(
    private readonly from: Uint32Array,
    private readonly to: Uint32Array,
    start: number,
    width: number,
    private readonly isAfter: (one: number, other: number) => boolean,
  ) {
    this.#left = start;
    this.#at = start;
    this.#middle = Math.min(start + width, from.length);
    this.#right = this.#middle;
    this.#end = Math.min(start + width * 2, from.length);
  }

  /** @returns whether it is done */
  merge(steps: number): boolean {
    const { from, to } = this;
    let [left, right, at] = [this.#left, this.#right, this.#at];
    const stop = Math.min(this.#end, at + steps);
    for (; at < stop; at += 1) {
      const takesRight = left >= this.#middle || (right < this.#end && this.isAfter(from[left]!, from[right]!));
      to[at] = takesRight ? from[right++]! : from[left++]!;
    }
    [this.#left, this.#right, this.#at] = [left, right, at];
    return at === this.#end;
  }
}

/** The first places of a list in an order, the rest left away. `compare` is never zero for two different places. */
export function firstPlaces(
  places: Uint32Array,
  count: number,
  compare: (one: number, other: number) => number,
): Uint32Array {
  if (count * 8 > places.length) return places.slice().sort(compare).subarray(0, count);
  const heap = places.slice(0, count);
  if (count === 0) return heap;
  for (let at = (count >> 1) - 1; at >= 0; at -= 1) sink(heap, at, compare);
  for (let at = count; at < places.length; at += 1) {
    if (compare(places[at]!, heap[0]!) >= 0) continue;
    heap[0] = places[at]!;
    sink(heap, 0, compare);
  }
  return heap.sort(compare);
}

/** The last of all stands at the top. */
function sink(heap: Uint32Array, start: number, compare: (one: number, other: number) => number) {
  const item = heap[start]!;
  let at = start;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && compare(heap[child + 1]!, heap[child]!) > 0) child += 1;
    if (compare(heap[child]!, item) <= 0) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = item;
}
