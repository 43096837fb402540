import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Kysely, sql, SqliteDialect } from 'kysely';
import { lockDataDir } from '../database/dataDir';
import type { DatabasePlace } from '../database/database';
import { kindOf } from '../database/databaseKind';
import { openPostgres } from '../database/postgres';
import {
  type Database,
  type Db,
  ensureSchema,
  requireSchema,
  SCHEMA_VERSION,
  schemaVersionIn,
} from '../database/schema';
import { hasSqliteFile, openSqliteDraft, SQLITE_FILE } from '../database/sqlite';
import { Sqlite } from '../database/sqliteLibrary';
import { StartFailure } from '../refusal';
import {
  atOneMoment,
  CHECKSUM_TABLE,
  type Checksums,
  checksumsOf,
  copyInto,
  type CopyProgress,
  differingTable,
  type RowSource,
} from './rows';

/** What the sessions of these commands are called in PostgreSQL. */
const SESSION = 'tabpoint backup';

/** Milliseconds to wait for a write of the server. */
const BUSY_TIMEOUT = 10_000;

const openToRead = (file: string): Db =>
  new Kysely<Database>({
    dialect: new SqliteDialect({ database: new Sqlite(file, { readonly: true, timeout: BUSY_TIMEOUT }) }),
  });

/** Opens SQLite beside the server that writes to it: only to be read. */
function openSqliteToRead(dataDir: string): Db {
  const file = join(dataDir, SQLITE_FILE);
  if (hasSqliteFile(file)) return openToRead(file);
  throw new StartFailure(`There is no database in ${dataDir} yet. Set DATA_DIR as you do for the server.`);
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
    where datname = current_database() and application_name in ('tabpoint', 'tabpoint notifications') limit 1`.execute(
    db,
  );
  if (rows.length > 0) throw new StartFailure('A Tabpoint is running on this database. Stop every one of them first.');
}

/** As {@link readPlace}, where no server runs, and none begins to meanwhile on SQLite. */
export async function readAlone<T>(place: DatabasePlace, work: (source: RowSource) => Promise<T>): Promise<T> {
  const unlock = place.databaseUrl === undefined ? lockDataDir(place.dataDir) : undefined;
  try {
    return await readPlace(place, work, refuseServed);
  } finally {
    unlock?.();
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

/** What is done with a database that was filled, before it is closed. */
type Finish = (db: Db, checksums: Checksums) => Promise<void>;

async function fill(db: Db, source: RowSource, progress: CopyProgress, finish?: Finish) {
  try {
    await ensureSchema(db);
    const checksums = await copyInto(db, source, progress);
    await finish?.(db, checksums);
  } finally {
    await db.destroy();
  }
}

/** Makes the folder in which a file is written. @throws StartFailure where it is there: it may hold other files */
async function makeDraft(draft: string) {
  await mkdir(draft, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    const why = 'The same is being written at the moment, or was cut off.';
    throw new StartFailure(`${draft} is there already. ${why} Wait, or remove it.`, error);
  });
}

/**
 * Makes a database file for its owner alone. It has its name when it is whole, and on the disk: a server never finds half of one.
 *
 * @throws StartFailure while the same file is being written
 */
export async function fillFile(file: string, source: RowSource, progress: CopyProgress, finish?: Finish) {
  const draft = `${file}.part`;
  const filled = join(draft, SQLITE_FILE);
  await makeDraft(draft);
  try {
    await fill(openSqliteDraft(draft), source, progress, finish);
    const handle = await open(filled, 'r');
    await handle.chmod(0o600);
    await handle.sync();
    await handle.close();
    await rename(filled, file);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function fillSqlite(dataDir: string, source: RowSource, progress: CopyProgress) {
  const file = join(dataDir, SQLITE_FILE);
  if (existsSync(file)) throw new StartFailure(`There is a database at ${file} already. Move it away first.`);
  hasSqliteFile(file);
  const unlock = lockDataDir(dataDir);
  try {
    await fillFile(file, source, progress);
  } finally {
    unlock();
  }
}

/**
 * Writes everything of a source to a place where nothing is yet; all of it, with equal checksums, or nothing.
 *
 * @throws StartFailure where something is there already
 */
export const fillPlace = async ({ databaseUrl, dataDir }: DatabasePlace, source: RowSource, progress: CopyProgress) =>
  databaseUrl === undefined
    ? fillSqlite(dataDir, source, progress)
    : fill(await openPostgres(databaseUrl, SESSION), source, progress);

interface ChecksumTable {
  readonly made_at: string;
  readonly name: string;
  readonly rows: number;
  /** In decimal digits. */
  readonly sum: string;
}

const withChecksums = (db: Db) => db.withTables<{ readonly [CHECKSUM_TABLE]: ChecksumTable }>();

/** Says in a backup when it was made, and what its tables have to be compared with before they are restored. */
export async function noteChecksums(db: Db, checksums: Checksums) {
  const made_at = new Date().toISOString();
  const { schema } = db;
  const table = schema.createTable(CHECKSUM_TABLE).addColumn('made_at', 'text').addColumn('name', 'text');
  await table.addColumn('rows', 'integer').addColumn('sum', 'text').execute();
  const noted = [...checksums].map(([name, { rows, sum }]) => ({ made_at, name, rows, sum: String(sum) }));
  await withChecksums(db).insertInto(CHECKSUM_TABLE).values(noted).execute();
}

const notWhole = (file: string, why: string) =>
  new StartFailure(`${file} is no whole backup of Tabpoint (${why}). Nothing was changed; use another one.`);

/** Looks whether a backup is whole. @returns when it was made */
async function requireWhole(db: Db, file: string): Promise<string> {
  const noted = await withChecksums(db).selectFrom(CHECKSUM_TABLE).selectAll().execute();
  const version = await schemaVersionIn(db);
  if (version !== SCHEMA_VERSION) {
    throw new StartFailure(
      `This was made by another version of Tabpoint (its schema has version ${version}, this one uses ` +
        `${SCHEMA_VERSION}). Nothing was changed. Use that version for it.`,
    );
  }
  if (noted.some(({ sum }) => !/^\d+$/.test(sum))) throw notWhole(file, 'its checksums are damaged');
  const checksums = new Map(noted.map(({ name, rows, sum }) => [name, { rows, sum: BigInt(sum) }]));
  await atOneMoment(db, async (source) => {
    const found = await checksumsOf(source, () => undefined);
    const missing = [...checksums.keys()].find((name) => !found.has(name));
    if (missing !== undefined) throw notWhole(file, `${missing} is missing`);
    const differing = differingTable(source, checksums, found);
    if (differing !== undefined) throw notWhole(file, `${differing} was changed`);
  });
  return noted[0]?.made_at ?? '';
}

/**
 * Opens a backup, after all of it was read and found whole: nothing is done with one that is damaged.
 *
 * @throws StartFailure where it is not, or is of another version
 */
export async function openBackup(file: string) {
  let db: Db | undefined;
  try {
    if (!existsSync(file)) throw notWhole(file, 'there is no such file');
    db = openToRead(file);
    return { db, madeAt: await requireWhole(db, file) };
  } catch (error) {
    await db?.destroy();
    throw error instanceof StartFailure ? error : notWhole(file, (error as Error).message);
  }
}
