import type { Order, PageSelection } from './engine';
import { type Matched, matchedBy, thereAt } from './matched';
import type { Matcher } from './matcher';
import type { Moment } from './moment';
import { type PlaceOrder, placeOrder } from './rowOrder';
import { everything, listed, type Page, sheetPage } from './sheetOrder';
import { type Walk, walkSorted } from './sortedWalk';
import { firstPlaces } from './sorting';
import type { Stretch } from './sortedIndex';
import type { TabIndexes } from './tabIndexes';

/** Fewer rows than these are sorted as fast as an index is gone along. */
const FEW = 256;
/** Looking at one row of a list and putting it in order takes as long as so many steps along an index. */
const STEPS_PER_ROW = 4;

interface Rows {
  /** Absent where there is no condition. */
  readonly matched: Matched | undefined;
  readonly tail: Uint32Array;
}

/** What a condition has found: among the indexed rows, and in the tail, both in the order of the sheet. */
interface Found extends Rows {
  readonly matcher: Matcher | undefined;
  readonly indexed: number;
  readonly total: number;
}

function find(matcher: Matcher | undefined, moment: Moment, ready: Matched | undefined): Found {
  if (matcher === undefined) {
    const { tail } = moment;
    const indexed = moment.indexed - moment.ended.length;
    return { matcher, matched: undefined, tail, indexed, total: indexed + tail.length };
  }
  const matched = ready ?? matchedBy(matcher, moment);
  const tail = moment.tail.length === 0 ? moment.tail : moment.tail.filter((place) => matcher.test(place));
  return { matcher, matched, tail, indexed: matched.total, total: matched.total + tail.length };
}

/** What is asked of: the rows of a moment, and the indexes over them. */
export interface Ground {
  readonly moment: Moment;
  readonly indexes: TabIndexes;
  /** What has been found in advance. */
  readonly ready?: Matched | undefined;
}

/** A page that was found: the first `count` of its rows. */
export interface FoundPage {
  /** Places or, where they were found along a list, ranks in it; rows that it does not have are there by their places. */
  readonly rows: Uint32Array;
  readonly count: number;
  readonly total: number;
  /** The list that they were found in; an index may have it. No place of a row that it does not have is below its length. */
  readonly along: Uint32Array | undefined;
}

/** The places of a page, in the list that has its ranks so far. */
export function placesOf({ rows, count, along }: FoundPage): Uint32Array {
  if (along !== undefined) toPlaces(rows, count, along);
  return rows;
}

function toPlaces(rows: Uint32Array, count: number, along: Uint32Array) {
  for (let n = 0; n < count; n += 1) {
    const rank = rows[n]!;
    if (rank < along.length) rows[n] = along[rank]!;
  }
}

/**
 * Finds a page of the rows that hold a condition, in an order.
 *
 * @param listFor a list of at least so many places, to be filled
 */
export function findPage(
  ground: Ground,
  matcher: Matcher | undefined,
  { order = [], offset, limit }: PageSelection,
  listFor: (length: number) => Uint32Array,
): FoundPage {
  const found = find(matcher, ground.moment, ground.ready);
  const { total } = found;
  const count = Math.max(0, Math.min(limit, total - offset));
  const rows = listFor(count);
  const along = count > 0 ? fillPage(found, ground, order, { offset, count, into: rows }) : undefined;
  return { rows, count, total, along };
}

/** @returns the list along which they were found */
function fillPage(found: Found, ground: Ground, order: readonly Order[], page: Page): Uint32Array | undefined {
  const [first] = order;
  if (first !== undefined && first.column !== '_row') return inOrder(found, ground, first.column, order, page);
  if (first?.descending !== true) return inSheetOrder(found, ground.moment, page);
  const { offset, count, into } = page;
  const along = inSheetOrder(found, ground.moment, { offset: found.total - offset - count, count, into });
  into.subarray(0, count).reverse();
  return along;
}

function inSheetOrder({ matched, tail }: Rows, moment: Moment, page: Page) {
  const run = matched?.list(page.offset + page.count);
  sheetPage(run === undefined ? everything(moment) : listed(run, moment), tail, page);
  return run?.places;
}

/** Steps along an index until a page is full: to the end of the stretch that is known, or as far as there are so many rows on average. */
function stepsFor(
  { indexed }: Found,
  { moment }: Ground,
  stretch: Stretch | undefined,
  { offset, count }: Page,
): number {
  if (stretch !== undefined) return stretch.to - stretch.from;
  return ((offset + count) * moment.indexed) / Math.max(1, indexed);
}

function inOrder(found: Found, ground: Ground, column: number, order: readonly Order[], page: Page) {
  const { moment, indexes } = ground;
  const index = found.indexed > FEW ? indexes.sorted(column) : undefined;
  const stretch = index && found.matcher?.stretchOf?.(column)?.stretch;
  if (index === undefined || stepsFor(found, ground, stretch, page) > found.indexed * STEPS_PER_ROW) {
    page.into.set(sorted(found, moment, placeOrder(order, moment), page));
    return undefined;
  }
  const hasMore = order.length > 1;
  const compare = hasMore || found.tail.length > 0 ? placeOrder(order, moment) : noOrder;
  const isWhole = stretch !== undefined && found.indexed === stretch.to - stretch.from;
  const walk: Walk = {
    index,
    stretch,
    descending: order[0]!.descending,
    hasMore,
    picker: isWhole ? undefined : found.matched === undefined ? thereAt(moment) : found.matched.picker,
    tail: found.tail.length === 0 ? found.tail : found.tail.slice().sort(compare),
    order: compare,
  };
  walkSorted(walk, page);
  return index.places;
}

/** Of rows that are in an index alone the index tells the order. */
const noOrder = () => 0;

/** Sorts what was found, as much of it as the page needs. */
function sorted({ matched, tail, total }: Found, moment: Moment, compare: PlaceOrder, { offset, count }: Page) {
  const all = new Uint32Array(total);
  const along = inSheetOrder({ matched, tail }, moment, { offset: 0, count: total, into: all });
  if (along !== undefined) toPlaces(all, total, along);
  return firstPlaces(all, offset + count, compare).subarray(offset);
}
