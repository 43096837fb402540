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
import { existingSqliteFile, hasSqliteFile, openSqliteDraft, SQLITE_FILE } from '../database/sqlite';
import { Sqlite } from '../database/sqliteLibrary';
import { StartFailure } from '../refusal';
import { postgresUrl } from '../settingKinds';
import {
  withSnapshot,
  CHECKSUM_TABLE,
  type Checksums,
  checksumsOf,
  copyInto,
  type CopyProgress,
  findDifferingTable,
  type Finish,
  type RowSource,
} from './rows';

/** Application name of these commands' sessions in PostgreSQL. */
const SESSION = 'tabpoint backup';

/** Timeout for a lock held by a write of the server, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

const openToRead = (file: string): Db =>
  new Kysely<Database>({
    dialect: new SqliteDialect({ database: new Sqlite(file, { readonly: true, timeout: BUSY_TIMEOUT_MS }) }),
  });

/**
 * Runs work on a snapshot of a database. A server that uses the database may keep running.
 *
 * @throws StartFailure if there is no database, or it has another version
 */
export async function readDatabase<T>(
  { databaseUrl, dataDir }: DatabasePlace,
  work: (source: RowSource) => Promise<T>,
  check?: (db: Db) => Promise<void>,
): Promise<T> {
  const db =
    databaseUrl === undefined ? openToRead(existingSqliteFile(dataDir)) : await openPostgres(databaseUrl, SESSION);
  try {
    await requireSchema(db);
    await check?.(db);
    return await withSnapshot(db, work);
  } finally {
    await db.destroy();
  }
}

/** Checks that no server uses the database. @throws StartFailure */
async function refuseRunningServers(db: Db) {
  if (kindOf(db) === 'sqlite') return;
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name in ('tabpoint', 'tabpoint notifications') limit 1`.execute(
    db,
  );
  if (rows.length > 0) throw new StartFailure('A Tabpoint is running on this database. Stop every one of them first.');
}

/** Runs work as {@link readDatabase} does, but only if no server is running. On SQLite, no server can start until it is done. */
export async function readExclusively<T>(place: DatabasePlace, work: (source: RowSource) => Promise<T>): Promise<T> {
  const unlock = place.databaseUrl === undefined ? lockDataDir(place.dataDir) : undefined;
  try {
    return await readDatabase(place, work, refuseRunningServers);
  } finally {
    unlock?.();
  }
}

/**
 * Parses the target of a move: URL of a PostgreSQL database, or folder or file of an SQLite database.
 *
 * @throws StartFailure for a file name that Tabpoint does not use, and for another address
 */
export function parseTarget(text: string): DatabasePlace {
  if (/^postgres(ql)?:\/\//.test(text) && postgresUrl.read(text) !== undefined)
    return { databaseUrl: text, dataDir: '' };
  if (/^[\w+.-]+:\/\//.test(text)) {
    throw new StartFailure('Name a folder for the data, or an address that begins with postgres://.');
  }
  const path = resolve(text);
  if (basename(path) === SQLITE_FILE) return { dataDir: dirname(path) };
  if (!/\.(db|sqlite\d?)$/.test(path)) return { dataDir: path };
  throw new StartFailure(`Name a folder for the data, or a file called ${SQLITE_FILE} in it, not ${basename(path)}.`);
}

async function fill(db: Db, source: RowSource, progress: CopyProgress, finish?: Finish) {
  try {
    await refuseRunningServers(db);
    await ensureSchema(db);
    await copyInto(db, source, progress, finish);
  } finally {
    await db.destroy();
  }
}

/** Converts an error of the system or the database to a message for the administrator; returns other errors unchanged. */
function failureOf(error: unknown, file: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? new StartFailure(`${file} was not written (${message}).`, error) : error;
}

/** Creates the temporary folder in which a file is written. @throws StartFailure if it exists: it may contain other files */
async function makeDraft(draft: string) {
  await mkdir(draft, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw failureOf(error, draft);
    const why = 'The same is being written at the moment, or was cut off.';
    throw new StartFailure(`${draft} is there already. ${why} Wait, or remove it.`, error);
  });
}

/**
 * Creates a database file that only its owner may read. It is renamed to its final name after it is complete and synced to disk, so that a
 * server never finds a partial file.
 *
 * @throws StartFailure if the same file is being written, or the disk is full, read-only or broken
 */
export async function writeDatabaseFile(file: string, source: RowSource, progress: CopyProgress, finish?: Finish) {
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
  } catch (error) {
    throw failureOf(error, file);
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
    await writeDatabaseFile(file, source, progress);
  } finally {
    unlock();
  }
}

/**
 * Copies all rows of a source into an empty database: completely, with equal checksums, or not at all.
 *
 * @throws StartFailure if the database is not empty, or a server runs on it, whose caches would be of another database
 */
export const fillDatabase = async (
  { databaseUrl, dataDir }: DatabasePlace,
  source: RowSource,
  progress: CopyProgress,
) =>
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

/** Stores the time of a backup and the checksums of its tables in the backup. They are verified before it is restored. */
export async function storeChecksums(db: Db, made_at: string, checksums: Checksums) {
  const { schema } = db;
  const table = schema.createTable(CHECKSUM_TABLE).addColumn('made_at', 'text').addColumn('name', 'text');
  await table.addColumn('rows', 'integer').addColumn('sum', 'text').execute();
  const noted = [...checksums].map(([name, { rows, sum }]) => ({ made_at, name, rows, sum: String(sum) }));
  await withChecksums(db).insertInto(CHECKSUM_TABLE).values(noted).execute();
}

const notWhole = (file: string, why: string) =>
  new StartFailure(`${file} is no whole backup of Tabpoint (${why}). Nothing was changed; use another one.`);

/** Verifies the checksums of a backup. @returns the time of the backup */
async function verifyBackup(db: Db, file: string): Promise<string> {
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
  await withSnapshot(db, async (source) => {
    const found = await checksumsOf(source, () => undefined);
    const missing = [...checksums.keys()].find((name) => !found.has(name));
    if (missing !== undefined) throw notWhole(file, `${missing} is missing`);
    const differing = findDifferingTable(source, checksums, found);
    if (differing !== undefined) throw notWhole(file, `${differing} was changed`);
  });
  return noted[0]?.made_at ?? '';
}

/**
 * Opens a backup and verifies all of it.
 *
 * @throws StartFailure if the backup is damaged, or of another version
 */
export async function openBackup(file: string) {
  let db: Db | undefined;
  try {
    if (!existsSync(file)) throw notWhole(file, 'there is no such file');
    db = openToRead(file);
    return { db, madeAt: await verifyBackup(db, file) };
  } catch (error) {
    await db?.destroy();
    throw error instanceof StartFailure ? error : notWhole(file, (error as Error).message);
  }
}
