import type { Order } from './engine';
import type { Moment } from './moment';
import type { ServedColumn } from './servedColumn';

/** The order of two places; zero for a place and itself only. */
export type PlaceOrder = (one: number, other: number) => number;

function byColumn(column: ServedColumn, descending: boolean): PlaceOrder {
  const sign = descending ? -1 : 1;
  return (one, other) => {
    const isBlank = column.isBlank(one);
    if (isBlank || column.isBlank(other)) return Number(isBlank) - Number(column.isBlank(other));
    return sign * column.compare(one, other);
  };
}

/** Rows by an order, and by the sheet where it leaves them equal. */
export function placeOrder(order: readonly Order[], moment: Moment): PlaceOrder {
  const steps: PlaceOrder[] = [];
  for (const { column, descending } of order) {
    if (column !== '_row') steps.push(byColumn(moment.store.served[column]!, descending));
    else if (descending) return inTurn([...steps, (one, other) => moment.compare(other, one)]);
    else break;
  }
  return inTurn([...steps, (one, other) => moment.compare(one, other)]);
}

function inTurn(steps: readonly PlaceOrder[]): PlaceOrder {
  const [first, second, ...more] = steps;
  if (first === undefined) return () => 0;
  if (second === undefined) return first;
  const rest = more.length === 0 ? second : inTurn([second, ...more]);
  return (one, other) => first(one, other) || rest(one, other);
}
