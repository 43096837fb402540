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

/** A page that was found: its places are the first `count` of a list. */
export interface FoundPlaces {
  readonly places: Uint32Array;
  readonly count: number;
  readonly total: number;
  /** The list that they were found in, one behind the other or nearly so; an index may have it. */
  readonly along: Uint32Array | undefined;
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
): FoundPlaces {
  const found = find(matcher, ground.moment, ground.ready);
  const { total } = found;
  const count = Math.max(0, Math.min(limit, total - offset));
  const places = listFor(count);
  const along = count > 0 ? fillPage(found, ground, order, { offset, count, into: places }) : undefined;
  return { places, count, total, along };
}

/** @returns the list they were found in */
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
  const compare = placeOrder(order, moment);
  const index = found.indexed > FEW ? indexes.sorted(column) : undefined;
  const stretch = index && found.matcher?.stretchOf?.(column)?.stretch;
  if (index === undefined || stepsFor(found, ground, stretch, page) > found.indexed * STEPS_PER_ROW) {
    page.into.set(sorted(found, moment, compare, page));
    return undefined;
  }
  const isWhole = stretch !== undefined && found.indexed === stretch.to - stretch.from;
  const walk: Walk = {
    index,
    stretch,
    descending: order[0]!.descending,
    hasMore: order.length > 1,
    picker: isWhole ? undefined : found.matched === undefined ? thereAt(moment) : found.matched.picker,
    tail: found.tail.length === 0 ? found.tail : found.tail.slice().sort(compare),
    order: compare,
  };
  walkSorted(walk, page);
  return index.places;
}

/** Sorts what was found, as much of it as the page needs. */
function sorted({ matched, tail, total }: Found, moment: Moment, compare: PlaceOrder, { offset, count }: Page) {
  const all = new Uint32Array(total);
  inSheetOrder({ matched, tail }, moment, { offset: 0, count: total, into: all });
  return firstPlaces(all, offset + count, compare).subarray(offset);
}
