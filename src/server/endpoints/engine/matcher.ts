import { type KnownPlaces, NO_PLACES, pickByTest, type Picker } from './picker';
import type { SortedIndex, Stretch } from './sortedIndex';
import { unionOf } from './unionOf';

/** A stretch of a column's sorted index in which all places lie that hold a condition. */
export interface KnownStretch {
  readonly index: SortedIndex;
  readonly stretch: Stretch;
}

/** A condition made ready for a tab's columns: wanted are the rows that hold it. */
export interface Matcher extends Picker {
  /** Marks with 1 the places that hold it, with 0 the others, from one on, before another. */
  fill(mask: Uint8Array, from: number, to: number): void;
  /** The indexed places that hold it, where an index tells at little cost. */
  known?(): KnownPlaces | undefined;
  /** Where it bounds a column: the stretch of that column's order. */
  stretchOf?(column: number): KnownStretch | undefined;
  /** The parts that have to hold together, where it is made of such. */
  readonly parts?: readonly Matcher[];
}

/** A matcher that looks at places one by one. */
export function fillByTest(mask: Uint8Array, from: number, to: number, test: (place: number) => boolean): void {
  for (let place = from; place < to; place += 1) mask[place] = test(place) ? 1 : 0;
}

/** A matcher of nothing but a test. */
const tested = (test: (place: number) => boolean, more: Omit<Matcher, keyof Picker>): Matcher => ({
  test,
  pick: (places, from, to, into, at) => pickByTest({ test }, places, from, to, into, at),
  ...more,
});

export const always = (holds: boolean): Matcher =>
  tested(() => holds, {
    fill: (mask, from, to) => void mask.fill(holds ? 1 : 0, from, to),
    known: () => (holds ? undefined : NO_PLACES),
  });

export const not = (part: Matcher): Matcher =>
  tested((place) => !part.test(place), {
    fill(mask, from, to) {
      part.fill(mask, from, to);
      for (let place = from; place < to; place += 1) mask[place]! ^= 1;
    },
  });

/** Below this share of marked places, each is looked at instead of all. */
const FEW = 1 / 8;

function countOf(mask: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let place = from; place < to; place += 1) count += mask[place]!;
  return count;
}

class All implements Matcher {
  #its: Uint8Array | undefined;

  constructor(readonly parts: readonly Matcher[]) {}

  test(place: number): boolean {
    for (const part of this.parts) if (!part.test(place)) return false;
    return true;
  }

  pick(places: Uint32Array, from: number, to: number, into: Uint32Array, at: number): number {
    let [list, start, end] = [places, from, to];
    for (const part of this.parts) {
      end = part.pick(list, start, end, into, at);
      [list, start] = [into, at];
    }
    return end;
  }

  fill(mask: Uint8Array, from: number, to: number): void {
    const [first, ...others] = this.parts;
    first!.fill(mask, from, to);
    for (const other of others) {
      if (countOf(mask, from, to) < (to - from) * FEW) {
        for (let place = from; place < to; place += 1) {
          if (mask[place] === 1 && !other.test(place)) mask[place] = 0;
        }
      } else {
        this.#its ??= new Uint8Array(mask.length);
        other.fill(this.#its, from, to);
        for (let place = from; place < to; place += 1) mask[place]! &= this.#its[place]!;
      }
    }
  }

  stretchOf(column: number): KnownStretch | undefined {
    for (const part of this.parts) {
      const known = part.stretchOf?.(column);
      if (known !== undefined) return known;
    }
    return undefined;
  }
}

class Any implements Matcher {
  #its: Uint8Array | undefined;

  constructor(private readonly others: readonly Matcher[]) {}

  test(place: number): boolean {
    for (const part of this.others) if (part.test(place)) return true;
    return false;
  }

  pick(places: Uint32Array, from: number, to: number, into: Uint32Array, at: number): number {
    return pickByTest(this, places, from, to, into, at);
  }

  fill(mask: Uint8Array, from: number, to: number): void {
    const [first, ...others] = this.others;
    first!.fill(mask, from, to);
    this.#its ??= new Uint8Array(mask.length);
    for (const other of others) {
      other.fill(this.#its, from, to);
      for (let place = from; place < to; place += 1) mask[place]! |= this.#its[place]!;
    }
  }

  known(): KnownPlaces | undefined {
    return unionOf(this.others);
  }
}

export function all(parts: readonly Matcher[]): Matcher {
  const [only, ...more] = parts;
  if (only === undefined) return always(true);
  return more.length === 0 ? only : new All(parts);
}

export function any(parts: readonly Matcher[]): Matcher {
  const [only, ...more] = parts;
  if (only === undefined) return always(false);
  return more.length === 0 ? only : new Any(parts);
}
