import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { requireBodiesInTime } from '../../../src/server/http/bodies';

const MINUTE = 60_000;

/** Fake timers for the intervals of the body deadline alone. */
const REAL = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] as const),
];

let app: FastifyInstance;
let port: number;
/** Ends the slow responses. */
let answerSlow = () => undefined as void;
beforeAll(async () => {
  jest.useFakeTimers({ doNotFake: REAL });
  app = Fastify({ keepAliveTimeout: 10_000 });
  requireBodiesInTime(app);
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    payload.resume();
    payload.once('end', () => done(null));
  });
  app.post('/', async () => 'taken');
  app.post('/upload', { config: { readsUpload: true } }, async () => 'taken');
  app.post('/slow', async () => {
    await new Promise<void>((resolve) => (answerSlow = resolve));
    return 'taken late';
  });
  app.post('/early', { onRequest: async (_request, reply) => reply.code(401).send('who?') }, async () => 'taken');
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  jest.useRealTimers();
  await app.close();
});

const head = (type: string, length: number, path = '/') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

/** Sends pieces, with a pause after each, and four minutes at the end. @returns the bytes until the connection closes */
async function answerTo(pieces: readonly (string | Buffer)[], pause = 0): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => (answer += String(data)));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const [served] = (await once(app.server, 'connection')) as [Socket];
  let sent = 0;
  for (const piece of pieces) {
    socket.write(piece);
    sent += piece.length;
    do await turn();
    while (served.bytesRead < sent && !served.destroyed);
    jest.advanceTimersByTime(pause);
  }
  jest.advanceTimersByTime(4 * MINUTE);
  answerSlow();
  socket.end();
  await closed;
  return answer;
}

test('a body that stops gets 408 and is disconnected', async () => {
  const answer = await answerTo([head('text/plain', 10), 'half']);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"request_timeout"');
});

test('a body that only drips is disconnected as well', async () => {
  expect(await answerTo([head('text/plain', 1_000), ...'drop by drop'], MINUTE / 6)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a complete body is answered, however long that takes', async () => {
  expect(await answerTo([head('text/plain', 4), 'body'])).toMatch(/200 OK[^]*taken$/);
  expect(await answerTo([head('text/plain', 4, '/slow'), 'body'])).toMatch(/200 OK[^]*taken late$/);
});

test('an upload can take any time while it keeps moving', async () => {
  const piece = Buffer.alloc(256 * 1024);
  const pieces = Array.from({ length: 8 }, () => piece);
  const upload = head('multipart/form-data; boundary=x', pieces.length * piece.length, '/upload');
  expect(await answerTo([upload, ...pieces], MINUTE / 2)).toMatch(/200 OK[^]*taken$/);
  expect(await answerTo([upload, piece])).toMatch(/^HTTP\/1\.1 408 /);
});

test('the content type of an upload gives no more time elsewhere', async () => {
  const piece = Buffer.alloc(256 * 1024);
  const upload = head('multipart/form-data; boundary=x', 8 * piece.length);
  expect(await answerTo([upload, ...Array.from({ length: 8 }, () => piece)], MINUTE / 2)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a stalled request behind one that is still being answered is cut without a response in between', async () => {
  const answer = await answerTo([head('text/plain', 4, '/slow') + 'body' + head('text/plain', 10) + 'half']);
  expect(answer).not.toContain('408');
});

test('a body that continues after its response is disconnected as well', async () => {
  const answer = await answerTo([head('text/plain', 8, '/early') + 'half', `rest${head('text/plain', 0)}`], 2 * MINUTE);
  expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*who\?$/);
});

test('a body of an injected request has no deadline', async () => {
  const answer = await app.inject({ method: 'POST', url: '/early', payload: 'never read' });
  expect(answer.statusCode).toBe(401);
  jest.advanceTimersByTime(4 * MINUTE);
});
