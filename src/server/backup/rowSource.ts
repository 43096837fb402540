import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/database';
import { type Database, tableNamesIn, VERSION_TABLE } from '../database/schema';

/** A value as SQLite keeps it, whichever database it comes from: flags are 0 or 1, times ISO 8601 text. */
export type StoredValue = string | number | null | Buffer;

/** Values in the order of their table's columns. */
export type StoredRow = readonly StoredValue[];

/** A table that is carried over. */
export interface CarriedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** Some rows of a table. */
export interface RowsOfTable {
  readonly table: CarriedTable;
  readonly rows: readonly StoredRow[];
}

/** Everything that is kept, at one moment: of a database, or of a backup. */
export interface RowSource {
  /** Version of its tables (`../database/schema.ts`). */
  readonly schemaVersion: number;
  /** Those that others refer to come first. */
  readonly tables: readonly CarriedTable[];
  /** The rows of all tables, in the order of `tables`, some at a time. */
  rows(): AsyncIterable<RowsOfTable>;
}

/** Rows of all tables together. */
export const rowsOf = ({ tables }: Pick<RowSource, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

/** Hears how many rows have been dealt with. */
export type Progress = (rows: number) => void;

type Db = Kysely<Database>;

/** How a column's values differ from what SQLite keeps. */
type ColumnKind = 'plain' | 'flag' | 'time' | 'bytes';

/** A table as its database has it. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
}

/** What servers agree on for seconds, and the version, which every database has of itself: neither is carried over. */
const LEFT_OUT = ['leases', 'call_windows', 'rateLimit', VERSION_TABLE];

interface Found {
  readonly columns: readonly {
    readonly table: string;
    readonly name: string;
    readonly type: string;
  }[];
  readonly references: readonly { readonly table: string; readonly to: string }[];
}

async function foundInSqlite(db: Db): Promise<Found> {
  const columns = sql<Found['columns'][number]>`
    select m.name as "table", c.name, c.type from sqlite_schema m join pragma_table_info(m.name) c
    where m.type = 'table' order by m.name, c.cid`;
  const references = sql<Found['references'][number]>`
    select m.name as "table", f."table" as "to" from sqlite_schema m join pragma_foreign_key_list(m.name) f
    where m.type = 'table'`;
  return {
    columns: (await columns.execute(db)).rows,
    references: (await references.execute(db)).rows,
  };
}

async function foundInPostgres(db: Db): Promise<Found> {
  const columns = sql<Found['columns'][number]>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname, a.attnum`;
  const references = sql<Found['references'][number]>`
    select c.relname as "table", t.relname as "to" from pg_constraint f
    join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
    where f.contype = 'f' and c.relnamespace = current_schema()::regnamespace`;
  return {
    columns: (await columns.execute(db)).rows,
    references: (await references.execute(db)).rows,
  };
}

function kindOf(type: string): ColumnKind {
  if (type === 'boolean') return 'flag';
  if (type.startsWith('timestamp')) return 'time';
  return type.toLowerCase() === 'blob' || type === 'bytea' ? 'bytes' : 'plain';
}

function shapeOf(name: string, { columns }: Found): TableShape {
  const own = columns.filter(({ table }) => table === name);
  return { name, columns: own.map((column) => ({ name: column.name, kind: kindOf(column.type) })) };
}

/** Those that others refer to first, else by their names. */
function inOrder(names: readonly string[], { references }: Found): string[] {
  const ordered: string[] = [];
  const left = new Set(names.toSorted());
  while (left.size > 0) {
    const free = [...left].filter((name) =>
      references.every(({ table, to }) => table !== name || to === name || !left.has(to)),
    );
    if (free.length === 0) throw new Error(`Tables that refer to each other: ${[...left].join(', ')}`);
    for (const name of free) left.delete(name);
    ordered.push(...free);
  }
  return ordered;
}

/** The tables of a database that are carried over; a table that is added to it is so without being named anywhere. */
export async function shapesOf(db: Db, kind: DatabaseKind): Promise<TableShape[]> {
  const found = kind === 'sqlite' ? await foundInSqlite(db) : await foundInPostgres(db);
  const names = (await tableNamesIn(db, kind)).filter((name) => !LEFT_OUT.includes(name));
  return inOrder(names, found).map((name) => shapeOf(name, found));
}

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
