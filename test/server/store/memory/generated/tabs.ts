import fc, { type Arbitrary } from 'fast-check';
import type { CellValue, Column, ColumnType } from '../../../../../src/contract/rows';
import type { FilterValue, RowChange, TabView } from '../../../../../src/server/store/memory/engine';
import { createPackedRows, type PackedRow, type PackedRowsHead } from '../../../../../src/server/normalise/packedRows';
import { rowJson } from '../../../../../src/server/normalise/rowJson';
import { dates, datetimes, keys, numbers, texts, times, types } from './pools';

export const columnOf = (key: string, type: ColumnType = 'text'): Column => ({
  key,
  header: key,
  slug: key,
  type,
  nullable: true,
  unique: false,
  examples: [],
  cell: 'A1',
});

const text = fc.constantFrom(...texts);
const day = fc.tuple(fc.nat(19), fc.nat(8), fc.nat(18)).map(([y, m, d]) => `20${10 + y}-0${1 + m}-${10 + d}`);

/** Values of a type, with many repeats. */
export const valuesOf: Record<ColumnType, Arbitrary<FilterValue>> = {
  text: fc.oneof(
    { weight: 3, arbitrary: text },
    fc.tuple(text, text).map(([one, other]) => one + other),
  ),
  integer: fc.integer({ min: -10, max: 10 }),
  number: fc.oneof(
    fc.constantFrom(...numbers),
    fc.nat(100_000).map((cents) => cents / 100),
  ),
  boolean: fc.boolean(),
  date: fc.oneof(fc.constantFrom(...dates), day),
  datetime: fc.constantFrom(...datetimes),
  time: fc.constantFrom(...times),
};

/** Columns and values of a tab. */
export interface Shape {
  readonly columns: readonly Column[];
  /** Possible values by column, with blanks and perhaps some of another type. */
  readonly values: readonly Arbitrary<CellValue>[];
}

/** A column with the shares of blank and misfitting values, in thousandths. */
const kind = fc.record({
  type: fc.oneof(fc.constantFrom(...types), fc.constant<ColumnType>('text')),
  blank: fc.constantFrom(0, 50, 300, 1000),
  misfit: fc.constantFrom(0, 0, 0, 30),
});

export const shapes: Arbitrary<Shape> = fc.array(kind, { minLength: 1, maxLength: keys.length }).map((kinds) => ({
  columns: kinds.map(({ type }, at) => columnOf(keys[at] ?? '', type)),
  values: kinds.map(({ type, blank, misfit }) =>
    fc.oneof(
      { weight: blank, arbitrary: fc.constant(null) },
      { weight: misfit, arbitrary: valuesOf.text },
      { weight: 1000 - blank, arbitrary: valuesOf[type] },
      // With a total weight of zero nothing could be chosen.
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  ),
}));

const idOf = (choice: number, unique: string) => ['twice', 'é"\\', '__proto__'][choice] ?? `r_${unique}`;

/** The initial rows of a tab: some share an id, and some row numbers are left out. */
export const rowsOf = ({ values }: Shape, least: number, most: number): Arbitrary<RowChange[]> =>
  fc
    .array(fc.record({ id: fc.nat(6), gap: fc.nat(9), values: fc.tuple(...values) }), {
      minLength: least,
      maxLength: most,
      size: 'max',
    })
    .map((rows) => {
      let rowNumber = 1;
      return rows.map((row, n) => {
        rowNumber += row.gap === 9 ? 2 : 1;
        return { kind: 'append', id: idOf(row.id, String(n)), row: rowNumber, values: row.values };
      });
    });

/** Changes of a view’s rows, each row at most once, and new rows below, above and between them. */
export type Changes = (view: TabView) => RowChange[];

export const changesOf = ({ values }: Shape, most: number): Arbitrary<Changes> => {
  const change = fc.record({
    kind: fc.constantFrom('append', 'update', 'update', 'remove'),
    which: fc.nat(),
    id: fc.nat(6),
    isOther: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
    values: fc.tuple(...values),
  });
  return fc.array(change, { maxLength: most }).map((wanted) => (view) => {
    const places = [...view.all({})];
    let last = places.reduce((highest, place) => Math.max(highest, view.rowNumber(place)), 1);
    return wanted.map(({ kind: what, which, id, isOther, values: cells }, n): RowChange => {
      const [place] = what === 'append' ? [] : places.splice(which % Math.max(1, places.length), 1);
      const other = `${view.revision} ${n}`;
      if (place === undefined) {
        const rowNumber = isOther ? 1 + (which % last) : (last += 1);
        // Only unique ids can share a row number: a row is identified by both.
        const ids = isOther ? `between ${other}` : idOf(id, `new ${last}`);
        return { kind: 'append', id: ids, row: rowNumber, values: cells };
      }
      const named = { id: view.id(place), row: view.rowNumber(place) };
      if (what === 'remove') return { kind: 'remove', ...named };
      return {
        kind: 'update',
        ...named,
        ...(isOther && { id: `renamed ${other}` }),
        values: cells,
        formerId: named.id,
      };
    });
  });
};

/** Packs rows as a sync does. */
export function packRows(
  columns: readonly Column[],
  rows: Iterable<PackedRow>,
  more: Partial<PackedRowsHead> = {},
): Promise<Buffer> {
  const writer = createPackedRows();
  let count = 0;
  for (const [id, row, ...values] of rows) {
    writer.add(rowJson(columns, id, values), row);
    count += 1;
  }
  return writer.finish({ columns, rows: count, ...more });
}

/** Packs a view’s rows as a sync does. */
export function pack(view: TabView): Promise<Buffer> {
  const rows = Array.from(view.all({}), (place): PackedRow => {
    const cells = view.columns.map((_, column) => view.value(place, column));
    return [view.id(place), view.rowNumber(place), ...cells];
  });
  const isMixed = (at: number) =>
    ['integer', 'number'].includes(view.columns[at]!.type) &&
    view.all({}).some((place) => typeof view.value(place, at) === 'string');
  const mixed = [...view.columns.keys()].filter(isMixed);
  return packRows(view.columns, rows, mixed.length > 0 ? { mixed } : {});
}
