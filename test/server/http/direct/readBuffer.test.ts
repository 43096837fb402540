import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { readDirectly } from '../../../../src/server/http/direct/directConnections';
import { pushesAreHeard } from '../../../../src/server/http/direct/heardPushes';
import type { Messenger, ReceivingDoor } from '../../../../src/server/http/receivingDoor';

let server: Server;
let clients: Socket[] = [];
/** Who waits for an answer. */
let waiting: Messenger[] = [];

const kept = (text: string) => ({ status: 201, fields: `content-length: ${text.length}\r\n`, pieces: [text] }) as const;

const door: ReceivingDoor = {
  expects: () => true,
  take: ({ url }, body, messenger) => {
    if (url === '/v1/later') waiting.push(messenger);
    else messenger.answer(kept(`${body.toString('latin1')};`), Date.now());
    return true;
  },
};

beforeEach(async () => {
  [clients, waiting] = [[], []];
  server = createServer((request, response) => void request.pipe(response));
  readDirectly(server, {
    ...{ doors: [], receivingDoors: [door], letIn: () => () => undefined, stalled: 300_000 },
    handle: (_request, response) => void response.end(),
    passOn: (request, response) => void request.pipe(response),
    isOurs: () => true,
    isWanted: () => true,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(await pushesAreHeard()).toBe('shared');
});

afterEach(() => {
  for (const client of clients) client.destroy();
  server.close();
  server.closeAllConnections();
});

async function connected(): Promise<readonly [client: Socket, taken: Socket]> {
  const taken = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  return [client, (await taken)[0]];
}

const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a.example\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Writes, and waits until it has arrived. */
async function arrived([client, taken]: readonly [Socket, Socket], text: string) {
  const until = taken.bytesRead + text.length;
  client.write(text);
  while (taken.bytesRead < until) await new Promise((after) => setImmediate(after));
}

async function heard([client]: readonly [Socket, Socket], last: string): Promise<string> {
  let text = '';
  while (!text.includes(last)) text += String(((await once(client, 'data')) as [Buffer])[0]);
  return text;
}

/** Has another connection read something as long in the same place. */
async function readElsewhere() {
  const other = await connected();
  await arrived(other, post('/v1/now', `${'y'.repeat(400)};`));
  await heard(other, 'y;');
}

test('a body that waits, and what came behind it, stay as they are while others read', async () => {
  const one = await connected();
  await arrived(one, post('/v1/later', 'the first;'));
  await arrived(one, post('/v1/now', 'the second;'));
  await readElsewhere();
  waiting[0]?.passOn();
  const text = await heard(one, 'the second;');
  expect(text.match(/the \w+;/g)).toEqual(['the first;', 'the second;']);
});

test('what a connection reads that was given away stays as well', async () => {
  const parts: Buffer[] = [];
  const opened = new Promise<Duplex>((resolve) => {
    server.on('upgrade', (_request, socket: Duplex) => resolve(socket));
  });
  const one = await connected();
  await arrived(one, 'GET /v1/now HTTP/1.1\r\nHost: a.example\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
  const stream = await opened;
  stream.on('data', (part: Buffer) => parts.push(part));
  await arrived(one, 'first, ');
  await readElsewhere();
  await arrived(one, 'second');
  await readElsewhere();
  expect(Buffer.concat(parts).toString()).toBe('first, second');
  stream.destroy();
});
