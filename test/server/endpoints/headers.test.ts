import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { changeRows, places, publishProject } from './published';

let id: string;

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());
beforeAll(async () => {
  ({ id } = await publishProject(server.db, owner.person.id, [{ title: 'Places', slug: 'places', lines: places }]));
});

const publishA = (said: Parameters<typeof publishProject>[3] = {}) =>
  publishProject(server.db, owner.person.id, [{ title: 'A', lines: ['n', '1'] }], said);
const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: path, headers });
const shapes = () => [`/v1/${id}`, `/v1/${id}/Places`, `/v1/${id}/Places?City=Oslo`, `/v1/${id}/Places/r_2`];

describe('conditional requests', () => {
  test('each representation has a strong entity tag of its own', async () => {
    const pages = [
      `/v1/${id}/Places?_limit=1`,
      `/v1/${id}/Places?_offset=1`,
      `/v1/${id}/places`,
      `/v1/${id}/Places/r_3`,
    ];
    const answers = [...shapes(), ...pages].map((path) => get(path));
    const formats = ['text/csv', 'application/x-ndjson'].map((accept) => get(`/v1/${id}/Places`, { accept }));
    const tags = (await Promise.all([...answers, ...formats])).map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(tags.length);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  test('the order of filters makes no difference', async () => {
    const one = await get(`/v1/${id}/Places?City=Oslo&Open=true`);
    const other = await get(`/v1/${id}/Places?open=TRUE&city=Oslo&City=Oslo&_limit=100`);
    expect(other.headers.etag).toBe(one.headers.etag);
    expect(other.body).toBe(one.body);
  });

  test('a response with the client’s entity tag is 304 without a body', async () => {
    for (const path of shapes()) {
      const { etag } = (await get(path)).headers;
      for (const tags of [`${etag}`, `W/${etag}`, `"other", ${etag}`, `"a,b" , W/${etag},"c"`, '*', ' * ']) {
        const answer = await get(path, { 'if-none-match': tags });
        expect([path, tags, answer.statusCode, answer.body]).toEqual([path, tags, 304, '']);
        expect(answer.headers).not.toHaveProperty('content-length');
        expect(answer.headers).not.toHaveProperty('content-type');
        expect(answer.headers).toMatchObject({ etag, 'cache-control': 'public, no-cache' });
      }
    }
  });

  test.each(['"other"', '', 'W/"x"', 'nonsense', '"*"'])('If-None-Match: %s is answered in full', async (tags) => {
    expect((await get(`/v1/${id}/Places`, { 'if-none-match': tags })).statusCode).toBe(200);
  });

  test.each(['GET', 'HEAD'] as const)('%s with If-Modified-Since alone is answered in full', async (method) => {
    for (const path of shapes()) {
      const { etag, 'last-modified': read } = (await get(path)).headers;
      for (const date of [`${read}`, new Date().toUTCString(), 'Fri, 31 Dec 9999 23:59:59 GMT']) {
        const dated = await server.app.inject({ method, url: path, headers: { 'if-modified-since': date } });
        expect([path, date, dated.statusCode, dated.headers.etag]).toEqual([path, date, 200, etag]);
        const tagged = { 'if-modified-since': date, 'if-none-match': `${etag}` };
        expect((await server.app.inject({ method, url: path, headers: tagged })).statusCode).toBe(304);
      }
    }
  });

  test('errors ignore If-None-Match', async () => {
    expect((await get(`/v1/${id}/Nothing`, { 'if-none-match': '*' })).statusCode).toBe(404);
    expect((await get(`/v1/${id}/Places?x=1`, { 'if-none-match': '*' })).statusCode).toBe(400);
  });

  test('new rows have a new entity tag, and are served at once', async () => {
    const mine = await publishA();
    const before = await get(`/v1/${mine.id}/A`);
    const [tab] = mine.tabs;
    if (tab !== undefined) await changeRows(server, tab, ['n', '2']);
    const after = await get(`/v1/${mine.id}/A`, { 'if-none-match': String(before.headers.etag) });
    expect(after.json()).toMatchObject({ data: [{ n: 2 }], meta: { revision: 2 } });
    expect(after.headers['x-tabpoint-revision']).toBe('2');
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });
});

describe('the headers of a response', () => {
  test('of rows', async () => {
    expect((await get(`/v1/${id}/Places?City=Oslo&_limit=1`)).headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, no-cache',
      'last-modified': 'Wed, 04 Mar 2026 05:06:07 GMT',
      'x-total-count': '3',
      'x-tabpoint-revision': '1',
      'x-tabpoint-synced-at': '2026-03-04T05:06:07.890Z',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      link: expect.stringMatching(
        /^<http:\/\/localhost(:80)?\/v1\/\w+\/Places\?City=Oslo&_limit=1&_cursor=1\.1\.[0-9a-z]+>; rel="next"$/,
      ),
    });
  });

  test('name no next page and no staleness unless there is one', async () => {
    const { headers } = await get(`/v1/${id}/Places`);
    expect(headers).not.toHaveProperty('link');
    expect(headers).not.toHaveProperty('x-tabpoint-stale');
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test.each([
    [{ status: 'stale', status_reason: 'Google did not answer.' }, 'Google did not answer.'],
    [{ status: 'stale', status_reason: 'Der Ort “Köln”\r\nX-Evil: 1' }, 'Der Ort ?K?ln?X-Evil: 1'],
    [{ status: 'stale', status_reason: null }, 'The spreadsheet could not be refreshed.'],
    [{ status: 'needsAccess', status_reason: null }, 'The spreadsheet cannot be read any more.'],
  ] as const)('say that the copy of %j is stale', async (said, reason) => {
    const stale = await publishA(said);
    const answer = await get(`/v1/${stale.id}/A`);
    expect([answer.statusCode, answer.headers['x-tabpoint-stale']]).toEqual([200, reason]);
  });

  test('of a project before its first sync', async () => {
    const fresh = await publishProject(server.db, owner.person.id, [], {
      status: 'syncing',
      synced_at: null,
      revision: 0,
    });
    const answer = await get(`/v1/${fresh.id}`);
    expect(answer.json().data).toMatchObject({ tabs: [], syncedAt: null });
    expect(answer.headers).not.toHaveProperty('last-modified');
  });

  test('of a paused project, which serves its last copy', async () => {
    const paused = await publishA({ paused: 1 });
    expect((await get(`/v1/${paused.id}/A`)).json().data).toEqual([{ _id: 'r_2', n: 1 }]);
  });

  test('behind a proxy have links with its origin, and count for the client that it names', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const proxied = await buildTestApp({ trustProxy: 1, plans: 'tiered' });
    const { person } = await proxied.signUp();
    const { id: own } = await publishProject(proxied.db, person.id, [{ title: 'A', lines: ['n', '1', '2'] }]);
    const headersFor = async (client: string) => {
      const forwarded = { 'x-forwarded-for': `203.0.113.9, ${client}`, 'x-forwarded-host': 'data.example' };
      const headers = { ...forwarded, 'x-forwarded-proto': 'https' };
      return (await proxied.app.inject({ url: `/v1/${own}/A?_limit=1`, headers })).headers;
    };
    const first = await headersFor('::1');
    const other = await headersFor('1.2.3.4');
    const again = await headersFor('::1');
    expect(first.link).toMatch(`<https://data.example/v1/${own}/A?_limit=1&_cursor=`);
    const left = [first, other, again].map(({ ratelimit }) => /r=(\d+)/.exec(String(ratelimit))?.[1]);
    expect(left).toEqual(['59', '59', '58']);
    await proxied.close();
  });

  test('have links with the origin of the request', async () => {
    const answer = await get(`/v1/${id}/Places?_limit=1`, { host: 'data.example:8080' });
    expect(answer.json().meta.next).toMatch(`http://data.example:8080/v1/${id}/Places?_limit=1&_cursor=1.1.`);
  });
});

describe('other methods', () => {
  test.each(['', '/Places', '/Places?City=Oslo&_limit=1', '/Places/r_2'])(
    'HEAD of %p has the headers of GET and no body',
    async (rest) => {
      const path = `/v1/${id}${rest}`;
      const [head, body] = await Promise.all([server.app.inject({ method: 'HEAD', url: path }), get(path)]);
      expect([head.statusCode, head.body]).toEqual([200, '']);
      const type = ['etag', 'content-type', 'content-length', 'cache-control'];
      for (const name of [...type, 'x-tabpoint-revision', 'x-total-count', 'link']) {
        expect([name, head.headers[name]]).toEqual([name, body.headers[name]]);
      }
    },
  );

  const refusedAt = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'TRACE', path: string) =>
    server.app.inject({
      method,
      url: path,
      headers: { origin: 'https://a.example', 'content-type': 'text/odd' },
      payload: 'x',
    });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    '%s of rows with an unknown media type is refused',
    async (method) => {
      const answer = await refusedAt(method, `/v1/${id}/Places`);
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    },
  );

  test('TRACE is refused everywhere', async () => {
    for (const path of shapes()) {
      const { statusCode, headers } = await refusedAt('TRACE', path);
      expect([statusCode, headers['access-control-allow-origin']]).toEqual([405, '*']);
      expect(String(headers['access-control-expose-headers']).split(', ')).toContain('Allow');
    }
  });
});

