import fc, { type Arbitrary } from 'fast-check';
import {
  type Aggregate,
  type Bound,
  compared,
  type Condition,
  type FilterValue,
  type Grouping,
  type Order,
  type PageSelection,
  type TabView,
} from '../../../../../src/server/store/memory/engine';
import { patterns } from './pools';
import { type Shape, valuesOf } from './tabs';

/** A query part that depends on a view, often with a value of one of its rows. */
export type Of<T> = (view: TabView) => T;

/** A value of a row, or another possible one. */
function valueIn(shape: Shape, column: number): Arbitrary<Of<FilterValue>> {
  const type = shape.columns[column]?.type ?? 'text';
  const own = fc.oneof({ weight: 5, arbitrary: valuesOf[type] }, valuesOf.text);
  return fc.tuple(fc.nat(), fc.nat(3), own).map(([row, choice, value]) => (view) => {
    if (choice === 0 || view.rows === 0) return value;
    return view.value(view.select({ offset: row % view.rows, limit: 1 }).rowIndexes[0] ?? 0, column) ?? value;
  });
}

/** A part of a value’s text, in upper or lower case. */
function textIn(shape: Shape, column: number): Arbitrary<Of<string>> {
  const choices = fc.record({
    value: valueIn(shape, column),
    start: fc.nat(),
    length: fc.constantFrom(1, 2, 3, 1000),
    letters: fc.constantFrom('as it is', 'upper', 'lower'),
  });
  return choices.map(({ value, start, length, letters }) => (view) => {
    const signs = [...String(value(view))];
    const from = length === 1000 ? 0 : start % (signs.length + 1);
    const part = signs.slice(from, from + length).join('');
    return letters === 'upper' ? part.toUpperCase() : letters === 'lower' ? part.toLowerCase() : part;
  });
}

/** Combines query parts of the same view into one object. */
const made = <T extends object>(fields: { readonly [K in keyof T]: Arbitrary<Of<T[K]>> }): Arbitrary<Of<T>> =>
  fc.record<{ [K in keyof T]: Of<T[K]> }>(fields).map((of) => (view) => {
    const entries = Object.entries<Of<unknown>>(of).map(([key, field]) => [key, field(view)]);
    return Object.fromEntries(entries) as T;
  });

const always = <T>(arbitrary: Arbitrary<T>): Arbitrary<Of<T>> => arbitrary.map((value) => () => value);
const listed = <T>(arbitrary: Arbitrary<Of<T>>): Arbitrary<Of<T[]>> =>
  fc.array(arbitrary, { maxLength: 3 }).map((list) => (view) => list.map((one) => one(view)));

type Kind<K extends Condition['kind']> = Extract<Condition, { readonly kind: K }>;

function leavesOf(shape: Shape, at: number): Arbitrary<Of<Condition>>[] {
  const column = always(fc.constant(at));
  const value = valueIn(shape, at);
  const text = textIn(shape, at);
  const is = <K extends string>(...kinds: readonly K[]) => always(fc.constantFrom(...kinds));
  const pattern = fc.oneof(
    text,
    text.map((part) => (view: TabView) => `%${part(view)}%`),
    always(fc.constantFrom(...patterns)),
  );
  const ids = fc.tuple(fc.nat(3), fc.nat(100), fc.nat(700)).map(([from, one, other]) => {
    return () => ['twice', 'no', `r_${one}`, `r_${other}`].slice(from);
  });
  const places = shape.columns.map((_, n) => n);
  const bounds = made<Bound>({ op: is('gt', 'gte', 'lt', 'lte'), value });
  return [
    value.map((of) => (view: TabView) => compared(at, 'eq', of(view))),
    fc.tuple(value, fc.boolean()).map(
      ([of, is]) =>
        (view: TabView) =>
          compared(at, is ? 'eq' : 'ne', of(view)),
    ),
    listed(value).map((of) => (view: TabView) => ({ kind: 'in', column: at, values: of(view) })),
    listed(value).map((of) => (view: TabView) => ({ kind: 'not', part: { kind: 'in', column: at, values: of(view) } })),
    made<Kind<'range'>>({ kind: is('range'), column, bounds: bounds.map((bound) => (view: TabView) => [bound(view)]) }),
    made<Kind<'range'>>({ kind: is('range'), column, bounds: listed(bounds) }),
    made<Kind<'text'>>({ kind: is('text'), column, op: is('contains', 'startswith', 'endswith'), text }),
    made<Kind<'text'>>({ kind: is('text'), column, op: is('like', 'ilike'), text: pattern }),
    made<Kind<'blank'>>({ kind: is('blank'), column, is: always(fc.boolean()) }),
    made<Kind<'ids'>>({ kind: is('ids'), ids }),
    made<Kind<'search'>>({ kind: is('search'), text, columns: always(fc.subarray(places)) }),
  ];
}

