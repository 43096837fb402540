import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { version } from '../../../package.json';
import type { Environment } from '../environment';
import { StartFailure } from '../refusal';
import { type GivenSettings, readSettings } from '../settings';
import {
  writeDatabaseFile,
  fillDatabase,
  storeChecksums,
  openBackup,
  parseTarget,
  readExclusively,
  readDatabase,
} from './databases';
import { withoutLostRevisions } from './lostRevisions';
import { type CopyProgress, totalRows, withSnapshot } from './rows';

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
