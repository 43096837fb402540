import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Asking, startAsking } from './asking';

let asking: Asking;

beforeAll(async () => {
  const lines = ['n;text', ...Array.from({ length: 200 }, (_, n) => `${n};some text that repeats`)];
  asking = await startAsking({ title: 'A', slug: 'a', lines });
});

afterAll(() => asking.close());

test.each([
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['gzip;q=0', undefined],
  ['deflate', undefined],
  ['', undefined],
])('Accept-Encoding: %s is answered with %s', async (accepted, coding) => {
  const answer = await asking.get('', { 'accept-encoding': accepted });
  expect(answer.headers['content-encoding']).toBe(coding);
  expect(answer.headers.vary).toMatch('Accept-Encoding');
});

test('the body is the same in every coding, but its entity tag is not', async () => {
  const plain = await asking.get('');
  const gzip = await asking.get('', { 'accept-encoding': 'gzip' });
  const br = await asking.get('', { 'accept-encoding': 'br' });
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
  expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3);
  expect(gzip.headers['content-length']).toBe(String(gzip.rawPayload.length));
});

test.each([
  ['br', 'br, gzip', 304],
  ['gzip', 'br, gzip', 304],
  ['identity', 'gzip', 304],
  ['br', 'gzip', 200],
  ['gzip', 'br', 200],
  ['gzip', undefined, 200],
  ['br', 'identity', 200],
])(
  'the entity tag of %s is valid for clients that accept that coding: with %s the response is %i',
  async (had, welcome, status) => {
    const tagged = await asking.get('', { 'accept-encoding': had });
    const etag = String(tagged.headers.etag);
    const answer = await asking.get('', {
      ...(welcome !== undefined && { 'accept-encoding': welcome }),
      'if-none-match': `"other", W/${etag}`,
    });
    expect(answer.statusCode).toBe(status);
    if (status === 304) expect([answer.headers.etag, answer.headers['content-encoding']]).toEqual([etag, undefined]);
  },
);

test('short responses are not compressed', async () => {
  const answer = await asking.get('?_limit=1', { 'accept-encoding': 'br, gzip' });
  expect(answer.headers).not.toHaveProperty('content-encoding');
});

test('a response is cached in its coding', async () => {
  const first = await asking.get('?_sort=-n', { 'accept-encoding': 'gzip' });
  const second = await asking.get('?_sort=-n', { 'accept-encoding': 'gzip' });
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  expect(second.headers).toMatchObject({ etag: first.headers.etag, 'content-encoding': 'gzip' });
});
