import type { PlaceOrder } from './rowOrder';
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
  /** Whether a place is wanted; all are where it is absent. */
  readonly contains: ((place: number) => boolean) | undefined;
  /** Rows that are not in the index, in the order. */
  readonly tail: Uint32Array;
  readonly order: PlaceOrder;
}

/** Collects the rows from an offset on. */
class Page {
  readonly places: Uint32Array;
  #seen = 0;
  #count = 0;
  #tailAt = 0;

  constructor(
    private readonly offset: number,
    length: number,
    private readonly tail: Uint32Array,
    private readonly order: PlaceOrder,
  ) {
    this.places = new Uint32Array(length);
  }

  get isFull(): boolean {
    return this.#count === this.places.length;
  }

  /** Rows that it has yet to see until it is full. */
  get missing(): number {
    return this.offset + this.places.length - this.#seen;
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

  takeTail() {
    while (this.#tailAt < this.tail.length && !this.isFull) this.#see(this.tail[this.#tailAt++]!);
  }

  /** Passes over rows that stand before the page anyhow. @returns how many of them */
  pass(most: number): number {
    const passed = Math.max(0, Math.min(most, this.offset - this.#seen));
    this.#seen += passed;
    return passed;
  }

  #see(place: number) {
    if (this.#seen >= this.offset && !this.isFull) this.places[this.#count++] = place;
    this.#seen += 1;
  }
}

/** The page from an offset on of what is wanted, found by going along an index from the side of the first. */
export function walkSorted(walk: Walk, offset: number, length: number): Uint32Array {
  const { index, stretch, descending, tail, order } = walk;
  const page = new Page(offset, length, tail, order);
  const { from, to } = stretch ?? { from: 0, to: index.places.length };
  if (descending) walkBack(walk, page, from, to);
  else walkOn(walk, page, from, to);
  if (stretch === undefined) takeRun(walk, page, index.blanks, 0, index.blanks.length);
  page.takeTail();
  return page.places;
}

function walkOn(walk: Walk, page: Page, from: number, to: number) {
  const { index, hasMore } = walk;
  if (!hasMore) takeRun(walk, page, index.places, from, to);
  else
    for (let at = from; at < to && !page.isFull;) {
      const run = index.runOf(at);
      takeRun(walk, page, index.places, at, Math.min(run.to, to));
      at = run.to;
    }
}

function walkBack(walk: Walk, page: Page, from: number, to: number) {
  for (let at = to; at > from && !page.isFull;) {
    const start = Math.max(from, walk.index.runOf(at - 1).from);
    takeRun(walk, page, walk.index.places, start, at);
    at = start;
  }
}

/** Takes a run of equal rows, which stand in the order of the sheet. */
function takeRun({ contains, hasMore, order }: Walk, page: Page, places: Uint32Array, start: number, end: number) {
  if (contains === undefined && !page.hasTail && page.missing - (end - start) >= page.places.length) {
    page.pass(end - start);
    return;
  }
  if (hasMore && end - start > 1) {
    const run = places.subarray(start, end);
    const wanted = contains === undefined ? run : run.filter((place) => contains(place));
    for (const place of firstPlaces(wanted, Math.min(wanted.length, page.missing), order)) page.take(place);
    return;
  }
  const isWhole = contains === undefined && !page.hasTail;
  for (let at = isWhole ? start + page.pass(end - start) : start; at < end && !page.isFull; at += 1) {
    if (contains === undefined || contains(places[at]!)) page.take(places[at]!);
  }
}
