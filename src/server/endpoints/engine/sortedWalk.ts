import type { Picker } from './picker';
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
  readonly order: PlaceOrder;
}

/** Places that are picked at once, at least and at most. */
const LEAST = 64;
const MOST = 1024;
/** As many places for one that is still missing are looked at together. */
const LOOKED_AT = 4;

/** What has just been picked; it is one for all, since nothing waits while it is read. */
const picked = new Uint32Array(MOST);

/** Fills a page with the rows that it is given, in their order. */
class Filling {
  #seen = 0;
  #count = 0;
  #tailAt = 0;

  constructor(
    private readonly page: Page,
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

  take(place: number) {
    while (this.#tailAt < this.tail.length && this.order(this.tail[this.#tailAt]!, place) < 0) {
      this.#see(this.tail[this.#tailAt++]!);
    }
    this.#see(place);
  }

  /** Takes places of which none stands behind a row of the tail. */
  takeAll(places: Uint32Array, from: number, to: number) {
    const start = from + this.pass(to - from);
    const end = Math.min(to, start + this.length - this.#count);
    const { into } = this.page;
    for (let at = start; at < end; at += 1) into[this.#count++] = places[at]!;
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

  #see(place: number) {
    if (this.#seen >= this.page.offset && !this.isFull) this.page.into[this.#count++] = place;
    this.#seen += 1;
  }
}

/** Fills a page with what is wanted, found by going along an index from the side of the first. */
export function walkSorted(walk: Walk, wanted: Page): void {
  const { index, stretch, descending, tail, order } = walk;
  const page = new Filling(wanted, tail, order);
  const { from, to } = stretch ?? { from: 0, to: index.places.length };
  if (descending) walkBack(walk, page, from, to);
  else walkOn(walk, page, from, to);
  if (stretch === undefined) takeRun(walk, page, index.blanks, 0, index.blanks.length);
  page.takeTail();
}

function walkOn(walk: Walk, page: Filling, from: number, to: number) {
  const { index, hasMore } = walk;
  if (!hasMore) takeRun(walk, page, index.places, from, to);
  else
    for (let at = from; at < to && !page.isFull;) {
      const run = index.runOf(at);
      takeRun(walk, page, index.places, at, Math.min(run.to, to));
      at = run.to;
    }
}

function walkBack(walk: Walk, page: Filling, from: number, to: number) {
  for (let at = to; at > from && !page.isFull;) {
    const start = Math.max(from, walk.index.runOf(at - 1).from);
    takeRun(walk, page, walk.index.places, start, at);
    at = start;
  }
}

/** Takes a run of equal rows, which stand in the order of the sheet. */
function takeRun({ picker, hasMore, order }: Walk, page: Filling, places: Uint32Array, start: number, end: number) {
  if (picker === undefined && !page.hasTail && page.missing - (end - start) >= page.length) {
    page.pass(end - start);
  } else if (hasMore && end - start > 1) {
    const run = places.subarray(start, end);
    const wanted = picker === undefined ? run : run.filter((place) => picker.test(place));
    for (const place of firstPlaces(wanted, Math.min(wanted.length, page.missing), order)) page.take(place);
  } else if (page.hasTail) {
    for (let at = start; at < end && !page.isFull; at += 1) {
      if (picker === undefined || picker.test(places[at]!)) page.take(places[at]!);
    }
  } else if (picker === undefined) {
    page.takeAll(places, start, end);
  } else takePicked(picker, page, places, start, end);
}

/** Takes those of a run that are wanted, as many at once as the page may need. */
function takePicked(picker: Picker, page: Filling, places: Uint32Array, start: number, end: number) {
  for (let at = start; at < end && !page.isFull;) {
    const next = Math.min(end, at + Math.max(LEAST, Math.min(MOST, page.missing * LOOKED_AT)));
    page.takeAll(picked, 0, picker.pick(places, at, next, picked, 0));
    at = next;
  }
}
