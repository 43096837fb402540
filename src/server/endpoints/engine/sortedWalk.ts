import { type Picker, type RankPicker, ranksOf } from './picker';
import type { PlaceOrder } from './rowOrder';
import type { Page } from './sheetOrder';
import { firstPlaces } from './sorting';
import type { SortedIndex, Stretch } from './sortedIndex';

/** How an index is gone along. */
export interface Walk {
  readonly index: SortedIndex;
  /** The part of it outside of which nothing holds the condition, if there is one; blanks are outside too. */
  readonly stretch: Stretch | undefined;
  readonly descending: boolean;
  /** Whether rows that are equal in the column are ordered by more than the sheet. */
  readonly hasMore: boolean;
  /** Which places are wanted; all are where it is absent. */
  readonly picker: Picker | undefined;
  /** Rows that are not in the index, in the order. */
  readonly tail: Uint32Array;
  /** Never asked where there is no tail and no more to order by. */
  readonly order: PlaceOrder;
}

/** Places that are picked at once, at least and at most. */
const LEAST = 64;
const MOST = 1024;
/** As many places for one that is still missing are looked at together. */
const LOOKED_AT = 4;

/** What has just been picked; it is one for all, since nothing waits while it is read. */
const picked = new Uint32Array(MOST);

/** Fills a page with the rows that it is given, in their order: those of the index by rank. */
class Filling {
  #seen = 0;
  #count = 0;
  #tailAt = 0;

  constructor(
    private readonly page: Page,
    private readonly places: Uint32Array,
    private readonly tail: Uint32Array,
    private readonly order: PlaceOrder,
  ) {}

  /** Rows that the page is to have. */
  get length(): number {
    return this.page.count;
  }

  get isFull(): boolean {
    return this.#count === this.length;
  }

  /** Rows that it has yet to see until it is full. */
  get missing(): number {
    return this.page.offset + this.length - this.#seen;
  }

  get hasTail(): boolean {
    return this.#tailAt < this.tail.length;
  }

  take(rank: number) {
    const place = this.places[rank]!;
    while (this.#tailAt < this.tail.length && this.order(this.tail[this.#tailAt]!, place) < 0) {
      this.#see(this.tail[this.#tailAt++]!);
    }
    this.#see(rank);
  }

  /** Takes the first of what has been picked, of which nothing stands behind a row of the tail. */
  takePicked(count: number) {
    const start = this.pass(count);
    const end = Math.min(count, start + this.length - this.#count);
    const { into } = this.page;
    for (let at = start; at < end; at += 1) into[this.#count++] = picked[at]!;
    this.#seen += end - start;
  }

  /** Takes ranks that follow each other, in the same way. */
  takeAll(from: number, to: number) {
    const start = from + this.pass(to - from);
    const end = Math.min(to, start + this.length - this.#count);
    const { into } = this.page;
    for (let rank = start; rank < end; rank += 1) into[this.#count++] = rank;
    this.#seen += end - start;
  }

  takeTail() {
    while (this.#tailAt < this.tail.length && !this.isFull) this.#see(this.tail[this.#tailAt++]!);
  }

  /** Passes over rows that stand before the page anyhow. @returns how many of them */
  pass(most: number): number {
    const passed = Math.max(0, Math.min(most, this.page.offset - this.#seen));
    this.#seen += passed;
    return passed;
  }

  #see(row: number) {
    if (this.#seen >= this.page.offset && !this.isFull) this.page.into[this.#count++] = row;
    this.#seen += 1;
  }
}

/**
 * Fills a page with what is wanted, found by going along an index from the side of the first: with ranks in its list, and the
 * places of rows of the tail.
 */
export function walkSorted(walk: Walk, wanted: Page): void {
  const { index, stretch, descending, tail, order, picker } = walk;
  const { places, filled } = index;
  const page = new Filling(wanted, places, tail, order);
  const ranked = picker?.along?.(places);
  const { from, to } = stretch ?? { from: 0, to: filled };
  if (descending) walkBack(walk, ranked, page, from, to);
  else walkOn(walk, ranked, page, from, to);
  if (stretch === undefined) takeRun(walk, ranked, page, filled, places.length);
  page.takeTail();
}

function walkOn(walk: Walk, ranked: RankPicker | undefined, page: Filling, from: number, to: number) {
  if (!walk.hasMore) takeRun(walk, ranked, page, from, to);
  else
    for (let at = from; at < to && !page.isFull;) {
      const run = walk.index.runOf(at);
      takeRun(walk, ranked, page, at, Math.min(run.to, to));
      at = run.to;
    }
}

function walkBack(walk: Walk, ranked: RankPicker | undefined, page: Filling, from: number, to: number) {
  for (let at = to; at > from && !page.isFull;) {
    const start = Math.max(from, walk.index.runOf(at - 1).from);
    takeRun(walk, ranked, page, start, at);
    at = start;
  }
}

/** Takes a run of equal rows, which stand in the order of the sheet. */
function takeRun(walk: Walk, ranked: RankPicker | undefined, page: Filling, start: number, end: number) {
  const { picker, hasMore } = walk;
  if (picker === undefined && !page.hasTail && page.missing - (end - start) >= page.length) {
    page.pass(end - start);
  } else if (hasMore && end - start > 1) {
    for (const rank of firstRanks(walk, start, end, page.missing)) page.take(rank);
  } else if (page.hasTail) {
    const { places } = walk.index;
    for (let rank = start; rank < end && !page.isFull; rank += 1) {
      if (picker === undefined || picker.test(places[rank]!)) page.take(rank);
    }
  } else if (picker === undefined) {
    page.takeAll(start, end);
  } else takePicked(picker, ranked, walk.index.places, page, start, end);
}

/** The first of a run in the whole order, by rank. */
function firstRanks({ index, picker, order }: Walk, start: number, end: number, most: number): Uint32Array {
  const { places } = index;
  const wanted = new Uint32Array(end - start);
  let count = 0;
  for (let rank = start; rank < end; rank += 1) {
    if (picker === undefined || picker.test(places[rank]!)) wanted[count++] = rank;
  }
  const compare = (one: number, other: number) => order(places[one]!, places[other]!);
  return firstPlaces(wanted.subarray(0, count), Math.min(count, most), compare);
}

/** Takes those of a run that are wanted, as many at once as the page may need. */
function takePicked(
  picker: Picker,
  ranked: RankPicker | undefined,
  places: Uint32Array,
  page: Filling,
  start: number,
  end: number,
) {
  for (let at = start; at < end && !page.isFull;) {
    const next = Math.min(end, at + Math.max(LEAST, Math.min(MOST, page.missing * LOOKED_AT)));
    if (ranked !== undefined) page.takePicked(ranked.pick(at, next, picked, 0));
    else {
      const count = picker.pick(places, at, next, picked, 0);
      ranksOf(places, at, picked, count);
      page.takePicked(count);
    }
    at = next;
  }
}
