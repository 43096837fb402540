import { firstNot, type Range, type ServedColumn } from './columns';
import type { CompareOperator, Condition, FilterValue } from './engine';
import type { Indexes, SortedRows } from './indexes';
import { mergeSorted, type Snapshot } from './snapshot';

/** One end of a range. */
export interface Bound {
  readonly op: Exclude<CompareOperator, 'eq' | 'ne'>;
  readonly value: FilterValue;
}

/** The ends of a range that a condition is, if it is one. */
export function boundsOf(condition: Condition): readonly Bound[] | undefined {
  if (condition.kind === 'between') {
    return [
      { op: 'gte', value: condition.from },
      { op: 'lte', value: condition.to },
    ];
  }
  if (condition.kind !== 'compare' || condition.op === 'eq' || condition.op === 'ne') return undefined;
  return [{ op: condition.op, value: condition.value }];
}

/** All rows of a snapshot in the order of a column: values of its type first, then others, then blanks; equal ones as in the sheet. */
export class ColumnOrder {
  /** From the least to the greatest. */
  readonly rising: Uint32Array;
  /** Rows that are not blank. */
  readonly filled: number;
  #falling: Uint32Array | undefined;

  constructor(
    readonly column: ServedColumn,
    { rows, filled }: SortedRows,
    snapshot: Snapshot,
  ) {
    const compare = (one: number, other: number) => column.compare(one, other) || snapshot.compare(one, other);
    const tail = snapshot.tail.filter((row) => !column.isBlank(row)).sort(compare);
    const known = mergeSorted(snapshot.live(rows.subarray(0, filled)), tail, compare);
    const blankTail = snapshot.tail.filter((row) => column.isBlank(row));
    const blanks = mergeSorted(snapshot.live(rows.subarray(filled)), blankTail, snapshot.compare);
    this.filled = known.length;
    this.rising = snapshot.ended.length === 0 && snapshot.tail.length === 0 ? rows : joined(known, blanks);
  }

  /** The rows from the least to the greatest value, or from the greatest to the least; blanks are last both ways. */
  rows(descending: boolean): Uint32Array {
    if (!descending) return this.rising;
    this.#falling ??= this.#reversed();
    return this.#falling;
  }

  /** Which of the rising rows lie within bounds that are all of one sort. */
  within(bounds: readonly Bound[]): Range {
    let [from, to] = [0, this.filled];
    for (const bound of bounds) {
      const range = this.#rangeOf(bound);
      from = Math.max(from, range.from);
      to = Math.min(to, range.to);
    }
    return { from, to: Math.max(from, to) };
  }

  /** Where a range of whole values is among the falling rows. */
  reversed({ from, to }: Range): Range {
    return { from: this.filled - to, to: this.filled - from };
  }

  #rangeOf({ op, value }: Bound): Range {
    const { column, rising, filled } = this;
    const whole = column.comparableRows(value, rising, filled);
    const compare = column.comparerWith(value);
    const passesEqual = op === 'gt' || op === 'lte';
    const bound =
      whole.from +
      firstNot(whole.to - whole.from, (n) => {
        const order = compare(rising[whole.from + n]!);
        return order < 0 || (passesEqual && order === 0);
      });
    return op === 'gt' || op === 'gte' ? { from: bound, to: whole.to } : { from: whole.from, to: bound };
  }

  /** Rows of equal values stay in the order of the sheet. */
  #reversed(): Uint32Array {
    const { column, rising, filled } = this;
    const falling = rising.slice();
    for (let end = filled; end > 0;) {
      let start = end - 1;
      while (start > 0 && column.compare(rising[start - 1]!, rising[end - 1]!) === 0) start -= 1;
      falling.set(rising.subarray(start, end), filled - end);
      end = start;
    }
    return falling;
  }
}

