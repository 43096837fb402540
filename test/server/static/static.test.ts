import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { authPaths } from '../../../src/contract/paths';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { ORIGIN } from '../../fixtures/people';

const PAGE = '<!doctype html><title>Tabpoint</title><script src="/assets/main.0a1b2c.js" defer></script>';
const SCRIPT = 'console.log("Tabpoint");'.repeat(100);

/** Manifest as the build writes it: see `src/app/pages/preloadManifest.ts`. */
const PRELOADS = [
  { pattern: '/', scripts: ['/assets/list.js'], everybody: ['/api/me'], signedIn: ['/api/projects'] },
  { pattern: '/login', scripts: ['/assets/auth.js'], everybody: ['/api/me'], signedIn: [] },
  { pattern: '/projects/new', scripts: ['/assets/create.js'], everybody: ['/api/me'], signedIn: [] },
  {
    pattern: '/projects/:projectId/:tabName?',
    scripts: ['/assets/grid.js', '/assets/project.js'],
    everybody: ['/api/me'],
    signedIn: ['/api/projects/:projectId'],
  },
];

let appDir: string;
let server: TestApp;

beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), 'tabpoint-app-'));
  await mkdir(join(appDir, 'assets'));
  await mkdir(join(appDir, 'site'));
  await writeFile(join(appDir, 'index.html'), PAGE);
  await writeFile(join(appDir, 'pages.json'), JSON.stringify(PRELOADS));
  await writeFile(join(appDir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(appDir, 'site/privacy.html'), '<!doctype html><title>Privacy</title>');
  await writeFile(join(appDir, 'assets/main.0a1b2c.js'), SCRIPT);
  await writeFile(join(appDir, 'assets/main.0a1b2c.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(appDir, 'assets/main.0a1b2c.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(appDir, 'assets/main.0a1b2c.js.map'), '{}');
  await writeFile(join(appDir, '..', `${appDir.split('/').at(-1)}-secret.txt`), 'not yours');
  server = await buildTestApp({ appDir });
});
afterAll(async () => {
  await server.close();
  await rm(appDir, { recursive: true });
  await rm(`${appDir}-secret.txt`);
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate' };
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

describe('the page', () => {
  test.each([
    '/',
    '/login',
    '/projects/new',
    '/projects/p1/Q1.2024?view=data',
    '/projects/p1/S%26P%20500',
    '/spreadsheets/d/tpd_0123456789abcdefghijklmn',
    '/nowhere/at/all',
    '/siteless',
    '/apis',
  ])('%s is answered with the app, revalidated each time', async (url) => {
    const response = await get(url, browser);
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(PAGE);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-cache');
    const again = await get(url, { ...browser, 'if-none-match': String(response.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  test.each([
    ['if-match', '"other"'],
    ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['range', 'bytes=99999999-'],
    ['range', 'bytes=2-1'],
    ['range', 'bytes=0-3'],
  ])('is sent whole, as every file, whatever a client sends as %s: %s', async (name, value) => {
    for (const [url, body] of [
      ['/', PAGE],
      ['/assets/main.0a1b2c.js', SCRIPT],
    ] as const) {
      const response = await get(url, { ...browser, [name]: value });
      expect([url, response.statusCode, response.body]).toEqual([url, 200, body]);
    }
  });

  test('is sent to a program that accepts any type too', async () => {
    expect((await get('/login', { accept: '*/*' })).body).toBe(PAGE);
    expect((await get('/login')).body).toBe(PAGE);
  });

  test('has no body in HEAD', async () => {
    const response = await server.app.inject({ method: 'HEAD', url: '/login', headers: browser });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('');
  });

  test.each<[string, Record<string, string>]>([
    ['/assets/nope.js', browser],
    ['/assets', browser],
    ['/assets/', browser],
    ['/site/nope', browser],
    ['/v1/nope/nope/nope/nope', browser],
    ['/%761/nope/nope/nope/nope', browser],
    ['/API/projects', browser],
    ['/healthz/nope', browser],
    ['/nope.js', { accept: '*/*' }],
    ['/login', { accept: 'application/json' }],
    ['/login', { accept: '*/*', 'sec-fetch-mode': 'cors' }],
    ['/v2/p1/Places', { accept: '*/*' }],
    ['/.well-known/openid-configuration', { accept: '*/*' }],
    ['/v1', { accept: '*/*' }],
    ['/v2', { accept: 'application/json, text/plain, */*' }],
    ['/v2', {}],
  ])('is not sent for %s (%j)', async (url, headers) => {
    const response = await get(url, headers);
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.json()).toMatchObject({ code: 'not_found' });
  });

  test.each(['/api', '/api/', '/api/nope', '/%61pi/nope', '/api/projects/'])('is never sent for %s', async (url) => {
    expect((await get(url, browser)).json()).toMatchObject({ code: 'signed_out' });
  });

  test('has no other methods', async () => {
    const response = await server.app.inject({ method: 'POST', url: '/login', headers: browser });
    expect(response.statusCode).toBe(404);
  });
});

describe('preloads of the page', () => {
  let session: string;
  beforeAll(async () => {
    session = (await server.signUp()).cookie;
  });
  const script = (name: string) => `</assets/${name}.js>; rel=preload; as=script`;
  const answer = (path: string) => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`;

  test.each<[string, 'a visitor' | 'a signed-in person', string[] | undefined]>([
    ['/', 'a visitor', [script('list'), answer('/api/me')]],
    ['/', 'a signed-in person', [script('list'), answer('/api/me'), answer('/api/projects')]],
    ['/login?from=%2Fusage', 'a signed-in person', [script('auth'), answer('/api/me')]],
    ['/projects/p1/Q1.2024?view=api', 'a visitor', [script('grid'), script('project'), answer('/api/me')]],
    [
      '/projects/p1/S%26P%20500',
      'a signed-in person',
      [script('grid'), script('project'), answer('/api/me'), answer('/api/projects/p1')],
    ],
    ['/projects/p1', 'a visitor', [script('grid'), script('project'), answer('/api/me')]],
    ['/projects/new', 'a signed-in person', [script('create'), answer('/api/me')]],
    ['/projects/', 'a signed-in person', undefined],
    ['/projects//x', 'a signed-in person', undefined],
    ['/projects/p1/x/y', 'a signed-in person', undefined],
    ['/nowhere', 'a signed-in person', undefined],
  ])('%s of %s', async (url, who, links) => {
    const cookie = who === 'a visitor' ? 'theme=dark' : `theme=dark; ${session}`;
    const response = await get(url, { ...browser, cookie });
    expect(response.body).toBe(PAGE);
    expect(response.headers.link).toBe(links?.join(', '));
  });

  test('are those of every visitor once the session has ended', async () => {
    const { cookie: ended } = await server.signUp();
    const headers = { cookie: ended, origin: ORIGIN };
    await server.app.inject({ method: 'POST', url: authPaths.signOut, headers, payload: {} });
    const response = await get('/', { ...browser, cookie: ended });
    expect(response.headers.link).toBe([script('list'), answer('/api/me')].join(', '));
  });

  test.each(['p1>;rel=preload,<//evil.example/x', 'p1"', "p1'", 'p1,x', '%0d%0aset-cookie:x'])(
    'cannot be added by an address: %s',
    async (id) => {
      const { headers } = await get(`/projects/${id}/x`, { ...browser, cookie: session });
      expect(String(headers.link ?? '')).not.toMatch(/evil|["']|p1,|\r|\n/);
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  test('their manifest is not served, and other files have none', async () => {
    expect((await get('/pages.json', { accept: '*/*' })).statusCode).toBe(404);
    expect((await get('/icon.svg', { cookie: session })).headers.link).toBeUndefined();
  });
});

describe('files', () => {
  const script = '/assets/main.0a1b2c.js';

  test.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    [undefined, 'identity'],
  ])('with a hash are sent as %s and cached for a year', async (coding, accepted) => {
    const response = await get(script, { 'accept-encoding': accepted });
    expect(response.headers['content-encoding']).toBe(coding);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(String(response.headers.vary).toLowerCase()).toContain('accept-encoding');
    if (coding === 'br') expect(brotliDecompressSync(response.rawPayload).toString()).toBe(SCRIPT);
  });

  test.each(['.map', '.br', '.gz'])('beside them are not sent: %s', async (ending) => {
    const { statusCode, body } = await get(script + ending);
    expect(statusCode).toBe(404);
    expect(body).toContain('not_found');
  });

  test('have the headers of GET in HEAD', async () => {
    const { headers, body } = await server.app.inject({ method: 'HEAD', url: '/icon.svg' });
    expect(headers['content-type']).toContain('image/svg+xml');
    expect(headers['content-length']).toBe(String((await get('/icon.svg')).rawPayload.length));
    expect(body).toBe('');
  });

  test('without a hash are revalidated', async () => {
    const response = await get('/icon.svg');
    expect(response.headers['content-type']).toContain('image/svg+xml');
    expect(response.headers['cache-control']).toBe('no-cache');
    expect((await get('/site/privacy.html')).body).toContain('Privacy');
  });

  test.each([
    '/../secret',
    '/assets/../../secret',
    '/%2e%2e/secret',
    '/assets/..%2f..%2fsecret',
    '//etc/passwd',
    '/assets/%00',
  ])('nothing outside is reached by %s', async (path) => {
    const url = path.replace('secret', `${appDir.split('/').at(-1)}-secret.txt`);
    const response = await get(url, { accept: 'application/octet-stream' });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.body).not.toContain('not yours');
    expect(response.body).not.toContain('root:');
  });
});

describe('headers that protect browsers', () => {
  test.each(['/', '/assets/main.0a1b2c.js', '/api/about', '/nope.js'])('%s', async (url) => {
    const { headers } = await get(url);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self'");
    for (const none of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy).toContain(`${none} 'none'`);
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each([
    ['localhost:4000', true],
    ['127.0.0.1:4000', true],
    ['192.168.1.20:4000', false],
    ['sheets.local', false],
  ])('include those for trustworthy origins only with https: %s', async (host, isTrusted) => {
    const { headers } = await get('/', { host });
    expect(headers['cross-origin-opener-policy']).toBe(isTrusted ? 'same-origin' : undefined);
    expect(headers['origin-agent-cluster']).toBe(isTrusted ? '?1' : undefined);
  });
});

test('a missing build of the app is an error with a sentence', async () => {
  const unbuilt = await buildTestApp();
  const response = await unbuilt.app.inject({ url: '/', headers: browser });
  expect(response.statusCode).toBe(404);
  expect(response.json().detail).toBe(
    'The app has not been built yet. Run "npm run build", then start the server again.',
  );
  expect((await unbuilt.app.inject({ url: '/api/about' })).statusCode).toBe(200);
  await unbuilt.close();
});
