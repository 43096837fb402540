import { isCoded, type MatchedColumn, ValueMatcher } from './columnMatchers';
import type { FilterValue } from './engine';
import type { KnownStretch, Matcher } from './matcher';
import { type NumberRange, numberRange } from './numberRange';
import { type KnownPlaces, pickByTest, type RankPicker } from './picker';
import type { CodedColumn, NumberColumn } from './servedColumn';
import { type RangeOperator, SortedCodes, type SortedIndex, SortedNumbers, type Stretch } from './sortedIndex';
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

/** What all ranges have in common: the index over their column, and what of it lies within the bounds. */
abstract class RangeMatcher<C extends NumberColumn | CodedColumn> implements Matcher {
  /** Looked up once. */
  #stretch: KnownStretch | undefined;

  constructor(
    protected readonly of: MatchedColumn<C>,
    protected readonly bounds: readonly Bound[],
  ) {}

  abstract test(place: number): boolean;
  abstract fill(mask: Uint8Array, from: number, to: number): void;
  abstract pick(places: Uint32Array, from: number, to: number, into: Uint32Array, at: number): number;

  known(): KnownPlaces | undefined {
    const known = this.stretchOf(this.of.at);
    if (known === undefined) return undefined;
    const { index, stretch } = known;
    return { places: index.places, from: stretch.from, to: stretch.to, inSheetOrder: false };
  }

  stretchOf(column: number): KnownStretch | undefined {
    if (column !== this.of.at) return undefined;
    if (this.#stretch !== undefined) return this.#stretch;
    const index = this.of.indexes.sorted(column);
    if (index === undefined) return undefined;
    this.#stretch = { index, stretch: this.within(index) };
    return this.#stretch;
  }

  /** What of an index over the column lies within the bounds. */
  protected within(index: SortedIndex): Stretch {
    return stretchIn(this.bounds, index.filled, (op, value) => index.rangeOf(op, value));
  }
}

/** What lies within all bounds, of so much. */
function stretchIn(bounds: readonly Bound[], length: number, rangeOf: SortedIndex['rangeOf']): Stretch {
  let [from, to] = [0, length];
  for (const { op, value } of bounds) {
    const stretch = rangeOf(op, value);
    from = Math.max(from, stretch.from);
    to = Math.min(to, stretch.to);
  }
  return { from, to: Math.max(from, to) };
}

/** Places whose number lies within bounds. */
class NumberRangeMatcher extends RangeMatcher<NumberColumn> {
  readonly #range: NumberRange;

  constructor(of: MatchedColumn<NumberColumn>, bounds: readonly Bound[]) {
    super(of, bounds);
    this.#range = numberRange(bounds);
  }

  test(place: number): boolean {
    const number = this.of.column.numbers[place]!;
    return number >= this.#range.low && number <= this.#range.high;
  }

  fill(mask: Uint8Array, from: number, to: number): void {
    const { numbers } = this.of.column;
    const { low, high } = this.#range;
    for (let place = from; place < to; place += 1) {
      const number = numbers[place]!;
      mask[place] = number >= low && number <= high ? 1 : 0;
    }
  }

  pick(places: Uint32Array, from: number, to: number, into: Uint32Array, at: number): number {
    const { numbers } = this.of.column;
    const { low, high } = this.#range;
    let next = at;
    for (let n = from; n < to; n += 1) {
      const place = places[n]!;
      const number = numbers[place]!;
      if (number >= low && number <= high) into[next++] = place;
    }
    return next;
  }

  along(list: Uint32Array): RankPicker | undefined {
    const { column, at, indexes } = this.of;
    const numbers = indexes.numbers.of(list, at, column.numbers);
    return numbers && { pick: (from, to, into, end) => pickNumbers(numbers, this.#range, from, to, into, end) };
  }

  protected override within(index: SortedIndex): Stretch {
    return index instanceof SortedNumbers ? index.stretchOf(this.#range) : super.within(index);
  }
}

/**
 * Without a branch: which numbers lie within is not to be foreseen, and a processor that guesses wrong loses more time than a look
 * takes.
 */
function pickNumbers(
  numbers: Float64Array,
  { low, high }: NumberRange,
  from: number,
  to: number,
  into: Uint32Array,
  at: number,
): number {
  let next = at;
  for (let rank = from; rank < to; rank += 1) {
    const number = numbers[rank]!;
    into[next] = rank;
    next += Number(number >= low) & Number(number <= high);
  }
  return next;
}

/** Places whose value, of those of a dictionary, lies within bounds. */
class CodeRangeMatcher extends RangeMatcher<CodedColumn> {
  readonly #inner: ValueMatcher;

  constructor(of: MatchedColumn<CodedColumn>, bounds: readonly Bound[]) {
    super(of, bounds);
    this.#inner = new ValueMatcher(of.column, codeTest(of.column, bounds));
  }

  test(place: number): boolean {
    return this.#inner.test(place);
  }

  fill(mask: Uint8Array, from: number, to: number): void {
    this.#inner.fill(mask, from, to);
  }

  /** By ranks where the values are in order; those that came since are looked at one by one. */
  pick(places: Uint32Array, from: number, to: number, into: Uint32Array, at: number): number {
    const index = this.stretchOf(this.of.at)?.index;
    if (!(index instanceof SortedCodes)) return pickByTest(this.#inner, places, from, to, into, at);
    const within = stretchIn(this.bounds, index.codes.length, (op, value) => index.ranksOf(op, value));
    const { ranks } = index;
    const { codes } = this.of.column;
    let next = at;
    for (let n = from; n < to; n += 1) {
      const place = places[n]!;
      const code = codes[place]!;
      if (code >= ranks.length ? this.#inner.test(place) : code !== 0 && isWithin(within, ranks[code]!)) {
        into[next++] = place;
      }
    }
    return next;
  }
}

const isWithin = ({ from, to }: Stretch, rank: number) => rank >= from && rank < to;

/** Places whose value lies within bounds, which it is comparable with. */
export function rangeMatcher(
  of: MatchedColumn<NumberColumn> | MatchedColumn<CodedColumn>,
  bounds: readonly Bound[],
): Matcher {
  return isCoded(of) ? new CodeRangeMatcher(of, bounds) : new NumberRangeMatcher(of, bounds);
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
