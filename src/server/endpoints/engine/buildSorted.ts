import type { CodedColumn, NumberColumn, ServedColumn } from './servedColumn';
import { SortedCodes, type SortedIndex, SortedNumbers } from './sortedIndex';
import { sortByKeys } from './sorting';
import type { Steps } from './steps';

const STEPS = 1 << 14;

/** Sorts the first `count` places of a column. */
export function* buildSorted(column: ServedColumn, count: number): Steps<SortedIndex> {
  return column.kind === 'numbers' ? yield* sortNumbers(column, count) : yield* sortCodes(column, count);
}

function* splitBlanks(column: ServedColumn, count: number): Steps<{ filled: Uint32Array; blanks: Uint32Array }> {
  const filled = new Uint32Array(count);
  const blanks = new Uint32Array(count);
  let [filledCount, blankCount] = [0, 0];
  for (let place = 0; place < count; place += 1) {
    if (column.isBlank(place)) blanks[blankCount++] = place;
    else filled[filledCount++] = place;
    if (place % STEPS === 0) yield;
  }
  return { filled: filled.slice(0, filledCount), blanks: blanks.slice(0, blankCount) };
}

function* sortNumbers(column: NumberColumn, count: number): Steps<SortedIndex> {
  const { filled, blanks } = yield* splitBlanks(column, count);
  const places = yield* sortByKeys(filled, column.numbers, undefined);
  return new SortedNumbers(column, places, blanks);
}

function* sortCodes(column: CodedColumn, count: number): Steps<SortedIndex> {
  const { ranks, codes } = yield* rankCodes(column);
  column.ranks = ranks;
  const counts = new Uint32Array(codes.length + 1);
  const blanks = yield* countRanks(column, count, ranks, counts);
  const places = new Uint32Array(count - blanks.length);
  const next = counts.slice();
  for (let place = 0; place < count; place += 1) {
    const code = column.codes[place]!;
    if (code !== 0) places[next[ranks[code]!]!++] = place;
    if (place % STEPS === 0) yield;
  }
  return new SortedCodes(column, places, blanks, ranks, codes, counts);
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

/** Turns counts into the places at which ranks begin. @returns the places that are blank */
function* countRanks(column: CodedColumn, count: number, ranks: Uint32Array, counts: Uint32Array): Steps<Uint32Array> {
  let blank = 0;
  for (let place = 0; place < count; place += 1) {
    const code = column.codes[place]!;
    if (code === 0) blank += 1;
    else counts[ranks[code]! + 1]! += 1;
    if (place % STEPS === 0) yield;
  }
  for (let rank = 1; rank < counts.length; rank += 1) counts[rank]! += counts[rank - 1]!;
  const blanks = new Uint32Array(blank);
  for (let place = 0, at = 0; at < blank; place += 1) if (column.codes[place] === 0) blanks[at++] = place;
  return blanks;
}
