import type { SortedIndex, Stretch } from './sortedIndex';

/** Indexed places that hold a condition, those that have ended among them. */
export interface KnownPlaces {
  readonly places: Uint32Array;
  readonly inSheetOrder: boolean;
}

/** A stretch of a column's sorted index in which all places lie that hold a condition. */
export interface KnownStretch {
  readonly index: SortedIndex;
  readonly stretch: Stretch;
}

/** A condition made ready for a tab's columns. */
export interface Matcher {
  /** Whether the row at a place holds it. */
  test(place: number): boolean;
  /** Marks with 1 the places that hold it, with 0 the others: as many as the mask is long. */
  fill(mask: Uint8Array): void;
  /** The indexed places that hold it, where an index tells at little cost. */
  known?(): KnownPlaces | undefined;
  /** Where it bounds a column: the stretch of that column's order. */
  stretchOf?(column: number): KnownStretch | undefined;
  /** The parts that have to hold together, where it is made of such. */
  readonly parts?: readonly Matcher[];
}

/** A matcher that looks at places one by one. */
export function fillByTest(mask: Uint8Array, test: (place: number) => boolean): void {
  for (let place = 0; place < mask.length; place += 1) mask[place] = test(place) ? 1 : 0;
}

export const always = (holds: boolean): Matcher => ({
  test: () => holds,
  fill: (mask) => void mask.fill(holds ? 1 : 0),
  known: () => (holds ? undefined : { places: new Uint32Array(0), inSheetOrder: true }),
});

export const not = (part: Matcher): Matcher => ({
  test: (place) => !part.test(place),
  fill(mask) {
    part.fill(mask);
    for (let place = 0; place < mask.length; place += 1) mask[place]! ^= 1;
  },
});

/** Below this share of marked places, each is looked at instead of all. */
const FEW = 1 / 8;

function countOf(mask: Uint8Array): number {
  let count = 0;
  for (let place = 0; place < mask.length; place += 1) count += mask[place]!;
  return count;
}

class All implements Matcher {
  constructor(readonly parts: readonly Matcher[]) {}

  test(place: number): boolean {
    for (const part of this.parts) if (!part.test(place)) return false;
    return true;
  }

  fill(mask: Uint8Array): void {
    const [first, ...others] = this.parts;
    first!.fill(mask);
    for (const other of others) {
      if (countOf(mask) < mask.length * FEW) {
        for (let place = 0; place < mask.length; place += 1) {
          if (mask[place] === 1 && !other.test(place)) mask[place] = 0;
        }
      } else {
        const its = new Uint8Array(mask.length);
        other.fill(its);
        for (let place = 0; place < mask.length; place += 1) mask[place]! &= its[place]!;
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
  constructor(private readonly others: readonly Matcher[]) {}

  test(place: number): boolean {
    for (const part of this.others) if (part.test(place)) return true;
    return false;
  }

  fill(mask: Uint8Array): void {
    const [first, ...others] = this.others;
    first!.fill(mask);
    const its = new Uint8Array(mask.length);
    for (const other of others) {
      other.fill(its);
      for (let place = 0; place < mask.length; place += 1) mask[place]! |= its[place]!;
    }
  }

  known(): KnownPlaces | undefined {
    const lists: Uint32Array[] = [];
    for (const part of this.others) {
      const known = part.known?.();
      if (known === undefined) return undefined;
      lists.push(known.places);
    }
    return union(lists);
  }
}

/** More places than these are found as fast by looking at all. */
const MOST_JOINED = 1 << 16;

/** The places of lists together, each once, in the order of the sheet. */
export function union(lists: readonly Uint32Array[]): KnownPlaces | undefined {
  const length = lists.reduce((sum, list) => sum + list.length, 0);
  if (length > MOST_JOINED) return undefined;
  const joined = new Uint32Array(length);
  let at = 0;
  for (const list of lists) {
    joined.set(list, at);
    at += list.length;
  }
  joined.sort();
  let count = 0;
  for (let n = 0; n < length; n += 1) if (n === 0 || joined[n] !== joined[n - 1]) joined[count++] = joined[n]!;
  return { places: joined.subarray(0, count), inSheetOrder: true };
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
