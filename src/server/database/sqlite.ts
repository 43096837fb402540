import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { StartFailure } from '../refusal';
import type { Database } from './schema';
import { sqliteCode } from './sqliteCode';
import { APPLICATION_ID, damaged, ensureSqliteFile, SQLITE_FILE } from './sqliteFile';

export { SQLITE_FILE } from './sqliteFile';

/** Milliseconds to wait for another process, such as the administrator's command, to end its write. */
const BUSY_TIMEOUT = 5_000;

/** Below this many bytes a whole check costs some milliseconds. */
const ALWAYS_CHECKED_BYTES = 16 * 1024 * 1024;

/** The connection under each Kysely. */
const connections = new WeakMap<Kysely<Database>, BetterSqlite3.Database>();

/**
 * The one connection of a SQLite database, else undefined. Use it only while Kysely lends its connection
 * (`db.connection()`): a transaction of another caller may be open otherwise.
 */
export const sqliteOf = (db: Kysely<Database>): BetterSqlite3.Database | undefined => connections.get(db);

/**
 * A number that stays as it is while nobody but this process changes the database ("PRAGMA data_version"), in some microseconds.
 *
 * @returns undefined where that cannot be told
 */
export function changesByOthers(db: Kysely<Database>): number | undefined {
  try {
    return sqliteOf(db)?.pragma('data_version', { simple: true }) as number | undefined;
  } catch {
    return undefined;
  }
}

const applicationIdOf = (sqlite: BetterSqlite3.Database) => sqlite.pragma('application_id', { simple: true });

/** With a write-ahead log and `synchronous = FULL` a commit is on the disk when it returns (https://sqlite.org/pragma.html#pragma_synchronous). */
function configure(sqlite: BetterSqlite3.Database) {
  if (applicationIdOf(sqlite) === 0) sqlite.pragma(`application_id = ${APPLICATION_ID}`);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
}

/**
 * Begins each transaction with `BEGIN IMMEDIATE`. A deferred transaction that has read something fails with `SQLITE_BUSY` when it
 * writes after another process has (https://sqlite.org/lang_transaction.html).
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  constructor(private readonly options: SqliteDialectConfig) {
    super(options);
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.options);
  }
}

/** Another program's file is refused before anything is written to it. */
function refuseForeign(sqlite: BetterSqlite3.Database, file: string) {
  const applicationId = applicationIdOf(sqlite);
  if (applicationId === APPLICATION_ID) return;
  const tables = sqlite.prepare('select count(*) from sqlite_schema').pluck().get();
  if (applicationId !== 0 || tables !== 0) {
    throw new StartFailure(`${file} is another program's database. Give Tabpoint a DATA_DIR of its own.`);
  }
}

/** Reads every page of a small file, or of any file whose last process did not close it. */
function check(sqlite: BetterSqlite3.Database, file: string, closedCleanly: boolean) {
  const { size } = statSync(file);
  const pageSize = Number(sqlite.pragma('page_size', { simple: true }));
  // SQLite takes what is missing of the last page for zeros; beside a log it may not be written yet.
  if (closedCleanly && size % pageSize !== 0) throw damaged(file, `${size} bytes are no whole pages`);
  if (closedCleanly && size > ALWAYS_CHECKED_BYTES) return;
  const answer = sqlite.pragma('quick_check(1)', { simple: true });
  if (answer !== 'ok') throw damaged(file, answer);
}

/** What SQLite has to say in a sentence for the administrator; anything else is no matter of the file. */
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
 * Opens the database file in `dataDir`, making it when there is none. A commit is on the disk when it returns.
 *
 * @throws StartFailure when the file is damaged, empty, not ours, or cannot be written; when only its log is there
 */
export function openSqlite(dataDir: string): Kysely<Database> {
  const file = join(dataDir, SQLITE_FILE);
  const closedCleanly = !existsSync(`${file}-wal`);
  let sqlite: BetterSqlite3.Database | undefined;
  try {
    ensureSqliteFile(dataDir);
    sqlite = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT });
    refuseForeign(sqlite, file);
    check(sqlite, file, closedCleanly);
    configure(sqlite);
  } catch (error) {
    sqlite?.close();
    throw failureOf(error, file);
  }
  return reachedBy(sqlite);
}

function reachedBy(sqlite: BetterSqlite3.Database): Kysely<Database> {
  const db = new Kysely<Database>({ dialect: new ImmediateSqliteDialect({ database: sqlite }) });
  connections.set(db, sqlite);
  return db;
}
