import type { Aggregate, Grouping, Groups } from './engine';
import { comparisonOf, type GroupColumn, keysOf, NumberCells, PlaceCells } from './groupColumns';
import type { ServedColumn } from './servedColumn';
import { sortByKeys } from './sorting';
import type { Steps } from './steps';
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

/** By group: one more than the place of the value that stands first or last in the column's order, the first such in the sheet. */
function* extremesOf(
  { numbers, firsts }: Grouped,
  column: ServedColumn,
  places: Uint32Array,
  sign: 1 | -1,
): Steps<Uint32Array> {
  const extremes = new Uint32Array(firsts.length);
  for (let n = 0; n < places.length; n += 1) {
    if (n % STEPS === 0) yield;
    const place = places[n]!;
    if (column.isBlank(place)) continue;
    const group = numbers[n]!;
    const best = extremes[group]!;
    if (best === 0 || sign * column.compare(place, best - 1) < 0) extremes[group] = place + 1;
  }
  return extremes;
}

function* aggregated(aggregate: Aggregate, grouped: Grouped, store: TabStore, places: Uint32Array): Steps<GroupColumn> {
  if (aggregate.fn === 'count') return new NumberCells(countsOf(grouped));
  const column = store.served[aggregate.column]!;
  if (aggregate.fn === 'min' || aggregate.fn === 'max') {
    return new PlaceCells(column, yield* extremesOf(grouped, column, places, aggregate.fn === 'min' ? 1 : -1));
  }
  const { sums, counts } = yield* sumsOf(grouped, column, places);
  for (let group = 0; group < sums.length; group += 1) {
    const count = counts[group]!;
    if (count === 0) sums[group] = NaN;
    else if (aggregate.fn === 'avg') sums[group]! /= count;
  }
  return new NumberCells(sums);
}

/** Groups that were found, in their order. */
class FoundGroups implements Groups {
  constructor(
    private readonly inOrder: Uint32Array,
    private readonly columns: readonly GroupColumn[],
  ) {}

  get count(): number {
    return this.inOrder.length;
  }

  get bytes(): number {
    return this.columns.reduce((bytes, column) => bytes + column.bytes, this.inOrder.byteLength);
  }

  cell(group: number, at: number) {
    return this.columns[at]!.value(this.inOrder[group]!);
  }
}

/**
 * Groups rows.
 *
 * @param places in the order of the sheet
 */
export function* groupPlaces(
  store: TabStore,
  places: Uint32Array,
  { by, aggregates, order = [] }: Grouping,
): Steps<Groups> {
  const served = by.map((column) => store.served[column]!);
  let grouped: Grouped = { numbers: new Uint32Array(places.length), firsts: [0] };
  for (const column of served) grouped = yield* divided(grouped, column, places);
  const firsts = Uint32Array.from(grouped.firsts, (place) => place + 1);
  const columns: GroupColumn[] = served.map((column) => new PlaceCells(column, firsts));
  for (const aggregate of aggregates) columns.push(yield* aggregated(aggregate, grouped, store, places));
  const byKeys = by.map((_, at) => ({ at, descending: false }));
  const steps = [...order, ...byKeys];
  const keys = yield* keysOf(columns, steps[0], firsts.length);
  const inOrder = yield* sortByKeys(Uint32Array.from(firsts.keys()), keys, comparisonOf(columns, steps));
  return new FoundGroups(inOrder, columns);
}
