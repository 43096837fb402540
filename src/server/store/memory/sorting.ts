import type { ServedColumn } from './columns';
import type { Order } from './engine';
import type { RowStore } from './rowStore';
import type { Steps } from '../../yieldToEventLoop';

/** Below zero, zero or above, as the first is before the second, equal to it or behind it. */
export type Comparison = (one: number, other: number) => number;

/** Items that are merged in one step: texts may be compared, which can be long. */
const STEP = 64;

/** Sorts items in steps. It is stable. @param items used up by it */
export function* mergeSort(items: Uint32Array, compare: Comparison): Steps<Uint32Array> {
  let from: Uint32Array = items;
  let to: Uint32Array = new Uint32Array(items.length);
  for (let width = 1; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += width * 2) {
      const middle = Math.min(start + width, items.length);
      const end = Math.min(middle + width, items.length);
      let [left, right] = [start, middle];
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

/** What a comparison needs of a column. */
type Comparable = Pick<ServedColumn, 'isBlank' | 'compare'>;

/** Compares by a column; blanks are last both ways. */
function byColumn(column: Comparable, descending: boolean): Comparison {
  const sign = descending ? -1 : 1;
  return (one, other) => {
    const isBlank = column.isBlank(one);
    if (isBlank || column.isBlank(other)) return Number(isBlank) - Number(column.isBlank(other));
    return sign * column.compare(one, other);
  };
}

/** Compares by several columns in turn; `last` decides where all are equal. */
export function byColumns(
  steps: readonly { readonly column: Comparable; readonly descending: boolean }[],
  last: Comparison = () => 0,
): Comparison {
  const comparisons = steps.map(({ column, descending }) => byColumn(column, descending));
  return comparisons.reduceRight<Comparison>(
    (rest, first) => (one, other) => first(one, other) || rest(one, other),
    last,
  );
}

/** Compares rows by an order, and by the sheet where that leaves them equal: zero for a row and itself only. */
export function byOrder(order: readonly Order[], store: RowStore): Comparison {
  const { compare } = store;
  const end = order.findIndex(({ column }) => column === '_row');
  const steps = (end < 0 ? order : order.slice(0, end)).map(({ column, descending }) => ({
    column: store.served[Number(column)]!,
    descending,
  }));
  return byColumns(steps, order[end]?.descending === true ? (one, other) => compare(other, one) : compare);
}
