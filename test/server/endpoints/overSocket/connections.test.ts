import { connect, type Socket } from 'node:net';
import { on, once } from 'node:events';
import { ServerResponse } from 'node:http';
import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import type { SignedIn } from '../../../fixtures/people';
import { until } from '../../../fixtures/eventually';
import { publishProject } from '../published';
import { bearer, makeKey } from '../../keys/keyOf';
import { listening } from './wire';

const cities = ['Oslo', 'São Paulo', 'London', '', '京都'];

/** 250 rows with everything that JSON escapes or formats. */
const people = [
  'Name;City;Founded;Open;Größe',
  ...Array.from({ length: 250 }, (_, at) =>
    [`Name ${at} "é" \\`, cities[at % 5], 1990 + (at % 30), at % 3 === 0 ? 'TRUE' : 'FALSE', at / 4].join(';'),
  ),
];

/** Creates a project of these rows. */
const publishPeople = ({ db }: TestApp, { person }: SignedIn, access: 'public' | 'private') =>
  publishProject(db, person.id, [{ title: 'People', slug: 'people', lines: people }], { access });

let port: number;
let path: string;
let authorization: string;

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());
beforeAll(async () => {
  port = await listening(server);
  const { id } = await publishPeople(server, owner, 'private');
  authorization = bearer((await makeKey(server, owner, id)).secret).authorization;
  path = `/v1/${id}/People`;
});

const requestOf = (rest: string, { method = 'GET', version = '1.1', more = '' } = {}) =>
  `${method} ${path}${rest} HTTP/${version}\r\nHost: data.example\r\nAuthorization: ${authorization}\r\n${more}\r\n`;

