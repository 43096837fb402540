import type { CellValue } from '../../../contract/rows';
import type { Aggregate, Group, Grouping } from './engine';
import type { ServedColumn } from './servedColumn';
import { sortByKeys, type Steps } from './sorting';
import type { TabStore } from './tabStore';

/** So many numbers, at most, stand for a column's values without a table of them. */
const WIDEST = 2 ** 26;
/** Rows that are looked at in one step. */
const STEPS = 1 << 15;

/** Rows by the group they are in. */
interface Grouped {
  /** By row: the number of its group. Groups are numbered in the order in which they come. */
  readonly numbers: Uint32Array;
  /** By group: its first row's place. */
  readonly firsts: number[];
}

/** What tells a column's values apart: a whole number from 0 on for each. */
function* codesOf(column: ServedColumn, places: Uint32Array): Steps<{ codes: Uint32Array; size: number }> {
  const codes = new Uint32Array(places.length);
  if (column.kind === 'codes') {
    for (let n = 0; n < places.length; n += 1) codes[n] = column.codes[places[n]!]!;
    return { codes, size: column.dictionary.size };
  }
  const known = new Map<number, number>();
  for (let n = 0; n < places.length; n += 1) {
    if (n % STEPS === 0) yield;
    const number = column.numbers[places[n]!]!;
    const code = known.get(number) ?? known.size;
    if (code === known.size) known.set(number, code);
    codes[n] = code;
  }
  return { codes, size: known.size };
}

/** Divides groups by one more column. */
function* divided(before: Grouped, column: ServedColumn, places: Uint32Array): Steps<Grouped> {
  const { codes, size } = yield* codesOf(column, places);
  yield;
  const width = before.firsts.length * size;
  const known = width <= WIDEST ? new Uint32Array(width) : new Map<number, number>();
  const numbers = new Uint32Array(places.length);
  const firsts: number[] = [];
  for (let n = 0; n < places.length; n += 1) {
    if (n % STEPS === 0) yield;
    const name = before.numbers[n]! * size + codes[n]!;
    let number = (known instanceof Map ? known.get(name) : known[name]) ?? 0;
    if (number === 0) {
      firsts.push(places[n]!);
      number = firsts.length;
      if (known instanceof Map) known.set(name, number);
      else known[name] = number;
    }
    numbers[n] = number - 1;
  }
  return { numbers, firsts };
}

function countsOf({ numbers, firsts }: Grouped): Float64Array {
  const counts = new Float64Array(firsts.length);
  for (let n = 0; n < numbers.length; n += 1) counts[numbers[n]!]! += 1;
  return counts;
}

interface Sums {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

/** Sums and numbers of the numbers in a column, group by group, added in the order of the sheet. */
function* sumsOf({ numbers, firsts }: Grouped, column: ServedColumn, places: Uint32Array): Steps<Sums> {
  const sums = new Float64Array(firsts.length);
  const counts = new Float64Array(firsts.length);
  for (let n = 0; n < places.length; n += 1) {
    if (n % STEPS === 0) yield;
    const value = column.value(places[n]!);
    if (typeof value !== 'number') continue;
    sums[numbers[n]!]! += value;
    counts[numbers[n]!]! += 1;
  }
  return { sums, counts };
}

/** By group: the place of the value that stands first or last in the column's order, the first such in the sheet. */
function* extremesOf(
  { numbers, firsts }: Grouped,
  column: ServedColumn,
  places: Uint32Array,
  sign: 1 | -1,
): Steps<readonly (number | undefined)[]> {
  const extremes: (number | undefined)[] = Array.from(firsts, () => undefined);
  for (let n = 0; n < places.length; n += 1) {
    if (n % STEPS === 0) yield;
    const place = places[n]!;
    if (column.isBlank(place)) continue;
    const group = numbers[n]!;
    const best = extremes[group];
    if (best === undefined || sign * column.compare(place, best) < 0) extremes[group] = place;
  }
  return extremes;
}

function* aggregated(
  aggregate: Aggregate,
  grouped: Grouped,
  store: TabStore,
  places: Uint32Array,
): Steps<readonly CellValue[]> {
  if (aggregate.fn === 'count') return [...countsOf(grouped)];
  const column = store.served[aggregate.column]!;
  if (aggregate.fn === 'min' || aggregate.fn === 'max') {
    const extremes = yield* extremesOf(grouped, column, places, aggregate.fn === 'min' ? 1 : -1);
    return extremes.map((place) => (place === undefined ? null : column.value(place)));
  }
  const { sums, counts } = yield* sumsOf(grouped, column, places);
  return Array.from(sums, (sum, group) => {
    const count = counts[group]!;
    if (count === 0) return null;
    return aggregate.fn === 'sum' ? sum : sum / count;
  });
}

/**
 * Groups rows.
 *
 * @param places in the order of the sheet
 */
export function* groupPlaces(
  store: TabStore,
  places: Uint32Array,
  { by, aggregates }: Grouping,
): Steps<readonly Group[]> {
  const columns = by.map((column) => store.served[column]!);
  let grouped: Grouped = { numbers: new Uint32Array(places.length), firsts: [0] };
  for (const column of columns) grouped = yield* divided(grouped, column, places);
  const values: (readonly CellValue[])[] = [];
  for (const aggregate of aggregates) values.push(yield* aggregated(aggregate, grouped, store, places));
  const { firsts } = grouped;
  const compare = (one: number, other: number) => compareKeys(columns, firsts[one]!, firsts[other]!);
  const inOrder = yield* sortByKeys(Uint32Array.from(firsts.keys()), new Float64Array(firsts.length), compare);
  const groups: Group[] = [];
  for (const group of inOrder) {
    if (groups.length % STEPS === 0) yield;
    const key = columns.map((column) => column.value(firsts[group]!));
    groups.push({ key, values: values.map((column) => column[group] ?? null) });
  }
  return groups;
}

function compareKeys(columns: readonly ServedColumn[], one: number, other: number): number {
  for (const column of columns) {
    const blanks = Number(column.isBlank(one)) - Number(column.isBlank(other));
    if (blanks !== 0) return blanks;
    const order = column.isBlank(one) ? 0 : column.compare(one, other);
    if (order !== 0) return order;
  }
  return 0;
}
