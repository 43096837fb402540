import type { ColumnType } from '../../src/contract/rows';
import type { PackedRow } from '../../src/server/normalise/packedRows';
import { columnOf, packRows } from '../server/store/memory/generated/tabs';
import { columns as keys, createRows, type Row } from './rows/createRows';

const types: Readonly<Partial<Record<keyof Row, ColumnType>>> = {
  id: 'integer',
  qty: 'integer',
  price: 'number',
  active: 'boolean',
  date: 'date',
};

/** Columns of the measured tab. */
export const columns = keys.map((key) => columnOf(key, types[key]));

/** Index of a column. */
export const at = (key: keyof Row) => keys.indexOf(key);

/** Returns an id of a row; they are in no order (Knuth's multiplicative hash). */
const idOf = (n: number) => `r_${((n * 2_654_435_761) % 2 ** 32).toString(36).padStart(12, '0')}`;

/** Creates rows of the columns, the same ones each time. */
export const packedTab = (rows: number): Promise<Buffer> =>
  packRows(
    columns,
    createRows(rows).map((row): PackedRow => [idOf(row.id), row.id + 1, ...keys.map((key) => row[key])]),
  );