function joined(one: Uint32Array, other: Uint32Array): Uint32Array {
  const both = new Uint32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** The orders of a snapshot's columns, each made when it is first asked for. */
export class ColumnOrders {
  readonly #known = new Map<number, ColumnOrder>();

  constructor(
    readonly snapshot: Snapshot,
    readonly indexes: Indexes,
  ) {}

  column(at: number): ServedColumn {
    const column = this.snapshot.store.served[at];
    if (column === undefined) throw new RangeError(`There is no column ${at}.`);
    return column;
  }

  /** @returns undefined where its index is not built */
  of(at: number): ColumnOrder | undefined {
    const known = this.#known.get(at);
    if (known !== undefined) return known;
    const sorted = this.indexes.sorted(at);
    if (sorted === undefined) return undefined;
    const order = new ColumnOrder(this.column(at), sorted, this.snapshot);
    this.#known.set(at, order);
    return order;
  }
}

/** Part of a list of rows. */
export interface RowRange extends Range {
  readonly rows: Uint32Array;
  /** Whether they are in the order of the sheet. */
  readonly isSheetOrder: boolean;
  /** Whether they are all that hold the condition; else these are among them. */
  readonly isExact: boolean;
  /** The column whose rising order the list is. */
  readonly column?: number;
}

/** The rows of more lists together, or of more rows, are found as fast by looking at all. */
const LISTS_MOST = 1_000;
const JOINED_MOST = 1 << 16;

const lengthOf = ({ from, to }: Range) => to - from;

const listed = (rows: Uint32Array): RowRange => ({ rows, from: 0, to: rows.length, isSheetOrder: true, isExact: true });

/** Finds the rows that hold a condition, or a few of which they are some, by indexes alone. */
export class RowLookup {
  constructor(private readonly orders: ColumnOrders) {}

  /** @returns undefined where no index gives them */
  rangeOf(condition: Condition): RowRange | undefined {
    switch (condition.kind) {
      case 'and':
        return this.#together(condition.parts);
      case 'or':
        return this.#joined(condition.parts);
      case 'compare':
        if (condition.op === 'eq') return this.#equal(condition.column, condition.value);
        return condition.op === 'ne' ? undefined : this.#within(condition);
      case 'between':
        return this.#within(condition);
      case 'in': {
        const { column, values } = condition;
        return this.#joined([...new Set(values)].map((value) => ({ kind: 'compare', column, op: 'eq', value })));
      }
      case 'blank':
        return condition.is ? this.#blank(condition.column) : undefined;
      case 'ids':
        return this.#ofIds(condition.ids);
      case 'not':
      case 'nin':
      case 'text':
      case 'search':
        return undefined;
    }
  }

  /** The shortest of the parts; those of one column's order become one range. */
  #together(parts: readonly Condition[]): RowRange | undefined {
    let best: RowRange | undefined;
    let joined = 0;
    const ranges = new Map<number, RowRange>();
    for (const part of parts) {
      let range = this.rangeOf(part);
      if (range?.column !== undefined && range.isExact) {
        range = overlap(range, ranges.get(range.column) ?? range);
        ranges.set(range.column!, range);
        joined += 1;
      }
      if (range !== undefined && (best === undefined || lengthOf(range) <= lengthOf(best))) best = range;
    }
    // A part that no index gives is not part of the range, and neither is one of another column.
    const isWhole = parts.length === 1 || (ranges.size === 1 && joined === parts.length);
    return best && (isWhole ? best : { ...best, isExact: false });
  }

  /** The rows of all parts, each once. */
  #joined(parts: readonly Condition[]): RowRange | undefined {
    if (parts.length > LISTS_MOST) return undefined;
    const all: RowRange[] = [];
    let length = 0;
    for (const part of parts) {
      const range = this.rangeOf(part);
      if (range?.isExact !== true) return undefined;
      all.push(range);
      length += lengthOf(range);
    }
    const [only] = all;
    if (only !== undefined && all.length === 1) return only;
    if (length > JOINED_MOST) return undefined;
    const rows = new Uint32Array(length);
    let at = 0;
    for (const { rows: part, from, to } of all) {
      rows.set(part.subarray(from, to), at);
      at += to - from;
    }
    rows.sort(this.orders.snapshot.compare);
    return listed(rows.filter((row, n) => n === 0 || row !== rows[n - 1]));
  }

  #equal(at: number, value: FilterValue): RowRange | undefined {
    const column = this.orders.column(at);
    if (column.kind === 'codes') {
      const code = column.codeOf(value);
      return code === 0 ? listed(new Uint32Array(0)) : this.#coded(at, code);
    }
    if (typeof value !== 'number') return listed(new Uint32Array(0));
    const range = this.#within({ kind: 'between', column: at, from: value, to: value });
    return range && { ...range, isSheetOrder: true };
  }

  /** Rows with a code; 0 is blank. */
  #coded(at: number, code: number): RowRange | undefined {
    const { snapshot, indexes } = this.orders;
    const column = this.orders.column(at);
    const postings = indexes.postings(at);
    if (postings === undefined || column.kind !== 'codes') return undefined;
    const { from, to } = postings.of(code);
    const tail = snapshot.tail.filter((row) => column.codes[row] === code);
    if (tail.length === 0 && snapshot.ended.length === 0) {
      return { rows: postings.rows, from, to, isSheetOrder: true, isExact: true };
    }
    return listed(mergeSorted(snapshot.live(postings.rows.subarray(from, to)), tail, snapshot.compare));
  }

  #blank(at: number): RowRange | undefined {
    if (this.orders.column(at).kind === 'codes') return this.#coded(at, 0);
    const order = this.orders.of(at);
    return order && listed(order.rising.subarray(order.filled));
  }

  #within(condition: Extract<Condition, { kind: 'compare' | 'between' }>): RowRange | undefined {
    const order = this.orders.of(condition.column);
    if (order === undefined) return undefined;
    const bounds = boundsOf(condition) ?? [];
    const areOfOneSort = new Set(bounds.map(({ value }) => order.column.fits(value))).size === 1;
    const range = areOfOneSort ? order.within(bounds) : { from: 0, to: 0 };
    return { rows: order.rising, ...range, isSheetOrder: false, isExact: true, column: condition.column };
  }

  #ofIds(ids: readonly string[]): RowRange {
    const { snapshot } = this.orders;
    const rows = new Set(ids.flatMap((id) => [...snapshot.rowsOf(id)]));
    return listed(Uint32Array.from(rows).sort(snapshot.compare));
  }

  /** Rows of which all that hold a condition are some, in the order of the sheet, as indexes give them. */
  candidates(where: Condition): Uint32Array | undefined {
    const range = this.rangeOf(where);
    return range && sheetRows(range, this.orders);
  }
}

/** What two ranges of one column's order have in common. */
function overlap(one: RowRange, other: RowRange): RowRange {
  const from = Math.max(one.from, other.from);
  return { ...one, from, to: Math.max(from, Math.min(one.to, other.to)) };
}

/** The rows of a range in the order of the sheet. */
export function sheetRows({ rows, from, to, isSheetOrder }: RowRange, { snapshot }: ColumnOrders): Uint32Array {
  const own = rows.subarray(from, to);
  if (isSheetOrder) return own;
  return snapshot.isPlain ? own.slice().sort() : own.slice().sort(snapshot.compare);
}
