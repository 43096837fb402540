import { authPaths } from '../../../src/contract/paths';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { newAddress, PASSWORD } from '../../fixtures/people';

const PROXY = '192.0.2.1';
const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'sheets.example', host: 'inside:4000' };

async function withServer(overrides: Parameters<typeof buildTestApp>[0], use: (server: TestApp) => Promise<void>) {
  const server = await buildTestApp(overrides);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

const signUp = ({ app }: TestApp, headers: Record<string, string>, email = `${newAddress()}@tabpoint.example`) =>
  app.inject({
    method: 'POST',
    url: authPaths.signUpEmail,
    headers,
    remoteAddress: PROXY,
    payload: { name: 'a', email, password: PASSWORD },
  });

/** A request that is counted, and refused before a password is hashed. */
const tryToSignUp = (server: TestApp, headers: Record<string, string>) => signUp(server, headers, 'no address');

test('behind one proxy the client is the one that the proxy names', () =>
  withServer({ trustProxy: 1 }, async (server) => {
    const visitor = newAddress();
    const asVisitor = (n: number) => ({
      ...forwarded,
      origin: 'https://sheets.example',
      'x-forwarded-for': `203.0.113.${n}, ${visitor}`,
    });
    for (let n = 0; n < 10; n += 1) expect((await tryToSignUp(server, asVisitor(n))).statusCode).toBe(400);
    expect((await tryToSignUp(server, asVisitor(10))).statusCode).toBe(429);
    const other = { ...asVisitor(11), 'x-forwarded-for': newAddress() };
    expect((await tryToSignUp(server, other)).statusCode).toBe(400);
  }));

test.each([
  ['192.0.2.77', (n: number) => `192.0.2.77:${4_000 + n}`],
  ['2001:db8:7::1', (n: number) => `[2001:db8:7::1]:${4_000 + n}`],
])('a proxy may add ports to addresses: %s stays one client', (address, withPort) =>
  withServer({ trustProxy: 1 }, async (server) => {
    const from = (sent: string) => ({
      ...forwarded,
      origin: 'https://sheets.example',
      'x-forwarded-for': `203.0.113.9:80, ${sent}`,
    });
    for (let n = 0; n < 10; n += 1) expect((await tryToSignUp(server, from(withPort(n)))).statusCode).toBe(400);
    expect((await tryToSignUp(server, from(address))).statusCode).toBe(429);
    expect((await tryToSignUp(server, from('192.0.2.78:4000'))).statusCode).toBe(400);
  }),
);

test('cookies of people who come by https are secure, and work', () =>
  withServer({ trustProxy: [PROXY] }, async (server) => {
    const headers = { ...forwarded, origin: 'https://sheets.example', 'x-forwarded-for': newAddress() };
    const response = await signUp(server, headers);
    expect(response.statusCode).toBe(200);
    const [cookie] = response.cookies;
    expect(cookie).toMatchObject({ name: '__Host-tabpoint.session_token', secure: true, httpOnly: true, path: '/' });
    expect(cookie).not.toHaveProperty('domain');
    const session = { ...headers, cookie: `${cookie?.name}=${encodeURIComponent(cookie?.value ?? '')}` };
    const signedIn = await server.app.inject({ url: '/api/nothing', headers: session, remoteAddress: PROXY });
    expect(signedIn.json()).toMatchObject({ code: 'not_found' });
    expect(signedIn.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
  }));

describe('HSTS is sent', () => {
  const told = async ({ app }: TestApp, url: string) =>
    (await app.inject({ url, headers: { host: 'inside:4000' } })).headers['strict-transport-security'];
  const publicUrl = 'https://sheets.example';

  test('to clients by every address', () =>
    withServer({ publicUrl }, async (server) => {
      for (const url of [
        '/api/about',
        '/api/nothing',
        '/v1/nothing',
        '/healthz',
        '/metrics',
        '/nowhere.js',
        '/login',
      ]) {
        expect([url, await told(server, url)]).toEqual([url, 'max-age=31536000']);
      }
    }));

  test('for subdomains too, if configured', () =>
    withServer({ publicUrl, hstsSubdomains: true }, async (server) => {
      expect(await told(server, '/login')).toBe('max-age=31536000; includeSubDomains');
    }));

  test('but not over http', () =>
    withServer({ publicUrl: 'http://sheets.example' }, async (server) => {
      expect(await told(server, '/login')).toBeUndefined();
    }));
});

test('forwarded headers count for nothing when no proxy is trusted', () =>
  withServer({}, async ({ app }) => {
    const response = await app.inject({ url: '/api/about', headers: forwarded, remoteAddress: PROXY });
    expect(response.json()).toMatchObject({ sheetOrigin: 'http://inside:4000' });
    expect(response.headers['strict-transport-security']).toBeUndefined();
  }));

test('nor when they come from another address than the trusted proxy', () =>
  withServer({ trustProxy: [PROXY] }, async ({ app }) => {
    const response = await app.inject({ url: '/api/about', headers: forwarded, remoteAddress: '198.51.100.7' });
    expect(response.json()).toMatchObject({ sheetOrigin: 'http://inside:4000' });
  }));

test('PUBLIC_URL is the origin whatever the request says', () =>
  withServer({ publicUrl: 'https://sheets.example' }, async (server) => {
    const about = await server.app.inject({ url: '/api/about', headers: { host: 'inside:4000' } });
    expect(about.json()).toMatchObject({ sheetOrigin: 'https://sheets.example' });
    expect((await signUp(server, { host: 'inside:4000', origin: 'https://sheets.example' })).statusCode).toBe(200);
    const elsewhere = await signUp(server, { host: 'inside:4000', origin: 'http://inside:4000' });
    expect(elsewhere.json()).toMatchObject({ code: 'cross_site_request' });
  }));

test.each(['evil/path', 'a b', 'me@host', 'host:99999', '<script>', 'a\u0001'])('the Host %j is refused', (host) =>
  withServer({}, async ({ app }) => {
    const response = await app.inject({ url: '/api/about', headers: { host } });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'malformed_request' });
  }),
);
