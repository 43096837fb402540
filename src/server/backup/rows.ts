import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { kindOf } from '../database/databaseKind';
import { type Db, tablesInOrder, VERSION_TABLE } from '../database/schema';
import { grouped } from '../lists';
import { StartFailure } from '../refusal';

/** A value as SQLite keeps it, whichever database it comes from: flags are 0 or 1, times ISO 8601 text. */
type StoredValue = string | number | null | Buffer;

/** Values in the order of their table's columns. */
type StoredRow = readonly StoredValue[];

/** A table as its database has it. */
interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** A table that is copied. */
interface CopiedTable extends TableShape {
  /** How many there are. */
  readonly rows: number;
}

/** Some rows of a table. */
interface RowsOfTable {
  readonly table: CopiedTable;
  readonly rows: readonly StoredRow[];
}

/** The number of a table's rows, and the sum of their hashes, whatever order they come in. */
interface Checksum {
  readonly rows: number;
  readonly sum: bigint;
}

/** By the names of tables. */
export type Checksums = ReadonlyMap<string, Checksum>;

/** Everything that is kept, at one moment: of a database, or of a backup. */
export interface RowSource {
  /** Those that others refer to come first. */
  readonly tables: readonly CopiedTable[];
  /** The rows of all tables, in the order of `tables`, some at a time, with a turn of the event loop between them. */
  rows(): AsyncIterable<RowsOfTable>;
}

