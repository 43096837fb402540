import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/database';
import type { Database } from '../database/schema';
import { StartFailure } from '../refusal';
import {
  type CarriedTable,
  type Progress,
  type RowSource,
  rowsOf,
  type StoredRow,
  type StoredValue,
} from './rowSource';
import { isSameValue, keyText, kindsOf, shapesOf, storedRow, type TableShape, valueFor } from './shapes';

type Db = Kysely<Database>;

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

/** Where rows are written, and what it is. */
interface Target {
  readonly db: Db;
  readonly kind: DatabaseKind;
}

/** Rows with these keys, by the text of their key. */
async function found(
  { db, kind }: Target,
  shape: TableShape,
  columns: readonly string[],
  keys: readonly (readonly StoredValue[])[],
) {
  const names = sql.join(shape.key.map((column) => sql.ref(column)));
  const listed = sql.join(keys.map((key) => sql`(${sql.join(key)})`));
  // What is listed has the types of the columns in PostgreSQL; SQLite wants to be told that these are rows.
  const wanted = kind === 'sqlite' ? sql`values ${listed}` : listed;
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(shape.name)} where (${names}) in (${wanted})`.execute(db);
  const places = shape.key.map((column) => columns.indexOf(column));
  return new Map(
    rows.map((row) => {
      const stored = storedRow(columns, row);
      return [keyText(places.map((place) => stored[place])), stored];
    }),
  );
}

const different = (table: string, key: string) =>
  new Error(`What was written is not what was read: ${table} ${key}. Nothing was changed; try again.`);

async function compare(target: Target, shape: TableShape, { columns }: CarriedTable, rows: readonly StoredRow[]) {
  const places = shape.key.map((column) => columns.indexOf(column));
  for (const piece of pieces(rows, 500)) {
    const keys = piece.map((row) => places.map((place) => row[place] ?? null));
    const there = await found(target, shape, columns, keys);
    for (const [index, row] of piece.entries()) {
      const key = keyText(keys[index] ?? []);
      const own = there.get(key);
      if (own === undefined || !row.every((value, place) => isSameValue(value, own[place]))) {
        throw different(shape.name, key);
      }
    }
  }
}

/** Hears of both halves of the work as of one. */
export interface CarryOptions {
  readonly written: Progress;
  readonly compared: Progress;
}

/**
 * Writes everything of a source into an empty database whose tables are those of the source, and compares each row with what was read; all of it
 * or nothing.
 *
 * @throws StartFailure when the database is not empty; Error when a row is not what it was
 */
export async function carryOver(
  db: Db,
  kind: DatabaseKind,
  source: RowSource,
  { written, compared }: CarryOptions,
): Promise<void> {
  const shapes = await shapesOf(db, kind);
  await refuseUsed(db, shapes);
  const shapeOf = ({ name }: CarriedTable) => {
    const shape = shapes.find((one) => one.name === name);
    if (shape === undefined) throw new Error(`There is no table ${name}.`);
    return shape;
  };
  await db.transaction().execute(async (trx) => {
    let done = 0;
    for await (const { table, rows } of source.rows()) {
      await insert(trx, shapeOf(table), table, rows);
      written((done += rows.length));
    }
    await refuseMissing(trx, source);
    done = 0;
    for await (const { table, rows } of source.rows()) {
      await compare({ db: trx, kind }, shapeOf(table), table, rows);
      compared((done += rows.length));
    }
    if (done !== rowsOf(source)) throw new Error(`Of ${rowsOf(source)} rows ${done} were read the second time.`);
  });
}

async function refuseMissing(db: Db, { tables }: RowSource) {
  for (const { name, rows } of tables) {
    const counted = await sql<{ rows: number }>`select count(*) as "rows" from ${sql.table(name)}`.execute(db);
    if (Number(counted.rows[0]?.rows) !== rows) throw different(name, `has not ${rows} rows`);
  }
}
