import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { on, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { readDirectly } from '../../../../src/server/http/direct/directConnections';
import { pushesAreHeard } from '../../../../src/server/http/direct/heardPushes';
import { nothingReceived } from './nothingReceived';

/** What Node reads itself it publishes. */
const READ_BY_NODE = 'http.server.request.start';

const body = (text: string) => `content-length: ${text.length}\r\n`;

/** Tells what it was asked, and by whom, in a header. */
const tellAll: RequestListener = (request, response) => {
  let sent = '';
  request.on('data', (part: Buffer) => (sent += part.toString()));
  request.on('end', () => {
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, sent }));
  });
};

const big = Buffer.alloc(3_000_000, 'abcdefgh');

/** What takes longer than to say it. */
const answerLater: RequestListener = (request, response) => {
  if (request.url?.includes('big') === true) return void response.end(big);
  if (request.url?.includes('never') === true) return void response.on('close', () => gone?.());
  if (request.url?.includes('last') === true) response.setHeader('connection', 'close');
  setTimeout(() => tellAll(request, response), 20);
  asked?.();
};

let gone: (() => void) | undefined;
let asked: (() => void) | undefined;
let server: Server;
let plain: Server;
let readByNode = 0;
const count = () => void (readByNode += 1);

async function listening(made: Server): Promise<Server> {
  made.listen(0, '127.0.0.1');
  await once(made, 'listening');
  return made;
}

beforeEach(async () => {
  plain = await listening(createServer(tellAll));
  server = createServer(tellAll);
  readDirectly(server, {
    doors: [
      ({ url, method }, outlet) => {
        if (url?.startsWith('/v1/door') !== true) return false;
        const pieces = method === 'HEAD' ? [] : [url.slice(3)];
        return outlet.send({ status: 200, fields: body(url.slice(3)), pieces }, Date.now()) || true;
      },
    ],
    ...nothingReceived,
    handle: answerLater,
    isOurs: (url) => url.startsWith('/v1/'),
    isWanted: () => true,
    stalled: 300_000,
  });
  await listening(server);
  await pushesAreHeard();
  readByNode = 0;
  subscribe(READ_BY_NODE, count);
});

afterEach(() => {
  unsubscribe(READ_BY_NODE, count);
  for (const each of [server, plain]) {
    each.close();
    each.closeAllConnections();
  }
});

