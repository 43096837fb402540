import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { authPaths } from '../../../src/contract/paths';
import { ORIGIN } from '../../fixtures/people';

const server = beforeTests(() => buildTestApp());
const ada = beforeTests(() => server.signUp());

const EVIL = 'https://evil.example';
const rename = (headers: Record<string, string>) =>
  server.app.inject({ method: 'POST', url: authPaths.updateUser, headers, payload: { name: 'Changed' } });
const nameNow = async () =>
  (await server.app.inject({ url: authPaths.getSession, headers: ada.headers })).json().user.name;

test.each<[string, Record<string, string>]>([
  ['another origin', { origin: EVIL }],
  ['no origin', { origin: 'null' }],
  ['our origin with another port', { origin: `${ORIGIN}:8080` }],
  ['our origin by https', { origin: 'https://localhost' }],
  ['an origin that begins like ours', { origin: `${ORIGIN}.evil.example` }],
  ['a cross-site fetch', { 'sec-fetch-site': 'cross-site', origin: EVIL }],
  ['a cross-site fetch without origin', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbouring site', { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' }],
  ['the development server in production', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }],
  ['a cookie without an origin', {}],
])('%s changes nothing', async (_what, headers) => {
  const response = await rename({ cookie: ada.cookie, ...headers });
  expect(response.statusCode).toBe(403);
  expect(response.json()).toMatchObject({ code: 'cross_site_request', detail: expect.stringContaining(ORIGIN) });
  expect(await nameNow()).toBe(ada.person.name);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  '%s is refused on every address, before anything else',
  async (method) => {
    const known = ['/api/projects', '/api/auth/sign-out', '/api/about'];
    for (const url of [...known, '/api/nothing', '/api', '/%61pi/projects']) {
      const response = await server.app.inject({ method, url, headers: { cookie: ada.cookie, origin: EVIL } });
      expect([url, response.json().code]).toEqual([url, 'cross_site_request']);
    }
  },
);

test('reading is not a change', async () => {
  const response = await server.app.inject({
    url: '/api/about',
    headers: { origin: EVIL, 'sec-fetch-site': 'cross-site' },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers['access-control-allow-origin']).toBeUndefined();
});

test('a program without cookies needs no origin', async () => {
  const response = await server.app.inject({ method: 'POST', url: '/api/projects/sync', payload: {} });
  expect(response.json()).toMatchObject({ code: 'signed_out' });
});

test.each<[string, Record<string, string>]>([
  ['our origin', { origin: ORIGIN }],
  ['our origin and Sec-Fetch-Site', { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }],
])('%s can change things', async (_what, headers) => {
  expect((await rename({ cookie: ada.cookie, ...headers })).statusCode).toBe(200);
  expect(await nameNow()).toBe('Changed');
});
