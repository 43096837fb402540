import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteDialect, SqliteDriver } from 'kysely';
import { StartFailure } from '../refusal';
import { sqliteCode } from './databaseErrors';
import type { Database, Db } from './schema';
import { Sqlite } from './sqliteLibrary';

/** Time to wait for another process, such as an administrator's command, to end its write. */
const BUSY_TIMEOUT_MS = 5_000;

/** Maximum size of files that are always checked in full, which takes a few milliseconds. */
const MAX_ALWAYS_CHECKED_BYTES = 16 * 1024 * 1024;

const applicationIdOf = (sqlite: Sqlite) => sqlite.pragma('application_id', { simple: true });

/**
 * Configures a connection. With a write-ahead log and `synchronous = FULL`, a commit is on disk when it returns
 * (https://sqlite.org/pragma.html#pragma_synchronous).
 */
function configure(sqlite: Sqlite) {
  if (applicationIdOf(sqlite) === 0) sqlite.pragma(`application_id = ${APPLICATION_ID}`);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
}

/**
 * Begins each transaction with `BEGIN IMMEDIATE`. A deferred transaction that has read fails with `SQLITE_BUSY` if it writes
 * after a write of another process (https://sqlite.org/lang_transaction.html).
 */
class ImmediateSqliteDriver extends SqliteDriver {
  constructor(private readonly sqlite: Sqlite) {
    super({ database: sqlite });
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite itself rolls back if the disk is full or broken; a failing second rollback would hide the original error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  constructor(private readonly database: Sqlite) {
    super({ database });
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.database);
  }
}

/** Rejects the database of another program before anything is written to it. */
function refuseForeign(sqlite: Sqlite, file: string) {
  const applicationId = applicationIdOf(sqlite);
  if (applicationId === APPLICATION_ID) return;
  const tables = sqlite.prepare('select count(*) from sqlite_schema').pluck().get();
  if (applicationId !== 0 || tables !== 0) {
    throw new StartFailure(`${file} is another program's database. Give Tabpoint a DATA_DIR of its own.`);
  }
}

/** Checks every page of a small file, and of any file that its last process did not close. */
function check(sqlite: Sqlite, file: string, closedCleanly: boolean) {
  const { size } = statSync(file);
  const pageSize = Number(sqlite.pragma('page_size', { simple: true }));
  // SQLite reads the missing part of the last page as zeros. If a log exists, that part may not have been written yet.
  if (closedCleanly && size % pageSize !== 0) throw damaged(file, `${size} bytes are no whole pages`);
  if (closedCleanly && size > MAX_ALWAYS_CHECKED_BYTES) return;
  const answer = sqlite.pragma('quick_check(1)', { simple: true });
  if (answer !== 'ok') throw damaged(file, answer);
}

/** Converts an SQLite error to a message for the administrator; returns other errors unchanged. */
function failureOf(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/.test(code)) {
    return new StartFailure(`The database ${file} cannot be opened for writing. Check who owns DATA_DIR.`, error);
  }
  if (/^SQLITE_(FULL|IOERR|BUSY)/.test(code)) {
    return new StartFailure(`The database ${file} cannot be read or written (${code}).`, error);
  }
  return damaged(file, error);
}

/**
 * Opens the database file in `dataDir`, and creates it if missing. A commit is on disk when it returns.
 *
 * @throws StartFailure if the file is damaged, empty, another program's or read-only, or if only its log exists
 */
export function openSqlite(dataDir: string): Db {
  const file = join(dataDir, SQLITE_FILE);
  const closedCleanly = !existsSync(`${file}-wal`);
  let sqlite: Sqlite | undefined;
  try {
    ensureSqliteFile(dataDir);
    sqlite = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
    refuseForeign(sqlite, file);
    check(sqlite, file, closedCleanly);
    configure(sqlite);
  } catch (error) {
    sqlite?.close();
    throw failureOf(error, file);
  }
  return new Kysely<Database>({ dialect: new ImmediateSqliteDialect(sqlite) });
}