describe('CORS', () => {
  const origin = 'https://page.example';

  test('answers a preflight, also for unknown addresses', async () => {
    for (const path of [...shapes(), '/v1/nothing/at/all']) {
      const answer = await server.app.inject({
        method: 'OPTIONS',
        url: path,
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
      });
      expect([path, answer.statusCode, answer.body]).toEqual([path, 204, '']);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': expect.stringMatching(/^GET, HEAD/),
        'access-control-allow-headers': expect.stringMatching(/Authorization.*If-None-Match/),
      });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test.each([200, 304, 400, 401, 404])('lets scripts of every site read a response of %i', async (status) => {
    const secret = await publishA({ access: 'private' });
    const paths: Record<number, string> = {
      400: `/v1/${id}/Places?x=1`,
      401: `/v1/${secret.id}/A`,
      404: `/v1/${id}/None`,
    };
    const answer = await get(paths[status] ?? `/v1/${id}/Places`, {
      origin,
      ...(status === 304 && { 'if-none-match': '*' }),
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    const own = ['X-Total-Count', 'X-Tabpoint-Revision', 'X-Tabpoint-Synced-At', 'X-Tabpoint-Stale'];
    for (const name of ['Content-Range', 'ETag', 'Link', ...own]) {
      expect(answer.headers['access-control-expose-headers']).toMatch(name);
    }
  });

  test('applies to every site without cookies in development too', async () => {
    const development = await buildTestApp({ development: true });
    const answer = await development.app.inject({ url: '/v1/nothing', headers: { origin: 'http://localhost:3000' } });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    await development.close();
  });
});

describe('a private project', () => {
  test('needs a key from every caller', async () => {
    const secret = await publishA({ access: 'private' });
    for (const path of ['', '/A', '/A/r_2', '/Nothing', '/A?x=1']) {
      const callers: Record<string, string>[] = [{}, owner.headers, { 'if-none-match': '*' }];
      for (const headers of callers) {
        const answer = await get(`/v1/${secret.id}${path}`, headers);
        expect([answer.statusCode, answer.json().code]).toEqual([401, 'key_required']);
        expect(answer.headers).toMatchObject({
          'cache-control': 'no-store',
          'www-authenticate': 'Bearer realm="Tabpoint"',
        });
        expect(answer.json().detail).toBe('This project is private: reading it needs a key.');
      }
    }
  });
});
