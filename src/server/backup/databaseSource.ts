import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/database';
import { type Database, SCHEMA_VERSION } from '../database/schema';
import type { CarriedTable, RowSource, StoredRow } from './rowSource';
import { shapesOf, storedRow, type TableShape } from './shapes';

type Db = Kysely<Database>;

/** Rows read at once, and of a table that holds bytes: each of those may be half a MiB. */
const ROWS_AT_ONCE = 500;
const LARGE_ROWS_AT_ONCE = 16;

export const rowsAtOnce = ({ columns }: TableShape): number =>
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

async function sourceOf(db: Db, kind: DatabaseKind): Promise<RowSource> {
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
