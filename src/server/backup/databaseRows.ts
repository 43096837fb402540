import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/database';
import { type Database, SCHEMA_VERSION } from '../database/schema';
import { StartFailure } from '../refusal';
import {
  type CarriedTable,
  kindsOf,
  type Progress,
  type RowsOfTable,
  type RowSource,
  shapesOf,
  type StoredRow,
  storedRow,
  type TableShape,
  valueFor,
} from './rowSource';

type Db = Kysely<Database>;

/** Rows read at once, and of a table that holds bytes: each of those may be half a MiB. */
const ROWS_AT_ONCE = 500;
const LARGE_ROWS_AT_ONCE = 16;

const rowsAtOnce = ({ columns }: TableShape): number =>
  columns.some(({ kind }) => kind === 'bytes') ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE;

/** Page by page by the number that SQLite gives each row; nothing is held between two pages. */
async function* pagesInSqlite(db: Db, shape: TableShape): AsyncGenerator<Record<string, unknown>[]> {
  const most = rowsAtOnce(shape);
  for (let last = -1; ;) {
    const { rows } = await sql<Record<string, unknown> & { '#': number }>`
      select rowid as "#", * from ${sql.table(shape.name)} where rowid > ${last} order by rowid limit ${most}`.execute(
      db,
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    last = end['#'];
  }
}

async function* pagesInPostgres(db: Db, shape: TableShape): AsyncGenerator<Record<string, unknown>[]> {
  await sql`declare carried no scroll cursor for select * from ${sql.table(shape.name)}`.execute(db);
  for (;;) {
    const fetch = sql<Record<string, unknown>>`fetch ${sql.raw(String(rowsAtOnce(shape)))} from carried`;
    const { rows } = await fetch.execute(db);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close carried`.execute(db);
}

async function carried(db: Db, { name, columns }: TableShape): Promise<CarriedTable> {
  const { rows } = await sql<{ rows: number }>`select count(*) as "rows" from ${sql.table(name)}`.execute(db);
  return { name, columns: columns.map((column) => column.name), rows: Number(rows[0]?.rows ?? 0) };
}

const BEGIN = { sqlite: 'begin', postgres: 'begin isolation level repeatable read, read only' } as const;

/**
 * Everything in a database at one moment, whatever is written to it meanwhile.
 *
 * @param work what is done with it; the moment lasts as long
 */
export const atOneMoment = <T>(db: Db, kind: DatabaseKind, work: (source: RowSource) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql.raw(BEGIN[kind]).execute(connection);
    try {
      return await work(await sourceOf(connection, kind));
    } finally {
      await sql.raw('rollback').execute(connection);
    }
  });

/** Everything in a database as it is now; whoever asks sees to it that it stays so meanwhile. */
export async function sourceOf(db: Db, kind: DatabaseKind): Promise<RowSource> {
  const shapes = await shapesOf(db, kind);
  const tables: CarriedTable[] = [];
  for (const shape of shapes) tables.push(await carried(db, shape));
  return {
    schemaVersion: SCHEMA_VERSION,
    tables,
    async *rows() {
      for (const [index, shape] of shapes.entries()) {
        const table = tables[index]!;
        const pages = kind === 'sqlite' ? pagesInSqlite(db, shape) : pagesInPostgres(db, shape);
        for await (const page of pages) {
          yield { table, rows: page.map((row): StoredRow => storedRow(table.columns, row)) };
        }
      }
    },
  };
}

/** Values of one statement: SQLite takes 32,766, PostgreSQL 65,535. */
const VALUES_AT_ONCE = 30_000;

/** @throws StartFailure where something is in a table already */
async function refuseUsed(db: Db, shapes: readonly TableShape[]) {
  for (const { name } of shapes) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length === 0) continue;
    throw new StartFailure(`There is something in this database already (${name}). Name an empty one.`);
  }
}

function* pieces<T>(rows: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function insert(db: Db, shape: TableShape, { columns }: CarriedTable, rows: readonly StoredRow[]) {
  const kinds = kindsOf(shape);
  const at = Math.max(1, Math.floor(VALUES_AT_ONCE / columns.length));
  const names = sql.join(columns.map((column) => sql.ref(column)));
  for (const piece of pieces(rows, at)) {
    const values = piece.map((row) => {
      const own = row.map((value, place) => valueFor(kinds.get(columns[place] ?? '') ?? 'plain', value));
      return sql`(${sql.join(own)})`;
    });
    await sql`insert into ${sql.table(shape.name)} (${names}) values ${sql.join(values)}`.execute(db);
  }
}

/** How many rows a table has, and the sum of their hashes, which is the same in whatever order they come. */
interface Checksum {
  readonly rows: number;
  readonly sum: bigint;
}

const NONE: Checksum = { rows: 0, sum: 0n };

/** 64 bits of the hash of a row's values. */
function hashOf(row: StoredRow): bigint {
  const hash = createHash('sha256');
  for (const value of row) hash.update(Buffer.isBuffer(value) ? value : JSON.stringify(value)).update('\0');
  return hash.digest().readBigUInt64LE();
}

const withRows = (before: Checksum = NONE, rows: readonly StoredRow[]): Checksum => ({
  rows: before.rows + rows.length,
  sum: rows.reduce((sum, row) => BigInt.asUintN(64, sum + hashOf(row)), before.sum),
});

/** @returns the checksum of each table, by its name */
async function checksumsOf(source: RowSource, progress: Progress, put?: (rows: RowsOfTable) => Promise<void>) {
  const checksums = new Map<string, Checksum>();
  let done = 0;
  for await (const some of source.rows()) {
    await put?.(some);
    checksums.set(some.table.name, withRows(checksums.get(some.table.name), some.rows));
    progress((done += some.rows.length));
  }
  return checksums;
}

/** Hears of both halves of the work as of one. */
export interface CarryOptions {
  readonly written: Progress;
  readonly compared: Progress;
}

/**
 * Writes everything of a source into an empty database whose tables are those of the source, reads it back, and compares the number
 * and the checksum of each table's rows; all of it or nothing.
 *
 * @throws StartFailure when the database is not empty; Error when the rows of a table are not what they were
 */
export async function carryOver(
  db: Db,
  kind: DatabaseKind,
  source: RowSource,
  { written, compared }: CarryOptions,
): Promise<void> {
  const shapes = await shapesOf(db, kind);
  await refuseUsed(db, shapes);
  const put =
    (trx: Db) =>
    async ({ table, rows }: RowsOfTable) => {
      const shape = shapes.find(({ name }) => name === table.name);
      if (shape === undefined) throw new Error(`There is no table ${table.name}.`);
      await insert(trx, shape, table, rows);
    };
  await db.transaction().execute(async (trx) => {
    const before = await checksumsOf(source, written, put(trx));
    const after = await checksumsOf(await sourceOf(trx, kind), compared);
    for (const { name, rows } of source.tables) {
      const [was, is] = [before.get(name) ?? NONE, after.get(name) ?? NONE];
      if (was.rows === rows && is.rows === rows && was.sum === is.sum) continue;
      throw new Error(`What was written is not what was read: ${name}. Nothing was changed; try again.`);
    }
  });
}
