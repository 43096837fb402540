import { NumberColumn, type ServedColumn } from './columns';
import type { Aggregate, Grouping, Groups } from './engine';
import type { RowStore } from './rowStore';
import { byColumns, mergeSort } from './sorting';
import type { Steps } from '../../yieldToEventLoop';

/** Rows per step; fewer where texts may be compared, which can be long. */
const STEP = 1 << 12;
const TEXT_STEP = 64;

/** Rows by group. Groups are numbered in the order of their first rows. */
interface GroupedRows {
  readonly rows: Uint32Array;
  /** By row: the number of its group. */
  readonly numbers: Uint32Array;
  /** By group: its first row. */
  readonly firsts: readonly number[];
}

/** One column of the grouped result, by group. Counts, sums and averages are a column of numbers. */
type GroupColumn = Pick<ServedColumn, 'value' | 'isBlank' | 'compare'>;

/** Returns a column of values taken from rows. @param rows by group: index of a row with its value, plus one; 0 without a value */
const valuesColumn = (column: ServedColumn, rows: Uint32Array): GroupColumn => ({
  value: (group) => (rows[group] === 0 ? null : column.value(rows[group]! - 1)),
  isBlank: (group) => rows[group] === 0 || column.isBlank(rows[group]! - 1),
  compare: (one, other) => column.compare(rows[one]! - 1, rows[other]! - 1),
});

/** Returns a function that numbers keys from 0 on, in the order of first occurrence. */
function createNumbering(): (key: number) => number {
  const numbers = new Map<number, number>();
  return (key) => {
    const number = numbers.get(key) ?? numbers.size;
    if (number === numbers.size) numbers.set(key, number);
    return number;
  };
}

/** Splits groups by the values of another column. */
function* split({ rows, numbers: before }: GroupedRows, column: ServedColumn): Steps<GroupedRows> {
  const numberOfValue = createNumbering();
  const keyOf = (row: number) => (column.kind === 'codes' ? column.codes[row]! : numberOfValue(column.numbers[row]!));
  const size = column.kind === 'codes' ? column.size : rows.length + 1;
  const numberOfGroup = createNumbering();
  const numbers = new Uint32Array(rows.length);
  const firsts: number[] = [];
  for (let n = 0; n < rows.length; n += 1) {
    if (n % STEP === 0) yield;
    const row = rows[n]!;
    const number = numberOfGroup(before[n]! * size + keyOf(row));
    if (number === firsts.length) firsts.push(row);
    numbers[n] = number;
  }
  return { rows, numbers, firsts };
}

function* countsOf({ numbers, firsts }: GroupedRows): Steps<Float64Array> {
  const counts = new Float64Array(firsts.length);
  for (let n = 0; n < numbers.length; n += 1) {
    if (n % STEP === 0) yield;
    counts[numbers[n]!]! += 1;
  }
  return counts;
}

/** Computes sums or averages of the numbers in a column, added in sheet order; `NaN` for a group without numbers. */
function* sumsOf({ rows, numbers, firsts }: GroupedRows, column: ServedColumn, isMean: boolean): Steps<Float64Array> {
  const sums = new Float64Array(firsts.length);
  const counts = new Float64Array(firsts.length);
  for (let n = 0; n < rows.length; n += 1) {
    if (n % STEP === 0) yield;
    const value = column.value(rows[n]!);
    if (typeof value !== 'number') continue;
    sums[numbers[n]!]! += value;
    counts[numbers[n]!]! += 1;
  }
  return sums.map((sum, group) => {
    if (counts[group] === 0) return NaN;
    return isMean ? sum / counts[group]! : sum;
  });
}

/** Finds, by group, the first row with the least or greatest value in the column's order, plus one. */
function* extremesOf({ rows, numbers, firsts }: GroupedRows, column: ServedColumn, sign: 1 | -1): Steps<Uint32Array> {
  const extremes = new Uint32Array(firsts.length);
  for (let n = 0; n < rows.length; n += 1) {
    if (n % TEXT_STEP === 0) yield;
    const row = rows[n]!;
    if (column.isBlank(row)) continue;
    const group = numbers[n]!;
    const best = extremes[group]!;
    if (best === 0 || sign * column.compare(row, best - 1) < 0) extremes[group] = row + 1;
  }
  return extremes;
}

function* aggregated(aggregate: Aggregate, grouped: GroupedRows, store: RowStore): Steps<GroupColumn> {
  if (aggregate.fn === 'count') return new NumberColumn(yield* countsOf(grouped));
  const column = store.served[aggregate.column]!;
  if (aggregate.fn === 'min' || aggregate.fn === 'max') {
    return valuesColumn(column, yield* extremesOf(grouped, column, aggregate.fn === 'min' ? 1 : -1));
  }
  return new NumberColumn(yield* sumsOf(grouped, column, aggregate.fn === 'avg'));
}

/** Returns the columns whose values are compared by a grouping. */
export const comparedColumns = ({ by, aggregates }: Grouping): readonly number[] => [
  ...by,
  ...aggregates.flatMap((aggregate) => (aggregate.fn === 'min' || aggregate.fn === 'max' ? [aggregate.column] : [])),
];

/** Groups rows in steps. @param rows in sheet order */
export function* groupRows(
  store: RowStore,
  rows: Uint32Array,
  { by, aggregates, order = [] }: Grouping,
): Steps<Groups> {
  let grouped: GroupedRows = { rows, numbers: new Uint32Array(rows.length), firsts: [0] };
  for (const at of by) grouped = yield* split(grouped, store.served[at]!);
  const firsts = Uint32Array.from(grouped.firsts, (row) => row + 1);
  const columns = by.map((at) => valuesColumn(store.served[at]!, firsts));
  for (const aggregate of aggregates) columns.push(yield* aggregated(aggregate, grouped, store));
  const byKeys = by.map((_, at) => ({ at, descending: false }));
  const steps = [...order, ...byKeys].map(({ at, descending }) => ({ column: columns[at]!, descending }));
  const sorted = yield* mergeSort(Uint32Array.from(firsts.keys()), byColumns(steps));
  return {
    count: sorted.length,
    cell: (group, at) => columns[at]!.value(sorted[group]!),
  };
}
