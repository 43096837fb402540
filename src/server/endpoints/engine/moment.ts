import { ALIVE, type TabStore } from './tabStore';

/**
 * What of a store there was at one moment: the indexed places, the tail of places added since, and not those that had ended.
 */
export class Moment {
  #tail: Uint32Array | undefined;
  #ended: Uint32Array | undefined;

  constructor(
    readonly store: TabStore,
    /** Number of indexed places, which are in the order of the sheet. */
    readonly indexed: number,
    /** Number of places, and of entries in the list of those that have ended, that there were. */
    readonly count: number,
    private readonly moment: number,
    readonly endedCount: number,
  ) {}

  /** Number of rows. */
  get rows(): number {
    return this.count - this.endedCount;
  }

  isThere(place: number): boolean {
    return place < this.count && (this.store.ends === undefined || (this.store.ends[place] ?? ALIVE) > this.moment);
  }

  /** The places that are not indexed, in the order of the sheet. */
  get tail(): Uint32Array {
    this.#tail ??= this.#findTail();
    return this.#tail;
  }

  /** The indexed places that had ended, rising. */
  get ended(): Uint32Array {
    this.#ended ??= this.#findEnded();
    return this.#ended;
  }

  /** The order of two rows in the sheet; zero for a row and itself only. */
  compare(one: number, other: number): number {
    const { rowNumbers } = this.store;
    return rowNumbers[one]! - rowNumbers[other]! || one - other;
  }

  #findTail(): Uint32Array {
    const tail: number[] = [];
    let isSorted = true;
    for (let place = this.indexed; place < this.count; place += 1) {
      if (!this.isThere(place)) continue;
      isSorted &&= tail.length === 0 || this.compare(tail.at(-1) ?? 0, place) < 0;
      tail.push(place);
    }
    return Uint32Array.from(isSorted ? tail : tail.sort((one, other) => this.compare(one, other)));
  }

  #findEnded(): Uint32Array {
    const ended = new Uint32Array(this.endedCount);
    let count = 0;
    for (let n = 0; n < this.endedCount; n += 1) {
      const place = this.store.ended[n]!;
      if (place < this.indexed) ended[count++] = place;
    }
    return ended.subarray(0, count).sort();
  }
}
