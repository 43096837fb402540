import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from './client';

const root = resolve(__dirname, '../..');

/** Settings of the administrator; see docs/operating.md. */
export type Environment = Readonly<Record<string, string>>;

/** Output of a command, and its exit code. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Token for `/metrics`. */
export const METRICS_TOKEN = 'the-token-of-the-recording';

/** An origin on this machine without a server, for servers that must not reach Google. */
const NOBODY = 'http://127.0.0.1:9';

const READY = /Tabpoint is ready at http:\/\/[^:]+:(\d+)/;

/** Runs a command as `package.json` does. */
function launch(words: readonly string[], environment: Environment, input = '') {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  const args = [join(root, 'scripts/tabpoint.mjs'), ...words];
  const child = spawn(process.execPath, args, { cwd: root, env: { PATH, HOME, TMPDIR, ...environment } });
  let output = '';
  const seen = (data: Buffer) => void (output += data.toString());
  child.stdout.on('data', seen);
  child.stderr.on('data', seen);
  child.stdin.end(input);
  const ended = new Promise<Ended>((done) => child.on('close', (code) => done({ code, output })));
  return { child, ended, output: () => output };
}

/** A data folder, and the product on it, run by the commands of `package.json` alone. */
export class Product {
  #child: ChildProcess | undefined;
  #ended: Promise<Ended> | undefined;
  #client: Client | undefined;

  private constructor(
    readonly dataDir: string,
    readonly environment: Environment,
  ) {}

  /** Creates an empty data folder; nothing runs yet. */
  static async make(environment: Environment = {}): Promise<Product> {
    const usual = { PORT: '0', TRUST_PROXY: '1', METRICS_TOKEN, GOOGLE_DOUBLE: NOBODY, LOG_LEVEL: 'silent' };
    const dataDir = await mkdtemp(join(tmpdir(), 'tabpoint-recording-'));
    return new Product(dataDir, { ...usual, DATA_DIR: dataDir, ...environment });
  }

  get client(): Client {
    if (this.#client === undefined) throw new Error('The server does not run.');
    return this.#client;
  }

  /** Starts the server. @throws Error if it ends instead */
  async start(more: Environment = {}): Promise<void> {
    const { child, ended, output } = launch(['start'], { ...this.environment, ...more });
    [this.#child, this.#ended] = [child, ended];
    const ready = new Promise<void>((done) => child.stdout?.on('data', () => READY.test(output()) && done()));
    await Promise.race([ready, ended]);
    const port = READY.exec(output())?.[1];
    if (port === undefined) throw new Error(`The server has not started: ${output()}`);
    this.#client = new Client(Number(port));
  }

  /** Starts a server that is expected to end by itself. */
  startInVain = (more: Environment): Promise<Ended> => launch(['start'], { ...this.environment, ...more }).ended;

  /** Ends the server as an administrator does. */
  async stop(): Promise<void> {
    this.#client?.close();
    this.#child?.kill('SIGTERM');
    await this.#ended;
    this.#child = undefined;
  }

  /** `npm run admin -- WORDS` */
  admin = (words: readonly string[], input = ''): Promise<Ended> =>
    launch(['admin', ...words], this.environment, input).ended;

  /** `npm run backup -- WORDS`, and so on. */
  keep = (command: 'backup' | 'restore' | 'move', words: readonly string[], more: Environment = {}): Promise<Ended> =>
    launch([command, ...words], { ...this.environment, INIT_CWD: this.dataDir, ...more }).ended;

  /** Ends the server, if it runs, and removes the data. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
