import { parseArgs } from 'node:util';
import { version } from '../../package.json';
import { type Environment, withEnvironmentFile } from './environment';
import { StartFailure } from './refusal';

const USAGE = `Usage: tabpoint [COMMAND] [OPTIONS]     in a clone: npm run COMMAND -- OPTIONS

Commands
  start                               serves Tabpoint; also without a command
  backup FILE                         writes everything into a file; the server goes on meanwhile
  restore FILE                        makes a new database of it
  move --to WHERE                     copies everything to a postgres:// address, or to a folder
  admin reset-password EMAIL          sets a new one, asked for or read from standard input
  admin turn-off-second-factor EMAIL  for somebody who has lost it and the recovery codes

Options
  --port NUMBER     where it listens, 4000 unless told (PORT)
  --data FOLDER     where everything is kept, ./data unless told (DATA_DIR)
  --help, --version

All other settings are environment variables; a file .env in this folder is read as well.
`;

const options = {
  port: { type: 'string' },
  data: { type: 'string' },
  to: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** Parses the command line. @throws StartFailure with the parse error and the usage text */
function parseCommandLine(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** Runs a command. @returns the text to print at its end; undefined for a command that keeps running (the server) */
async function run(args: string[]): Promise<string | undefined> {
  const { values, positionals } = parseCommandLine(args);
  if (values.help === true) return USAGE;
  if (values.version === true) return version;
  const [command = 'start', ...words] = positionals;
  const environment: Environment = {
    ...withEnvironmentFile(process.env),
    ...(values.port !== undefined && { PORT: values.port }),
    ...(values.data !== undefined && { DATA_DIR: values.data }),
  };
  const usage = new StartFailure(USAGE);
  // Each command loads only its own libraries, so that the server starts quickly.
  if (command === 'start' && words.length === 0) {
    const { serve } = await import('./serve');
    return serve(environment).then(() => undefined);
  }
  if (command === 'admin') {
    const { runAdmin } = await import('./adminCommands');
    return runAdmin(environment, words, usage);
  }
  if (command === 'backup' || command === 'restore' || command === 'move') {
    const { runBackup } = await import('./backup/backup');
    return runBackup(environment, { command, words, to: values.to }, usage);
  }
  throw usage;
}

/** Returns the message of an error that the administrator can fix, and the stack of any other. */
function textOf(error: unknown): string {
  if (error instanceof StartFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

// Files are created readable by this user only: they hold other people's rows.
process.umask(0o077);
run(process.argv.slice(2)).then(
  (output) => {
    if (output !== undefined) process.stdout.write(`${output.trimEnd()}\n`);
  },
  (error: unknown) => {
    process.stderr.write(`${textOf(error).trimEnd()}\n`);
    process.exit(1);
  },
);
