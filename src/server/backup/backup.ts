import type { GivenSettings } from '../settings';
import { openBackup, writeBackup } from './backupFile';
import { atOneMoment, type CarryOptions } from './databaseRows';
import { destinationIn, destinationOf, fillPlace, openAlone, openToRead } from './places';
import { type Progress, rowsOf, type RowSource } from './rowSource';

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
function barsFor(output: BarOutput, source: RowSource): CarryOptions {
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
export async function writeBackupOf(
  settings: GivenSettings,
  file: string,
  progressOf: (rows: number) => Progress,
): Promise<number> {
  const { db, kind, close } = await openToRead(settings);
  try {
    return await atOneMoment(db, kind, async (source) => {
      const rows = rowsOf(source);
      await writeBackup(file, source, progressOf(rows));
      return rows;
    });
  } finally {
    await close();
  }
}

/** As {@link writeBackupOf}, with a bar that shows how far it is. */
export const backUp = (settings: GivenSettings, file: string, output: BarOutput): Promise<number> =>
  writeBackupOf(settings, file, (rows) => progressBar(output, 'Writing', rows));

/**
 * Makes the database that the settings name from a backup; all of it, compared row by row, or nothing.
 *
 * @returns when the backup was made, and how many rows there are
 * @throws StartFailure where there is a database already, or the backup is damaged or of another version
 */
export async function restore(settings: GivenSettings, file: string, output: BarOutput) {
  const source = await openBackup(file);
  await fillPlace(destinationIn(settings), source, barsFor(output, source));
  return { madeAt: source.madeAt, rows: rowsOf(source) };
}

/**
 * Copies everything into another database, where nothing is yet, and compares it row by row. What it is copied from stays.
 *
 * @param to address of a PostgreSQL, or a folder
 * @throws StartFailure while a server runs, or where something is there already
 */
export async function move(settings: GivenSettings, to: string, output: BarOutput): Promise<number> {
  const destination = destinationOf(to);
  const { db, kind, close } = await openAlone(settings);
  try {
    return await atOneMoment(db, kind, async (source) => {
      await fillPlace(destination, source, barsFor(output, source));
      return rowsOf(source);
    });
  } finally {
    await close();
  }
}