/**
 * Creates a database file to be filled before its first use. Without journal and syncs: its data is durable only once the file is
 * synced.
 */
export function openSqliteDraft(dataDir: string): Db {
  const sqlite = new Sqlite(ensureSqliteFile(dataDir));
  for (const setting of ['journal_mode = MEMORY', 'synchronous = OFF', 'foreign_keys = ON']) sqlite.pragma(setting);
  return new Kysely<Database>({ dialect: new ImmediateSqliteDialect(sqlite) });
}

/** Name of the database file in the data folder. */
export const SQLITE_FILE = 'tabpoint.db';

/** "TabP" in the file header, so that another program's database is never changed by mistake. */
const APPLICATION_ID = 0x54616250;

/** Smallest page size of SQLite; every database has at least one page (https://www.sqlite.org/fileformat.html). */
const MIN_PAGE_BYTES = 512;

/** Error for a damaged database file. */
export const damaged = (file: string, cause: unknown): StartFailure =>
  new StartFailure(
    `The database ${file} is damaged and was left as it is. ` +
      `Move it away, and restore a backup or start with an empty one.`,
    cause,
  );

const emptyDatabase = (file: string) =>
  new StartFailure(
    `The database ${file} is empty (0 bytes): what it held is gone. ` +
      `Remove it, and ${file}-wal if that is there, and restore a backup or start with an empty one.`,
  );

const missingDatabase = (file: string) =>
  new StartFailure(
    `The database ${file} is missing, but its log ${file}-wal is there and may hold the last changes. ` +
      `Put both files back together, or move the log away and restore a backup or start with an empty one.`,
  );

/** Returns the path of the database file. @throws StartFailure as {@link hasSqliteFile}, and if it does not exist */
export function existingSqliteFile(dataDir: string): string {
  const file = join(dataDir, SQLITE_FILE);
  if (hasSqliteFile(file)) return file;
  throw new StartFailure(`There is no database in ${dataDir} yet. Set DATA_DIR as you do for the server.`);
}

/** Returns the bytes of a file; undefined if it does not exist. @throws StartFailure if it cannot be told */
function sizeOf(file: string): number | undefined {
  try {
    return statSync(file).size;
  } catch (error) {
    // Not by `throwIfNoEntry`, which on Node 24 also hides that a folder in the path is a file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartFailure(`The database ${file} cannot be read. Check its folder, and who owns it.`, error);
  }
}

/**
 * Returns whether the database file exists, without opening it: SQLite treats a missing or 0-byte file as a new database, and
 * deletes the write-ahead log beside it.
 *
 * @throws StartFailure for a file of 0 bytes or of less than a page, and for a log without its database
 */
export function hasSqliteFile(file: string): boolean {
  const bytes = sizeOf(file);
  if (bytes === 0) throw emptyDatabase(file);
  if (bytes !== undefined && bytes < MIN_PAGE_BYTES) throw damaged(file, `It has ${bytes} bytes.`);
  if (bytes === undefined && existsSync(`${file}-wal`)) throw missingDatabase(file);
  return bytes !== undefined;
}

/**
 * Creates a database without tables. It is renamed to its final name only after our application id is written: a killed process
 * leaves no 0-byte file.
 */
function createSqliteFile(file: string) {
  const draft = `${file}-new`;
  for (const left of [draft, `${draft}-journal`]) rmSync(left, { force: true });
  const sqlite = new Sqlite(draft);
  try {
    sqlite.pragma(`application_id = ${APPLICATION_ID}`);
  } finally {
    sqlite.close();
  }
  renameSync(draft, file);
}

/**
 * Creates the database file in a data folder if it is missing.
 *
 * @returns its path
 * @throws StartFailure as {@link hasSqliteFile}
 */
function ensureSqliteFile(dataDir: string): string {
  const file = join(dataDir, SQLITE_FILE);
  if (!hasSqliteFile(file)) createSqliteFile(file);
  return file;
}
