import { type Bound, boundsOf, type ColumnOrders } from './rowLookup';
import type { CodedColumn, NumberColumn, ServedColumn } from './columns';
import type { Condition, FilterValue } from './engine';
import { type TextTest, textTest } from './textMatch';
import { folds } from './values';
import type { Steps } from '../../yieldToEventLoop';

/** Whether a row holds a condition. */
export type RowTest = (row: number) => boolean;

/** Takes those of some rows that hold a condition, in their order. */
type Filter = (rows: Uint32Array) => Steps<Uint32Array>;

/** Rows that are tested by one part of a condition before the next part has its turn. */
const BATCH = 256;

/** Work between two chances to pause, in characters of text; a row, and a text, count as more than its characters. */
const STEP = 1 << 14;
const PER_ROW = 4;
const PER_TEXT = 32;

/** Of so many distinct values it is remembered whether they hold a condition. */
const REMEMBERED_MOST = 1 << 14;

/** Characters that were looked at since the last chance to pause. */
interface Work {
  characters: number;
}

/** Finds those of some rows that hold a condition, in their order, in steps. */
export function* filterRows(rows: Uint32Array, where: Condition, orders: ColumnOrders): Steps<Uint32Array> {
  const filter = filterOf(where, orders, { characters: 0 });
  const found = new Uint32Array(rows.length);
  let count = 0;
  for (let from = 0; from < rows.length; from += BATCH) {
    const picked = yield* filter(rows.subarray(from, from + BATCH));
    found.set(picked, count);
    count += picked.length;
  }
  return found.slice(0, count);
}

function filterOf(condition: Condition, orders: ColumnOrders, work: Work): Filter {
  const test = rowTest(condition, orders);
  if (test !== undefined) return testFilter(test, partsOf(condition), work);
  switch (condition.kind) {
    case 'and':
      return allOf(condition.parts.map((part) => filterOf(part, orders, work)));
    case 'or':
      return anyOf(condition.parts.map((part) => filterOf(part, orders, work)));
    case 'not': {
      const filter = filterOf(condition.part, orders, work);
      return function* (rows) {
        return without(rows, yield* filter(rows));
      };
    }
    case 'search': {
      const sought = textTest('search', condition.text);
      return anyOf(condition.columns.map((at) => testFilter(textRowTest(orders.column(at), sought, work), 1, work)));
    }
    case 'text': {
      const { column, op, text } = condition;
      return testFilter(textRowTest(orders.column(column), textTest(op, text), work), 1, work);
    }
    case 'compare':
    case 'in':
    case 'nin':
    case 'between':
    case 'blank':
    case 'ids':
      throw new Error(`There is no test of ${condition.kind}.`);
  }
}

const testFilter = (test: RowTest, parts: number, work: Work): Filter =>
  function* (rows) {
    const found = new Uint32Array(rows.length);
    let count = 0;
    for (const row of rows) {
      if (test(row)) found[count++] = row;
      work.characters += PER_ROW * parts;
      if (work.characters < STEP) continue;
      work.characters = 0;
      yield;
    }
    return found.subarray(0, count);
  };

const allOf = (parts: readonly Filter[]): Filter =>
  function* (rows) {
    let left = rows;
    for (const part of parts) {
      if (left.length === 0) break;
      left = yield* part(left);
    }
    return left;
  };

const anyOf = (parts: readonly Filter[]): Filter =>
  function* (rows) {
    let left = rows;
    for (const part of parts) {
      if (left.length === 0) break;
      left = without(left, yield* part(left));
    }
    return without(rows, left);
  };

/** Rows without those of another list, which holds some of them in the same order. */
function without(rows: Uint32Array, others: Uint32Array): Uint32Array {
  if (others.length === 0) return rows;
  let next = 0;
  return rows.filter((row) => {
    const isOther = row === others[next];
    if (isOther) next += 1;
    return !isOther;
  });
}

function partsOf(condition: Condition): number {
  if (condition.kind === 'and' || condition.kind === 'or') {
    return condition.parts.reduce((sum, part) => sum + partsOf(part), 1);
  }
  return condition.kind === 'not' ? partsOf(condition.part) : 1;
}

const [NO, YES] = [1, 2];

/** The test of the texts in a column. */
function textRowTest(column: ServedColumn, { folding, test }: TextTest, work: Work): RowTest {
  const matches = (text: string) => {
    work.characters += PER_TEXT + text.length;
    return test(text);
  };
  if (column.kind === 'numbers') {
    return (row) => !column.isBlank(row) && matches(folds[folding](String(column.numbers[row])));
  }
  const known = new Uint8Array(Math.min(column.size, REMEMBERED_MOST)).fill(NO, 0, 1);
  return (row) => {
    const code = column.codes[row]!;
    const before = known[code];
    if (before === NO || before === YES) return before === YES;
    const holds = matches(column.text(code, folding));
    if (code < known.length) known[code] = holds ? YES : NO;
    return holds;
  };
}

