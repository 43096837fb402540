import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { version } from '../../../package.json';
import type { Environment } from '../environment';
import { StartFailure } from '../refusal';
import { type GivenSettings, readSettings } from '../settings';
import {
  fillDatabase,
  openBackup,
  parseTarget,
  readDatabase,
  readExclusively,
  storeChecksums,
  writeDatabaseFile,
} from './databases';
import { type CopyProgress, type RowsOfTable, type RowSource, totalRows, withSnapshot } from './rows';

/** Width of a progress bar in characters. */
const WIDTH = 30;

/** Output stream of a progress bar. */
interface BarOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Minimum interval between two updates of a bar, in milliseconds. */
const UPDATE_INTERVAL_MS = 100;

/** Returns a function that shows progress: on a terminal as a bar that is redrawn, elsewhere as a line for every 10 %. */
export function progressBar(output: BarOutput): CopyProgress {
  let drawnAt = -Infinity;
  let written = '';
  return (step, done, all) => {
    const what = step.padEnd('Comparing'.length);
    const part = all === 0 ? 1 : done / all;
    const counts = `${done.toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')} rows`;
    if (output.isTTY === true) {
      if (performance.now() - drawnAt < UPDATE_INTERVAL_MS && done < all) return;
      drawnAt = performance.now();
      const full = Math.round(part * WIDTH);
      const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
      output.write(`\r${what} ${bar} ${Math.floor(part * 100)} % · ${counts}${done >= all ? '\n' : ''}`);
      return;
    }
    const line = `${what}: ${Math.floor(part * 10) * 10} %`;
    if (line === written) return;
    written = line;
    output.write(`${line} (${counts})\n`);
  };
}

/**
 * Writes a backup, an SQLite database, from a snapshot of all rows. The server may keep running.
 *
 * @param progress may throw to abort
 * @returns number of rows in the backup
 * @throws StartFailure if the file exists
 */
export function backUp(settings: GivenSettings, file: string, progress: CopyProgress): Promise<number> {
  // Before the snapshot: what is written while it is copied is not in it.
  const madeAt = new Date().toISOString();
  return readDatabase(settings, async (source) => {
    if (existsSync(file)) throw new StartFailure(`${file} is there already. Name another file.`);
    await writeDatabaseFile(file, source, progress, (trx, checksums) => storeChecksums(trx, madeAt, checksums));
    return totalRows(source);
  });
}

/** More revisions than a project gets in a millisecond. */
const PER_MILLISECOND = 10;

/** Difference of the clocks of two machines, at most, in milliseconds. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** Revisions of projects, and sequences of logs, by table. The revisions of log entries and former rows stay: those were not lost. */
const raisedColumns: Readonly<Record<string, readonly string[]>> = {
  projects: ['revision'],
  project_tabs: ['revision', 'snapshot_sequence', 'raw_sequence'],
  drive_tabs: ['sequence', 'raw_sequence'],
  record_log: ['sequence'],
  former_snapshots: ['snapshot_sequence', 'raw_sequence'],
};

/** Columns with the first revision or sequence that is valid still: from now on the present one, in the second column. */
const firstValid: Readonly<Record<string, readonly [first: string, present: string]>> = {
  project_tabs: ['snapshot_revision', 'revision'],
  drive_tabs: ['shape', 'sequence'],
};

function raise({ table, rows }: RowsOfTable, by: number): RowsOfTable {
  const raised = raisedColumns[table.name];
  if (raised === undefined) return { table, rows };
  const indexOf = (column = '') => table.columns.findIndex(({ name }) => name === column);
  const indexes = raised.map(indexOf);
  const [first, present] = (firstValid[table.name] ?? []).map(indexOf);
  const raisedRow = (row: RowsOfTable['rows'][number]) => {
    const values = [...row];
    for (const at of indexes) values[at] = Number(row[at]) + by;
    if (first !== undefined && present !== undefined) values[first] = values[present] ?? null;
    return values;
  };
  return { table, rows: rows.map(raisedRow) };
}

/**
 * Returns the rows of a backup with revisions above those that are lost with the writes since. Each of these would be given to other
 * rows: entity tags and cursors that clients still have would fit them, and pages in browsers would wait for the revision they know.
 *
 * @param madeAt time of the backup
 */
function withoutLostRevisions(source: RowSource, madeAt: string): RowSource {
  const elapsed = Math.max(0, Date.now() - Date.parse(madeAt));
  const lost = PER_MILLISECOND * (elapsed + CLOCK_DIFFERENCE_MS);
  return {
    tables: source.tables,
    async *rows() {
      for await (const rows of source.rows()) yield raise(rows, lost);
    },
  };
}

/**
 * Restores a backup into the database of the settings. It is restored completely, with equal checksums, or not at all. Only the
 * revisions of projects, and the numbers of log entries, are higher than before.
 *
 * @returns time of the backup, and number of rows
 * @throws StartFailure if the database exists, or the backup is damaged or of another version
 */
export async function restore(settings: GivenSettings, file: string, progress: CopyProgress) {
  const { db, madeAt } = await openBackup(file);
  try {
    return await withSnapshot(db, async (source) => {
      await fillDatabase(settings, withoutLostRevisions(source, madeAt), progress);
      return { madeAt, rows: totalRows(source) };
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Copies all rows into another, empty database and compares checksums. The source is not changed.
 *
 * @param to URL of a PostgreSQL database, or a folder
 * @returns number of rows
 * @throws StartFailure if a server is running, or the target is not empty
 */
export async function move(settings: GivenSettings, to: string, progress: CopyProgress): Promise<number> {
  const place = parseTarget(to);
  return readExclusively(settings, async (source) => {
    await fillDatabase(place, source, progress);
    return totalRows(source);
  });
}

const SECRET =
  'The secret that signs sessions is not in it: keep DATA_DIR/auth-secret, or your AUTH_SECRET, in a safe place too.';

const rowsText = (rows: number) => `${rows.toLocaleString('en-GB')} rows`;

/** Parsed command line: a command, the file of a backup, or the target of a move. */
interface CommandLine {
  readonly command: 'backup' | 'restore' | 'move';
  readonly words: readonly string[];
  readonly to?: string;
}

/**
 * Runs `tabpoint backup FILE`, `restore FILE` or `move --to WHERE`.
 *
 * @param usage thrown if the arguments are invalid
 * @returns message printed at the end
 */
export async function runBackup(
  environment: Environment,
  { command, words: [file, ...more], to }: CommandLine,
  usage: StartFailure,
): Promise<string> {
  const settings = readSettings(environment, { appDir: '', version });
  const progress = progressBar(process.stdout);
  if (command === 'move') {
    if (to === undefined || file !== undefined) throw usage;
    const rows = await move(settings, to, progress);
    return `${rowsText(rows)} were copied, each compared. Start the server there with the same AUTH_SECRET.`;
  }
  if (file === undefined || more.length > 0 || to !== undefined) throw usage;
  if (command === 'backup') {
    return `${rowsText(await backUp(settings, resolve(file), progress))} are in ${resolve(file)}.\n${SECRET}`;
  }
  const { madeAt, rows } = await restore(settings, resolve(file), progress);
  return `${rowsText(rows)}, as they were at ${madeAt}, are there, each as it was.`;
}
