import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { readDirectly } from '../../../../src/server/http/direct/directConnections';
import type { Messenger, ReceivingDoor } from '../../../../src/server/http/receivingDoor';
import { connectClient } from './connectClient';

/** What Node reads itself it publishes. */
const READ_BY_NODE = 'http.server.request.start';

let server: Server;
let socket: Socket;
/** The server's end of it. */
let taken: Socket;
let readByNode = 0;
const count = () => void (readByNode += 1);
/** Requests that were let in, and have not left. */
let inside = 0;
let hasRoom = true;
/** What the door was brought, and who waits for it. */
let brought: { text: string; messenger: Messenger }[] = [];

const answerTo = (text: string) =>
  ({ status: 201, fields: `content-length: ${text.length}\r\n`, pieces: [text] }) as const;

const door: ReceivingDoor = {
  expects: ({ url, headers }) => url?.startsWith('/v1/desk') === true && headers['content-length'] !== '0',
  take: ({ url }, body, messenger) => {
    if (url === '/v1/desk/closed') return false;
    brought.push({ text: body.toString('latin1'), messenger });
    if (url === '/v1/desk') messenger.answer(answerTo(`kept ${body.toString('latin1')};`), Date.now());
    return true;
  },
};

const noted = new WeakSet<IncomingMessage>();

/** Says what came, to whom it came. */
const told =
  (by: string): RequestListener =>
  (request, response) => {
    let sent = '';
    request.on('data', (part: Buffer) => (sent += part.toString('latin1')));
    request.on('end', () => response.end(`${by} ${noted.has(request) ? 'noted ' : ''}${sent};`));
  };

beforeEach(async () => {
  [inside, hasRoom, brought, readByNode] = [0, true, [], 0];
  server = createServer(told('Node'));
  readDirectly(server, {
    doors: [],
    receivingDoors: [door],
    letIn: () => {
      if (!hasRoom) return undefined;
      inside += 1;
      return () => void (inside -= 1);
    },
    handle: told('let in'),
    passOn: told('passed on'),
    isOurs: (url) => url.startsWith('/v1/'),
    isWanted: () => true,
    stalled: 300_000,
  });
  [socket, taken] = await connectClient(server);
  subscribe(READ_BY_NODE, count);
});

afterEach(() => {
  unsubscribe(READ_BY_NODE, count);
  socket.destroy();
  server.close();
  server.closeAllConnections();
});

const post = (path: string, body: string, more = `Content-Length: ${body.length}\r\n`) =>
  `POST ${path} HTTP/1.1\r\nHost: a.example\r\n${more}\r\n${body}`;

/** Writes pieces one after the other, and waits until each has arrived. */
async function arrived(...pieces: string[]) {
  for (const piece of pieces) {
    const until = taken.bytesRead + piece.length;
    socket.write(piece, 'latin1');
    while (taken.bytesRead < until) await new Promise((after) => setImmediate(after));
  }
}

/** The next answer's status and what it says. */
async function answer(): Promise<string> {
  let text = '';
  while (!text.endsWith(';') && !text.endsWith('}')) {
    const [part] = (await once(socket, 'data')) as [Buffer];
    text += part.toString('latin1');
  }
  return `${text.slice(9, 12)} ${text.slice(text.indexOf('\r\n\r\n') + 4)}`;
}

test('short bodies are taken in without Node, one after the other', async () => {
  for (const body of ['first', 'the second one', 'first', '\xe9\0\r\n\r\n']) {
    await arrived(post('/v1/desk', body));
    expect(await answer()).toBe(`201 kept ${body};`);
  }
  expect([readByNode, inside]).toEqual([0, 0]);
});

const LENGTH = 'Content-Length: 2\r\n';

