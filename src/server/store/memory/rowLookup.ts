import type { Bound, Condition, FilterValue } from './engine';
import { joined, type Range, type Snapshot } from './snapshot';

/** Rows that indexes give for a condition. */
export interface FoundRange {
  readonly rows: Uint32Array;
  /** Whether they are all that hold the condition; else these are among them. */
  readonly isExact: boolean;
  /** Where they are in the rising order of a column; absent where they are in the order of the sheet. */
  readonly ordered?: Range & { readonly column: number };
}

/** The rows of more lists together, or of more rows, are found as fast by looking at all. */
const LISTS_MOST = 1_000;
const JOINED_MOST = 1 << 16;

const listed = (rows: Uint32Array): FoundRange => ({ rows, isExact: true });

/** Finds the rows that hold a condition, or a few of which they are some, by indexes alone. @returns undefined where none gives them */
export function lookUp(snapshot: Snapshot, test: Condition): FoundRange | undefined {
  switch (test.kind) {
    case 'and':
      return together(test.parts.map((part) => lookUp(snapshot, part)));
    case 'or':
      return anyOf(snapshot, test.parts.length, (n) => lookUp(snapshot, test.parts[n]!));
    case 'in': {
      const values = [...new Set(test.values)];
      return anyOf(snapshot, values.length, (n) => equal(snapshot, test.column, values[n]!));
    }
    case 'range':
      return within(snapshot, test.column, test.bounds);
    case 'blank':
      return test.is ? blank(snapshot, test.column) : undefined;
    case 'ids':
      return anyOf(snapshot, test.ids.length, (n) => listed(snapshot.rowsOf(test.ids[n]!)));
    case 'not':
    case 'text':
    case 'search':
      return undefined;
  }
}

/** The fewest rows of those that each part leaves. */
function together(parts: readonly (FoundRange | undefined)[]): FoundRange | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0) return undefined;
  const fewest = known.reduce((one, other) => (other.rows.length < one.rows.length ? other : one));
  return { ...fewest, isExact: false };
}

/** The rows of all parts, each once. */
function anyOf(snapshot: Snapshot, parts: number, part: (n: number) => FoundRange | undefined): FoundRange | undefined {
  if (parts === 1) return part(0);
  if (parts > LISTS_MOST) return undefined;
  const lists: Uint32Array[] = [];
  let length = 0;
  for (let n = 0; n < parts; n += 1) {
    const found = part(n);
    length += found?.rows.length ?? 0;
    if (found?.isExact !== true || length > JOINED_MOST) return undefined;
    lists.push(found.rows);
  }
  return listed(snapshot.inSheetOrder(joined(lists)).filter((row, n, rows) => n === 0 || row !== rows[n - 1]));
}

function equal(snapshot: Snapshot, at: number, value: FilterValue): FoundRange | undefined {
  const column = snapshot.store.column(at);
  if (column.kind === 'codes') {
    const code = column.codeOf(value);
    return code === 0 ? listed(new Uint32Array(0)) : coded(snapshot, at, code);
  }
  if (typeof value !== 'number') return listed(new Uint32Array(0));
  const found = within(snapshot, at, [
    { op: 'gte', value },
    { op: 'lte', value },
  ]);
  return found && listed(found.rows);
}

/** Rows with a code; 0 is blank. */
function coded(snapshot: Snapshot, at: number, code: number): FoundRange | undefined {
  const column = snapshot.store.column(at);
  const postings = snapshot.indexes.postings(at);
  if (postings === undefined || column.kind !== 'codes') return undefined;
  return listed(snapshot.withTail(postings.of(code), (row) => column.codes[row] === code));
}

function blank(snapshot: Snapshot, at: number): FoundRange | undefined {
  if (snapshot.store.column(at).kind === 'codes') return coded(snapshot, at, 0);
  const order = snapshot.orderOf(at);
  return order && listed(order.blanks);
}

function within(snapshot: Snapshot, column: number, bounds: readonly Bound[]): FoundRange | undefined {
  const order = snapshot.orderOf(column);
  if (order === undefined) return undefined;
  const range = order.within(bounds);
  return { rows: order.part(range, false), isExact: true, ordered: { ...range, column } };
}
