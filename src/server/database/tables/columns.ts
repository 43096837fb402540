declare const value: unique symbol;

/** A column as `create table` describes it, and the type of its values. */
export type Column<Value> = string & { readonly [value]: Value };

/** Tables by their names, each with its columns by theirs. */
type Tables = Readonly<Record<string, Readonly<Record<string, Column<unknown>>>>>;

/** The rows of tables, as Kysely wants to know them. */
export type TablesOf<T extends Tables> = {
  [Table in keyof T]: {
    -readonly [Name in keyof T[Table]]: T[Table][Name] extends Column<infer Value> ? Value : never;
  };
};

const notNull = (type: string, more: string) => [type, 'not null', more].join(' ').trimEnd();

/** @param more what else is said of the column: a key, or what it refers to */
export const text = <Value extends string = string>(more = '') => notNull('text', more) as Column<Value>;
export const integer = (more = '') => notNull('integer', more) as Column<number>;
export const bigint = (more = '') => notNull('bigint', more) as Column<number>;
export const double = (more = '') => notNull('double precision', more) as Column<number>;

/** Bytes. @param type what the database calls them */
export const bytes = (type: 'blob' | 'bytea') => notNull(type, '') as Column<Buffer>;

/** Columns that may be null. */
export const nullable = {
  text: (more = '') => `text ${more}`.trimEnd() as Column<string | null>,
  integer: () => 'integer' as Column<number | null>,
  double: () => 'double precision' as Column<number | null>,
};

/**
 * Statements that make tables.
 *
 * @param keys primary keys of several columns, by table
 */
export const statementsOf = <T extends Tables>(tables: T, keys: { readonly [Table in keyof T]?: string } = {}) =>
  Object.entries(tables).map(([table, columns]) => {
    const described = Object.entries(columns).map(([name, column]) => `${name} ${column}`);
    const key = keys[table];
    return `create table ${table} (${[...described, ...(key ? [`primary key (${key})`] : [])].join(', ')})`;
  });
