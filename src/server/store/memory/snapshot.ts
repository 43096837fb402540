import { firstNot } from './columns';
import { ALIVE, type RowStore } from './rowStore';

/** Row indexes from one on, before another. */
export function rowsBetween(from: number, to: number): Uint32Array {
  const rows = new Uint32Array(to - from);
  for (let n = 0; n < rows.length; n += 1) rows[n] = from + n;
  return rows;
}

/** Merges two sorted lists, quickly where the second is much shorter. @param compare never zero for two different rows */
export function mergeSorted(
  long: Uint32Array,
  short: Uint32Array,
  compare: (one: number, other: number) => number,
): Uint32Array {
  if (short.length === 0) return long;
  const merged = new Uint32Array(long.length + short.length);
  let from = 0;
  for (const [n, item] of short.entries()) {
    const to = from + firstNot(long.length - from, (at) => compare(long[from + at]!, item) < 0);
    merged.set(long.subarray(from, to), from + n);
    merged[to + n] = item;
    from = to;
  }
  merged.set(long.subarray(from), from + short.length);
  return merged;
}

/**
 * The rows of a store after one change: the first ones, which are indexed and in the order of the sheet, and the tail of those
 * that were added since, without those that had ended.
 */
export class Snapshot {
  #tail: Uint32Array | undefined;
  #ended: Uint32Array | undefined;
  #all: Uint32Array | undefined;

  constructor(
    readonly store: RowStore,
    /** Number of indexed rows. */
    readonly indexed: number,
    /** Number of rows, and of entries in the list of those that have ended, that there were. */
    readonly count: number,
    readonly endedCount: number,
    /** Number of the last change. */
    private readonly change: number,
  ) {}

  /** Number of rows. */
  get rows(): number {
    return this.count - this.endedCount;
  }

  has(row: number): boolean {
    return row < this.count && (this.store.ends === undefined || (this.store.ends[row] ?? ALIVE) > this.change);
  }

  /** Compares two rows by the order of the sheet; zero for a row and itself only. */
  readonly compare = (one: number, other: number): number => {
    const { rowNumbers } = this.store;
    return rowNumbers[one]! - rowNumbers[other]! || one - other;
  };

  /** Whether no row has ended, and row indexes are in the order of the sheet. */
  get isPlain(): boolean {
    const { indexed, endedCount, tail } = this;
    if (endedCount > 0) return false;
    return (
      tail.every((row, n) => row === indexed + n) &&
      (tail.length === 0 || indexed === 0 || this.compare(indexed - 1, indexed) < 0)
    );
  }

  /** The rows that are not indexed, in the order of the sheet. */
  get tail(): Uint32Array {
    this.#tail ??= rowsBetween(this.indexed, this.count)
      .filter((row) => this.has(row))
      .sort(this.compare);
    return this.#tail;
  }

  /** The indexed rows that had ended, rising. */
  get ended(): Uint32Array {
    this.#ended ??= Uint32Array.from(this.store.ended.slice(0, this.endedCount))
      .filter((row) => row < this.indexed)
      .sort();
    return this.#ended;
  }

  /** All rows, in the order of the sheet. */
  get all(): Uint32Array {
    this.#all ??= mergeSorted(this.live(rowsBetween(0, this.indexed)), this.tail, this.compare);
    return this.#all;
  }

  /** Those of some indexed rows that have not ended. */
  live(rows: Uint32Array): Uint32Array {
    return this.ended.length === 0 ? rows : rows.filter((row) => this.has(row));
  }

  /** The rows with an id, in the order of the sheet. */
  rowsOf(id: string): Uint32Array {
    const rows = this.store.rowsOf(id).filter((row) => this.has(row));
    return Uint32Array.from(rows.sort(this.compare));
  }
}
