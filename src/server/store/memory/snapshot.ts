import { partitionPoint } from '../../lists';
import type { ServedColumn } from './columns';
import type { Bound } from './engine';
import type { Indexes, SortedRows } from './indexes';
import type { RowStore } from './rowStore';

/** Range of a list of rows; `to` is exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Merges two sorted lists, efficiently when the second is much shorter. @param compare never zero for two different rows */
function mergeSorted(long: Uint32Array, short: Uint32Array, compare: RowStore['compare']): Uint32Array {
  if (short.length === 0) return long;
  const merged = new Uint32Array(long.length + short.length);
  let from = 0;
  for (const [n, item] of short.entries()) {
    const to = from + partitionPoint(long.length - from, (at) => compare(long[from + at]!, item) < 0);
    merged.set(long.subarray(from, to), from + n);
    merged[to + n] = item;
    from = to;
  }
  merged.set(long.subarray(from), from + short.length);
  return merged;
}

/** Concatenates lists. */
export function concatenated(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((length, list) => length + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/**
 * The rows of a store at one revision: the indexed ones in sheet order, and a tail of rows added since, which every index lookup
 * includes.
 */
export class Snapshot {
  /** Number of rows. */
  readonly rows: number;
  /** Number of begun rows of the store, including ended ones. */
  readonly #begun: number;
  #tail: Uint32Array | undefined;
  readonly #hasEnded: boolean;
  #all: Uint32Array | undefined;
  #isRising: boolean | undefined;
  readonly #orders = new Map<number, ColumnOrder>();

  /** @param indexes of this revision or an earlier one */
  constructor(
    readonly store: RowStore,
    readonly revision: number,
    readonly indexes: Indexes,
  ) {
    const { begun, ended } = store.countsAt(revision);
    this.rows = begun - ended;
    this.#begun = begun;
    this.#hasEnded = ended > indexes.counts.ended;
  }

  /** Rows that are not indexed, in sheet order. */
  get tail(): Uint32Array {
    const from = this.indexes.counts.begun;
    this.#tail ??= new Uint32Array(this.#begun - from)
      .map((_, n) => from + n)
      .filter((row) => this.#has(row))
      .sort(this.store.compare);
    return this.#tail;
  }

  /** All rows, in sheet order. */
  get all(): Uint32Array {
    this.#all ??= this.withTail(this.indexes.rows, () => true);
    return this.#all;
  }

  /** Returns the live rows of an indexed list (given in sheet order by default), merged with the rows of the tail that pass a test. */
  withTail(indexed: Uint32Array, test: (row: number) => boolean, compare = this.store.compare): Uint32Array {
    const live = this.#hasEnded ? indexed.filter((row) => this.#has(row)) : indexed;
    return this.tail.length === 0 ? live : mergeSorted(live, this.tail.filter(test).sort(compare), compare);
  }

  /** Returns the rows with an id, in sheet order. */
  rowsOf(id: string): Uint32Array {
    const rows = this.store.rowsOf(id).filter((row) => this.#has(row));
    return new Uint32Array(rows.sort(this.store.compare));
  }

  /** Sorts rows by sheet order. */
  inSheetOrder(rows: Uint32Array): Uint32Array {
    const { all } = this;
    this.#isRising ??= all.every((row, n) => n === 0 || all[n - 1]! < row);
    return this.#isRising ? rows.slice().sort() : rows.slice().sort(this.store.compare);
  }

  /** Returns the order of a column. @returns undefined when its index is not built */
  orderOf(at: number): ColumnOrder | undefined {
    const known = this.#orders.get(at);
    if (known !== undefined) return known;
    const sorted = this.indexes.sorted(at);
    if (sorted === undefined) return undefined;
    const order = new ColumnOrder(this.store.column(at), sorted, this);
    this.#orders.set(at, order);
    return order;
  }

  #has(row: number): boolean {
    return this.store.isAt(row, this.revision);
  }
}

/** All rows of a snapshot in the order of a column: values of its type, then other values, then blanks. Ties are in sheet order. */
class ColumnOrder {
  /** Rows in ascending order. */
  readonly #rising: Uint32Array;
  /** Number of rows that are not blank. */
  readonly #filled: number;
  #falling: Uint32Array | undefined;

  constructor(
    private readonly column: ServedColumn,
    { rows, filled }: SortedRows,
    snapshot: Snapshot,
  ) {
    const compare = (one: number, other: number) => column.compare(one, other) || snapshot.store.compare(one, other);
    const indexedValues = rows.subarray(0, filled);
    const indexedBlanks = rows.subarray(filled);
    const values = snapshot.withTail(indexedValues, (row) => !column.isBlank(row), compare);
    const blanks = snapshot.withTail(indexedBlanks, (row) => column.isBlank(row));
    this.#filled = values.length;
    const isIndexed = values === indexedValues && blanks === indexedBlanks;
    this.#rising = isIndexed ? rows : concatenated([values, blanks]);
  }

  /** Returns the rows in ascending or descending order; blanks are last in both. */
  rows(isDescending: boolean): Uint32Array {
    if (!isDescending) return this.#rising;
    this.#falling ??= this.#reversed();
    return this.#falling;
  }

  get blanks(): Uint32Array {
    return this.#rising.subarray(this.#filled);
  }

  /** Returns the range of the ascending rows that lies within bounds. */
  within(bounds: readonly Bound[]): Range {
    let from = 0;
    let to = this.#filled;
    for (const bound of bounds) {
      const range = this.#rangeOf(bound);
      from = Math.max(from, range.from);
      to = Math.min(to, range.to);
    }
    return { from, to: Math.max(from, to) };
  }

  /** Returns the rows of a range that does not split equal values. */
  part({ from, to }: Range, isDescending = false): Uint32Array {
    const filled = this.#filled;
    return isDescending ? this.rows(true).subarray(filled - to, filled - from) : this.#rising.subarray(from, to);
  }

  #rangeOf({ op, value }: Bound): Range {
    const { column } = this;
    const rising = this.#rising;
    const fitting = partitionPoint(this.#filled, (n) => column.rowFits(rising[n]!));
    const whole = column.fits(value) ? { from: 0, to: fitting } : { from: fitting, to: this.#filled };
    const compare = column.comparerWith(value);
    const passesEqual = op === 'gt' || op === 'lte';
    const passed = partitionPoint(whole.to - whole.from, (n) => {
      const order = compare(rising[whole.from + n]!);
      return order < 0 || (passesEqual && order === 0);
    });
    const bound = whole.from + passed;
    return op === 'gt' || op === 'gte' ? { from: bound, to: whole.to } : { from: whole.from, to: bound };
  }

  /** Reverses the order; ties stay in sheet order. */
  #reversed(): Uint32Array {
    const rising = this.#rising;
    const filled = this.#filled;
    const falling = rising.slice();
    for (let end = filled; end > 0;) {
      let start = end - 1;
      while (start > 0 && this.column.compare(rising[start - 1]!, rising[end - 1]!) === 0) start -= 1;
      falling.set(rising.subarray(start, end), filled - end);
      end = start;
    }
    return falling;
  }
}
