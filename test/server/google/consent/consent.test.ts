import { apiPaths, authPaths } from '../../../../src/contract/paths';
import { buildApp } from '../../../../src/server/app';
import { beforeEachTest } from '../../../fixtures/beforeTests';
import { comeBack, connectGoogle, GOOGLE_CLIENT, goToGoogle, pressAtGoogle } from '../../../fixtures/google/consenting';
import { type GoogleServer, googleServerOnce } from '../../../fixtures/google/googleServer';
import { PASSWORD } from '../../../fixtures/people';
import { until } from '../../../fixtures/eventually';

let server: GoogleServer;
googleServerOnce((made) => (server = made), { googleClient: GOOGLE_CLIENT });
const who = beforeEachTest(() => server.test.signUp());

const connection = async (person = who) =>
  (await server.test.app.inject({ url: apiPaths.googleConnection, headers: person.headers })).json<{
    connection: { email: string; withdrawn: boolean; writes: boolean } | null;
  }>().connection;

/** Returns the outcome that the server tells the app when Google sends a browser back. */
const outcomeOf = async (back: URL, cookie: string) =>
  (await comeBack(server, back, cookie)).location.searchParams.get('google');

const withoutSheets = JSON.stringify({
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 3599,
  scope: 'openid email',
});

const calls = (path: string) => server.google.faults.calls.filter((call) => call.path.startsWith(path));

describe('connecting a Google account', () => {
  it('requests the minimal scope, for offline use, with a state and a challenge', async () => {
    const { location, status } = await goToGoogle(server, who);
    expect(status).toBe(302);
    expect(location.origin).toBe(server.google.origins[0]);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      client_id: 'double-client',
      redirect_uri: 'http://localhost:80/api/google/callback'.replace(':80', ''),
      response_type: 'code',
      scope: 'openid email https://www.googleapis.com/auth/spreadsheets.readonly',
      access_type: 'offline',
      code_challenge_method: 'S256',
    });
  });

  it('leads back to the person’s page, and shows the account', async () => {
    const { status, location } = await connectGoogle(server, who, '/projects/new?sheet=abc#there');
    expect(status).toBe(302);
    expect(location.pathname + location.search + location.hash).toBe('/projects/new?sheet=abc&google=connected#there');
    expect(await connection()).toMatchObject({ email: 'mara@gmail.example', withdrawn: false });
  });

  it('keeps no token that can be read', async () => {
    await connectGoogle(server, who);
    const row = await server.test.db
      .selectFrom('google_connections')
      .selectAll()
      .where('person_id', '=', who.person.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/ya29|1\/\/0/);
    expect(row.refresh_token).toMatch(/^v1\./);
  });

  it('reports that the person declined', async () => {
    const sent = await goToGoogle(server, who);
    expect(await outcomeOf(await pressAtGoogle(sent, 'deny'), sent.cookie)).toBe('denied');
    expect(await connection()).toBeNull();
  });

  it('stores nothing if access to sheets was not granted', async () => {
    const sent = await goToGoogle(server, who);
    const back = await pressAtGoogle(sent, 'allow');
    server.google.faults.next({ status: 200, body: withoutSheets });
    expect(await outcomeOf(back, sent.cookie)).toBe('incomplete');
    expect(calls('/revoke')).toHaveLength(1);
    expect(await connection()).toBeNull();
  });

  it('keeps an earlier grant if access to sheets is not granted later', async () => {
    await connectGoogle(server, who);
    const sent = await goToGoogle(server, who, '/account', true);
    const back = await pressAtGoogle(sent, 'allow');
    server.google.faults.next({ status: 200, body: withoutSheets });
    expect(await outcomeOf(back, sent.cookie)).toBe('incomplete');
    expect(calls('/revoke')).toHaveLength(0);
    expect(await connection()).toMatchObject({ withdrawn: false, writes: false });
  });

  it('revokes the account that another one replaces', async () => {
    const { accounts } = server.google;
    await connectGoogle(server, who);
    accounts.email = 'shop@gmail.example';
    await connectGoogle(server, who);
    expect(calls('/revoke')).toHaveLength(1);
    await connectGoogle(server, who, '/account', true);
    accounts.email = 'mara@gmail.example';
    expect(calls('/revoke')).toHaveLength(1);
    expect(await connection()).toMatchObject({ email: 'shop@gmail.example', withdrawn: false, writes: true });
  });

  it.each([
    ['Google fails', { status: 500 } as const, 'failed'],
    ['Google breaks off', 'cut' as const, 'failed'],
    ['the code is refused', { status: 400, body: '{"error":"invalid_grant"}' } as const, 'expired'],
    ['the client is unknown', { status: 401, body: '{"error":"invalid_client"}' } as const, 'failed'],
    ['Google redirects elsewhere', { status: 307, headers: { location: 'http://127.0.0.1:1/' } } as const, 'failed'],
  ])('leads back with a message when %s', async (_what, fault, outcome) => {
    const sent = await goToGoogle(server, who);
    const back = await pressAtGoogle(sent, 'allow');
    server.google.faults.next(fault);
    expect(await outcomeOf(back, sent.cookie)).toBe(outcome);
    expect(await connection()).toBeNull();
  });
});

