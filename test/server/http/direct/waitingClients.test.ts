import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readDirectly } from '../../../../src/server/http/direct/directConnections';
import { connectClient } from './connectClient';
import { nothingReceived } from './nothingReceived';

/** What is held back, and hears of `asked` when it has come. */
const HELD = '/v1/held';

let server: Server;
let socket: Socket;
/** The server's end of it. */
let taken: Socket;
let asked: Promise<[IncomingMessage, ServerResponse]>;

const tell = ({ url }: IncomingMessage, response: ServerResponse) => void response.end(`told ${url};`);

beforeEach(async () => {
  server = createServer(tell);
  asked = new Promise((resolve) => {
    readDirectly(server, {
      ...nothingReceived,
      doors: [],
      handle: (request, response) =>
        request.url === HELD ? resolve([request, response]) : response.end(`direct ${request.url};`),
      isOurs: () => true,
      isWanted: () => true,
      stalled: 300_000,
    });
  });
  [socket, taken] = await connectClient(server);
});

afterEach(() => {
  socket.destroy();
  server.close();
  server.closeAllConnections();
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`;

/** Writes, and waits until all of it has arrived. */
async function arrived(text: string) {
  const until = taken.bytesRead + text.length;
  socket.write(text);
  while (taken.bytesRead < until) await new Promise((after) => setImmediate(after));
}

test('whoever asks again before the answer gets all of them in their order', async () => {
  await arrived(get(HELD));
  const [request, response] = await asked;
  await arrived(get('/v1/2'));
  socket.write(get('/v1/3'));
  tell(request, response);
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  while (!text.includes('/v1/3;')) await once(socket, 'data');
  // From the first one on that was not alone Node has the connection.
  expect(text.match(/(told|direct) [^;]*/g)).toEqual([`told ${HELD}`, 'told /v1/2', 'told /v1/3']);
});
