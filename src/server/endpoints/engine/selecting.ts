import type { Order, PageSelection, SelectedPage } from './engine';
import { type Matched, matchedBy } from './matched';
import type { Matcher } from './matcher';
import type { Moment } from './moment';
import { type PlaceOrder, placeOrder } from './rowOrder';
import { everything, listed, sheetPage } from './sheetOrder';
import { walkSorted } from './sortedWalk';
import { firstPlaces } from './sorting';
import type { TabIndexes } from './tabIndexes';

/** Fewer rows than these are sorted as fast as an index is gone along. */
const FEW = 256;
/** Looking at one row of a list and putting it in order takes as long as so many steps along an index. */
const STEPS_PER_ROW = 4;

/** What a condition has found: among the indexed rows, and in the tail, both in the order of the sheet. */
interface Found {
  readonly matcher: Matcher | undefined;
  /** Absent where there is no condition. */
  readonly matched: Matched | undefined;
  readonly tail: Uint32Array;
  readonly indexed: number;
  readonly total: number;
}

function find(matcher: Matcher | undefined, moment: Moment): Found {
  if (matcher === undefined) {
    const { tail } = moment;
    const indexed = moment.indexed - moment.ended.length;
    return { matcher, matched: undefined, tail, indexed, total: indexed + tail.length };
  }
  const matched = matchedBy(matcher, moment);
  const tail = moment.tail.filter((place) => matcher.test(place));
  return { matcher, matched, tail, indexed: matched.total, total: matched.total + tail.length };
}

/** A page of the rows that hold a condition, in an order. */
export function selectPage(
  { moment, indexes }: { readonly moment: Moment; readonly indexes: TabIndexes },
  matcher: Matcher | undefined,
  { order = [], offset, limit }: PageSelection,
): SelectedPage {
  const found = find(matcher, moment);
  const { total } = found;
  const length = Math.max(0, Math.min(limit, total - offset));
  const [first] = order;
  if (length === 0) return { places: new Uint32Array(0), total };
  if (first === undefined) return { places: inSheetOrder(found, moment, offset, length), total };
  if (first.column === '_row') {
    if (!first.descending) return { places: inSheetOrder(found, moment, offset, length), total };
    return { places: inSheetOrder(found, moment, total - offset - length, length).reverse(), total };
  }
  return { places: inOrder(found, { moment, indexes }, order, offset, length), total };
}

function inSheetOrder({ matched, tail }: Found, moment: Moment, offset: number, length: number): Uint32Array {
  const list = matched === undefined ? everything(moment) : listed(matched.list(offset + length), moment);
  return sheetPage(list, tail, offset, length);
}

function inOrder(
  found: Found,
  { moment, indexes }: { readonly moment: Moment; readonly indexes: TabIndexes },
  order: readonly Order[],
  offset: number,
  length: number,
): Uint32Array {
  const [first, ...more] = order;
  const column = first!.column as number;
  const compare = placeOrder(order, moment);
  const index = found.indexed > FEW ? indexes.sorted(column) : undefined;
  const stretch = index && found.matcher?.stretchOf?.(column)?.stretch;
  const steps = stretch ? stretch.to - stretch.from : ((offset + length) * moment.indexed) / Math.max(1, found.indexed);
  if (index === undefined || steps > found.indexed * STEPS_PER_ROW) {
    return sorted(found, moment, compare, offset, length);
  }
  const { ended } = moment;
  const contains =
    found.matched ?? (ended.length > 0 ? { contains: (place: number) => moment.isThere(place) } : undefined);
  const isWhole = stretch !== undefined && found.indexed === stretch.to - stretch.from;
  return walkSorted(
    {
      index,
      stretch,
      descending: first!.descending,
      hasMore: more.length > 0,
      contains: isWhole ? undefined : contains && ((place) => contains.contains(place)),
      tail: found.tail.slice().sort(compare),
      order: compare,
    },
    offset,
    length,
  );
}

/** Sorts what was found, as much of it as the page needs. */
function sorted(found: Found, moment: Moment, compare: PlaceOrder, offset: number, length: number): Uint32Array {
  const all = inSheetOrder(found, moment, 0, found.total);
  return firstPlaces(all, offset + length, compare).subarray(offset);
}