test.each<readonly [string, readonly string[], string]>([
  ['a body that comes later', [post('/v1/desk', '', LENGTH), 'ab'], 'ab'],
  ['half a body', [post('/v1/desk', 'a', LENGTH), 'b'], 'ab'],
  ['no body', [post('/v1/desk', '', 'Content-Length: 0\r\n')], ''],
  ['nothing said of a body', [post('/v1/desk', '', '')], ''],
  ['chunks', [post('/v1/desk', '2\r\nab\r\n0\r\n\r\n', 'Transfer-Encoding: chunked\r\n')], 'ab'],
  ['what no door expects', [post('/v1/elsewhere', 'ab')], 'ab'],
  ['another path', [post('/elsewhere', 'ab')], 'ab'],
])('Node reads the connection from %s on', async (_what, pieces, body) => {
  await arrived(...pieces);
  expect(await answer()).toBe(`200 Node ${body};`);
  await arrived(post('/v1/desk', 'later'));
  expect(await answer()).toBe('200 Node later;');
  expect([readByNode, brought.length, inside]).toEqual([2, 0, 0]);
});

test('after the same head again and again its body may come in pieces', async () => {
  for (const body of ['ab', 'cd', 'ef']) {
    await arrived(post('/v1/desk', body));
    expect(await answer()).toBe(`201 kept ${body};`);
  }
  await arrived(post('/v1/desk', 'g', LENGTH), 'h');
  expect(await answer()).toBe('200 Node gh;');
  expect([readByNode, inside]).toEqual([1, 0]);
});

test.each([
  '+2',
  '2, 2',
  '-2',
  '0x2',
  '2.0',
  '99999999999999999999',
  '2\r\nContent-Length: 2',
  '2\r\nContent-Length: 3',
])('a length of %j is nothing for a door', async (length) => {
  await arrived(post('/v1/desk', 'ab', `Content-Length: ${length}\r\n`));
  const [part] = (await once(socket, 'data')) as [Buffer];
  expect(part.toString()).toMatch(/^HTTP\/1\.1 400 /);
  expect(brought).toEqual([]);
});

test('what a door does not take, or not after all, is passed on with its body', async () => {
  await arrived(post('/v1/desk/closed', 'whole'));
  expect(await answer()).toBe('200 passed on whole;');
  await arrived(post('/v1/desk/later', 'waits'));
  expect([brought.length, inside]).toEqual([1, 1]);
  brought[0]?.messenger.passOn((request) => noted.add(request));
  expect(await answer()).toBe('200 passed on noted waits;');
  await arrived(post('/v1/desk', 'again'));
  expect(await answer()).toBe('201 kept again;');
  expect([readByNode, inside]).toEqual([0, 0]);
});

test('where there is too much to do it is told so, and may ask again', async () => {
  hasRoom = false;
  await arrived(post('/v1/desk', 'in vain'));
  expect(await answer()).toMatch(/^503 .*"code":"busy"/);
  hasRoom = true;
  await arrived(post('/v1/desk', 'again'));
  expect(await answer()).toBe('201 kept again;');
  expect(brought.map(({ text }) => text)).toEqual(['again']);
});

test('what comes before the answer is answered after it', async () => {
  await arrived(post('/v1/desk/later', 'one'), post('/v1/desk', 'two'));
  socket.write(post('/v1/desk', 'three'));
  const heard = (async () => {
    let text = '';
    while (!text.includes('three;')) text += String(((await once(socket, 'data')) as [Buffer])[0]);
    return text;
  })();
  brought[0]?.messenger.answer(answerTo('kept one;'), Date.now());
  expect((await heard).match(/(?:kept|Node) \w+;/g)).toEqual(['kept one;', 'Node two;', 'Node three;']);
});

test('a client that went away has left when its answer is there', async () => {
  await arrived(post('/v1/desk/later', 'one'));
  const closed = new Promise((resolve) => taken.once('close', resolve));
  socket.resetAndDestroy();
  await closed;
  expect(inside).toBe(1);
  brought[0]?.messenger.answer(answerTo('kept one;'), Date.now());
  expect(inside).toBe(0);
});

test('a connection that waits ends with the answer when the server closes', async () => {
  await arrived(post('/v1/desk/later', 'last'));
  const closed = once(server, 'close');
  server.close();
  const heard = answer();
  const ended = once(socket, 'end');
  brought[0]?.messenger.answer(answerTo('kept last;'), Date.now());
  expect(await heard).toBe('201 kept last;');
  await Promise.all([closed, ended]);
});
