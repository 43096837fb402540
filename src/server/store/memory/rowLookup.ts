import type { Bound, Condition, FilterValue } from './engine';
import type { IndexName } from './indexes';
import type { RowStore } from './rowStore';
import { concatenated, type Range, type Snapshot } from './snapshot';

/** Rows that indexes yield for a condition. */
export interface FoundRange {
  readonly rows: Uint32Array;
  /** Whether these are exactly the matching rows; otherwise they are a superset. */
  readonly isExact: boolean;
  /** Their range in a column's ascending order; absent when they are in sheet order. */
  readonly ordered?: Range & { readonly column: number };
}

/** Maximum number of lists, and of rows, that are united. Above, a scan of all rows is as fast. */
const MAX_LISTS = 1_000;
const MAX_JOINED_ROWS = 1 << 16;

const exact = (rows: Uint32Array): FoundRange => ({ rows, isExact: true });

/** Finds the matching rows of a condition, or a small superset, by indexes alone. @returns undefined when no index applies */
export function lookUp(snapshot: Snapshot, test: Condition): FoundRange | undefined {
  switch (test.kind) {
    case 'and':
      return fewestOf(test.parts.map((part) => lookUp(snapshot, part)));
    case 'or':
      return unionOf(snapshot, test.parts.length, (n) => lookUp(snapshot, test.parts[n]!));
    case 'in': {
      const values = [...new Set(test.values)];
      return unionOf(snapshot, values.length, (n) => lookUpEqual(snapshot, test.column, values[n]!));
    }
    case 'range':
      return lookUpRange(snapshot, test.column, test.bounds);
    case 'blank':
      return test.is ? lookUpBlank(snapshot, test.column) : undefined;
    case 'ids':
      return unionOf(snapshot, test.ids.length, (n) => exact(snapshot.rowsOf(test.ids[n]!)));
    case 'not':
    case 'text':
    case 'search':
      return undefined;
  }
}

/** Returns the smallest superset among the parts of an `and`. */
function fewestOf(parts: readonly (FoundRange | undefined)[]): FoundRange | undefined {
  let fewest: FoundRange | undefined;
  for (const found of parts) {
    if (found !== undefined && (fewest === undefined || found.rows.length < fewest.rows.length)) fewest = found;
  }
  return fewest && { ...fewest, isExact: false };
}

/**
 * Returns the union of the parts of an `or`.
 *
 * @param count number of parts
 * @param lookUpPart looks up the part with a number
 */
function unionOf(
  snapshot: Snapshot,
  count: number,
  lookUpPart: (n: number) => FoundRange | undefined,
): FoundRange | undefined {
  if (count === 1) return lookUpPart(0);
  if (count > MAX_LISTS) return undefined;
  const lists: Uint32Array[] = [];
  let length = 0;
  for (let n = 0; n < count; n += 1) {
    const found = lookUpPart(n);
    length += found?.rows.length ?? 0;
    if (found?.isExact !== true || length > MAX_JOINED_ROWS) return undefined;
    lists.push(found.rows);
  }
  return exact(snapshot.inSheetOrder(concatenated(lists)).filter((row, n, rows) => n === 0 || row !== rows[n - 1]));
}

function lookUpEqual(snapshot: Snapshot, at: number, value: FilterValue): FoundRange | undefined {
  const column = snapshot.store.column(at);
  if (column.kind === 'codes') {
    const code = column.codeOf(value);
    return code === 0 ? exact(new Uint32Array(0)) : lookUpCode(snapshot, at, code);
  }
  if (typeof value !== 'number') return exact(new Uint32Array(0));
  const found = lookUpRange(snapshot, at, [
    { op: 'gte', value },
    { op: 'lte', value },
  ]);
  return found && exact(found.rows);
}

/** Returns the rows with a code; 0 is blank. */
function lookUpCode(snapshot: Snapshot, at: number, code: number): FoundRange | undefined {
  const column = snapshot.store.column(at);
  const postings = snapshot.indexes.postings(at);
  if (postings === undefined || column.kind !== 'codes') return undefined;
  return exact(snapshot.withTail(postings.of(code), (row) => column.codes[row] === code));
}

function lookUpBlank(snapshot: Snapshot, at: number): FoundRange | undefined {
  if (snapshot.store.column(at).kind === 'codes') return lookUpCode(snapshot, at, 0);
  const order = snapshot.orderOf(at);
  return order && exact(order.blanks);
}

function lookUpRange(snapshot: Snapshot, column: number, bounds: readonly Bound[]): FoundRange | undefined {
  const order = snapshot.orderOf(column);
  if (order === undefined) return undefined;
  const range = order.within(bounds);
  return { rows: order.part(range), isExact: true, ordered: { ...range, column } };
}

/** Returns the indexes that the condition can use, including those that save comparing texts one by one. */
export function indexesOf(test: Condition, store: RowStore): IndexName[] {
  switch (test.kind) {
    case 'and':
    case 'or':
      return test.parts.flatMap((part) => indexesOf(part, store));
    case 'not':
      return indexesOf(test.part, store).filter(({ kind }) => kind === 'order');
    case 'range':
      return [{ kind: 'order', column: test.column }];
    case 'in':
    case 'blank':
      return [{ kind: store.column(test.column).kind === 'numbers' ? 'order' : 'equality', column: test.column }];
    case 'text':
    case 'ids':
    case 'search':
      return [];
  }
}
