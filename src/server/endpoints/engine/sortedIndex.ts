import type { FilterValue } from './engine';
import type { NumberRange } from './numberRange';
import type { CodedColumn, NumberColumn } from './servedColumn';

/** A stretch of an index, its end not counted. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export type RangeOperator = 'gt' | 'gte' | 'lt' | 'lte';

/**
 * The first places of a tab in the order of a column, equal ones and blank ones in the order of the sheet. Values of the type
 * stand before the others.
 */
export interface SortedIndex {
  /** All of them: those that are blank at the end. */
  readonly places: Uint32Array;
  /** Where those begin that are blank. */
  readonly filled: number;
  /** Where values of the type end. */
  readonly natives: number;
  readonly bytes: number;
  /** The places of a value that are gt, gte, lt, lte: among values of its sort. */
  rangeOf(op: RangeOperator, value: FilterValue): Stretch;
  /** Where the run of equal values begins and ends that holds a place of the index. */
  runOf(at: number): Stretch;
}

/** The first place of the stretch for which `isBefore` does not hold; it holds for all before one and none after. */
function firstNot({ from, to }: Stretch, isBefore: (at: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function stretchOf(op: RangeOperator, whole: Stretch, compare: (at: number) => number): Stretch {
  const bound =
    op === 'gte' || op === 'lt' ? firstNot(whole, (at) => compare(at) < 0) : firstNot(whole, (at) => compare(at) <= 0);
  return op === 'gt' || op === 'gte' ? { from: bound, to: whole.to } : { from: whole.from, to: bound };
}

/** Between two numbers that stand for those between them there are so many. */
const MARK = 16;

/** Numbers in order; the places of one number are a run of it, so it serves equality too. */
export class SortedNumbers implements SortedIndex {
  /** Every {@link MARK}th number: few enough to be at hand for the processor, so that a bound is found without waiting for memory. */
  readonly #marks: Float64Array;

  constructor(
    private readonly column: NumberColumn,
    readonly places: Uint32Array,
    readonly filled: number,
  ) {
    this.#marks = new Float64Array(Math.ceil(filled / MARK));
    for (let n = 0; n < this.#marks.length; n += 1) this.#marks[n] = column.numbers[places[n * MARK]!]!;
  }

  get natives(): number {
    return this.filled;
  }

  get bytes(): number {
    return this.places.length * 4 + this.#marks.byteLength;
  }

  rangeOf(op: RangeOperator, value: FilterValue): Stretch {
    if (typeof value !== 'number') return { from: 0, to: 0 };
    const bound = this.#firstNotBelow(value, op === 'gt' || op === 'lte');
    return op === 'gt' || op === 'gte' ? { from: bound, to: this.filled } : { from: 0, to: bound };
  }

  /** The places of the numbers of a range. */
  stretchOf({ low, high }: NumberRange): Stretch {
    if (!(low <= high)) return { from: 0, to: 0 };
    return { from: this.#firstNotBelow(low, false), to: this.#firstNotBelow(high, true) };
  }

  /** @param isPast whether numbers that equal the value are passed over too */
  #firstNotBelow(value: number, isPast: boolean): number {
    const marks = this.#marks;
    const { places, filled } = this;
    const { numbers } = this.column;
    let [low, high] = [0, marks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const number = marks[middle]!;
      if (number < value || (isPast && number === value)) low = middle + 1;
      else high = middle;
    }
    [low, high] = [Math.max(0, (low - 1) * MARK), Math.min(filled, low * MARK)];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const number = numbers[places[middle]!]!;
      if (number < value || (isPast && number === value)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  runOf(at: number): Stretch {
    const { numbers } = this.column;
    const number = numbers[this.places[at]!]!;
    return { from: this.#edge(at, -1, number), to: this.#edge(at, 1, number) };
  }

  /** Takes longer and longer strides, since runs are short more often than not. */
  #edge(at: number, direction: 1 | -1, number: number): number {
    const { numbers } = this.column;
    const isOf = (one: number) => one >= 0 && one < this.filled && numbers[this.places[one]!] === number;
    let stride = 1;
    while (isOf(at + direction * stride)) stride *= 2;
    let [inside, outside] = [Math.floor(stride / 2), stride];
    while (outside - inside > 1) {
      const middle = (inside + outside) >>> 1;
      if (isOf(at + direction * middle)) inside = middle;
      else outside = middle;
    }
    return direction === 1 ? at + inside + 1 : at - inside;
  }
}

/** Values of a dictionary in order. */
export class SortedCodes implements SortedIndex {
  constructor(
    private readonly column: CodedColumn,
    readonly places: Uint32Array,
    readonly filled: number,
    /** By code; equal in the order means equal here. 0 for codes that no place has. */
    readonly ranks: Uint32Array,
    /** By rank: one of its codes, and where its places begin. */
    readonly codes: Uint32Array,
    private readonly starts: Uint32Array,
  ) {}

  get natives(): number {
    return this.starts[this.#nativeRanks()]!;
  }

  get bytes(): number {
    return (this.places.length + this.codes.length + this.starts.length) * 4;
  }

  rangeOf(op: RangeOperator, value: FilterValue): Stretch {
    const ranks = this.ranksOf(op, value);
    return { from: this.starts[ranks.from]!, to: this.starts[ranks.to]! };
  }

  /** As {@link rangeOf}, but the ranks of the values instead of their places. */
  ranksOf(op: RangeOperator, value: FilterValue): Stretch {
    const compare = this.column.dictionary.comparerWith(value);
    const isNative = this.column.dictionary.fits(value);
    const natives = this.#nativeRanks();
    const whole = isNative ? { from: 0, to: natives } : { from: natives, to: this.codes.length };
    return stretchOf(op, whole, (rank) => compare(this.codes[rank]!));
  }

  runOf(at: number): Stretch {
    const rank = this.ranks[this.column.codes[this.places[at]!]!]!;
    return { from: this.starts[rank]!, to: this.starts[rank + 1]! };
  }

  #nativeRanks(): number {
    const { dictionary } = this.column;
    return firstNot({ from: 0, to: this.codes.length }, (rank) => dictionary.isNative(this.codes[rank]!));
  }
}
