import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { prepareServer } from '../../../src/server/http/brokenRequests';
import { fastifyOptionsOf } from '../../../src/server/http/fastifyOptions';

/** Milliseconds of inactivity after which the server cuts a connection here. */
const IDLE_TIMEOUT_MS = 300;

/** Timeout for tests in which nobody is cut, and the pause between two reads of a slow client. */
const LONG_TIMEOUT_MS = 2_000;
const PAUSE_MS = 100;
const PAUSES = 30;

const LARGE = Buffer.alloc(64 * 1024 * 1024);

/** Starts a server with an idle timeout. */
async function serve(idleTimeout: number): Promise<FastifyInstance> {
  const settings = { logLevel: 'silent', trustProxy: false, publicUrl: undefined } as const;
  const app = Fastify({ ...fastifyOptionsOf(settings), connectionTimeout: idleTimeout });
  prepareServer(app.server);
  app.get('/v1/ready', async (_request, reply) => {
    reply.hijack().raw.writeHead(200, { 'content-length': LARGE.length }).end(LARGE);
  });
  app.get('/large', async () => LARGE);
  app.get('/v1/large', async () => LARGE);
  app.get('/small', async () => 'small');
  app.post('/small', async () => 'small');
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port;

let app: FastifyInstance;
let patient: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = await serve(IDLE_TIMEOUT_MS);
  patient = await serve(LONG_TIMEOUT_MS);
  port = portOf(app);
});
afterAll(() => Promise.all([app.close(), patient.close()]));

async function open(text: string, to = port): Promise<Socket> {
  const socket = connect(to, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const connections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));

async function untilNone() {
  while ((await connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

const HEAD = 'HTTP/1.1\r\nHost: localhost\r\n';

test.each<[string, string]>([
  ['reads nothing of its response', `GET /large ${HEAD}\r\n`],
  ['reads nothing of a cached response', `GET /v1/ready ${HEAD}\r\n`],
  ['reads nothing of a response of the data API', `GET /v1/large ${HEAD}\r\n`],
  ['stops in the middle of its head', `GET /small ${HEAD}X-Half: `],
  ['sends half of its body', `POST /small ${HEAD}Content-Type: text/plain\r\nContent-Length: 100\r\n\r\nhalf`],
  ['sends nothing', ''],
])('a client that %s is disconnected, and others are answered meanwhile', async (_what, text) => {
  const socket = (await open(text)).pause();
  expect(await (await fetch(`http://127.0.0.1:${port}/small`, { headers: { connection: 'close' } })).text()).toBe(
    'small',
  );
  await untilNone();
  socket.destroy();
});

test('a client that reads slowly, for longer than the timeout, gets the whole response', async () => {
  const read = async (path: string) => {
    const end = path === '/large' ? 'close' : 'keep-alive';
    const socket = await open(`GET ${path} ${HEAD}Connection: ${end}\r\n\r\n`, portOf(patient));
    let [bytes, stops] = [0, 0];
    for await (const data of socket as AsyncIterable<Buffer>) {
      // The head arrives first and completely.
      bytes += data.length - (bytes === 0 ? data.indexOf('\r\n\r\n') + 4 : 0);
      if (bytes >= LARGE.length) break;
      if (bytes > (stops * LARGE.length) / PAUSES)
        stops += await new Promise<number>((go) => setTimeout(go, PAUSE_MS, 1));
    }
    return bytes;
  };
  expect(await Promise.all(['/large', '/v1/large', '/v1/ready'].map(read))).toEqual([
    LARGE.length,
    LARGE.length,
    LARGE.length,
  ]);
});

test('a client that sends anything behind an open request is told so once, and nothing of it is kept', async () => {
  const held = Fastify(fastifyOptionsOf({ logLevel: 'silent', trustProxy: false, publicUrl: undefined }));
  prepareServer(held.server);
  const replies: FastifyReply[] = [];
  held.get('/', (_request, reply) => void replies.push(reply));
  await held.listen({ port: 0, host: '127.0.0.1' });
  const socket = await open(`GET / ${HEAD}\r\n`, portOf(held));
  let text = '';
  socket.on('data', (data) => (text += String(data)));
  while (replies.length === 0) await new Promise(setImmediate);
  const waiting: unknown[] = [];
  for (let packet = 0; packet < 5; packet += 1) {
    socket.write('\0 not HTTP');
    await once(held.server, 'clientError');
    await new Promise(setImmediate);
    waiting.push(replies[0]?.raw.listenerCount('close'));
  }
  replies[0]?.send('done');
  await once(socket, 'close');
  await held.close();
  expect(new Set(waiting).size).toBe(1);
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '400']);
});
