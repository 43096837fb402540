import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { apiPaths } from '../../../src/contract/paths';
import { Overload, type OverloadLimits } from '../../../src/server/http/overload';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { createdProject } from '../../fixtures/driveFiles';
import { sized } from '../../fixtures/runs';
import { buildSpawnable, type BuiltServer, type SpawnedServer } from '../../fixtures/spawned';

/** Settings of a real server, with longer turns for slow machines. */
const USUAL: Partial<OverloadLimits> = { requests: 1_000, turn: 60_000 };

/** Maximum growth of the log by an attack, in bytes. */
const MAX_LOG_GROWTH = 100_000;

/** Maximum growth of memory by an attack, a minute later. */
const MAX_MEMORY_GROWTH = 60 * 1024 * 1024;

let server: TestApp;
let port: number;
let path: string;
let logged = 0;

beforeAll(async () => {
  const logTo = { write: (line: string) => void (logged += line.length) };
  server = await buildTestApp({ logLevel: 'error' }, { overload: USUAL, logTo });
  const owner = await server.signUp();
  const project = await createdProject(server, owner);
  const { app } = server;
  const url = apiPaths.projectUpdate(project.id);
  await app.inject({ method: 'PUT', url, headers: owner.headers, payload: { access: 'public' } });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
  path = `/v1/${project.id}/${project.tabs[0]?.slug ?? ''}`;
});
afterAll(() => server.close());

