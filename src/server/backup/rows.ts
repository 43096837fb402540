import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { kindOf } from '../database/databaseKind';
import { type Db, tablesInOrder, VERSION_TABLE } from '../database/schema';
import { grouped } from '../lists';
import { StartFailure } from '../refusal';

/** A value as stored in SQLite, whichever database it comes from: booleans are 0 or 1, times ISO 8601 text. */
type StoredValue = string | number | null | Buffer;

/** Values in the order of their table's columns. */
type StoredRow = readonly StoredValue[];

/** A table that is copied, and the columns that it has in its database. */
interface CopiedTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Number of rows. */
  readonly rows: number;
}

/** Some rows of a table. */
export interface RowsOfTable {
  readonly table: CopiedTable;
  readonly rows: readonly StoredRow[];
}

/** Number of a table's rows, and the sum of their hashes, which does not depend on their order. */
interface Checksum {
  readonly rows: number;
  readonly sum: bigint;
}

/** Checksums by table name. */
export type Checksums = ReadonlyMap<string, Checksum>;

/** Snapshot of all rows of a database or a backup. */
export interface RowSource {
  /** Tables, ordered so that referenced tables come first. */
  readonly tables: readonly CopiedTable[];
  /** Yields the rows of all tables, in the order of `tables`, in batches, yielding to the event loop between them. */
  rows(): AsyncIterable<RowsOfTable>;
}

