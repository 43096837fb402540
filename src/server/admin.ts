import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { version } from '../../package.json';
import { openDatabase } from './database/database';
import { SQLITE_FILE } from './database/sqlite';
import { withSecret } from './keptSecret';
import { resetPassword } from './session/resetPassword';
import { readSettings, type GivenSettings } from './settings';
import { StartFailure } from './startFailure';

const USAGE =
  'Usage: npm run admin -- reset-password EMAIL\nThe new password is asked for, or read from standard input.';

/** Reads one line; at a terminal nothing of what is typed is shown. */
function readPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  if (process.stdin.isTTY) process.stdout.write('New password: ');
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => resolve(''));
  });
}

function refuseWithoutDatabase({ databaseUrl, dataDir }: GivenSettings) {
  if (databaseUrl !== undefined || existsSync(join(dataDir, SQLITE_FILE))) return;
  throw new StartFailure(`There is no database in ${dataDir} yet. Set DATA_DIR as you do for the server.`);
}

async function main([command, email]: readonly string[]) {
  if (command !== 'reset-password' || email === undefined) throw new StartFailure(USAGE);
  const given = readSettings(process.env, { appDir: '', version });
  refuseWithoutDatabase(given);
  const settings = withSecret(given);
  const db = await openDatabase(settings);
  try {
    await resetPassword({ settings, db }, email, await readPassword());
    process.stdout.write(`\n${email} has a new password and is signed out everywhere.\n`);
  } finally {
    await db.destroy();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartFailure ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
