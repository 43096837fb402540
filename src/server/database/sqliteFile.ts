import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { StartFailure } from '../refusal';

/** Name of the database inside the data folder. */
export const SQLITE_FILE = 'tabpoint.db';

/** "TabP": written into the file's header, so that another program's database is never changed by mistake. */
export const APPLICATION_ID = 0x54616250;

/** Bytes of the smallest page that SQLite knows; every database has a page (https://www.sqlite.org/fileformat.html). */
const SMALLEST_PAGE = 512;

/** Said of a file that is no sound database. */
export const damaged = (file: string, cause: unknown): StartFailure =>
  new StartFailure(
    `The database ${file} is damaged and was left as it is. ` +
      `Put a backup in its place, or move it away to start with an empty one.`,
    cause,
  );

const emptyDatabase = (file: string) =>
  new StartFailure(
    `The database ${file} is empty (0 bytes): what it held is gone. ` +
      `Put a backup in its place, or remove it, and ${file}-wal if that is there, to start with an empty one.`,
  );

const missingDatabase = (file: string) =>
  new StartFailure(
    `The database ${file} is missing, but its log ${file}-wal is there and may hold the last changes. ` +
      `Put both files back together, or move the log away and restore a backup or start with an empty one.`,
  );

/**
 * Looks, without opening it, whether there is a database file. SQLite makes a new database of a file of 0 bytes, or of
 * none, and deletes the write-ahead log beside it.
 *
 * @throws StartFailure for a file of 0 bytes or of less than a page, and for a log without its database
 */
export function hasSqliteFile(file: string): boolean {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size;
  if (bytes === 0) throw emptyDatabase(file);
  if (bytes !== undefined && bytes < SMALLEST_PAGE) throw damaged(file, `It has ${bytes} bytes.`);
  if (bytes === undefined && existsSync(`${file}-wal`)) throw missingDatabase(file);
  return bytes !== undefined;
}

/** Makes a database of no tables. It has its name only when it is marked as ours: a kill leaves no file of 0 bytes. */
function createSqliteFile(file: string) {
  const draft = `${file}-new`;
  for (const left of [draft, `${draft}-journal`]) rmSync(left, { force: true });
  const sqlite = new BetterSqlite3(draft);
  try {
    sqlite.pragma(`application_id = ${APPLICATION_ID}`);
  } finally {
    sqlite.close();
  }
  renameSync(draft, file);
}

/**
 * Makes sure that there is a database file in a data folder.
 *
 * @returns its path
 * @throws StartFailure what {@link hasSqliteFile} refuses
 */
export function ensureSqliteFile(dataDir: string): string {
  const file = join(dataDir, SQLITE_FILE);
  if (!hasSqliteFile(file)) createSqliteFile(file);
  return file;
}
