import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { headsWork, type ReadyAnswer, sendPlainly, sendReady, sendWithHead } from '../../../src/server/http/readyHead';

/** What a client reads of an answer. */
async function readBack(send: (response: ServerResponse) => void, method = 'GET') {
  const server = createServer((_request, response) => send(response));
  server.keepAliveTimeout = 72_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise((resolve, reject) => {
    const asked = request({ port, method, agent: false, headers: { connection: 'keep-alive' } }, (got) => {
      const parts: Buffer[] = [];
      got.on('data', (part: Buffer) => parts.push(part));
      got.on('end', () => {
        const { date, ...headers } = got.headers;
        resolve({
          status: got.statusCode,
          reason: got.statusMessage,
          headers,
          isDate: !Number.isNaN(Date.parse(date ?? '')),
          body: Buffer.concat(parts).toString('latin1'),
        });
      });
    });
    asked.on('error', reject).end();
  });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return answer;
}

const big = Buffer.alloc(300_000, 'ab');
const answers: [string, ReadyAnswer][] = [
  ['one text', { status: 200, fields: 'content-length: 3\r\netag: "a:b"\r\n', pieces: ['a\xe9c'] }],
  ['bytes', { status: 200, fields: `content-length: ${big.length}\r\n`, pieces: [big] }],
  ['pieces', { status: 200, fields: `content-length: ${big.length + 4}\r\n`, pieces: ['[', '"', big, '"]'] }],
  [
    'bytes and bytes',
    { status: 200, fields: `content-length: ${big.length + 2}\r\n`, pieces: [Buffer.from('xy'), big] },
  ],
  ['no body', { status: 200, fields: 'content-length: 0\r\n', pieces: [] }],
  ['304', { status: 304, fields: 'etag: "x"\r\nvary: Origin\r\n', pieces: [] }],
];

test.each(answers)('%s arrives the same, however it is sent', async (_what, answer) => {
  const quick = await readBack((response) => sendWithHead(response, answer, Date.now()));
  expect(quick).toMatchObject({
    status: answer.status,
    isDate: true,
    headers: { connection: 'keep-alive', 'keep-alive': 'timeout=72' },
  });
  expect(quick).toMatchObject({ body: answer.pieces.map((piece) => piece.toString('latin1')).join('') });
  expect(await readBack((response) => sendPlainly(response, answer))).toEqual(quick);
});

test('HEAD has no body', async () => {
  const answer: ReadyAnswer = { status: 200, fields: 'content-length: 3\r\n', pieces: [] };
  expect(await readBack((response) => sendWithHead(response, answer, Date.now()), 'HEAD')).toMatchObject({
    headers: { 'content-length': '3' },
    body: '',
  });
});

describe('the look at what Node does with a ready head', () => {
  test('is content with this Node', () => {
    expect(headsWork()).toBe(true);
    expect(sendReady).toBe(sendWithHead);
  });

  test.each<[string, typeof sendWithHead]>([
    ['nothing comes out', () => undefined],
    ['the head is another', (response) => void response.writeHead(200, { 'content-length': 4 }).end('abcd')],
    [
      'it is an error',
      () => {
        throw new Error('no such thing');
      },
    ],
  ])('notices when %s', (_what, send) => {
    expect(headsWork(send)).toBe(false);
  });
});