async function opened(to = server): Promise<Socket> {
  const socket = connect((to.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const get = (path: string, more = '', method = 'GET') => `${method} ${path} HTTP/1.1\r\nHost: a.example\r\n${more}\r\n`;

/** Everything that arrives until it is enough, or the connection ends. */
async function read(socket: Socket, isEnough: (text: string) => boolean): Promise<string> {
  let text = '';
  for await (const [part] of on(socket, 'data', { close: ['end', 'close'] })) {
    text += (part as Buffer).toString('latin1');
    if (isEnough(text)) break;
  }
  return text;
}

const readUntil = (socket: Socket, last: string) => read(socket, (text) => text.endsWith(last));
const readToEnd = (socket: Socket) => read(socket, () => false);

test('plain requests are answered without Node, one after the other', async () => {
  const socket = await opened();
  for (const path of ['/door', '/door/2?a=b', '/door/3']) {
    socket.write(get(`/v1${path}`));
    expect(await readUntil(socket, path)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]+\r\nConnection: keep-alive\r\n/);
  }
  socket.write(get('/v1/door', '', 'HEAD'));
  expect(await readUntil(socket, '\r\n\r\n')).toMatch(/content-length: 5\r\n/);
  expect(readByNode).toBe(0);
  socket.destroy();
});

test('what begins with a request that came before is more than that', async () => {
  const socket = await opened();
  for (let again = 0; again < 3; again += 1) {
    socket.write(get('/v1/door'));
    expect(await readUntil(socket, '/door')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  }
  expect(readByNode).toBe(0);
  socket.write(get('/v1/door') + get('/v1/door'));
  const isEnough = (text: string) => text.split('HTTP/1.1 200').length === 3;
  expect(await read(socket, isEnough)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(readByNode).toBe(2);
  socket.destroy();
});

const unusual: readonly (readonly [string, readonly string[]])[] = [
  ['two in one packet', [get('/v1/door/1') + get('/v1/door/2')]],
  ['one in two pieces', ['GET /v1/door HTTP/1.1\r\nHo', 'st: a\r\n\r\n']],
  ['one byte', ['G', get('/v1/door').slice(1)]],
  ['another path', [get('/other')]],
  ['another method', [get('/v1/door', '', 'DELETE')]],
  ['no such method', [get('/v1/door', '', 'get')]],
  ['a body', [get('/v1/door', 'Content-Length: 2\r\n') + 'ab']],
  ['a body in chunks', [get('/v1/door', 'Transfer-Encoding: chunked\r\n', 'POST') + '2\r\nab\r\n0\r\n\r\n']],
  ['a length and chunks', [get('/v1/door', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n')]],
  ['an empty body', [get('/v1/door', 'Content-Length: 0\r\n')]],
  ['HTTP/1.0', [get('/v1/door').replace('1.1', '1.0')]],
  ['HTTP/1.2', [get('/v1/door').replace('1.1', '1.2')]],
  ['no host', ['GET /v1/door HTTP/1.1\r\n\r\n']],
  ['two hosts', [get('/v1/door', 'Host: b.example\r\n')]],
  ['a field twice', [get('/v1/door', 'X-A: 1\r\nx-a: 2\r\n')]],
  ['a folded field', [get('/v1/door', 'X-A: 1\r\n 2\r\n')]],
  ['a blank before the colon', [get('/v1/door', 'X-A : 1\r\n')]],
  ['a field without a name', [get('/v1/door', ': 1\r\n')]],
  ['no colon', [get('/v1/door', 'X-A\r\n')]],
  ['a line feed alone', [get('/v1/door', 'X-A: 1\n').replace(/\r/g, '')]],
  ['a return within', [get('/v1/door', 'X-A: 1\r2\r\n')]],
  ['a NUL', [get('/v1/door', 'X-A: 1\0\r\n')]],
  ['two blanks', ['GET  /v1/door HTTP/1.1\r\nHost: a\r\n\r\n']],
  ['a tab in the target', [get('/v1/do\tor')]],
  ['a target that is no ASCII', [get('/v1/d\xf6or')]],
  ['a whole URL', [get('http://a.example/v1/door')]],
  ['a close', [get('/v1/door', 'Connection: close\r\n')]],
  ['an upgrade', [get('/v1/door', 'Connection: Upgrade\r\nUpgrade: websocket\r\n')]],
  ['an expectation', [get('/v1/door', 'Expect: 100-continue\r\n')]],
  ['a name that objects have', [get('/v1/door', '__proto__: 1\r\nconstructor: 2\r\n')]],
  ['too long a head', [get('/v1/door', `X-A: ${'a'.repeat(20_000)}\r\n`)]],
  ['too long a target', [get(`/v1/door/${'a'.repeat(20_000)}`)]],
  ['many fields', [get('/v1/door', Array.from({ length: 100 }, (_, at) => `X-${at}: 1\r\n`).join(''))]],
];

/** What comes back to some pieces, until the client has nothing to say any more. */
async function heard(to: Server, pieces: readonly string[]): Promise<string> {
  const socket = await opened(to);
  const all = readToEnd(socket);
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    await new Promise((after) => setTimeout(after, 10));
  }
  await new Promise((after) => setTimeout(after, 20));
  socket.end();
  return (await all).replace(/Date: [^\r]*\r\n/g, '');
}

test.each(unusual)('what is not plain, such as %s, is as if Node had read all of it', async (_what, pieces) => {
  expect(await heard(server, pieces)).toBe(await heard(plain, pieces));
});

test('from the first one on that is not plain Node reads the connection', async () => {
  const socket = await opened();
  socket.write(get('/v1/door'));
  await readUntil(socket, '/door');
  socket.write(get('/elsewhere') + get('/v1/door/2').slice(0, 9));
  await readUntil(socket, '"sent":""}');
  socket.write(get('/v1/door/2').slice(9));
  expect(await readUntil(socket, '"sent":""}')).toContain('"url":"/v1/door/2"');
  expect(readByNode).toBe(2);
  socket.destroy();
});

const fields = 'Accept: */*\r\nX-Empty:\r\nX-Wide: \t a b \t\r\nX-High: \xe9\r\nCookie: a=b; c=d\r\n';

test('what no door answers is asked like any request, on the same connection', async () => {
  const socket = await opened();
  for (const path of ['/v1/slow', '/v1/slow?2']) {
    socket.write(get(path, fields), 'latin1');
    const text = await readUntil(socket, '"sent":""}');
    expect(text).toMatch(/\r\nConnection: keep-alive\r\n/);
    const [, told = ''] = text.split('\r\n\r\n');
    const byNode = await heard(plain, [get(path, fields)]);
    expect(JSON.parse(told)).toEqual(JSON.parse(byNode.slice(byNode.indexOf('{'))));
    readByNode = 0;
  }
  socket.write(get('/v1/door'));
  await readUntil(socket, '/door');
  expect(readByNode).toBe(0);
  socket.write(get('/v1/slow/last'));
  expect(await readToEnd(socket)).toMatch(/\r\nconnection: close\r\n/);
});

test('a long answer arrives whole at a client that reads slowly', async () => {
  const socket = await opened();
  socket.pause();
  socket.write(get('/v1/big'));
  await new Promise((after) => setTimeout(after, 50));
  const answer = await read(socket.resume(), ({ length }) => length > big.length + 100);
  expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe(big.toString());
  socket.destroy();
});

test.each(['first', 'second'])(
  'a body that nobody reads yet stays with the client, in the %s request',
  async (which) => {
    server.removeAllListeners('request').on('request', () => undefined);
    const socket = await opened();
    if (which === 'second') {
      socket.write(get('/v1/slow'));
      await readUntil(socket, '"sent":""}');
    }
    socket.write('POST /elsewhere HTTP/1.1\r\nHost: a.example\r\nContent-Length: 60000000\r\n\r\n');
    for (let n = 0; n < 20; n += 1) socket.write(big);
    let [before, left] = [0, -1];
    while (before !== left) {
      before = left;
      await new Promise((after) => setTimeout(after, 100));
      left = socket.writableLength;
    }
    expect(left).toBeGreaterThan(50_000_000);
    socket.destroy();
  },
);

test('whoever answers hears of a client that goes away', async () => {
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const socket = await opened();
  const [taken] = await connected;
  const isGone = new Promise<void>((resolve) => (gone = resolve));
  socket.write(get('/v1/never'));
  while (taken.bytesRead === 0) await new Promise((after) => setImmediate(after));
  socket.resetAndDestroy();
  await isGone;
});

test('connections end when the server closes: idle ones at once, others with their answers', async () => {
  const [idle, busy] = [await opened(), await opened()];
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  busy.write(get('/v1/slow'));
  await isAsked;
  const closed = once(server, 'close');
  const ends = [readToEnd(idle), readToEnd(busy)];
  server.close();
  expect((await Promise.all(ends)).map((text) => text.slice(0, 12))).toEqual(['', 'HTTP/1.1 200']);
  await closed;
});
