import { type MatchedColumn, NumberMatcher, ValueMatcher } from './columnMatchers';
import type { FilterValue } from './engine';
import type { KnownPlaces, KnownStretch, Matcher } from './matcher';
import type { CodedColumn, NumberColumn } from './servedColumn';
import type { RangeOperator, SortedIndex } from './sortedIndex';
import { areComparable, orderKeyOf } from './values';

/** One end of a range. */
export interface Bound {
  readonly op: RangeOperator;
  readonly value: FilterValue;
}

const signs: Record<RangeOperator, (order: number) => boolean> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Places whose value lies within bounds, which it is comparable with. */
export class RangeMatcher implements Matcher {
  readonly #inner: Matcher;

  constructor(
    private readonly of: MatchedColumn<NumberColumn | CodedColumn>,
    private readonly bounds: readonly Bound[],
  ) {
    const { column } = of;
    this.#inner =
      column.kind === 'numbers'
        ? new NumberMatcher(column, numberTest(bounds))
        : new ValueMatcher(column, codeTest(column, bounds));
  }

  test(place: number): boolean {
    return this.#inner.test(place);
  }

  fill(mask: Uint8Array): void {
    this.#inner.fill(mask);
  }

  known(): KnownPlaces | undefined {
    const known = this.stretchOf(this.of.at);
    return known && { places: known.index.places.subarray(known.stretch.from, known.stretch.to), inSheetOrder: false };
  }

  stretchOf(column: number): KnownStretch | undefined {
    const index = column === this.of.at ? this.of.indexes.sorted(column) : undefined;
    return index && { index, stretch: this.#stretchIn(index) };
  }

  #stretchIn(index: SortedIndex) {
    const stretches = this.bounds.map(({ op, value }) => index.rangeOf(op, value));
    const from = Math.max(...stretches.map((stretch) => stretch.from));
    return { from, to: Math.max(from, Math.min(...stretches.map((stretch) => stretch.to))) };
  }
}

function numberTest(bounds: readonly Bound[]): (number: number) => boolean {
  let [low, high] = [-Infinity, Infinity];
  let [withLow, withHigh] = [true, true];
  for (const { op, value } of bounds) {
    if (typeof value !== 'number') return () => false;
    const isWith = op === 'gte' || op === 'lte';
    if (op === 'gt' || op === 'gte') {
      if (value > low || (value === low && !isWith)) [low, withLow] = [value, isWith];
    } else if (value < high || (value === high && !isWith)) [high, withHigh] = [value, isWith];
  }
  if (withLow && withHigh) return (number) => number >= low && number <= high;
  return (number) => (withLow ? number >= low : number > low) && (withHigh ? number <= high : number < high);
}

function codeTest({ dictionary }: CodedColumn, bounds: readonly Bound[]): (code: number) => boolean {
  const tests = bounds.map(({ op, value }) => {
    const compare = dictionary.comparerWith(value);
    const isNative = orderKeyOf(dictionary.type, value) !== undefined;
    return (code: number) => dictionary.isNative(code) === isNative && signs[op](compare(code));
  });
  const [first] = bounds;
  const isOneSort =
    first === undefined || bounds.every(({ value }) => areComparable(dictionary.type, value, first.value));
  return isOneSort ? (code) => tests.every((test) => test(code)) : () => false;
}
