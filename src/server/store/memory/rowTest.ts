import type { NumberColumn, ServedColumn } from './columns';
import type { Bound, Condition, FilterValue, TextOperator } from './engine';
import type { RowStore } from './rowStore';
import { textTest } from './textMatch';
import { folds } from './values';

/** Returns whether a row fulfils a condition. */
export type RowTest = (row: number) => boolean;

/** Simplifies a condition: merges ranges over one column within an `and`, and unwraps an `and` or `or` with a single part. */
export function simplified(condition: Condition): Condition {
  if (condition.kind === 'not') return { kind: 'not', part: simplified(condition.part) };
  if (condition.kind !== 'and' && condition.kind !== 'or') return condition;
  const parts: Condition[] = [];
  for (const part of condition.parts.map(simplified)) {
    const at = parts.findIndex((one) => one.kind === 'range' && part.kind === 'range' && one.column === part.column);
    const one = parts[at];
    if (condition.kind === 'and' && one?.kind === 'range' && part.kind === 'range') {
      parts[at] = { ...one, bounds: [...one.bounds, ...part.bounds] };
    } else parts.push(part);
  }
  return parts.length === 1 ? parts[0]! : { kind: condition.kind, parts };
}

/** Returns whether a condition reads texts, which can be long. */
export function readsTexts(test: Condition): boolean {
  if (test.kind === 'and' || test.kind === 'or') return test.parts.some(readsTexts);
  return test.kind === 'not' ? readsTexts(test.part) : test.kind === 'text' || test.kind === 'search';
}

/** Compiled condition. */
export interface CompiledTest {
  readonly test: RowTest;
  /** Tests of single texts that it consists of. They memoize their last result. */
  readonly texts: RowTest[];
  /** Characters of texts read since the caller reset them to 0. */
  characters: number;
}

/** Characters that each text counts in addition to its length. */
const PER_TEXT = 32;

/** Maximum distinct values of a column whose test results are memoized. */
const MAX_MEMOIZED = 1 << 14;

/** Compiles a condition. */
export function compiled(condition: Condition, store: RowStore): CompiledTest {
  const work = { texts: [], characters: 0 };
  return Object.assign(work, { test: rowTest(condition, store, work) });
}

type Work = Pick<CompiledTest, 'texts' | 'characters'>;

function rowTest(test: Condition, store: RowStore, work: Work): RowTest {
  switch (test.kind) {
    case 'and':
      return allOf(test.parts.map((part) => rowTest(part, store, work)));
    case 'or':
      return anyOf(test.parts.map((part) => rowTest(part, store, work)));
    case 'not': {
      const part = rowTest(test.part, store, work);
      return (row) => !part(row);
    }
    case 'in':
      return memberTest(store.column(test.column), test.values);
    case 'range':
      return rangeTest(store.column(test.column), test.bounds);
    case 'blank': {
      const column = store.column(test.column);
      return (row) => column.isBlank(row) === test.is;
    }
    case 'ids': {
      const rows = new Set(test.ids.flatMap((id) => store.rowsOf(id)));
      return (row) => rows.has(row);
    }
    case 'text':
      return textRowTest(store.column(test.column), test.op, test.text, work);
    case 'search':
      return anyOf(test.columns.map((at) => textRowTest(store.column(at), 'search', test.text, work)));
  }
}

function allOf(tests: readonly RowTest[]): RowTest {
  const [one, other] = tests;
  if (one === undefined || tests.length > 2) return (row) => tests.every((test) => test(row));
  return other === undefined ? one : (row) => one(row) && other(row);
}

const anyOf = (tests: readonly RowTest[]): RowTest =>
  tests.length === 1 ? tests[0]! : (row) => tests.some((test) => test(row));

/** Tests whether a column's value is one of a list. */
function memberTest(column: ServedColumn, values: readonly FilterValue[]): RowTest {
  const isCoded = column.kind === 'codes';
  const members = new Set<FilterValue>(isCoded ? values.map((value) => column.codeOf(value)) : values);
  if (isCoded) members.delete(0);
  const keys = isCoded ? column.codes : column.numbers;
  const [only] = members;
  return members.size === 1 ? (row) => keys[row] === only : (row) => members.has(keys[row]!);
}

const fulfilsBound: Record<Bound['op'], (order: number) => boolean> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

function numbersTest({ numbers }: NumberColumn, bounds: readonly Bound[]): RowTest {
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

function rangeTest(column: ServedColumn, bounds: readonly Bound[]): RowTest {
  if (column.kind === 'numbers') return numbersTest(column, bounds);
  const holds = allOf(
    bounds.map(({ op, value }) => {
      const [fits, compare, fulfils] = [column.fits(value), column.comparerWith(value), fulfilsBound[op]];
      return (row) => column.rowFits(row) === fits && fulfils(compare(row));
    }),
  );
  return memoized(column, holds);
}

function textRowTest(column: ServedColumn, op: TextOperator | 'search', sought: string, work: Work): RowTest {
  const { folding, test } = textTest(op, sought);
  const cost = 1 + (sought.length >>> 8);
  const textOf = (row: number) =>
    column.kind === 'numbers' ? folds[folding](String(column.numbers[row])) : column.text(column.codes[row]!, folding);
  const holds = memoized(column, (row) => {
    const text = textOf(row);
    work.characters += PER_TEXT + text.length * cost;
    return test(text);
  });
  work.texts.push(holds);
  return holds;
}

const [NO, YES] = [1, 2];

/** Memoizes a test by distinct value; of a column with too many of them, or of numbers, that of the last one. Blanks never pass. */
function memoized(column: ServedColumn, test: RowTest): RowTest {
  let [lastCode, lastHolds] = [0, false];
  if (column.kind === 'numbers') {
    let lastRow = -1;
    return (row) => {
      if (row !== lastRow) [lastRow, lastHolds] = [row, !column.isBlank(row) && test(row)];
      return lastHolds;
    };
  }
  const known = new Uint8Array(Math.min(column.size, MAX_MEMOIZED)).fill(NO, 0, 1);
  return (row) => {
    const code = column.codes[row]!;
    const before = known[code];
    if (before === NO || before === YES) return before === YES;
    if (code === lastCode) return lastHolds;
    const holds = test(row);
    if (code < known.length) known[code] = holds ? YES : NO;
    else [lastCode, lastHolds] = [code, holds];
    return holds;
  };
}
