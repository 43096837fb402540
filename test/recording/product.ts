import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Ended, type Launched, launch, readyUrl } from '../fixtures/launch';
import { Client } from './client';

const root = resolve(__dirname, '../..');

/** Settings of the administrator; see docs/operating.md. */
export type Environment = Readonly<Record<string, string>>;

/** Token for `/metrics`. */
export const METRICS_TOKEN = 'the-token-of-the-recording';

/** An origin on this machine without a server, for servers that must not reach Google. */
const NOBODY = 'http://127.0.0.1:9';

/** Runs a command as `package.json` does. */
const run = (words: readonly string[], environment: Environment, input?: string) =>
  launch([process.execPath, join(root, 'scripts/tabpoint.mjs'), ...words], { environment, input });

/** A data folder, and the product on it, run by the commands of `package.json` alone. */
export class Product {
  #server: Launched | undefined;
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
    this.#server = run(['start'], { ...this.environment, ...more });
    const url = await readyUrl(this.#server);
    if (url === '') throw new Error(`The server has not started: ${this.#server.output()}`);
    this.#client = new Client(Number(new URL(url).port));
  }

  /** Starts a server that is expected to end by itself. */
  startInVain = (more: Environment): Promise<Ended> => run(['start'], { ...this.environment, ...more }).ended;

  /** Ends the server as an administrator does. */
  async stop(): Promise<void> {
    this.#client?.close();
    await this.#server?.end('SIGTERM');
    this.#server = undefined;
  }

  /** `npm run admin -- WORDS` */
  admin = (words: readonly string[], input = ''): Promise<Ended> =>
    run(['admin', ...words], this.environment, input).ended;

  /** `npm run backup -- WORDS`, and so on. */
  keep = (command: 'backup' | 'restore' | 'move', words: readonly string[], more: Environment = {}): Promise<Ended> =>
    run([command, ...words], { ...this.environment, INIT_CWD: this.dataDir, ...more }).ended;

  /** Ends the server, if it runs, and removes the data. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
