import type { CodedColumn, NumberColumn, ServedColumn } from './servedColumn';
import { SortedCodes, type SortedIndex, SortedNumbers } from './sortedIndex';
import { sortByKeys } from './sorting';
import type { Steps } from './steps';

const STEPS = 1 << 14;

/**
 * Sorts the first `count` places of a column.
 *
 * @param before the index of fewer of them, where there is one: what it says is not worked out again
 */
export function* buildSorted(column: ServedColumn, count: number, before?: SortedIndex): Steps<SortedIndex> {
  if (column.kind === 'codes')
    return yield* sortCodes(column, count, before instanceof SortedCodes ? before : undefined);
  const from = before instanceof SortedNumbers ? before.places.length : 0;
  const added = yield* sortNumbers(column, from, count);
  return before === undefined || from === 0 ? added : yield* joined(column, before, added);
}

function* splitBlanks(
  column: NumberColumn,
  from: number,
  count: number,
): Steps<{ filled: Uint32Array; blanks: Uint32Array }> {
  const filled = new Uint32Array(count - from);
  const blanks = new Uint32Array(count - from);
  let [filledCount, blankCount] = [0, 0];
  for (let place = from; place < count; place += 1) {
    if (column.isBlank(place)) blanks[blankCount++] = place;
    else filled[filledCount++] = place;
    if (place % STEPS === 0) yield;
  }
  return { filled: filled.slice(0, filledCount), blanks: blanks.slice(0, blankCount) };
}

function* sortNumbers(column: NumberColumn, from: number, count: number): Steps<SortedNumbers> {
  const { filled, blanks } = yield* splitBlanks(column, from, count);
  const sorted = yield* sortByKeys(filled, column.numbers, undefined);
  return new SortedNumbers(column, together(sorted, blanks), sorted.length);
}

/** One list behind another. */
function together(one: Uint32Array, other: Uint32Array): Uint32Array {
  const both = new Uint32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Items between two chances to pause where each is looked for. */
const SEEKS = 1 << 10;

/** An index, and one of places behind all of its own, as one. */
function* joined(column: NumberColumn, before: SortedIndex, added: SortedIndex): Steps<SortedNumbers> {
  const [known, others] = [filledOf(before), filledOf(added)];
  const { numbers } = column;
  const filled = known.length + others.length;
  const places = new Uint32Array(before.places.length + added.places.length);
  let from = 0;
  for (let n = 0; n < others.length; n += 1) {
    const to = firstAbove(numbers[others[n]!]!, numbers, known, from);
    places.set(known.subarray(from, to), from + n);
    places[to + n] = others[n]!;
    from = to;
    if (n % SEEKS === 0) yield;
  }
  places.set(known.subarray(from), from + others.length);
  places.set(before.places.subarray(before.filled), filled);
  places.set(added.places.subarray(added.filled), filled + before.places.length - before.filled);
  return new SortedNumbers(column, places, filled);
}

const filledOf = ({ places, filled }: SortedIndex) => places.subarray(0, filled);

/** Where the first place stands, from one on, whose number is greater. */
function firstAbove(number: number, numbers: Float64Array, places: Uint32Array, from: number): number {
  let [low, high] = [from, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[places[middle]!]! <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* sortCodes(column: CodedColumn, count: number, before: SortedCodes | undefined): Steps<SortedIndex> {
  const isKnown = before?.ranks.length === column.dictionary.size;
  const { ranks, codes } = before !== undefined && isKnown ? before : yield* rankCodes(column);
  column.ranks = ranks;
  const counts = new Uint32Array(codes.length + 1);
  const filled = yield* countRanks(column, count, ranks, counts);
  const places = new Uint32Array(count);
  const next = counts.slice();
  let blank = filled;
  for (let place = 0; place < count; place += 1) {
    const code = column.codes[place]!;
    if (code === 0) places[blank++] = place;
    else places[next[ranks[code]!]!++] = place;
    if (place % STEPS === 0) yield;
  }
  return new SortedCodes(column, places, filled, ranks, codes, counts);
}

/** Values in their order: the rank of each code, and for each rank one code. */
export interface Ranked {
  readonly ranks: Uint32Array;
  readonly codes: Uint32Array;
}

/** Sorts the values of a dictionary. */
export function* rankCodes({ dictionary }: CodedColumn): Steps<Ranked> {
  const { size } = dictionary;
  const keys = new Float64Array(size);
  const items = new Uint32Array(size - 1);
  for (let code = 1; code < size; code += 1) {
    keys[code] = dictionary.sortKey(code);
    items[code - 1] = code;
    if (code % STEPS === 0) yield;
  }
  const sorted = yield* sortByKeys(items, keys, (one, other) => dictionary.compare(one, other));
  const ranks = new Uint32Array(size);
  const codes = new Uint32Array(size - 1);
  let rank = -1;
  for (let at = 0; at < sorted.length; at += 1) {
    const code = sorted[at]!;
    if (rank < 0 || dictionary.compare(sorted[at - 1]!, code) !== 0) codes[++rank] = code;
    ranks[code] = rank;
    if (at % STEPS === 0) yield;
  }
  return { ranks, codes: codes.slice(0, rank + 1) };
}

/** Turns counts into the places at which ranks begin. @returns how many places are not blank */
function* countRanks(column: CodedColumn, count: number, ranks: Uint32Array, counts: Uint32Array): Steps<number> {
  let blank = 0;
  for (let place = 0; place < count; place += 1) {
    const code = column.codes[place]!;
    if (code === 0) blank += 1;
    else counts[ranks[code]! + 1]! += 1;
    if (place % STEPS === 0) yield;
  }
  for (let rank = 1; rank < counts.length; rank += 1) counts[rank]! += counts[rank - 1]!;
  return count - blank;
}