describe('attacks', () => {
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\\/evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    '/a\r\nset-cookie: a=b',
    '/\u0000',
    '/é',
    '/api/google/connection',
    '/API/../api/x',
    '/v1/a',
    `/${'a'.repeat(5_000)}`,
    '',
  ])('leads nowhere but to the app: %#', async (to) => {
    const sent = await goToGoogle(server, who, to);
    if (sent.status !== 302) return expect(sent.status).toBe(400);
    const { location } = await comeBack(server, await pressAtGoogle(sent, 'deny'), sent.cookie);
    expect(location.href).toBe('http://localhost/account?google=denied');
  });

  it('a state is valid once', async () => {
    const sent = await goToGoogle(server, who);
    const back = await pressAtGoogle(sent, 'deny');
    await comeBack(server, back, sent.cookie);
    expect(await outcomeOf(back, sent.cookie)).toBe('expired');
  });

  it('a state of somebody else, another browser, or nobody counts for nothing', async () => {
    const mallory = await server.test.signUp();
    const sent = await goToGoogle(server, mallory);
    const back = await pressAtGoogle(sent, 'allow');
    const before = calls('/token').length;
    const asMe = sent.cookie.replace(mallory.cookie, who.cookie);
    expect((await comeBack(server, back, asMe)).location.href).toBe('http://localhost/account?google=expired');
    expect(await outcomeOf(back, mallory.cookie)).toBe('expired');
    const forged = new URL('http://a/api/google/callback?state=x&code=y');
    expect(await outcomeOf(forged, who.cookie)).toBe('expired');
    expect(calls('/token')).toHaveLength(before);
    expect([await connection(), await connection(mallory)]).toEqual([null, null]);
  });

  it('the cookie of this browser is hidden from scripts, and sent over https alone if the product is', async () => {
    const attributes = 'Path=/api/google/callback; Max-Age=600; HttpOnly; SameSite=Lax';
    const connect = { url: apiPaths.googleConnect('/account'), headers: { cookie: who.cookie } };
    const plain = (await server.test.app.inject(connect)).headers['set-cookie'];
    expect(plain).toMatch(new RegExp(`^tabpoint_google=[\\w-]{43}; ${attributes}$`));
    const { settings } = server.test;
    const { app } = await buildApp({ ...server.test, settings: { ...settings, publicUrl: 'https://sheets.example' } });
    const cookie = `__Host-${who.cookie}`;
    const go = () => app.inject({ ...connect, headers: { cookie } });
    const set = String((await go()).headers['set-cookie']);
    expect(set).toMatch(new RegExp(`^__Secure-tabpoint_google=[\\w-]{43}; ${attributes}; Secure$`));
    const outcomeWith = async (name: string) => {
      const { headers } = await go();
      const state = new URL(String(headers.location)).searchParams.get('state');
      const mark = String(headers['set-cookie']).split(/[=;]/)[1];
      const url = `/api/google/callback?state=${state}&error=access_denied`;
      const back = await app.inject({ url, headers: { cookie: `${cookie}; ${name}=${mark}` } });
      return new URL(String(back.headers.location), 'https://sheets.example').searchParams.get('google');
    };
    expect(await outcomeWith('__Secure-tabpoint_google')).toBe('denied');
    expect(await outcomeWith('tabpoint_google')).toBe('expired');
    await app.close();
  });

  it('below a path the redirect and the cookie have that path', async () => {
    const { settings } = server.test;
    const publicUrl = 'https://example.org/tabpoint';
    const { app } = await buildApp({ ...server.test, settings: { ...settings, publicUrl } });
    const cookie = `__Secure-${who.cookie}`;
    const { headers } = await app.inject({ url: apiPaths.googleConnect('/account'), headers: { cookie } });
    const page = new URL(String(headers.location));
    expect(page.searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/google/callback`);
    expect(headers['set-cookie']).toContain('; Path=/tabpoint/api/google/callback;');
    const [mark] = String(headers['set-cookie']).split(';');
    const url = `/tabpoint/api/google/callback?state=${page.searchParams.get('state')}&error=access_denied`;
    const back = await app.inject({ url, headers: { cookie: `${cookie}; ${mark}` } });
    expect(back.headers.location).toBe('/tabpoint/account?google=denied');
    await app.close();
  });

  it('an expired state is refused', async () => {
    const sent = await goToGoogle(server, who);
    const back = await pressAtGoogle(sent, 'allow');
    await server.test.db.updateTable('google_consents').set({ until: 1 }).execute();
    expect(await outcomeOf(back, sent.cookie)).toBe('expired');
  });

  it('other sites cannot send people to Google', async () => {
    const headers = { cookie: who.cookie, 'sec-fetch-site': 'cross-site' };
    const response = await server.test.app.inject({ url: apiPaths.googleConnect('/account'), headers });
    expect(response.statusCode).toBe(403);
  });
});

describe('disconnecting', () => {
  const disconnect = () =>
    server.test.app.inject({ method: 'DELETE', url: apiPaths.googleConnection, headers: who.headers });

  it('revokes the token at Google, and deletes everything', async () => {
    await connectGoogle(server, who);
    expect((await disconnect()).json()).toEqual({ revoked: true });
    expect(await connection()).toBeNull();
    expect(calls('/revoke')).toHaveLength(1);
  });

  it('deletes everything even if Google cannot be reached, and says so', async () => {
    await connectGoogle(server, who);
    server.google.faults.always({ status: 503 });
    expect((await disconnect()).json()).toEqual({ revoked: false });
    expect(await connection()).toBeNull();
  });

  it('happens when the account is deleted', async () => {
    await connectGoogle(server, who);
    const response = await server.test.app.inject({
      method: 'POST',
      url: authPaths.deleteUser,
      headers: who.headers,
      payload: { password: PASSWORD },
    });
    expect(response.statusCode).toBe(200);
    await until(() => calls('/revoke').length === 1);
    const left = await server.test.db
      .selectFrom('google_connections')
      .where('person_id', '=', who.person.id)
      .selectAll()
      .execute();
    expect(left).toEqual([]);
  });
});
