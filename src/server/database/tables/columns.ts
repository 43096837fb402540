declare const value: unique symbol;

/** Column definition of `create table`, with the type of its values. */
export type Column<Value> = string & { readonly [value]: Value };

/** Column definitions by table and column name. */
type Tables = Readonly<Record<string, Readonly<Record<string, Column<unknown>>>>>;

/** Row types of tables, in Kysely's form. */
export type TablesOf<T extends Tables> = {
  [Table in keyof T]: {
    -readonly [Name in keyof T[Table]]: T[Table][Name] extends Column<infer Value> ? Value : never;
  };
};

const notNull = (type: string, more: string) => [type, 'not null', more].join(' ').trimEnd();

/** Defines a text column. @param more constraints: a key, or a reference */
export const text = <Value extends string = string>(more = '') => notNull('text', more) as Column<Value>;
export const integer = (more = '') => notNull('integer', more) as Column<number>;
export const bigint = (more = '') => notNull('bigint', more) as Column<number>;
export const double = (more = '') => notNull('double precision', more) as Column<number>;

/** Defines a column of bytes. @param type its name in the database */
export const bytes = (type: 'blob' | 'bytea') => notNull(type, '') as Column<Buffer>;

/** Defines nullable columns. */
export const nullable = {
  text: (more = '') => `text ${more}`.trimEnd() as Column<string | null>,
  integer: () => 'integer' as Column<number | null>,
  double: () => 'double precision' as Column<number | null>,
};

/**
 * Returns the `create table` statements of tables.
 *
 * @param keys composite primary keys, by table
 */
export const statementsOf = <T extends Tables>(tables: T, keys: { readonly [Table in keyof T]?: string } = {}) =>
  Object.entries(tables).map(([table, columns]) => {
    const definitions = Object.entries(columns).map(([name, column]) => `${name} ${column}`);
    const key = keys[table];
    if (key !== undefined) definitions.push(`primary key (${key})`);
    return `create table ${table} (${definitions.join(', ')})`;
  });
