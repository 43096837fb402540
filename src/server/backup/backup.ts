import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { version } from '../../../package.json';
import type { Environment } from '../environment';
import { StartFailure } from '../refusal';
import { type GivenSettings, readSettings } from '../settings';
import { fillFile, fillPlace, noteChecksums, openBackup, placeNamed, readAlone, readPlace } from './places';
import { atOneMoment, type CopyProgress, rowsOf, type RowSource } from './rows';

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
 * Writes a backup of everything as it is at one moment: a database of SQLite. The server goes on meanwhile.
 *
 * @param progressOf is given the source; what it returns hears how far writing is, and may throw to end it
 * @returns how many rows it holds
 * @throws StartFailure where the file is there already
 */
export const writeBackupOf = (
  settings: GivenSettings,
  file: string,
  progressOf: (source: RowSource) => CopyProgress,
): Promise<number> =>
  readPlace(settings, async (source) => {
    if (existsSync(file)) throw new StartFailure(`${file} is there already. Name another file.`);
    await fillFile(file, source, progressOf(source), noteChecksums);
    return rowsOf(source);
  });

/** As {@link writeBackupOf}, with bars that show how far it is. */
export const backUp = (settings: GivenSettings, file: string, output: BarOutput): Promise<number> =>
  writeBackupOf(settings, file, (source) => barsFor(output, source));

/**
 * Makes the database that the settings name from a backup; all of it, with equal checksums, or nothing.
 *
 * @returns when the backup was made, and how many rows there are
 * @throws StartFailure where there is a database already, or the backup is damaged or of another version
 */
export async function restore(settings: GivenSettings, file: string, output: BarOutput) {
  const { db, madeAt } = await openBackup(file);
  try {
    return await atOneMoment(db, async (source) => {
      await fillPlace(settings, source, barsFor(output, source));
      return { madeAt, rows: rowsOf(source) };
    });
  } finally {
    await db.destroy();
  }
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
