import { resolve } from 'node:path';
import { version } from '../../../package.json';
import type { StartFailure } from '../refusal';
import type { Environment } from '../environment';
import { readSettings } from '../settings';
import { backUp, move, restore } from './backup';

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
