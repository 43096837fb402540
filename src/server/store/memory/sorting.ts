import type { ServedColumn } from './columns';
import type { Order } from './engine';
import type { RowStore } from './rowStore';
import type { Steps } from '../../yieldToEventLoop';

/** Returns a negative number, zero or a positive number, as the first item sorts before, equal to or after the second. */
type Comparison = (one: number, other: number) => number;

/** Items merged per step; small, as comparing long texts is slow. */
const STEP = 64;

/** Sorts items stably, in steps. @param items overwritten */
export function* mergeSort(items: Uint32Array, compare: Comparison): Steps<Uint32Array> {
  let from: Uint32Array = items;
  let to: Uint32Array = new Uint32Array(items.length);
  for (let width = 1; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += width * 2) {
      const middle = Math.min(start + width, items.length);
      const end = Math.min(middle + width, items.length);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at += 1) {
        const takesLeft = left < middle && (right === end || compare(from[left]!, from[right]!) <= 0);
        to[at] = takesLeft ? from[left++]! : from[right++]!;
        if (at % STEP === 0) yield;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** The part of a column that comparisons use. */
type Comparable = Pick<ServedColumn, 'isBlank' | 'compare'>;

/** Compares by a column; blanks are last in both directions. */
function byColumn(column: Comparable, descending: boolean): Comparison {
  const sign = descending ? -1 : 1;
  return (one, other) => {
    const isBlank = column.isBlank(one);
    if (isBlank || column.isBlank(other)) return Number(isBlank) - Number(column.isBlank(other));
    return sign * column.compare(one, other);
  };
}

/** Compares by several columns in turn, then by `last`. A column that is listed again decides nothing. */
export function byColumns(
  steps: readonly { readonly column: Comparable; readonly descending: boolean }[],
  last: Comparison = () => 0,
): Comparison {
  const seen = new Set<Comparable>();
  const comparisons: Comparison[] = [];
  for (const { column, descending } of steps) {
    if (!seen.has(column)) comparisons.push(byColumn(column, descending));
    seen.add(column);
  }
  return comparisons.reduceRight<Comparison>(
    (rest, first) => (one, other) => first(one, other) || rest(one, other),
    last,
  );
}

/** Compares rows by an order, then by sheet order: zero only for a row and itself. */
export function byOrder(order: readonly Order[], store: RowStore): Comparison {
  const { compare } = store;
  const end = order.findIndex(({ column }) => column === '_row');
  const steps = (end < 0 ? order : order.slice(0, end)).map(({ column, descending }) => ({
    column: store.served[Number(column)]!,
    descending,
  }));
  return byColumns(steps, order[end]?.descending === true ? (one, other) => compare(other, one) : compare);
}
