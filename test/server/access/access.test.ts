import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { endpointPath } from '../../../src/contract/paths';
import type { NewKey } from '../../../src/contract/keys';
import { storeRows, publishProject } from '../endpoints/published';
import { bearer, makeKey } from '../keys/keyOf';

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());

const beans = ['Code;Name;Cost;Origin', 'a;Kaffa;3;Ethiopia', 'b;Yirga;4;Ethiopia', 'c;Huila;4;Colombia'];
const tabs = [
  { title: 'beans', slug: 'beans', lines: beans },
  { title: 'orders', slug: 'orders', lines: ['Item;Total', 'x;1'] },
];

const publish = (access: 'public' | 'private' = 'private') =>
  publishProject(server.db, owner.person.id, tabs, { access });

async function withKey(wish: Partial<NewKey> = {}, access: 'public' | 'private' = 'private') {
  const { id, tabs: published } = await publish(access);
  const { secret, key } = await makeKey(server, owner, id, wish);
  const get = (tab?: string, headers: Record<string, string> = {}, query = '') =>
    server.app.inject({ url: endpointPath(id, tab) + query, headers: { ...bearer(secret), ...headers } });
  return { id, secret, key, get, tabs: published };
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof withKey>>['get']>>;

const namesIn = (answer: Answer) => Object.keys(answer.json<{ data: object[] }>().data[0] ?? {});

describe('how a key is sent', () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

  it.each<[string, (secret: string) => Record<string, string>]>([
    ['as Bearer', bearer],
    ['as bearer, since schemes are case-insensitive', (secret) => ({ authorization: `bearer  ${secret} ` })],
    ['as X-Api-Key', (secret) => ({ 'x-api-key': secret })],
    ['as the user name of Basic', (secret) => basic(`${secret}:`)],
    ['as the user name of Basic, with any password', (secret) => basic(`${secret}:letmein`)],
    ['twice, if equal', (secret) => ({ ...bearer(secret), 'x-api-key': secret })],
  ])('is accepted %s', async (_how, headersOf) => {
    const { id, secret } = await withKey();
    const answer = await server.app.inject({ url: endpointPath(id, 'beans'), headers: headersOf(secret) });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it.each<[string, (secret: string) => Record<string, string>]>([
    ['as the password of Basic', (secret) => basic(`me:${secret}`)],
    ['with an extra character', (secret) => bearer(`${secret}A`)],
    ['with a changed character', (secret) => bearer(secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A'))],
    ['with another kind', (secret) => bearer(secret.replace('_sk_', '_pk_'))],
    ['after Bearer twice', (secret) => bearer(`Bearer ${secret}`)],
    ['without a scheme', (secret) => ({ authorization: secret })],
    ['beside another key', (secret) => ({ ...bearer(secret), 'x-api-key': 'tp_sk_other' })],
    ['as an empty header', () => ({ authorization: '' })],
    ['as a key of another service', () => bearer('ghp_1234567890')],
  ])('is rejected %s', async (_how, headersOf) => {
    for (const access of ['private', 'public'] as const) {
      const { id, secret } = await withKey({}, access);
      const answer = await server.app.inject({ url: endpointPath(id, 'beans'), headers: headersOf(secret) });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'unknown_key' });
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="Tabpoint"');
    }
  });

  it('is rejected in the address', async () => {
    const { id, secret } = await withKey();
    for (const name of ['key', 'api_key', 'access_token', '_key', 'X-Api-Key']) {
      const answer = await server.app.inject({ url: `${endpointPath(id, 'beans')}?${name}=${secret}` });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'key_required' });
    }
  });

  it('is rejected in a cookie, and a session is not a key', async () => {
    const { id, secret } = await withKey();
    for (const cookie of [`key=${secret}`, owner.cookie]) {
      expect((await server.app.inject({ url: endpointPath(id, 'beans'), headers: { cookie } })).statusCode).toBe(401);
    }
  });
});

describe('requests without a key', () => {
  it('can read a public project, but not a private one', async () => {
    const [open, closed] = [await publish('public'), await publish('private')];
    expect((await server.app.inject({ url: endpointPath(open.id, 'beans') })).statusCode).toBe(200);
    for (const tab of [undefined, 'beans', 'nothing']) {
      const answer = await server.app.inject({ url: endpointPath(closed.id, tab) });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'key_required', hint: expect.stringContaining('Bearer') });
    }
  });
});

describe('the rights of a key', () => {
  it.each(['private', 'public'] as const)(
    'a key without the scope read is refused with its name in a %s project',
    async (access) => {
      const { get } = await withKey({ scopes: ['create', 'update'] }, access);
      const answer = await get('beans');
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'missing_scope', detail: expect.stringContaining('“read”') });
      expect((await get()).statusCode).toBe(200);
    },
  );

  it('tabs outside the key’s scope get the same response as tabs that never existed', async () => {
    const { get } = await withKey({ tabs: [0] });
    expect((await get('beans')).statusCode).toBe(200);
    const [hidden, never] = [await get('orders'), await get('nowhere')];
    expect([hidden.statusCode, never.statusCode]).toEqual([404, 404]);
    const same = (answer: Answer, name: string) => ({
      ...answer.json<Record<string, unknown>>(),
      requestId: '',
      detail: answer.json<{ detail: string }>().detail.replace(name, ''),
    });
    expect(same(hidden, 'orders')).toEqual(same(never, 'nowhere'));
    expect((await get('order')).body).not.toContain('orders');
    const project = (await get()).json<{ data: { tabs: { title: string }[] } }>();
    expect(project.data.tabs.map(({ title }) => title)).toEqual(['beans']);
  });

  it('an expired key is refused with 401 and the reason', async () => {
    const { get } = await withKey({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect((await get('beans')).statusCode).toBe(200);
    const later = Date.now() + 60_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    const answer = await get('beans');
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'unknown_key', detail: expect.stringContaining('expired') });
  });
});

