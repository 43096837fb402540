import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { authPaths } from '../../src/contract/paths';
import { openDatabase } from '../../src/server/database/database';
import { ensureSchema } from '../../src/server/database/schema';
import { SQLITE_FILE } from '../../src/server/database/sqlite';
import type { Environment } from '../../src/server/environment';
import { StartFailure } from '../../src/server/refusal';
import { start } from '../../src/server/serve';
import { PASSWORD } from '../fixtures/people';
import { buildSpawnable, type BuiltServer, get, signUp, type SpawnedServer } from '../fixtures/spawned';

let built: BuiltServer;
beforeAll(async () => {
  built = await buildSpawnable();
});
afterEach(() => built.clear());
afterAll(() => built.remove());

/** Starts the server in this process, which it refuses. @returns the sentence that it would print, instead of a stack trace */
async function refusedStart(environment: Environment = {}): Promise<string> {
  const error: unknown = await start({ DATA_DIR: built.dataDir, PORT: '0', ...environment }).catch((reason) => reason);
  expect(error).toBeInstanceOf(StartFailure);
  expect((error as StartFailure).message).toMatch(/^Tabpoint cannot start\. [^\n]*$/);
  return (error as StartFailure).message;
}

describe('starting', () => {
  test('without settings creates everything it needs, for its own user only', async () => {
    const folder = join(built.dataDir, 'new', 'data');
    const server = await built.start({ DATA_DIR: folder });
    expect(server.output()).toBe(`Tabpoint is ready at ${server.url}\nPress Ctrl+C to stop.\n`);
    expect(server.url).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    for (const name of ['auth-secret', SQLITE_FILE]) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
    for (const made of [folder, dirname(folder)]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  });

  test('the auth library is loaded for the first session, not at the start', async () => {
    const server = await built.start({ NODE_DEBUG: 'module' });
    expect((await fetch(`${server.url}/v1/nobody/nothing`)).status).toBe(404);
    expect(server.output()).toContain('better-sqlite3');
    expect(server.output()).not.toContain('better-auth');
    await signUp(server);
    expect(server.output()).toContain('better-auth');
  });

  test('all wrong settings are named, and nothing is created', async () => {
    const { code, output } = await (await built.start({ PORT: 'http', LOG_LEVEL: 'loud' })).ended;
    expect(code).toBe(1);
    expect(output).toContain('PORT must be a number');
    expect(output).toContain('LOG_LEVEL must be one of');
    expect(output).not.toContain('at ');
    expect(await readdir(built.dataDir)).toEqual([]);
  });

  test('a full disk is an error with a sentence, and the next start works', async () => {
    const { code, output } = await (await built.start({}, { fileBytes: 0 })).ended;
    expect([code, output]).toEqual([1, expect.stringMatching(/^Tabpoint cannot start\. .* disk is full\.\n$/)]);
    expect((await built.start()).url).not.toBe('');
  });

  test('a used port is an error with a sentence, and the data folder is released', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, output } = await (await built.start({ PORT: String(port) })).ended;
    other.close();
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} is taken.`);
    expect(output).not.toContain('EADDRINUSE');
    expect((await built.start()).url).not.toBe('');
  });

  test('a start that fails at its port closes everything it has opened', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const environment = { DATA_DIR: built.dataDir, PORT: String((other.address() as AddressInfo).port) };
    const refused = await start(environment).catch((reason: unknown) => reason);
    other.close();
    // Node's errors are of another realm than Jest's, so that their sentence is missing here.
    expect(refused).toMatchObject({ message: expect.stringMatching(/EADDRINUSE|is taken/) });
    await (await start(environment)).stop('SIGINT');
  });

  test.each(['192.0.2.1', 'fe80::1'])('a host of another machine is an error with a sentence: %s', async (HOST) => {
    const { code, output } = await (await built.start({ HOST })).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^Tabpoint cannot start\. HOST \S+ is no address of this machine\. [^\n]*\n$/);
    expect(output).toContain(HOST);
  });

  test('a damaged database is an error with a sentence, and stays unchanged', async () => {
    const db = await openDatabase({ dataDir: built.dataDir, databaseUrl: undefined });
    await ensureSchema(db);
    await db.destroy();
    const file = join(built.dataDir, SQLITE_FILE);
    await truncate(file, 40_000);
    const before = await readFile(file);
    expect(await refusedStart()).toMatch(
      /^Tabpoint cannot start\. The database [^\n]* is damaged [^\n]*backup[^\n]*empty one[^\n]*$/,
    );
    expect((await readFile(file)).equals(before)).toBe(true);
    expect(await readdir(built.dataDir)).not.toContain(`${SQLITE_FILE}-wal`);
  });

  test.each<[string, () => string]>([
    ['of another file', () => join(built.dataDir, 'file')],
    ['where there can be no folder', () => '/proc/tabpoint'],
    ['below one that cannot be created', () => '/proc/tabpoint/data'],
  ])('a data folder with the path %s is an error with a sentence', async (_which, pathOf) => {
    await writeFile(join(built.dataDir, 'file'), '');
    expect(await refusedStart({ DATA_DIR: pathOf() })).toContain(`The data folder ${pathOf()} cannot be written.`);
  });

  test.each([
    ['lock', 'The lock'],
    ['auth-secret', 'The secret'],
  ])('a %s that cannot be used is an error with a sentence', async (name, sentence) => {
    // As a file of another user, for whoever the tests run as.
    await mkdir(join(built.dataDir, name));
    expect(await refusedStart()).toContain(`${sentence} ${join(built.dataDir, name)} cannot be`);
  });

  test('a PostgreSQL that does not answer is an error with a sentence, without its password', async () => {
    const environment = { DATABASE_URL: 'postgres://me:hush@127.0.0.1:9/none', AUTH_SECRET: 'x'.repeat(32) };
    const sentence = await refusedStart(environment);
    expect(sentence).toContain('PostgreSQL at 127.0.0.1:9/none cannot be used');
    expect(sentence).not.toContain('hush');
  });
});

describe('one data folder, one process', () => {
  test('a second process is refused and the first continues; after a kill the folder can be used again', async () => {
    const first = await built.start();
    const { code, output } = await (await built.start()).ended;
    expect(code).toBe(1);
    expect(output).toContain(`Another Tabpoint is running on ${built.dataDir}.`);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    await first.end('SIGKILL');
    expect((await built.start()).url).not.toBe('');
  });
});

describe('stopping', () => {
  const body = JSON.stringify({ email: 'nobody@tabpoint.example', password: PASSWORD });

  /** Sends a request without the end of its body; resolves when the server has read its headers. */
  async function beginRequest({ url }: SpawnedServer): Promise<Socket> {
    const { host, port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = [`POST ${authPaths.signInEmail} HTTP/1.1`, `Host: ${host}`, `Origin: ${url}`];
    head.push('Content-Type: application/json', `Content-Length: ${body.length}`, 'Expect: 100-continue');
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const [data] = await once(socket, 'data');
    expect(String(data)).toMatch(/^HTTP\/1\.1 100 /);
    return socket;
  }

  async function stopping(server: SpawnedServer) {
    server.signal('SIGTERM');
    while (!server.output().includes('stopping')) await delay(10);
  }

  test.each([
    ['SIGTERM', 'sent once', 1],
    ['SIGINT', 'sent twice at once, as npm and the terminal do', 2],
  ] as const)('%s ends it cleanly, %s', async (signal, _how, times) => {
    const server = await built.start();
    expect(await readdir(built.dataDir)).toContain(`${SQLITE_FILE}-wal`);
    for (let sent = 1; sent < times; sent += 1) server.signal(signal);
    const { code, output } = await server.end(signal);
    expect(code).toBe(0);
    expect(output).toContain(`${signal} received, stopping.`);
    expect(await readdir(built.dataDir)).not.toContain(`${SQLITE_FILE}-wal`);
  });

  test('a response in flight is finished first', async () => {
    const server = await built.start();
    const socket = await beginRequest(server);
    await stopping(server);
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    socket.write(body);
    expect((await server.ended).code).toBe(0);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('INVALID_EMAIL_OR_PASSWORD');
  });

  test('so is a response that its client is still reading', async () => {
    const server = await built.start();
    const { host, port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1').pause();
    socket.write(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(1_000));
    await delay(500);
    await stopping(server);
    await delay(200);
    const chunks = (await socket.toArray()) as Buffer[];
    const texts = Buffer.concat(chunks).toString('latin1').split('HTTP/1.1 200 OK\r\n').slice(1);
    const bytesMissing = texts.map((text) => {
      const body = text.slice(text.indexOf('\r\n\r\n') + 4);
      return Number(/^content-length: (\d+)/im.exec(text)?.[1]) - body.length;
    });
    expect(texts.length).toBeGreaterThan(1);
    expect(new Set(bytesMissing)).toEqual(new Set([0]));
    expect((await server.ended).code).toBe(0);
  });

  test('a second signal ends the process at once', async () => {
    const server = await built.start();
    const socket = await beginRequest(server);
    socket.on('error', () => undefined);
    await stopping(server);
    await delay(1_100);
    expect((await server.end('SIGTERM')).code).toBe(1);
    socket.destroy();
  });
});

describe('the secret', () => {
  const file = () => join(built.dataDir, 'auth-secret');

  test('is created once; the log has events and no secrets', async () => {
    const first = await built.start({ LOG_LEVEL: 'trace' });
    const cookie = await signUp(first);
    const secret = await readFile(file(), 'utf8');
    await fetch(`${first.url}/api/nothing`, { headers: { cookie, authorization: 'Bearer hush' } });
    const { output } = await first.end('SIGTERM');
    expect(output).toContain('/api/nothing');
    const secrets = [PASSWORD, 'hush', secret.trim(), cookie.split('=')[1] ?? ''];
    for (const word of secrets) expect(output).not.toContain(word);
    const second = await built.start();
    expect(await readFile(file(), 'utf8')).toBe(secret);
    expect(await get(second, authPaths.getSession, cookie)).not.toBeNull();
  });

  test('is refused as its own predecessor: the former one was not moved away', async () => {
    await writeFile(file(), 'a secret that is only used by tests');
    const sentence = await refusedStart({ AUTH_SECRET_PREVIOUS_FILE: file() });
    expect(sentence).toMatch(/^Tabpoint cannot start\. AUTH_SECRET_PREVIOUS is the secret in \S+auth-secret[^\n]*$/);
    expect(sentence).not.toContain('a secret that');
  });

  test('is refused if empty', async () => {
    await writeFile(file(), '');
    expect(await refusedStart()).toContain('holds no secret');
  });
});