async function openSocket(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const ANSWER = 'HTTP/1.1 ';

/** Reads until a number of JSON responses has arrived or the connection ends. */
async function read(socket: Socket, count = Infinity): Promise<string> {
  const texts: string[] = [];
  let seen = 0;
  let end = '';
  socket.resume();
  for await (const [chunk] of on(socket, 'data', { close: ['end', 'close'] })) {
    const text = (chunk as Buffer).toString('latin1');
    texts.push(text);
    // The first word of a response may arrive in two chunks.
    seen += (end + text).split(ANSWER).length - 1;
    end = (end + text).slice(1 - ANSWER.length);
    if (seen >= count && end.endsWith('}}')) break;
  }
  return texts.join('');
}

/** Splits received bytes into responses with heads and bodies. */
function answersIn(text: string) {
  const answers: { head: string; body: string }[] = [];
  for (let rest = text; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n') + 4;
    const head = rest.slice(0, end);
    const length = head.startsWith(`${ANSWER}304`) ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    answers.push({ head, body: rest.slice(end, end + length) });
    rest = rest.slice(end + length);
  }
  return answers;
}

const idIn = (body: string) => (JSON.parse(body) as { data: { _id: string } }).data._id;

test('pipelined requests are answered in order, whichever handler answers them', async () => {
  await server.app.inject({ url: path, headers: { authorization } });
  const socket = await openSocket();
  const rests = ['/r_2', '?_limit=100', '?nonsense=1', '/r_3', '/r_4?_fields=Name', '/r_5', '?_limit=100', '/r_6'];
  socket.write(rests.map((rest) => requestOf(rest)).join(''));
  const text = await read(socket, rests.length);
  const answers = answersIn(text);
  expect(answers.map(({ head }) => head.slice(9, 12)).join(' ')).toBe('200 200 400 200 200 200 200 200');
  expect([0, 3, 4, 5, 7].map((at) => idIn(answers[at]?.body ?? ''))).toEqual(['r_2', 'r_3', 'r_4', 'r_5', 'r_6']);
  expect(answers[1]?.body).toBe(answers[6]?.body);
});

test.each([
  ['400', 'nonsense\r\n\r\n'],
  ['405', 'BREW /pot HTTP/1.1\r\nHost: data.example\r\n\r\n'],
])('an invalid request is answered after those before it: %s', async (status, broken) => {
  await server.app.inject({ url: path, headers: { authorization } });
  const socket = await openSocket();
  socket.write(`${requestOf('/r_2')}${requestOf('?_limit=100')}${broken}`);
  const answers = answersIn(await read(socket));
  expect(answers.map(({ head }) => head.slice(9, 12))).toEqual(['200', '200', status]);
});

test.each([
  ['HTTP/1.0', { version: '1.0' }],
  ['a connection with Connection: close', { more: 'Connection: close\r\n' }],
])('%s closes the connection after its response', async (_what, how) => {
  const socket = await openSocket();
  socket.write(requestOf('/r_2', how));
  const [answer] = answersIn(await read(socket));
  expect(answer?.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer?.head).toMatch(/\r\nconnection: close\r\n/i);
  expect(idIn(answer?.body ?? '')).toBe('r_2');
});

test('Expect: 100-continue is answered with 100 Continue', async () => {
  const socket = await openSocket();
  socket.write(requestOf('/r_2', { more: 'Expect: 100-continue\r\n' }));
  const text = await read(socket, 2);
  expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  socket.destroy();
});

test('a client that reads slowly gets every byte', async () => {
  const { rawPayload } = await server.app.inject({ url: `${path}?_limit=250`, headers: { authorization } });
  const socket = await openSocket();
  socket.pause();
  const times = 200;
  socket.write(requestOf('?_limit=250').repeat(times));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const answers = answersIn(await read(socket, times));
  expect(answers).toHaveLength(times);
  expect(new Set(answers.map((answer) => answer.body))).toEqual(new Set([rawPayload.toString('latin1')]));
});

/** Pages that nobody has requested before; their rows identify them. */
const pageAt = (offset: number, never: number) => `?_limit=200&_offset=${offset}&Founded__gt=-${never}`;

/** Makes the memory of the caches full: further responses are not cached, and their buffers are reused. */
const fillCaches = ({ services: { memory } }: TestApp) => jest.replaceProperty(memory, 'budget', memory.bytes);

test('responses that are evicted never mix, however slowly clients read them', async () => {
  fillCaches(server);
  const slow = await openSocket();
  slow.pause();
  const asked = Array.from({ length: 600 }, (_, at) => (at * 7) % 49);
  slow.write(asked.map((offset, at) => requestOf(pageAt(offset, 10_000 + at))).join(''));
  const quick = await openSocket();
  const others = asked.map((offset, at) => requestOf(pageAt(48 - offset, 20_000 + at)));
  quick.write(others.join(''));
  const fast = answersIn(await read(quick, asked.length));
  const late = answersIn(await read(slow, asked.length));
  const rowsIn = ({ body }: { body: string }) =>
    (JSON.parse(body) as { data: { _id: string }[] }).data.map(({ _id }) => _id);
  const idsFrom = (offset: number) => Array.from({ length: 200 }, (_, at) => `r_${offset + at + 2}`);
  expect(late.map(rowsIn)).toEqual(asked.map(idsFrom));
  expect(fast.map(rowsIn)).toEqual(asked.map((offset) => idsFrom(48 - offset)));
});

test('the rest of a response is dropped when its connection breaks', async () => {
  fillCaches(server);
  const ends = jest.spyOn(ServerResponse.prototype, 'end');
  const slow = connect(port, '127.0.0.1').pause();
  // If the server has not read all requests, the connection is reset, and `once` would reject.
  const closed = new Promise((resolve) => slow.on('error', () => undefined).once('close', resolve));
  const [met] = (await once(server.app.server, 'connection')) as [Socket];
  slow.write(Array.from({ length: 1_200 }, (_, at) => requestOf(pageAt(at % 49, 30_000 + at))).join(''));
  await until(() => met.writableLength > 0);
  const waiting = ends.mock.calls.flatMap(([body], at) => {
    const { writableFinished } = ends.mock.contexts[at] as ServerResponse;
    return Buffer.isBuffer(body) && !writableFinished ? [{ body, before: Buffer.from(body) }] : [];
  });
  expect(waiting.length).toBeGreaterThan(0);
  met.destroy();
  slow.resume();
  await closed;
  ends.mockRestore();
  const others = Array.from({ length: 200 }, (_, at) => pageAt(at % 49, 40_000 + at));
  for (const rest of others) await fetch(`http://127.0.0.1:${port}${path}${rest}`, { headers: { authorization } });
  expect(waiting.filter(({ body, before }) => !body.equals(before))).toHaveLength(0);
});

test('clients that disconnect midway do not disturb others', async () => {
  for (let client = 0; client < 20; client += 1) {
    const socket = await openSocket();
    socket.on('error', () => undefined);
    socket.write(requestOf('?_limit=250').repeat(50));
    if (client % 2 === 0) socket.resetAndDestroy();
    else socket.destroy();
  }
  expect((await fetch(`http://127.0.0.1:${port}${path}/r_2`, { headers: { authorization } })).status).toBe(200);
});

test('while the server closes, connections end with their responses', async () => {
  const closing = await buildTestApp();
  const person = await closing.signUp();
  const closingPort = await listening(closing);
  const { id } = await publishPeople(closing, person, 'public');
  await closing.app.inject({ url: `/v1/${id}/People` });
  const request = `GET /v1/${id}/People/r_2 HTTP/1.1\r\nHost: a\r\n\r\n`;
  const socket = connect(closingPort, '127.0.0.1');
  const [met] = (await once(closing.app.server, 'connection')) as [Socket];
  // Half a request keeps the connection open while the server closes.
  socket.write(request.slice(0, 20));
  await until(() => met.bytesRead === 20);
  const closed = closing.app.close();
  await new Promise((resolve) => setImmediate(resolve));
  socket.write(request.slice(20));
  expect(await read(socket)).toMatch(/\r\nconnection: close\r\n/i);
  await closed;
  await closing.close();
});