/** The test of a condition; undefined where it looks at texts, which can be long. */
export function rowTest(condition: Condition, orders: ColumnOrders): RowTest | undefined {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return joinedTest(condition.kind, condition.parts, orders);
    case 'not': {
      const test = rowTest(condition.part, orders);
      return test && not(test);
    }
    case 'compare': {
      const { column, op, value } = condition;
      if (op === 'eq') return memberTest(orders.column(column), [value]);
      if (op === 'ne') return not(memberTest(orders.column(column), [value]));
      return rangeTest(column, boundsOf(condition) ?? [], orders);
    }
    case 'between':
      return rangeTest(condition.column, boundsOf(condition) ?? [], orders);
    case 'in':
      return memberTest(orders.column(condition.column), condition.values);
    case 'nin':
      return not(memberTest(orders.column(condition.column), condition.values));
    case 'blank': {
      const column = orders.column(condition.column);
      return (row) => column.isBlank(row) === condition.is;
    }
    case 'ids': {
      const rows = new Set(condition.ids.flatMap((id) => [...orders.snapshot.rowsOf(id)]));
      return (row) => rows.has(row);
    }
    case 'text':
    case 'search':
      return undefined;
  }
}

const not =
  (test: RowTest): RowTest =>
  (row) =>
    !test(row);

function joinedTest(kind: 'and' | 'or', parts: readonly Condition[], orders: ColumnOrders): RowTest | undefined {
  const tests: RowTest[] = [];
  for (const part of parts) {
    const test = rowTest(part, orders);
    if (test === undefined) return undefined;
    tests.push(test);
  }
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return kind === 'and' ? (row) => tests.every((test) => test(row)) : (row) => tests.some((test) => test(row));
}

/** Whether a column's value is one of some. */
function memberTest(column: ServedColumn, values: readonly FilterValue[]): RowTest {
  const isCoded = column.kind === 'codes';
  const members = new Set<FilterValue>(isCoded ? values.map((value) => column.codeOf(value)) : values);
  const [only] = members;
  if (isCoded) {
    members.delete(0);
    if (members.size === 1 && only !== 0) return (row) => column.codes[row] === only;
    return (row) => members.has(column.codes[row]!);
  }
  return members.size === 1 ? (row) => column.numbers[row] === only : (row) => members.has(column.numbers[row]!);
}

const holdsBound: Record<Bound['op'], (order: number) => boolean> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

function rangeTest(at: number, bounds: readonly Bound[], orders: ColumnOrders): RowTest {
  const column = orders.column(at);
  return column.kind === 'numbers' ? numberTest(column, bounds) : codedTest(column, at, bounds, orders);
}

function numberTest({ numbers }: NumberColumn, bounds: readonly Bound[]): RowTest {
  let [least, greatest] = [-Infinity, Infinity];
  const excluded = new Set<number>();
  for (const { op, value } of bounds) {
    if (typeof value !== 'number') return () => false;
    if (op === 'gt' || op === 'gte') least = Math.max(least, value);
    else greatest = Math.min(greatest, value);
    if (op === 'gt' || op === 'lt') excluded.add(value);
  }
  return (row) => numbers[row]! >= least && numbers[row]! <= greatest && !excluded.has(numbers[row]!);
}

/** By ranks, where the column is in order; values that came since are compared. */
function codedTest(column: CodedColumn, at: number, bounds: readonly Bound[], orders: ColumnOrders): RowTest {
  const tests = bounds.map(({ op, value }) => {
    const compare = column.comparerWith(value);
    const fits = column.fits(value);
    return (row: number) => column.codeFits(column.codes[row]!) === fits && holdsBound[op](compare(row));
  });
  const compared = (row: number) => !column.isBlank(row) && tests.every((test) => test(row));
  const order = orders.of(at);
  const { ranks } = column;
  if (order === undefined || ranks === undefined) return compared;
  const { from, to } = order.within(bounds);
  if (from === to) return () => false;
  const within = order.rising.subarray(from, to);
  const isRanked = (row: number) => column.codes[row]! < ranks.length;
  const [first, last] = [within.find(isRanked), within.findLast(isRanked)];
  if (first === undefined || last === undefined) return compared;
  const [least, greatest] = [ranks[column.codes[first]!]!, ranks[column.codes[last]!]!];
  return (row) => {
    const code = column.codes[row]!;
    if (code >= ranks.length) return compared(row);
    return code !== 0 && ranks[code]! >= least && ranks[code]! <= greatest;
  };
}