/** Rows of all tables together. */
export const rowsOf = ({ tables }: Pick<RowSource, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

/** Hears how many rows have been dealt with. */
export type Progress = (rows: number) => void;

/** Of a backup, what it is compared with: {@link Checksum} of each of its tables. */
export const CHECKSUM_TABLE = 'backup_checksums';

/** What servers agree on for seconds, and what every database has of itself: none of it is copied. */
const LEFT_OUT = ['leases', 'call_windows', 'rateLimit', VERSION_TABLE, CHECKSUM_TABLE];

/** Every column of every table, with its type as the database calls it. */
const COLUMNS = {
  sqlite: `select m.name as "table", c.name, lower(c.type) as type
    from sqlite_schema m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, c.cid`,
  postgres: `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname, a.attnum`,
} as const;

/** The tables of a database that are copied; a table that is added to it is so without being named anywhere. */
async function shapesOf(db: Db): Promise<TableShape[]> {
  const order = tablesInOrder(kindOf(db));
  const columns = await sql.raw<{ table: string; name: string; type: string }>(COLUMNS[kindOf(db)]).execute(db);
  const copied = columns.rows.filter(({ table }) => !LEFT_OUT.includes(table));
  return [...grouped(copied, ({ table }) => table)]
    .map(([name, own]) => ({ name, columns: own }))
    .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}

/** Rows read at once: of a table that holds bytes, each row may be half a MiB. */
const rowsAtOnce = ({ columns }: TableShape): number =>
  columns.some(({ type }) => type === 'blob' || type === 'bytea') ? 16 : 500;

type Page = readonly Readonly<Record<string, unknown>>[];

/** Page by page by the number that SQLite gives each row; nothing is held between two pages. */
async function* pagesInSqlite(db: Db, shape: TableShape): AsyncGenerator<Page> {
  const most = rowsAtOnce(shape);
  for (let last = -1; ;) {
    const page = sql<Record<string, unknown> & { '#': number }>`
      select rowid as "#", * from ${sql.table(shape.name)} where rowid > ${last} order by rowid limit ${most}`;
    const { rows } = await page.execute(db);
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    last = end['#'];
  }
}

async function* pagesInPostgres(db: Db, shape: TableShape): AsyncGenerator<Page> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(shape.name)}`.execute(db);
  const fetch = sql.raw<Record<string, unknown>>(`fetch ${rowsAtOnce(shape)} from copied`);
  for (let { rows } = await fetch.execute(db); rows.length > 0; { rows } = await fetch.execute(db)) yield rows;
  await sql`close copied`.execute(db);
}

/** A value as the databases hand it out, as it is stored in both. */
function storedValue(value: unknown): StoredValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' || typeof value === 'number' || Buffer.isBuffer(value)) return value;
  throw new Error(`A value of an unknown kind: ${typeof value}`);
}

/** Everything in a database as it is now; the caller makes sure that it does not change meanwhile. */
async function sourceOf(db: Db): Promise<RowSource> {
  const tables: CopiedTable[] = [];
  for (const shape of await shapesOf(db)) {
    const { rows } = await sql<{ rows: number }>`select count(*) as "rows" from ${sql.table(shape.name)}`.execute(db);
    tables.push({ ...shape, rows: Number(rows[0]?.rows ?? 0) });
  }
  const pagesIn = kindOf(db) === 'sqlite' ? pagesInSqlite : pagesInPostgres;
  return {
    tables,
    async *rows() {
      for (const table of tables) {
        for await (const page of pagesIn(db, table)) {
          yield { table, rows: page.map((row) => table.columns.map(({ name }) => storedValue(row[name]))) };
          await nextTurn();
        }
      }
    },
  };
}

const BEGIN = { sqlite: 'begin', postgres: 'begin isolation level repeatable read, read only' } as const;

/**
 * Everything in a database at one moment, whatever is written to it meanwhile.
 *
 * @param work what is done with it; the moment lasts as long
 */
export const atOneMoment = <T>(db: Db, work: (source: RowSource) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql.raw(BEGIN[kindOf(db)]).execute(connection);
    try {
      return await work(await sourceOf(connection));
    } finally {
      await sql.raw('rollback').execute(connection);
    }
  });

/** Values of one statement: SQLite takes 32,766, PostgreSQL 65,535. */
const VALUES_AT_ONCE = 30_000;

async function insert(db: Db, shape: TableShape, { table: { columns }, rows }: RowsOfTable) {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const flags = new Set(shape.columns.filter(({ type }) => type === 'boolean').map(({ name }) => name));
  const isFlag = columns.map(({ name }) => flags.has(name));
  const atOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / columns.length));
  for (let from = 0; from < rows.length; from += atOnce) {
    const values = rows.slice(from, from + atOnce).map((row) => {
      const own = row.map((value, place) => (isFlag[place] && value !== null ? value === 1 : value));
      return sql`(${sql.join(own)})`;
    });
    await sql`insert into ${sql.table(shape.name)} (${names}) values ${sql.join(values)}`.execute(db);
  }
}

/** 64 bits of the hash of a row's values. */
function hashOf(row: StoredRow): bigint {
  const hash = createHash('sha256');
  for (const value of row) hash.update(Buffer.isBuffer(value) ? value : JSON.stringify(value)).update('\0');
  return hash.digest().readBigUInt64LE();
}

/**
 * Goes through the rows of a source.
 *
 * @param put what is done with them
 * @returns the checksum of each table
 */
export async function checksumsOf(
  source: RowSource,
  progress: Progress,
  put?: (rows: RowsOfTable) => Promise<void>,
): Promise<Checksums> {
  const checksums = new Map<string, Checksum>(source.tables.map(({ name }) => [name, { rows: 0, sum: 0n }]));
  let done = 0;
  for await (const { table, rows } of source.rows()) {
    await put?.({ table, rows });
    const before = checksums.get(table.name) ?? { rows: 0, sum: 0n };
    const sum = rows.reduce((all, row) => BigInt.asUintN(64, all + hashOf(row)), before.sum);
    checksums.set(table.name, { rows: before.rows + rows.length, sum });
    progress((done += rows.length));
  }
  return checksums;
}

/** The name of a table of which two checksums differ, or one is missing. */
export const differingTable = ({ tables }: RowSource, one: Checksums, other: Checksums): string | undefined =>
  tables.find(({ name, rows }) => {
    const [a, b] = [one.get(name), other.get(name)];
    return a?.rows !== rows || b?.rows !== rows || a.sum !== b.sum;
  })?.name;

/** Hear how far writing and comparing are. */
export interface CopyProgress {
  readonly written: Progress;
  readonly compared: Progress;
}

/**
 * Writes everything of a source into an empty database whose tables are those of the source, reads it back, and compares the number
 * and the checksum of each table's rows; all of it or nothing.
 *
 * @returns the checksums
 * @throws StartFailure when the database is not empty; Error when the rows of a table are not what they were
 */
export const copyInto = (db: Db, source: RowSource, { written, compared }: CopyProgress): Promise<Checksums> =>
  db.transaction().execute(async (trx) => {
    const shapes = new Map((await shapesOf(trx)).map((shape) => [shape.name, shape]));
    for (const name of shapes.keys()) {
      const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx);
      if (rows.length === 0) continue;
      throw new StartFailure(`There is something in this database already (${name}). Name an empty one.`);
    }
    const before = await checksumsOf(source, written, async (some) => {
      const shape = shapes.get(some.table.name);
      if (shape === undefined) throw new Error(`There is no table ${some.table.name}.`);
      await insert(trx, shape, some);
    });
    const differing = differingTable(source, before, await checksumsOf(await sourceOf(trx), compared));
    if (differing === undefined) return before;
    throw new Error(`What was written is not what was read: ${differing}. Nothing was changed; try again.`);
  });
