import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Kysely, sql, SqliteDialect } from 'kysely';
import { type DatabasePlace, kindOf } from '../database/database';
import { lockDataDir } from '../database/dataDir';
import { openPostgres } from '../database/postgres';
import { type Database, ensureSchema, requireSchema, SCHEMA_VERSION } from '../database/schema';
import { hasSqliteFile, openSqlite, SQLITE_FILE } from '../database/sqlite';
import { Sqlite } from '../database/sqliteLibrary';
import { StartFailure } from '../refusal';
import { atOneMoment, copyInto, type CopyProgress, type RowSource } from './rows';

type Db = Kysely<Database>;

/** What the sessions of these commands are called in PostgreSQL. */
const SESSION = 'tabpoint backup';

/** Milliseconds to wait for a write of the server. */
const BUSY_TIMEOUT = 10_000;

/** Opens SQLite beside the server that writes to it: only to be read. */
function openSqliteToRead(dataDir: string): Db {
  const file = join(dataDir, SQLITE_FILE);
  if (!hasSqliteFile(file)) {
    throw new StartFailure(`There is no database in ${dataDir} yet. Set DATA_DIR as you do for the server.`);
  }
  const sqlite = new Sqlite(file, { readonly: true, timeout: BUSY_TIMEOUT });
  return new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) });
}

/**
 * Reads everything in a database as it is at one moment. A server that uses it goes on meanwhile.
 *
 * @throws StartFailure where there is none, or one of another version
 */
export async function readPlace<T>(
  { databaseUrl, dataDir }: DatabasePlace,
  work: (source: RowSource) => Promise<T>,
  check?: (db: Db) => Promise<void>,
): Promise<T> {
  const db = databaseUrl === undefined ? openSqliteToRead(dataDir) : await openPostgres(databaseUrl, SESSION);
  try {
    await requireSchema(db);
    await check?.(db);
    return await atOneMoment(db, work);
  } finally {
    await db.destroy();
  }
}

/** @throws StartFailure while a server uses the database */
async function refuseServed(db: Db) {
  if (kindOf(db) === 'sqlite') return;
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name in ('tabpoint', 'tabpoint news') limit 1`.execute(db);
  if (rows.length > 0) throw new StartFailure('A Tabpoint is running on this database. Stop every one of them first.');
}

/** As {@link readPlace}, where no server runs, and none begins to meanwhile on SQLite. */
export async function readAlone<T>(place: DatabasePlace, work: (source: RowSource) => Promise<T>): Promise<T> {
  const lock = place.databaseUrl === undefined ? lockDataDir(place.dataDir) : undefined;
  try {
    return await readPlace(place, work, refuseServed);
  } finally {
    lock?.release();
  }
}

/** Where something is moved to: a PostgreSQL by its address, or SQLite by its folder or file. @throws StartFailure for a file that Tabpoint would not find again */
export function placeNamed(text: string): DatabasePlace {
  if (/^postgres(ql)?:\/\//.test(text)) return { databaseUrl: text, dataDir: '' };
  const path = resolve(text);
  if (basename(path) === SQLITE_FILE) return { dataDir: dirname(path) };
  if (!/\.(db|sqlite\d?)$/.test(path)) return { dataDir: path };
  throw new StartFailure(`Name a folder for the data, or a file called ${SQLITE_FILE} in it, not ${basename(path)}.`);
}

async function fill(db: Db, source: RowSource, progress: CopyProgress) {
  try {
    if (source.schemaVersion !== SCHEMA_VERSION) {
      throw new StartFailure(
        `This was made by another version of Tabpoint (its schema has version ${source.schemaVersion}, this one uses ` +
          `${SCHEMA_VERSION}). Nothing was changed. Use that version for it.`,
      );
    }
    await ensureSchema(db);
    await copyInto(db, source, progress);
  } finally {
    await db.destroy();
  }
}

/** A file under another name until it is whole: a server never finds half of one. */
async function fillSqlite(dataDir: string, source: RowSource, progress: CopyProgress) {
  const file = join(dataDir, SQLITE_FILE);
  if (existsSync(file)) throw new StartFailure(`There is a database at ${file} already. Move it away first.`);
  hasSqliteFile(file);
  const lock = lockDataDir(dataDir);
  const draft = join(dataDir, 'being-filled');
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    await fill(openSqlite(draft), source, progress);
    renameSync(join(draft, SQLITE_FILE), file);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    lock.release();
  }
}

/**
 * Writes everything of a source to a place where nothing is yet; all of it, with equal checksums, or nothing.
 *
 * @throws StartFailure where something is there already, or the source is of another version
 */
export const fillPlace = async ({ databaseUrl, dataDir }: DatabasePlace, source: RowSource, progress: CopyProgress) =>
  databaseUrl === undefined
    ? fillSqlite(dataDir, source, progress)
    : fill(await openPostgres(databaseUrl, SESSION), source, progress);
