import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely } from 'kysely';
import { StartFailure } from '../startFailure';
import { DurableDialect } from './durableDialect';
import { KeptStatements } from './keptStatements';
import { LogFlush } from './logFlush';
import type { Database } from './schema';
import { sqliteCode } from './sqliteCode';

/** "TabP": written into the file's header, so that another program's database is never changed by mistake. */
const APPLICATION_ID = 0x54616250;

/** Milliseconds to wait for another process, such as the administrator's command, to end its write. */
const BUSY_TIMEOUT = 5_000;

/** Below this many bytes a whole check costs some milliseconds. */
const ALWAYS_CHECKED_BYTES = 16 * 1024 * 1024;

/** Name of the database inside the data folder. */
export const SQLITE_FILE = 'tabpoint.db';

/** What a SQLite database is reached by. */
export interface DurableSqlite {
  readonly sqlite: BetterSqlite3.Database;
  readonly statements: KeptStatements;
  readonly log: LogFlush;
}

/** What is under each Kysely. */
const connections = new WeakMap<Kysely<Database>, DurableSqlite>();

/** How a SQLite database is written to and brought to the disk; undefined for another one. */
export const durableOf = (db: Kysely<Database>): DurableSqlite | undefined => connections.get(db);

/**
 * The one connection of a SQLite database, else undefined. Use it only while Kysely lends its connection
 * (`db.connection()`): a transaction of somebody else may be open otherwise. What is written over it is waited for by
 * {@link LogFlush.flush}.
 */
export const sqliteOf = (db: Kysely<Database>): BetterSqlite3.Database | undefined => connections.get(db)?.sqlite;

/**
 * A number that stays as it is while nobody but this process changes the database ("PRAGMA data_version"), in some microseconds.
 *
 * @returns undefined where that cannot be told
 */
export function changesByOthers(db: Kysely<Database>): number | undefined {
  try {
    return durableOf(db)?.sqlite.pragma('data_version', { simple: true }) as number | undefined;
  } catch {
    return undefined;
  }
}

const applicationIdOf = (sqlite: BetterSqlite3.Database) => sqlite.pragma('application_id', { simple: true });

/** Commits are brought to the disk by {@link LogFlush} before they are answered. */
function configure(sqlite: BetterSqlite3.Database) {
  if (applicationIdOf(sqlite) === 0) sqlite.pragma(`application_id = ${APPLICATION_ID}`);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = NORMAL');
  sqlite.pragma('foreign_keys = ON');
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
  if (closedCleanly && statSync(file).size > ALWAYS_CHECKED_BYTES) return;
  const answer = sqlite.pragma('quick_check(1)', { simple: true });
  if (answer !== 'ok') throw damaged(file, answer);
}

const damaged = (file: string, cause: unknown) =>
  new StartFailure(
    `The database ${file} is damaged and was left as it is. ` +
      `Put a backup in its place, or move it away to start with an empty one.`,
    cause,
  );

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
 * Opens the database file in `dataDir`, making it when there is none. What is answered is on disk (see {@link LogFlush}).
 *
 * @throws StartFailure when the file is damaged, not ours, or cannot be written
 */
export function openSqlite(dataDir: string): Kysely<Database> {
  const file = join(dataDir, SQLITE_FILE);
  const closedCleanly = !existsSync(`${file}-wal`);
  let sqlite: BetterSqlite3.Database | undefined;
  try {
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

/**
 * Another connection to the file, for a thread of the process that has opened it by {@link openSqlite}, which has looked whether
 * it is sound and tidies its log for both.
 */
export function openSqliteBeside(dataDir: string): Kysely<Database> {
  const sqlite = new BetterSqlite3(join(dataDir, SQLITE_FILE), { fileMustExist: true, timeout: BUSY_TIMEOUT });
  configure(sqlite);
  sqlite.pragma('wal_autocheckpoint = 0');
  return reachedBy(sqlite);
}

function reachedBy(sqlite: BetterSqlite3.Database): Kysely<Database> {
  const log = new LogFlush(sqlite);
  const statements = new KeptStatements(sqlite, log);
  const db = new Kysely<Database>({ dialect: new DurableDialect(statements, log) });
  connections.set(db, { sqlite, statements, log });
  return db;
}
