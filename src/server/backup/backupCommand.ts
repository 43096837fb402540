import { resolve } from 'node:path';
import { version } from '../../../package.json';
import { readSettings } from '../settings';
import { StartFailure } from '../refusal';
import { backUp, move, restore } from './backup';

const USAGE = [
  'Usage:',
  '  npm run backup -- FILE        writes everything into a file; the server goes on meanwhile',
  '  npm run restore -- FILE       makes a new database of it',
  '  npm run move -- --to WHERE    copies everything to a postgres:// address, or to a folder',
].join('\n');

const SECRET =
  'The secret that signs sessions is not in it: keep DATA_DIR/auth-secret, or your AUTH_SECRET, in a safe place too.';

const rowsText = (rows: number) => `${rows.toLocaleString('en-GB')} rows`;

async function run([command, ...words]: readonly string[]): Promise<string> {
  const settings = readSettings(process.env, { appDir: '', version });
  const { stdout } = process;
  const [first, second, ...more] = words;
  if (command === 'backup' && first !== undefined && second === undefined) {
    const file = resolve(first);
    return `${rowsText(await backUp(settings, file, stdout))} are in ${file}.\n${SECRET}`;
  }
  if (command === 'restore' && first !== undefined && second === undefined) {
    const { madeAt, rows } = await restore(settings, resolve(first), stdout);
    return `${rowsText(rows)}, as they were at ${madeAt}, are there, each as it was.`;
  }
  if (command === 'move' && first === '--to' && second !== undefined && more.length === 0) {
    const rows = await move(settings, second, stdout);
    return `${rowsText(rows)} were copied, each compared. Start the server there with the same AUTH_SECRET.`;
  }
  throw new StartFailure(USAGE);
}

process.umask(0o077);
run(process.argv.slice(2)).then(
  (told) => process.stdout.write(`${told}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof StartFailure ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
