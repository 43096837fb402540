import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Kysely, sql, SqliteDialect } from 'kysely';
import type { DatabaseKind } from '../database/database';
import { lockDataDir } from '../database/dataDir';
import { openPostgres } from '../database/postgres';
import { type Database, ensureSchema, requireSchema, SCHEMA_VERSION } from '../database/schema';
import { hasSqliteFile, openSqlite, SQLITE_FILE } from '../database/sqlite';
import { Sqlite } from '../database/sqliteLibrary';
import { StartFailure } from '../refusal';
import type { GivenSettings } from '../settings';
import { type CarryOptions, carryOver } from './databaseRows';
import type { RowSource } from './rowSource';

type Db = Kysely<Database>;

/** A database that is open for a while. */
interface OpenPlace {
  readonly db: Db;
  readonly kind: DatabaseKind;
  readonly close: () => Promise<void>;
}

/** Milliseconds to wait for a write of the server. */
const BUSY_TIMEOUT = 10_000;

/** Opens SQLite beside the server that writes to it: only to be read. */
function openSqliteToRead(dataDir: string): OpenPlace {
  const file = join(dataDir, SQLITE_FILE);
  if (!hasSqliteFile(file)) {
    throw new StartFailure(`There is no database in ${dataDir} yet. Set DATA_DIR as you do for the server.`);
  }
  const sqlite = new Sqlite(file, { readonly: true, timeout: BUSY_TIMEOUT });
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) });
  return { db, kind: 'sqlite', close: () => db.destroy() };
}

async function openPostgresToRead(databaseUrl: string): Promise<OpenPlace> {
  const db = await openPostgres(databaseUrl, 'tabpoint backup');
  return { db, kind: 'postgres', close: () => db.destroy() };
}

/**
 * The database that the settings name, to be read while the server runs.
 *
 * @throws StartFailure where there is none, or one of another version
 */
export async function openToRead({ databaseUrl, dataDir }: GivenSettings): Promise<OpenPlace> {
  const place = databaseUrl === undefined ? openSqliteToRead(dataDir) : await openPostgresToRead(databaseUrl);
  try {
    await requireSchema(place.db, place.kind);
    return place;
  } catch (error) {
    await place.close();
    throw error;
  }
}

/** @throws StartFailure while a server uses the database */
async function refuseServed(db: Db) {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name in ('tabpoint', 'tabpoint news') limit 1`.execute(db);
  if (rows.length > 0) throw new StartFailure('A Tabpoint is running on this database. Stop every one of them first.');
}

/** As {@link openToRead}, where no server runs, and none begins to meanwhile on SQLite. */
export async function openAlone(settings: GivenSettings): Promise<OpenPlace> {
  const lock = settings.databaseUrl === undefined ? lockDataDir(settings.dataDir) : undefined;
  try {
    const place = await openToRead(settings);
    if (place.kind === 'postgres') await refuseServed(place.db);
    return {
      ...place,
      close: async () => {
        await place.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** @throws StartFailure where the source has other tables than this version */
function refuseOtherVersion({ schemaVersion }: RowSource) {
  if (schemaVersion === SCHEMA_VERSION) return;
  throw new StartFailure(
    `This was made by another version of Tabpoint (its schema has version ${schemaVersion}, this one uses ` +
      `${SCHEMA_VERSION}). Nothing was changed. Use that version for it.`,
  );
}

async function fill(db: Db, kind: DatabaseKind, source: RowSource, options: CarryOptions) {
  refuseOtherVersion(source);
  await ensureSchema(db, kind);
  await carryOver(db, kind, source, options);
}

/** A file under another name until it is whole: a server never finds half of one. */
async function fillSqlite(file: string, source: RowSource, options: CarryOptions) {
  if (existsSync(file)) throw new StartFailure(`There is a database at ${file} already. Move it away first.`);
  hasSqliteFile(file);
  const dataDir = dirname(file);
  const lock = lockDataDir(dataDir);
  const draft = join(dataDir, 'being-filled');
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    const db = openSqlite(draft);
    await fill(db, 'sqlite', source, options).finally(() => db.destroy());
    renameSync(join(draft, SQLITE_FILE), file);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    lock.release();
  }
}

async function fillPostgres(databaseUrl: string, source: RowSource, options: CarryOptions) {
  const db = await openPostgres(databaseUrl, 'tabpoint backup');
  try {
    await fill(db, 'postgres', source, options);
  } finally {
    await db.destroy();
  }
}

/** Where something is moved to: a PostgreSQL by its address, or SQLite by its folder or file. */
type Destination =
  { readonly kind: 'postgres'; readonly databaseUrl: string } | { readonly kind: 'sqlite'; readonly dataDir: string };

/** @throws StartFailure for a file that Tabpoint would not find again */
export function destinationOf(text: string): Destination {
  if (/^postgres(ql)?:\/\//.test(text)) return { kind: 'postgres', databaseUrl: text };
  const path = resolve(text);
  if (basename(path) === SQLITE_FILE) return { kind: 'sqlite', dataDir: dirname(path) };
  if (!/\.(db|sqlite\d?)$/.test(path)) return { kind: 'sqlite', dataDir: path };
  throw new StartFailure(`Name a folder for the data, or a file called ${SQLITE_FILE} in it, not ${basename(path)}.`);
}

/** The destination that the settings name. */
export const destinationIn = ({ databaseUrl, dataDir }: GivenSettings): Destination =>
  databaseUrl === undefined ? { kind: 'sqlite', dataDir } : { kind: 'postgres', databaseUrl };

/**
 * Writes everything of a source to a place where nothing is yet; all of it, compared row by row, or nothing.
 *
 * @throws StartFailure where something is there already, or the source is of another version
 */
export const fillPlace = (to: Destination, source: RowSource, options: CarryOptions) =>
  to.kind === 'postgres'
    ? fillPostgres(to.databaseUrl, source, options)
    : fillSqlite(join(to.dataDir, SQLITE_FILE), source, options);
