import { apiPaths, endpointPath } from '../../../src/contract/paths';
import type { NewKey } from '../../../src/contract/keys';
import type { ProjectUpdate } from '../../../src/contract/projects';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { type CacheRequest, type CacheResponse, SharedCache } from '../../fixtures/sharedCache';
import { bearer, makeKey } from '../keys/keyOf';
import { publishProject } from './published';

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());

const lines = ['Code;City;Secret', ...Array.from({ length: 60 }, (_, n) => `c${n};Oslo;hush ${n}`)];
const settings = { keyColumn: 'Code' };

let addresses = 0;
/** Calls the server directly; each request has its own address, so that no rate limit applies. */
async function direct({ url, headers }: CacheRequest, method: 'GET' | 'HEAD' = 'GET'): Promise<CacheResponse> {
  addresses += 1;
  const remoteAddress = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const {
    statusCode,
    headers: received,
    rawPayload,
  } = await server.app.inject({ method, url, headers, remoteAddress });
  return { status: statusCode, headers: received, body: rawPayload };
}

async function publish(maxAgeSeconds: number | null = null, access: 'public' | 'private' = 'public') {
  const tabs = [
    { title: 'Places', slug: 'places', lines, settings },
    { title: 'Gone', slug: 'gone', lines, gone_at: '2026-01-01T00:00:00.000Z' },
  ];
  const { id } = await publishProject(server.db, owner.person.id, tabs, { max_age_seconds: maxAgeSeconds, access });
  const keyFor = (wish: Partial<NewKey> = {}) => makeKey(server, owner, id, wish);
  const update = async (change: ProjectUpdate) => {
    const url = apiPaths.projectUpdate(id);
    const answer = await server.app.inject({ method: 'PUT', url, headers: owner.headers, payload: change });
    expect(answer.statusCode).toBe(200);
  };
  const revoke = async (keyId: string) => {
    const url = apiPaths.projectKey(id, keyId);
    expect((await server.app.inject({ method: 'DELETE', url, headers: owner.headers })).statusCode).toBeLessThan(300);
  };
  return { id, keyFor, update, revoke };
}

