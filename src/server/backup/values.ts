import type { StoredRow, StoredValue } from './rowSource';
import type { ColumnKind, TableShape } from './shapes';

/** A value as the databases hand it out, as it is stored in both. */
function storedValue(value: unknown): StoredValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string' || typeof value === 'number' || Buffer.isBuffer(value)) return value;
  throw new Error(`A value of an unknown kind: ${typeof value}`);
}

/** A row of a database, in the order of columns. */
export const storedRow = (columns: readonly string[], row: Readonly<Record<string, unknown>>): StoredRow =>
  columns.map((column) => storedValue(row[column]));

/** A value as a column of a database takes it. */
export function valueFor(kind: ColumnKind, value: StoredValue): unknown {
  return kind === 'flag' && value !== null ? value === 1 : value;
}

/** The kinds of columns by their names. */
export const kindsOf = ({ columns }: TableShape): ReadonlyMap<string, ColumnKind> =>
  new Map(columns.map(({ name, kind }) => [name, kind]));

/** Whether two values are the very same. */
export const isSameValue = (one: StoredValue | undefined, other: StoredValue | undefined): boolean =>
  Buffer.isBuffer(one) ? Buffer.isBuffer(other) && one.equals(other) : one === other;

/** A text that tells rows of a table apart, by the values of their key. */
export const keyText = (values: readonly (StoredValue | undefined)[]): string => JSON.stringify(values);
