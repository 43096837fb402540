import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { version } from '../../package.json';
import { buildApp } from './app';
import { lockDataDir } from './database/dataDir';
import { openDatabase } from './database/database';
import { ensureSchema } from './database/schema';
import type { Environment } from './environment';
import type { Parts } from './parts';
import { StartFailure } from './refusal';
import { type GivenSettings, readSettings, withSecret } from './settings';
import { createWorkers } from './workers/workers';

/** Time for responses in flight to end before their connections are cut. */
const CLOSE_TIMEOUT_MS = 10_000;

/** Interval of the search for idle connections while the server closes. */
const IDLE_SWEEP_MS = 50;

/** Running server. */
interface Running {
  /** Address of the server for a browser. */
  readonly url: string;
  /**
   * Waits for responses in flight, then closes everything in the reverse order of opening: on SIGINT (Ctrl+C) at once, on SIGTERM
   * (service managers) after draining.
   */
  readonly stop: (signal: NodeJS.Signals) => Promise<void>;
}

/** Collects the closing steps of what has been opened, so that a failed start closes it again. */
function createUndo() {
  const steps: (() => unknown)[] = [];
  return {
    add: (step: () => unknown) => void steps.push(step),
    run: async () => {
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
    },
  };
}

async function openParts(given: GivenSettings, undo: ReturnType<typeof createUndo>) {
  undo.add(lockDataDir(given.dataDir));
  const settings = withSecret(given);
  const db = await openDatabase(settings);
  undo.add(() => db.destroy());
  await ensureSchema(db);
  const workers = createWorkers({ entry: join(__dirname, 'worker.js') });
  undo.add(() => workers.close());
  return { settings, db, workers } satisfies Parts;
}

/** Backlog of connections not accepted yet. A client whose connection the system drops retries only after seconds. */
const MAX_BACKLOG = 4_096;

function listenFailure(error: unknown, { port, host }: GivenSettings): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartFailure(`Port ${port} is taken. Stop the program that has it, or choose another: PORT=${port + 1}`);
  }
  if (code === 'EACCES') return new StartFailure(`Port ${port} needs more rights. Choose one above 1023 with PORT.`);
  // A link-local address without its interface is invalid (EINVAL).
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EINVAL') {
    return new StartFailure(`HOST ${host} is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for every network.`);
  }
  return error;
}

async function listen(app: FastifyInstance, settings: GivenSettings): Promise<string> {
  await app.listen({ port: settings.port, host: settings.host, backlog: MAX_BACKLOG }).catch((error: unknown) => {
    throw listenFailure(error, settings);
  });
  const [address] = app.addresses();
  const port = typeof address === 'object' ? address.port : settings.port;
  return settings.publicUrl ?? `http://${shownHost(settings.host)}:${port}`;
}

/** Returns the host name to show in the server's address, openable on this machine. */
function shownHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Returns a function that tells whether responses are still being sent: for Node a connection is idle once its response is
 * buffered.
 */
function watchSending({ server }: FastifyInstance): () => boolean {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => [...open].some(({ writableLength }) => writableLength > 0);
}

/**
 * Closes the app. Keep-alive connections close once their response is sent; all connections, new ones too, after {@link
 * CLOSE_TIMEOUT_MS}.
 */
async function closeApp(app: FastifyInstance, isSending: () => boolean) {
  app.overload.isDraining = true;
  const end = performance.now() + CLOSE_TIMEOUT_MS;
  const isLate = () => performance.now() >= end;
  const sweep = setInterval(() => {
    if (isLate()) app.server.closeAllConnections();
    else if (!isSending()) app.server.closeIdleConnections();
  }, IDLE_SWEEP_MS);
  while (isSending() && !isLate()) await after(IDLE_SWEEP_MS);
  await app.close();
  clearInterval(sweep);
}

/** Reports "not ready", and keeps responding for `DRAIN_SECONDS`: gives load balancers time to route requests elsewhere. */
async function drain(app: FastifyInstance, { drainSeconds }: GivenSettings): Promise<void> {
  if (drainSeconds === 0) return;
  app.overload.isDraining = true;
  await after(drainSeconds * 1_000);
}

/**
 * Opens everything in order: settings → lock → secret → database → tables → app → listening.
 *
 * @throws StartFailure whose message begins with "Tabpoint cannot start"; everything opened so far is closed first
 */
export async function start(environment: Environment): Promise<Running> {
  const undo = createUndo();
  try {
    const given = readSettings(environment, { appDir: join(__dirname, '../app'), version });
    const { app } = await buildApp(await openParts(given, undo));
    const isSending = watchSending(app);
    undo.add(() => closeApp(app, isSending));
    const url = await listen(app, given);
    const stop = async (signal: NodeJS.Signals) => {
      if (signal === 'SIGTERM') await drain(app, given);
      await undo.run();
    };
    return { url, stop };
  } catch (error) {
    await undo.run();
    throw error instanceof StartFailure ? new StartFailure(`Tabpoint cannot start. ${error.message}`) : error;
  }
}

/** Time in which a second signal counts as an echo of the first: npm and the terminal both send it. */
const SIGNAL_ECHO_MS = 1_000;

/** Exits at once with status 1, whatever is in flight. */
function exitWithError(what: string, error: unknown): never {
  process.stderr.write(`${what}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}

function stopOnSignals({ stop }: Running) {
  let since: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (since !== undefined && Date.now() - since > SIGNAL_ECHO_MS) process.exit(1);
    if (since !== undefined) return;
    since = Date.now();
    process.stdout.write(`${signal} received, stopping.\n`);
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => exitWithError('Tabpoint could not stop cleanly.', error),
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

/** Runs `tabpoint start`: serves until a signal stops it. */
export async function serve(environment: Environment): Promise<void> {
  process.on('uncaughtException', (error) => exitWithError('Tabpoint stops because of an unexpected error.', error));
  process.on('unhandledRejection', (error) => exitWithError('Tabpoint stops because of an unexpected error.', error));
  const running = await start(environment);
  stopOnSignals(running);
  process.stdout.write(`Tabpoint is ready at ${running.url}\nPress Ctrl+C to stop.\n`);
}
