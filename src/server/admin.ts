import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { commands } from './adminCommands';
import { databaseKindOf, openDatabase } from './database/database';
import { requireSchema } from './database/schema';
import { SQLITE_FILE } from './database/sqliteFile';
import { withSecret } from './keptSecret';
import { readSettings, type GivenSettings } from './settings';
import { StartFailure } from './refusal';

const USAGE = [
  'Usage: npm run admin -- COMMAND EMAIL',
  '  reset-password            sets a new one, asked for or read from standard input',
  '  turn-off-second-factor    for somebody who has lost it and the recovery codes',
].join('\n');

function refuseWithoutDatabase({ databaseUrl, dataDir }: GivenSettings) {
  if (databaseUrl !== undefined || existsSync(join(dataDir, SQLITE_FILE))) return;
  throw new StartFailure(`There is no database in ${dataDir} yet. Set DATA_DIR as you do for the server.`);
}

async function main([name = '', email]: readonly string[]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || email === undefined) throw new StartFailure(USAGE);
  const given = readSettings(process.env, { appDir: '', version });
  refuseWithoutDatabase(given);
  const settings = withSecret(given);
  const db = await openDatabase(settings);
  try {
    await requireSchema(db, databaseKindOf(settings));
    process.stdout.write(await command({ settings, db }, email));
  } finally {
    await db.destroy();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartFailure ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