/** A condition, nested up to a depth. */
export function conditionsOf(shape: Shape, depth: number): Arbitrary<Of<Condition>> {
  const leaf = fc.nat(shape.columns.length - 1).chain((column) => fc.oneof(...leavesOf(shape, column)));
  if (depth === 0) return leaf;
  const part = conditionsOf(shape, depth - 1);
  const several = fc
    .array(leaf, { minLength: 2, maxLength: 3 })
    .map((list) => (view: TabView) => list.map((one) => one(view)));
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 3, arbitrary: made<Kind<'and' | 'or'>>({ kind: always(fc.constant('and' as const)), parts: several }) },
    made<Kind<'not'>>({ kind: always(fc.constant('not' as const)), part }),
    made<Kind<'and' | 'or'>>({ kind: always(fc.constantFrom('and' as const, 'or' as const)), parts: listed(part) }),
  );
}

const ordersOf = ({ columns }: Shape): Arbitrary<Order[]> => {
  const column = fc.oneof({ weight: 11, arbitrary: fc.nat(columns.length - 1) }, fc.constant('_row' as const));
  return fc.array(fc.record({ column, descending: fc.boolean() }), { maxLength: 3 });
};

const aggregatesOf = ({ columns }: Shape): Arbitrary<Aggregate[]> =>
  fc.array(
    fc.oneof(
      fc.constant({ fn: 'count' as const }),
      fc.record({ fn: fc.constantFrom('sum', 'avg', 'min', 'max'), column: fc.nat(columns.length - 1) }),
    ),
    { maxLength: 3 },
  );

/** A complete query. */
export interface Asked {
  readonly where: Of<Condition | undefined>;
  readonly page: Of<Omit<PageSelection, 'where'>>;
  readonly column: number;
  readonly grouping: Grouping;
}

/** Groups, and an order by any of their columns. */
const groupingsOf = (shape: Shape): Arbitrary<Grouping> =>
  fc
    .record({
      by: fc.subarray(shape.columns.map((_, at) => at)),
      aggregates: aggregatesOf(shape),
      order: fc.array(fc.record({ at: fc.nat(), descending: fc.boolean() }), { maxLength: 2 }),
    })
    .map(({ by, aggregates, order }) => {
      const places = by.length + aggregates.length;
      const steps = places === 0 ? [] : order.map(({ at, descending }) => ({ at: at % places, descending }));
      return { by, aggregates, order: steps };
    });

export const questionsOf = (shape: Shape): Arbitrary<Asked> =>
  fc.record({
    where: fc.oneof({ weight: 7, arbitrary: conditionsOf(shape, 2) }, always(fc.constant(undefined))),
    page: fc
      .record({
        order: ordersOf(shape),
        offset: fc.oneof(fc.constant(0), fc.nat()),
        limit: fc.constantFrom(0, 1, 10, 100, 10_000),
      })
      .map((page) => (view) => ({ ...page, offset: page.offset % (view.rows + 5) })),
    column: fc.nat(shape.columns.length - 1),
    grouping: groupingsOf(shape),
  });
