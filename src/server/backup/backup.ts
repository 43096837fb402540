import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Kysely, sql, SqliteDialect } from 'kysely';
import { version } from '../../../package.json';
import { lockDataDir } from '../database/dataDir';
import { type DatabasePlace, kindOf } from '../database/database';
import { openPostgres } from '../database/postgres';
import { type Database, ensureSchema, requireSchema, SCHEMA_VERSION } from '../database/schema';
import { hasSqliteFile, openSqlite, SQLITE_FILE } from '../database/sqlite';
import { Sqlite } from '../database/sqliteLibrary';
import type { Environment } from '../environment';
import { StartFailure } from '../refusal';
import { type GivenSettings, readSettings } from '../settings';
import { openBackup, writeBackup } from './backupFile';
import { atOneMoment, copyInto, type CopyProgress, type Progress, rowsOf, type RowSource } from './rows';

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
async function readPlace<T>(
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
async function readAlone<T>(place: DatabasePlace, work: (source: RowSource) => Promise<T>): Promise<T> {
  const lock = place.databaseUrl === undefined ? lockDataDir(place.dataDir) : undefined;
  try {
    return await readPlace(place, work, refuseServed);
  } finally {
    lock?.release();
  }
}

/** Where something is moved to: a PostgreSQL by its address, or SQLite by its folder or file. @throws StartFailure for a file that Tabpoint would not find again */
function placeNamed(text: string): DatabasePlace {
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
const fillPlace = async ({ databaseUrl, dataDir }: DatabasePlace, source: RowSource, progress: CopyProgress) =>
  databaseUrl === undefined
    ? fillSqlite(dataDir, source, progress)
    : fill(await openPostgres(databaseUrl, SESSION), source, progress);

const WIDTH = 30;

/** Where a bar is drawn. */
interface BarOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Milliseconds between two pictures of a bar. */
const PAUSE = 100;

/**
 * Shows how far something is. At a terminal a bar is drawn over and over; elsewhere a line is written every tenth of the way.
 *
 * @param what for example `Writing`
 */
function progressBar(output: BarOutput, what: string, all: number): (done: number) => void {
  let drawnAt = -Infinity;
  let tenths = -1;
  return (done) => {
    const part = all === 0 ? 1 : done / all;
    const counts = `${done.toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')} rows`;
    if (output.isTTY === true) {
      if (performance.now() - drawnAt < PAUSE && done < all) return;
      drawnAt = performance.now();
      const full = Math.round(part * WIDTH);
      const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
      output.write(`\r${what} ${bar} ${Math.floor(part * 100)} % · ${counts}${done >= all ? '\n' : ''}`);
      return;
    }
    if (Math.floor(part * 10) === tenths) return;
    tenths = Math.floor(part * 10);
    output.write(`${what}: ${tenths * 10} % (${counts})\n`);
  };
}

/** The bars of filling a database. */
function barsFor(output: BarOutput, source: RowSource): CopyProgress {
  const all = rowsOf(source);
  return { written: progressBar(output, 'Writing  ', all), compared: progressBar(output, 'Comparing', all) };
}

/**
 * Writes a backup of everything as it is at one moment. The server goes on meanwhile.
 *
 * @param progressOf is given the number of all rows; what it returns is told how many are written, and may throw to end it all
 * @returns how many rows it holds
 * @throws StartFailure where the file is there already
 */
export const writeBackupOf = (
  settings: GivenSettings,
  file: string,
  progressOf: (rows: number) => Progress,
): Promise<number> =>
  readPlace(settings, async (source) => {
    const rows = rowsOf(source);
    await writeBackup(file, source, progressOf(rows));
    return rows;
  });

/** As {@link writeBackupOf}, with a bar that shows how far it is. */
export const backUp = (settings: GivenSettings, file: string, output: BarOutput): Promise<number> =>
  writeBackupOf(settings, file, (rows) => progressBar(output, 'Writing', rows));

/**
 * Makes the database that the settings name from a backup; all of it, with equal checksums, or nothing.
 *
 * @returns when the backup was made, and how many rows there are
 * @throws StartFailure where there is a database already, or the backup is damaged or of another version
 */
export async function restore(settings: GivenSettings, file: string, output: BarOutput) {
  const source = await openBackup(file);
  await fillPlace(settings, source, barsFor(output, source));
  return { madeAt: source.madeAt, rows: rowsOf(source) };
}

/**
 * Copies everything into another database, where nothing is yet, and compares checksums. What it is copied from stays.
 *
 * @param to address of a PostgreSQL, or a folder
 * @throws StartFailure while a server runs, or where something is there already
 */
export async function move(settings: GivenSettings, to: string, output: BarOutput): Promise<number> {
  const place = placeNamed(to);
  return readAlone(settings, async (source) => {
    await fillPlace(place, source, barsFor(output, source));
    return rowsOf(source);
  });
}

const SECRET =
  'The secret that signs sessions is not in it: keep DATA_DIR/auth-secret, or your AUTH_SECRET, in a safe place too.';

const rowsText = (rows: number) => `${rows.toLocaleString('en-GB')} rows`;

/** What was typed: the file of a backup, or where to move to. */
interface Typed {
  readonly command: 'backup' | 'restore' | 'move';
  readonly words: readonly string[];
  readonly to?: string;
}

/**
 * `tabpoint backup FILE`, `restore FILE`, `move --to WHERE`.
 *
 * @param usage thrown where the words are no command
 * @returns what is said at the end
 */
export async function runBackup(
  environment: Environment,
  { command, words: [file, ...more], to }: Typed,
  usage: StartFailure,
): Promise<string> {
  const settings = readSettings(environment, { appDir: '', version });
  const { stdout } = process;
  if (command === 'move') {
    if (to === undefined || file !== undefined) throw usage;
    const rows = await move(settings, to, stdout);
    return `${rowsText(rows)} were copied, each compared. Start the server there with the same AUTH_SECRET.`;
  }
  if (file === undefined || more.length > 0 || to !== undefined) throw usage;
  if (command === 'backup') {
    return `${rowsText(await backUp(settings, resolve(file), stdout))} are in ${resolve(file)}.\n${SECRET}`;
  }
  const { madeAt, rows } = await restore(settings, resolve(file), stdout);
  return `${rowsText(rows)}, as they were at ${madeAt}, are there, each as it was.`;
}