/** Returns the total number of rows of all tables. */
export const totalRows = ({ tables }: Pick<RowSource, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

/** Called with the number of rows that have been written or compared, and of all rows. */
export type CopyProgress = (step: 'Writing' | 'Comparing', done: number, all: number) => void;

/** Table of a backup that holds the {@link Checksum} of each of its tables. */
export const CHECKSUM_TABLE = 'backup_checksums';

/** Tables that are not copied: short-lived coordination between servers, and facts of the database itself. */
const SKIPPED_TABLES = ['leases', 'call_windows', 'rateLimit', VERSION_TABLE, CHECKSUM_TABLE];

/** Queries for every column of every table, with its type as named by the database. */
const COLUMNS = {
  sqlite: `select m.name as "table", c.name, lower(c.type) as type
    from sqlite_schema m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, c.cid`,
  postgres: `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname, a.attnum`,
} as const;

/** Returns the tables that are copied: all tables of the database, new ones included, except the skipped ones. */
async function tablesOf(db: Db): Promise<CopiedTable[]> {
  const order = tablesInOrder(kindOf(db));
  const found = await sql.raw<{ table: string; name: string; type: string }>(COLUMNS[kindOf(db)]).execute(db);
  const copied = found.rows.filter(({ table }) => !SKIPPED_TABLES.includes(table));
  const tables: CopiedTable[] = [];
  for (const [name, columns] of grouped(copied, ({ table }) => table)) {
    const { rows } = await sql<{ rows: number }>`select count(*) as "rows" from ${sql.table(name)}`.execute(db);
    tables.push({ name, columns, rows: Number(rows[0]?.rows ?? 0) });
  }
  return tables.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}

/** Tables whose rows may have many megabytes of text: writes, responses, and lists of columns. */
const TABLES_OF_LONG_TEXTS = ['record_log', 'idempotency_keys', 'google_writes', 'project_tabs', 'former_snapshots'];

/** Returns the number of rows read and inserted at once: small for long texts, and for blobs, of which each may have half a MiB. */
function batchSizeOf({ name, columns }: CopiedTable): number {
  if (TABLES_OF_LONG_TEXTS.includes(name)) return 8;
  return columns.some(({ type }) => type === 'blob' || type === 'bytea') ? 16 : 500;
}

type Page = readonly Readonly<Record<string, unknown>>[];

/** Yields the pages of a table in the order of SQLite's rowid. No statement stays open between two pages. */
async function* pagesInSqlite(db: Db, table: CopiedTable): AsyncGenerator<Page> {
  const limit = batchSizeOf(table);
  for (let last = -1; ;) {
    const page = sql<Record<string, unknown> & { '#': number }>`
      select rowid as "#", * from ${sql.table(table.name)} where rowid > ${last} order by rowid limit ${limit}`;
    const { rows } = await page.execute(db);
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    last = end['#'];
  }
}

async function* pagesInPostgres(db: Db, table: CopiedTable): AsyncGenerator<Page> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(table.name)}`.execute(db);
  const fetch = sql.raw<Record<string, unknown>>(`fetch ${batchSizeOf(table)} from copied`);
  for (let { rows } = await fetch.execute(db); rows.length > 0; { rows } = await fetch.execute(db)) yield rows;
  await sql`close copied`.execute(db);
}

/** Converts a value returned by a database driver to the form that is stored in both databases. */
function storedValue(value: unknown): StoredValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' || typeof value === 'number' || Buffer.isBuffer(value)) return value;
  throw new Error(`A value of an unknown kind: ${typeof value}`);
}

/** Returns a source for the rows of a database. The caller's transaction has to keep them from changing. */
async function sourceOf(db: Db): Promise<RowSource> {
  const tables = await tablesOf(db);
  const pagesIn = kindOf(db) === 'sqlite' ? pagesInSqlite : pagesInPostgres;
  return {
    tables,
    async *rows() {
      for (const table of tables) {
        for await (const page of pagesIn(db, table)) {
          yield { table, rows: page.map((row) => table.columns.map(({ name }) => storedValue(row[name]))) };
          await yieldToEventLoop();
        }
      }
    },
  };
}

const BEGIN = { sqlite: 'begin', postgres: 'begin isolation level repeatable read, read only' } as const;

/**
 * Runs work on a snapshot of a database, isolated from concurrent writes.
 *
 * @param work reads the snapshot, which lasts until its promise settles
 */
export const withSnapshot = <T>(db: Db, work: (source: RowSource) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql.raw(BEGIN[kindOf(db)]).execute(connection);
    try {
      return await work(await sourceOf(connection));
    } finally {
      await sql.raw('rollback').execute(connection);
    }
  });

/** Maximum number of values in one statement. SQLite allows 32,766, PostgreSQL 65,535. */
const MAX_VALUES = 30_000;

/** Inserts rows of another database into a table. */
async function insert(db: Db, into: CopiedTable, { table: { columns }, rows }: RowsOfTable) {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const flags = new Set(into.columns.filter(({ type }) => type === 'boolean').map(({ name }) => name));
  const isFlag = columns.map(({ name }) => flags.has(name));
  const atOnce = Math.max(1, Math.floor(MAX_VALUES / columns.length));
  for (let from = 0; from < rows.length; from += atOnce) {
    const values = rows.slice(from, from + atOnce).map((row) => {
      const converted = row.map((value, index) => (isFlag[index] && value !== null ? value === 1 : value));
      return sql`(${sql.join(converted)})`;
    });
    await sql`insert into ${sql.table(into.name)} (${names}) values ${sql.join(values)}`.execute(db);
  }
}

/** Returns 64 bits of the hash of a row's values. */
function hashOf(row: StoredRow): bigint {
  const hash = createHash('sha256');
  for (const value of row) hash.update(Buffer.isBuffer(value) ? value : JSON.stringify(value)).update('\0');
  return hash.digest().readBigUInt64LE();
}

/**
 * Reads all rows of a source and computes their checksums.
 *
 * @param put called with each batch of rows
 * @returns the checksum of each table
 */
export async function checksumsOf(
  source: RowSource,
  progress: (done: number, all: number) => void,
  put?: (rows: RowsOfTable) => Promise<void>,
): Promise<Checksums> {
  const checksums = new Map<string, Checksum>(source.tables.map(({ name }) => [name, { rows: 0, sum: 0n }]));
  const all = totalRows(source);
  let done = 0;
  for await (const { table, rows } of source.rows()) {
    await put?.({ table, rows });
    const before = checksums.get(table.name) ?? { rows: 0, sum: 0n };
    const sum = rows.reduce((total, row) => BigInt.asUintN(64, total + hashOf(row)), before.sum);
    checksums.set(table.name, { rows: before.rows + rows.length, sum });
    progress((done += rows.length), all);
  }
  return checksums;
}

/** Returns the name of the first table whose checksums differ or are missing; undefined if all are equal. */
export const findDifferingTable = ({ tables }: RowSource, one: Checksums, other: Checksums): string | undefined =>
  tables.find(({ name, rows }) => {
    const [a, b] = [one.get(name), other.get(name)];
    return a?.rows !== rows || b?.rows !== rows || a.sum !== b.sum;
  })?.name;

/** Completes a copy. */
export type Finish = (trx: Db, checksums: Checksums) => Promise<void>;

/**
 * Copies all rows of a source into an empty database with the same tables, reads them back, and compares the number and the checksum of
 * each table's rows, all in one transaction.
 *
 * @param finish called in the transaction after the comparison
 * @throws StartFailure if the database is not empty; Error if the copied rows of a table differ
 */
export const copyInto = (db: Db, source: RowSource, progress: CopyProgress, finish?: Finish): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const targets = await tablesOf(trx);
    const filled = targets.find(({ rows }) => rows > 0);
    if (filled !== undefined) {
      throw new StartFailure(`There is something in this database already (${filled.name}). Name an empty one.`);
    }
    const before = await checksumsOf(source, progress.bind(undefined, 'Writing'), async (some) => {
      const into = targets.find(({ name }) => name === some.table.name);
      if (into === undefined) throw new Error(`There is no table ${some.table.name}.`);
      await insert(trx, into, some);
    });
    const after = await checksumsOf(await sourceOf(trx), progress.bind(undefined, 'Comparing'));
    const differing = findDifferingTable(source, before, after);
    if (differing !== undefined) {
      throw new Error(`What was written is not what was read: ${differing}. Nothing was changed; try again.`);
    }
    await finish?.(trx, before);
  });