const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` });
const apiKey = (secret: string) => ({ 'x-api-key': secret });
const SITE = 'https://shop.example';
const hidden = { hiddenColumns: [{ sheetId: 0, columns: ['Secret'] }] };

/** Callers of a project by name, with their headers. */
async function everybody({ keyFor, revoke }: Awaited<ReturnType<typeof publish>>) {
  const stranger = await publish();
  const [whole, hiding, revoked, writer, elsewhere, onSite] = await Promise.all([
    keyFor(),
    keyFor(hidden),
    keyFor(),
    keyFor({ scopes: ['create'] }),
    stranger.keyFor(),
    keyFor({ kind: 'publishable', origins: [SITE] }),
  ]);
  await revoke(revoked.key.id);
  const wrong = `${whole.secret.slice(0, -4)}AAAA`;
  return {
    nobody: {},
    'nobody, on a page': { origin: SITE },
    'nobody, who takes gzip': { 'accept-encoding': 'gzip' },
    'nobody, who would like CSV': { accept: 'text/csv' },
    'a key, as Bearer': bearer(whole.secret),
    'a key, as X-Api-Key': apiKey(whole.secret),
    'a key, by Basic': basic(whole.secret),
    'a key with a hidden column, as Bearer': bearer(hiding.secret),
    'a key with a hidden column, as X-Api-Key': apiKey(hiding.secret),
    'a key with a hidden column, by Basic': basic(hiding.secret),
    'a wrong key, as Bearer': bearer(wrong),
    'a wrong key, as X-Api-Key': apiKey(wrong),
    'a wrong key, by Basic': basic(wrong),
    'a revoked key': bearer(revoked.secret),
    'a key that may only write': apiKey(writer.secret),
    'a key of another project': bearer(elsewhere.secret),
    'a key of a site, there': { ...bearer(onSite.secret), origin: SITE },
    'a key of a site, elsewhere': { ...bearer(onSite.secret), origin: 'https://evil.example' },
  } satisfies Record<string, Record<string, string>>;
}

const paths = {
  rows: '/Places',
  'rows by a filter': '/Places?City=Oslo&_limit=3',
  CSV: '/Places.csv',
  NDJSON: '/Places.ndjson',
  XLSX: '/Places.xlsx',
  'one row': '/Places/c1',
  'the project': '',
  'the columns': '/Places/_schema',
  OpenAPI: '/_openapi.json',
  types: '/_types.ts',
  'no tab': '/Nowhere',
  'a tab that is gone': '/Gone',
  'no row': '/Places/nobody',
  'a wrong question': '/Places?Nothing=1',
} as const;

/** Picks the parts of a response that must be equal in each request; CORS matters to pages alone. */
const toldBy = ({ status, headers, body }: CacheResponse, { origin }: CacheRequest['headers']) => ({
  status,
  etag: headers.etag,
  type: headers['content-type'],
  coding: headers['content-encoding'],
  allowed: origin === undefined ? undefined : headers['access-control-allow-origin'],
  body: body.toString('latin1').replace(/"requestId":"[^"]*"/, ''),
});

/** One caller for each kind of response: all callers are tested after each of these. */
const FIRST = new Set([
  'nobody',
  'a key, as Bearer',
  'a key with a hidden column, as X-Api-Key',
  'a wrong key, by Basic',
]);

const VARY = ['Accept', 'Accept-Encoding', 'Authorization', 'X-Api-Key'];

describe.each([
  ['revalidates each time', null],
  ['caches responses for a minute', 60],
])('a shared cache that %s', (_how, maxAge) => {
  const project = beforeTests(() => publish(maxAge));
  const headersOf = beforeTests(() => everybody(project));

  test.each(Object.entries(paths))('gives nobody the response of another: %s', async (_what, path) => {
    const url = endpointPath(project.id) + path;
    const callers = Object.entries(headersOf);
    const expected = new Map<string, CacheResponse>();
    for (const [name, headers] of callers) expected.set(name, await direct({ url, headers }));
    // A cache that stores authorized responses too stores everything that others do.
    const cache = new SharedCache(direct, { storesAuthorized: true });
    for (const [, first] of callers.filter(([name]) => FIRST.has(name))) {
      await cache.get({ url, headers: first });
      for (const [name, headers] of callers) {
        const received = await cache.get({ url, headers });
        expect([name, toldBy(received, headers)]).toEqual([name, toldBy(expected.get(name)!, headers)]);
      }
    }
    // Otherwise the test proves nothing: public responses are stored.
    if (expected.get('nobody')?.status === 200) expect(cache.size).toBeGreaterThan(0);
  });
});

test('every response has a complete Vary header, errors and 304 too', async () => {
  const statuses = new Set<number>();
  for (const access of ['public', 'private'] as const) {
    const project = await publish(null, access);
    for (const headers of Object.values(await everybody(project))) {
      for (const path of [...Object.values(paths), '/Places/_query', '/nothing/at/all']) {
        const url = endpointPath(project.id) + path;
        const answer = await direct({ url, headers });
        const answers = [answer, await direct({ url, headers }, 'HEAD')];
        const { etag } = answer.headers;
        if (etag !== undefined)
          answers.push(await direct({ url, headers: { ...headers, 'if-none-match': String(etag) } }));
        for (const { status, headers: received } of answers) {
          statuses.add(status);
          expect([url, status, String(received.vary).split(', ')]).toEqual([url, status, expect.arrayContaining(VARY)]);
          expect(received['cache-control']).toBe(
            status >= 400 ? 'no-store' : isOpen(access, headers) ? 'public, no-cache' : 'private, no-store',
          );
        }
      }
    }
  }
  expect([...statuses].sort()).toEqual([200, 304, 400, 401, 403, 404, 405, 410]);
});

const isOpen = (access: string, headers: Record<string, string>) =>
  access === 'public' && headers.authorization === undefined && headers['x-api-key'] === undefined;

test('a project that becomes private is private at once, or after the max-age that its owner has set', async () => {
  for (const seconds of [null, 60]) {
    const { id, update } = await publish();
    await update({ maxAgeSeconds: seconds });
    const cache = new SharedCache(direct);
    const read = async () => (await cache.get({ url: endpointPath(id, 'Places'), headers: {} })).status;
    expect(await read()).toBe(200);
    await update({ access: 'private' });
    if (seconds !== null) {
      cache.wait(seconds - 1);
      expect(await read()).toBe(200);
      cache.wait(2);
    }
    expect(await read()).toBe(401);
  }
});

test('a revoked key is refused at once, whatever was cached with it', async () => {
  const { id, keyFor, revoke } = await publish(86_400);
  const { secret, key } = await keyFor();
  const cache = new SharedCache(direct, { storesAuthorized: true });
  const read = async () => (await cache.get({ url: endpointPath(id, 'Places'), headers: bearer(secret) })).status;
  expect(await read()).toBe(200);
  await revoke(key.id);
  expect(await read()).toBe(401);
});

test('the owner sets the max-age of responses, and removes it', async () => {
  const { id, update } = await publish();
  const received = async () =>
    (await direct({ url: endpointPath(id, 'Places'), headers: {} })).headers['cache-control'];
  expect(await received()).toBe('public, no-cache');
  for (const seconds of [0, 1, 86_400]) {
    await update({ maxAgeSeconds: seconds });
    expect(await received()).toBe(`public, max-age=${seconds}`);
  }
  await update({ maxAgeSeconds: null });
  expect(await received()).toBe('public, no-cache');
});