describe('a hidden column', () => {
  const hiding = () => withKey({ hiddenColumns: [{ sheetId: 0, columns: ['Cost'] }] });

  it('is missing from rows, pages and the project', async () => {
    const { get } = await hiding();
    expect(namesIn(await get('beans'))).toEqual(['_id', 'Code', 'Name', 'Origin']);
    const { data } = (await get()).json<{ data: { tabs: { columns: number }[] } }>();
    expect(data.tabs[0]?.columns).toBe(3);
  });

  it('is not searched', async () => {
    const [hidden, whole] = [await hiding(), await withKey()];
    const totals = await Promise.all(
      [hidden, whole].map(async ({ get }) => (await get('beans', {}, '?_q=4')).headers['x-total-count']),
    );
    expect(totals).toEqual(['0', '2']);
  });

  it('is not leaked or dropped by responses cached for other callers', async () => {
    const { id, get } = await hiding();
    const { secret } = await makeKey(server, owner, id);
    const whole = () => server.app.inject({ url: endpointPath(id, 'beans'), headers: bearer(secret) });
    const seen = [await whole(), await get('beans'), await whole(), await get('beans')];
    expect(seen.map((answer) => namesIn(answer).includes('Cost'))).toEqual([true, false, true, false]);
    expect(seen[0]?.headers.etag).not.toBe(seen[1]?.headers.etag);
    const asIfItHad = await get('beans', { 'if-none-match': String(seen[0]?.headers.etag) });
    expect(asIfItHad.statusCode).toBe(200);
  });

  it('stays hidden on the pages of a cursor', async () => {
    const { get } = await hiding();
    const { meta } = (await get('beans', {}, '?_limit=1')).json<{ meta: { next: string } }>();
    const next = await get('beans', {}, new URL(meta.next).search);
    expect(namesIn(next)).toEqual(['_id', 'Code', 'Name', 'Origin']);
  });

  it.each([
    ['was renamed', ['Code;Name;Price;Origin', 'a;Kaffa;3;Ethiopia'], {}],
    ['became the key column', beans, { key_column: 'Cost' }],
    ['is behind another of its name', ['Code;Cost;Name;Cost;Origin', 'a;free;Kaffa;3;Ethiopia'], {}],
  ])('that %s closes the whole tab to the key', async (_what, lines, said) => {
    const { id, get, tabs: published } = await hiding();
    expect((await get('beans')).statusCode).toBe(200);
    const rows = await storeRows(server.db, lines);
    await server.db
      .updateTable('project_tabs')
      .set({ ...rows, ...said, revision: 2 })
      .where('id', '=', published[0]?.id ?? '')
      .execute();
    await server.db.updateTable('projects').set({ revision: 2 }).where('id', '=', id).execute();
    server.services.events.projectChanged.emit(id);
    const answer = await get('beans');
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'outdated_key' });
    expect((await get('orders')).statusCode).toBe(200);
  });
});

describe('a publishable key in a page', () => {
  const site = 'https://shop.example';
  const bound = () => withKey({ kind: 'publishable', origins: [site, 'http://localhost:5173'] });

  it('works on its sites, and only their scripts can read the response', async () => {
    const { get } = await bound();
    const answer = await get('beans', { origin: site });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(site);
    expect(String(answer.headers.vary).split(', ')).toContain('Origin');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each(['https://evil.example', 'http://shop.example', 'https://shop.example.evil.example', 'null'])(
    'does not work on %s',
    async (origin) => {
      const { get } = await bound();
      const answer = await get('beans', { origin });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'origin_refused' });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});

describe('scripts of other sites', () => {
  const origin = 'https://app.example';

  it('can read every response, errors included, but without cookies', async () => {
    const { id } = await publish('public');
    const { id: closed } = await publish('private');
    const refused = [endpointPath(closed, 'beans'), endpointPath(id, 'x'), '/v1/none/at/all/here'];
    for (const url of [endpointPath(id, 'beans'), ...refused]) {
      const { headers } = await server.app.inject({ url, headers: { origin } });
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      const exposed = String(headers['access-control-expose-headers']).split(', ');
      const limits = ['RateLimit', 'RateLimit-Policy', 'Retry-After'];
      expect(exposed).toEqual(expect.arrayContaining(['ETag', 'Link', ...limits, 'X-Total-Count', 'X-Tabpoint-Stale']));
    }
  });

  it('learn from a preflight which requests are allowed', async () => {
    const { id } = await publish('private');
    const answer = await server.app.inject({
      method: 'OPTIONS',
      url: endpointPath(id, 'beans'),
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(String(answer.headers['access-control-allow-methods']).split(', ')).toContain('GET');
    const allowed = String(answer.headers['access-control-allow-headers']).split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['Authorization', 'Idempotency-Key', 'If-Match', 'X-Api-Key']));
    const sentByTools = [
      ...['Cache-Control', 'Pragma', 'Range', 'X-Requested-With', 'X-Request-Id', 'X-Correlation-Id'],
      ...['traceparent', 'tracestate', 'baggage', 'sentry-trace'],
    ];
    expect(allowed).toEqual(expect.arrayContaining(sentByTools));
  });
});
