import { join } from 'node:path';
import { version } from '../../package.json';
import { StartFailure } from './refusal';
import type { Environment } from './environment';
import { readSettings } from './settings';
import { type Running, start } from './start';

/** Milliseconds in which a second signal is taken for an echo of the first: npm and the terminal both send it. */
const ECHO = 1_000;

/** Ends the process for good, whatever is still under way. */
function die(what: string, error: unknown): never {
  process.stderr.write(`${what}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}

/** A person who presses Ctrl+C is not kept waiting; whoever ends a service lets its clients go elsewhere first. */
async function end(running: Running, signal: NodeJS.Signals) {
  if (signal === 'SIGTERM') await running.drain();
  await running.close();
}

function stopOnSignals(running: Running) {
  let since: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (since !== undefined && Date.now() - since > ECHO) process.exit(1);
    if (since !== undefined) return;
    since = Date.now();
    process.stdout.write(`${signal} received, stopping.\n`);
    end(running, signal).then(
      () => process.exit(0),
      (error: unknown) => die('Tabpoint could not stop cleanly.', error),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** @throws StartFailure that says that it is the start which failed */
async function started(environment: Environment): Promise<Running> {
  try {
    const settings = readSettings(environment, { appDir: join(__dirname, '../app'), version });
    return await start(settings, join(__dirname, 'worker.js'));
  } catch (error) {
    if (error instanceof StartFailure) throw new StartFailure(`Tabpoint cannot start. ${error.message}`);
    throw error;
  }
}

/** `tabpoint start`: serves until it is told to stop. */
export async function serve(environment: Environment): Promise<void> {
  process.on('uncaughtException', (error) => die('Tabpoint stops because of an unexpected error.', error));
  process.on('unhandledRejection', (error) => die('Tabpoint stops because of an unexpected error.', error));
  const running = await started(environment);
  stopOnSignals(running);
  process.stdout.write(`Tabpoint is ready at ${running.url}\nPress Ctrl+C to stop.\n`);
}
