import type { KnownPlaces } from './picker';
import type { CodedColumn } from './servedColumn';
import type { Steps } from './steps';

const STEPS = 1 << 15;

/** The first places of a tab by their codes in a column, in the order of the sheet. */
export class Postings {
  constructor(
    readonly places: Uint32Array,
    /** By code: where its places begin. */
    private readonly starts: Uint32Array,
  ) {}

  get bytes(): number {
    return (this.places.length + this.starts.length) * 4;
  }

  /** The places that have a code, without a copy; 0 is blank. */
  of(code: number): KnownPlaces {
    const { places, starts } = this;
    if (code + 1 >= starts.length) return { places, from: 0, to: 0, inSheetOrder: true };
    return { places, from: starts[code]!, to: starts[code + 1]!, inSheetOrder: true };
  }
}

/** Lists the first `count` places of a column by code. */
export function* buildPostings(column: CodedColumn, count: number): Steps<Postings> {
  const starts = new Uint32Array(column.dictionary.size + 1);
  for (let place = 0; place < count; place += 1) {
    starts[column.codes[place]! + 1]! += 1;
    if (place % STEPS === 0) yield;
  }
  for (let code = 1; code < starts.length; code += 1) {
    starts[code]! += starts[code - 1]!;
    if (code % STEPS === 0) yield;
  }
  const next = starts.slice();
  const places = new Uint32Array(count);
  for (let place = 0; place < count; place += 1) {
    places[next[column.codes[place]!]!++] = place;
    if (place % STEPS === 0) yield;
  }
  return new Postings(places, starts);
}