async function openSocket(to = port): Promise<Socket> {
  const socket = connect(to, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const HOST = 'Host: data.example\r\n';
const get = (target: string) => `GET ${target} HTTP/1.1\r\n${HOST}\r\n`;
const statusOf = async (target: string) => (await fetch(`http://127.0.0.1:${port}${target}`)).status;

/** Expects that the server answers as before, and counts no open requests. */
async function expectUnharmed(logBefore: number) {
  const began = Date.now();
  const state = async () => [server.app.overload.requests, await statusOf(path), await statusOf('/readyz')];
  let now = await state();
  while (now.join() !== '0,200,200' && Date.now() - began < 3_000) {
    await after(100);
    now = await state();
  }
  expect(now).toEqual([0, 200, 200]);
  expect(logged - logBefore).toBeLessThan(MAX_LOG_GROWTH);
}

describe('after a connection that breaks with pending requests, others are answered as before', () => {
  const targets: [string, () => string][] = [
    ['pages of the app', () => '/'],
    ['files of the app', () => '/assets/none.js'],
    ['rows', () => path],
    ['rows that are new each time', () => `${path}?_limit=${1 + Math.floor(Math.random() * 100)}`],
    ['files that are written while they are sent', () => `${path}.csv`],
    ['addresses of no project', () => '/v1/nothing/here'],
    ['projects that the database is asked for', () => `/v1/${randomUUID()}/here`],
    ['the app API', () => '/api/projects'],
  ];

  it.each(targets)('%s', async (_what, target) => {
    const before = logged;
    for (const [first, behind] of [
      [12, sized(400, 1_000)],
      [1, sized(1_200, 3_000)],
      [200, 200],
    ] as const) {
      const socket = (await openSocket()).pause();
      socket.write(get(target()).repeat(first));
      socket.write(get(path).repeat(behind));
      await after(20);
      socket.resetAndDestroy();
    }
    await expectUnharmed(before);
  });

  it('also when it is closed in the middle of a request, or at once', async () => {
    const before = logged;
    const sockets: Socket[] = [];
    for (let client = 0; client < 200; client += 1) {
      const socket = await openSocket();
      sockets.push(socket);
      socket.write(get(path).repeat(20) + get(path).slice(0, 30));
      if (client % 3 === 0) socket.resetAndDestroy();
      else if (client % 3 === 1) socket.destroy();
      else socket.end();
    }
    await expectUnharmed(before);
    // Half-closed connections wait for their responses, which nobody reads.
    for (const socket of sockets) socket.destroy();
  });
});

/** Clients in a thread of their own: each sends the start of a body and breaks its connection. */
const BREAKING_CLIENTS = `
  const { connect } = require('node:net');
  const { workerData: { port, head, done } } = require('node:worker_threads');
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head + 'x'.repeat(200_000)));
    return socket.on('error', () => undefined);
  });
  setTimeout(() => {
    for (const socket of sockets) socket.resetAndDestroy();
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  }, 300);
`;

it('closes connections that broke before the server came to accept them', async () => {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const head = `POST ${path} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 500000\r\n\r\n`;
  const connections = () =>
    new Promise<number>((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));
  const before = logged;
  const worker = new Worker(BREAKING_CLIENTS, { eval: true, workerData: { port, head, done } });
  await once(worker, 'online');
  Atomics.wait(done, 0, 0);
  await once(worker, 'exit');
  await expectUnharmed(before);
  // The connections that the check itself keeps open.
  expect(await connections()).toBeLessThan(10);
});

describe('a body that does not arrive', () => {
  it.each([
    ['POST', 1_100],
    ['PATCH', 20],
    ['PUT', 20],
    ['DELETE', 20],
  ])('does not count as a running request: %s', async (method, clients) => {
    const before = logged;
    const held: Socket[] = [];
    for (let client = 0; client < clients; client += 1) {
      const socket = await openSocket();
      const target = client % 2 === 0 ? path : `/v1/made-up-${client}/tab`;
      socket.write(
        `${method} ${target} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
      );
      held.push(socket);
    }
    await expectUnharmed(before);
    for (const socket of held) socket.destroy();
    await expectUnharmed(before);
  });
});

test.each([
  ['a stream of events', { accept: 'text/event-stream' }],
  ['an upload', { 'content-type': 'multipart/form-data; boundary=x' }],
])('a request counts whatever its headers say: %s', async (_what, headers) => {
  const enter = jest.spyOn(server.app.overload, 'enter');
  await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  expect(enter).toHaveBeenCalledTimes(1);
  enter.mockRestore();
});

describe('a target in absolute form (RFC 9112, section 3.2.2)', () => {
  async function answerTo(head: string) {
    const socket = await openSocket();
    socket.write(`${head}Connection: close\r\n\r\n`);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const [top = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
    return { status: Number(top.split(' ')[1]), body };
  }

  it.each(['http://sheets.example', 'HTTP://Sheets.Example:8080', 'https://sheets.example'])(
    'is the same as its path, at the host that it names: %s',
    async (origin) => {
      const { status, body } = await answerTo(`GET ${origin}${path}?_limit=1 HTTP/1.1\r\nHost: other.example\r\n`);
      const { meta } = JSON.parse(body) as { meta: { next: string } };
      expect([status, meta.next]).toEqual([
        200,
        expect.stringMatching(new RegExp(`^http://${origin.split('//')[1]?.toLowerCase()}${path}\\?_limit=1&_cursor=`)),
      ]);
    },
  );

  it('is refused under overload, as any other', async () => {
    const refuses = jest.spyOn(server.app.overload, 'refuses').mockReturnValue(true);
    for (const target of [path, '/api/projects'].flatMap((one) => [one, `http://sheets.example${one}`])) {
      const { status, body } = await answerTo(`GET ${target} HTTP/1.1\r\n${HOST}`);
      expect([target, status, (JSON.parse(body) as { code: string }).code]).toEqual([target, 503, 'busy']);
    }
    refuses.mockRestore();
  });
});

describe('a server with little memory', () => {
  let built: BuiltServer;
  let small: SpawnedServer;
  let own: number;
  beforeAll(async () => {
    built = await buildSpawnable();
    small = await built.start({ NODE_OPTIONS: '--max-old-space-size=96' });
    own = Number(new URL(small.url).port);
  });
  afterAll(() => built.remove());

  /** Resident memory of the process in bytes. */
  async function memory(): Promise<number> {
    const text = await (await fetch(`${small.url}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
  }

  const attacks: [string, () => Promise<void>][] = [
    [
      'projects that are made up',
      async () => {
        const socket = await openSocket(own);
        // Most are answered with 404, excess ones with 503.
        const ANSWER = 'HTTP/1.1 ';
        let answered = 0;
        let before = '';
        socket.on('data', (data: Buffer) => {
          const parts = (before + data.toString('latin1')).split(ANSWER);
          answered += parts.length - 1;
          // A response can start in one chunk and continue in the next.
          before = (parts.at(-1) ?? '').slice(1 - ANSWER.length);
        });
        for (let id = 0; id < sized(5_000, 50_000); id += 100) {
          const ids = Array.from({ length: 100 }, (_, n) => get(`/v1/${'x'.repeat(3_400)}${id + n}/tab`));
          socket.write(ids.join(''));
          while (answered < id - 1_000 && !socket.destroyed) await after(1);
        }
        socket.destroy();
      },
    ],
    [
      'connections that break off with requests on them',
      async () => {
        for (let client = 0; client < sized(10, 40); client += 1) {
          const socket = (await openSocket(own)).pause();
          socket.write(get('/').repeat(12) + get('/v1/nothing/here').repeat(1_000));
          await after(5);
          socket.resetAndDestroy();
        }
      },
    ],
    [
      'bodies that do not come',
      async () => {
        const head = `POST /v1/nothing/here HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n`;
        const held = await Promise.all(Array.from({ length: 1_100 }, () => openSocket(own)));
        for (const socket of held) socket.write(`${head}[${' '.repeat(500)}`);
        await after(200);
        for (const socket of held) socket.resetAndDestroy();
      },
    ],
  ];

  it.each(attacks)('answers soon, with a small log and stable memory, after %s', async (_what, attack) => {
    await attack();
    const before = await memory();
    const log = small.output().length;
    await attack();
    const began = Date.now();
    while ((await fetch(`${small.url}/readyz`)).status !== 200 && Date.now() - began < 3_000) await after(50);
    expect((await fetch(`${small.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${small.url}/v1/nothing/here`)).status).toBe(404);
    expect(small.output().length - log).toBeLessThan(MAX_LOG_GROWTH);
    while ((await memory()) - before > MAX_MEMORY_GROWTH && Date.now() - began < 60_000) await after(500);
    expect((await memory()) - before).toBeLessThan(MAX_MEMORY_GROWTH);
  });
});

describe('Overload', () => {
  let now = 0;
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  const socket = () => connect(port, '127.0.0.1').on('error', () => undefined);
  beforeEach(() => (now = 0));

  it('refuses the rest of a long turn, and starts lower after it, but not in calm turns', async () => {
    const overload = new Overload({ turn: 100 }, () => now);
    for (let one = 0; one < 32; one += 1) expect(overload.refuses('a')).toBe(false);
    now += 99;
    expect(overload.refuses('a')).toBe(false);
    now += 2;
    expect(overload.refuses('a')).toBe(true);
    await nextTurn();
    expect(overload.refuses('a')).toBe(false);
    now += 51;
    for (let one = 0; one < 31; one += 1) expect(overload.refuses('a')).toBe(false);
    expect(overload.refuses('a')).toBe(true);
    for (let turn = 0; turn < 200; turn += 1) {
      await nextTurn();
      expect(overload.refuses('a')).toBe(false);
    }
    await nextTurn();
    overload.refuses('a');
    now += 99;
    expect(overload.refuses('a')).toBe(false);
  });

  it('limits one address to a quarter when half of the slots are used, and everybody to the total', () => {
    const overload = new Overload({ requests: 8 }, () => now);
    const connection = socket();
    for (let one = 0; one < 4; one += 1) overload.enter('greedy', connection);
    expect([overload.refuses('greedy'), overload.refuses('other')]).toEqual([true, false]);
    for (const address of ['b', 'b', 'c', 'c']) overload.enter(address, connection);
    expect(overload.refuses('d')).toBe(true);
    connection.destroy();
  });

  it('counts each request once, however it ends', async () => {
    const overload = new Overload({}, () => now);
    const connection = socket();
    const [first] = [overload.enter('a', connection), overload.enter('a', connection), overload.enter('b', connection)];
    first();
    first();
    expect(overload.requests).toBe(2);
    connection.destroy();
    await once(connection, 'close');
    expect(overload.requests).toBe(0);
  });

  it('is long after ten seconds', async () => {
    const overload = new Overload({ requests: 0 }, () => now);
    for (; now <= 10_000; now += 1_000) {
      overload.refuses('a');
      expect(overload.isLong).toBe(false);
      await nextTurn();
    }
    overload.refuses('a');
    expect(overload.isLong).toBe(true);
    now += 2_500;
    expect(overload.isLong).toBe(false);
    overload.refuses('a');
    expect(overload.isLong).toBe(false);
  });
});
