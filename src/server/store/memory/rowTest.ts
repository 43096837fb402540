import type { CodedColumn, NumberColumn, ServedColumn } from './columns';
import type { Bound, Condition, FilterValue, TextOperator } from './engine';
import type { RowStore } from './rowStore';
import { textTest } from './textMatch';
import { folds } from './values';

/** Returns whether a row fulfils a condition. */
type RowTest = (row: number) => boolean;

/** Simplifies a condition: merges ranges over one column within an `and`, and unwraps an `and` or `or` with a single part. */
export function simplified(condition: Condition): Condition {
  if (condition.kind === 'not') return { kind: 'not', part: simplified(condition.part) };
  if (condition.kind !== 'and' && condition.kind !== 'or') return condition;
  const simplifiedParts = condition.parts.map(simplified);
  const parts = condition.kind === 'and' ? withMergedRanges(simplifiedParts) : simplifiedParts;
  return parts.length === 1 ? parts[0]! : { kind: condition.kind, parts };
}

/** Merges the ranges over each column into one. */
function withMergedRanges(parts: readonly Condition[]): Condition[] {
  const merged: Condition[] = [];
  const boundsByColumn = new Map<number, Bound[]>();
  for (const part of parts) {
    if (part.kind !== 'range') merged.push(part);
    else if (boundsByColumn.has(part.column)) boundsByColumn.get(part.column)?.push(...part.bounds);
    else {
      const bounds = [...part.bounds];
      boundsByColumn.set(part.column, bounds);
      merged.push({ ...part, bounds });
    }
  }
  return merged;
}

/** Returns whether a condition reads texts, which can be long. */
export function readsTexts(test: Condition): boolean {
  if (test.kind === 'and' || test.kind === 'or') return test.parts.some(readsTexts);
  if (test.kind === 'not') return readsTexts(test.part);
  return test.kind === 'text' || test.kind === 'search';
}

/** Compiled condition. */
interface CompiledTest {
  readonly test: RowTest;
  readonly textWork: TextWork;
}

/** Work of a condition on texts, which can be long. */
interface TextWork {
  /** Tests of single texts that the condition consists of. They memoize their last result. */
  readonly tests: RowTest[];
  /** Characters of texts read since the caller reset them to 0. */
  characters: number;
}

/** Characters that each text counts in addition to its length. */
const PER_TEXT = 32;

/** Maximum distinct values of a column whose test results are memoized. */
const MAX_MEMOIZED = 1 << 14;

/** Compiles a condition. */
export function compiled(condition: Condition, store: RowStore): CompiledTest {
  const textWork = { tests: [], characters: 0 };
  return { test: rowTest(condition, store, textWork), textWork };
}

function rowTest(test: Condition, store: RowStore, textWork: TextWork): RowTest {
  switch (test.kind) {
    case 'and':
      return allOf(test.parts.map((part) => rowTest(part, store, textWork)));
    case 'or':
      return anyOf(test.parts.map((part) => rowTest(part, store, textWork)));
    case 'not': {
      const part = rowTest(test.part, store, textWork);
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
      return textRowTest(store.column(test.column), test.op, test.text, textWork);
    case 'search':
      return anyOf(test.columns.map((at) => textRowTest(store.column(at), 'search', test.text, textWork)));
  }
}

function allOf(tests: readonly RowTest[]): RowTest {
  const [first, second] = tests;
  if (first === undefined || tests.length > 2) return (row) => tests.every((test) => test(row));
  return second === undefined ? first : (row) => first(row) && second(row);
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
  let least = -Infinity;
  let greatest = Infinity;
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
  const tests = bounds.map(({ op, value }): RowTest => {
    const fits = column.fits(value);
    const compare = column.comparerWith(value);
    const fulfils = fulfilsBound[op];
    return (row) => column.rowFits(row) === fits && fulfils(compare(row));
  });
  return memoized(column, allOf(tests));
}

function textRowTest(column: ServedColumn, op: TextOperator | 'search', sought: string, textWork: TextWork): RowTest {
  const { folding, test } = textTest(op, sought);
  const cost = 1 + (sought.length >>> 8);
  const textOf = (row: number) =>
    column.kind === 'numbers' ? folds[folding](String(column.numbers[row])) : column.text(column.codes[row]!, folding);
  const holds = memoized(column, (row) => {
    const text = textOf(row);
    textWork.characters += PER_TEXT + text.length * cost;
    return test(text);
  });
  textWork.tests.push(holds);
  return holds;
}

/** Memoizes a test of a column's values. Blanks never pass. */
const memoized = (column: ServedColumn, test: RowTest): RowTest =>
  column.kind === 'numbers' ? memoizedByRow(column, test) : memoizedByCode(column, test);

/** Memoizes the result of the last row. */
function memoizedByRow(column: NumberColumn, test: RowTest): RowTest {
  let lastRow = -1;
  let lastHolds = false;
  return (row) => {
    if (row !== lastRow) {
      lastRow = row;
      lastHolds = !column.isBlank(row) && test(row);
    }
    return lastHolds;
  };
}

const FAILS = 1;
const PASSES = 2;

/** Memoizes the results of the first {@link MAX_MEMOIZED} codes, and of the last other one. */
function memoizedByCode(column: CodedColumn, test: RowTest): RowTest {
  const results = new Uint8Array(Math.min(column.size, MAX_MEMOIZED));
  results[0] = FAILS;
  let lastCode = 0;
  let lastHolds = false;
  return (row) => {
    const code = column.codes[row]!;
    const result = results[code];
    if (result === FAILS || result === PASSES) return result === PASSES;
    if (code === lastCode) return lastHolds;
    const holds = test(row);
    if (code < results.length) results[code] = holds ? PASSES : FAILS;
    else {
      lastCode = code;
      lastHolds = holds;
    }
    return holds;
  };
}
