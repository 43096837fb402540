import { buildTestApp } from '../fixtures/apps';
import { beforeTests } from '../fixtures/beforeTests';
import { DEVELOPMENT_ORIGIN } from '../../src/server/settings';
import { authPaths } from '../../src/contract/paths';
import { cookieOf, ORIGIN, PASSWORD } from '../fixtures/people';

const server = beforeTests(() => buildTestApp());

describe('/api', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
  const addresses = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/projects',
    '/api/projects/p1',
    '/api/drive/spreadsheets',
    '/%61pi/nothing',
  ];

  test.each(methods)('%s answers a signed-out caller with signed_out, whatever the address', async (method) => {
    for (const url of addresses) {
      const response = await server.app.inject({ method, url, headers: { origin: ORIGIN } });
      expect([url, response.statusCode]).toEqual([url, 401]);
      if (method !== 'HEAD') expect(response.json()).toMatchObject({ code: 'signed_out', title: 'Not signed in' });
    }
  });

  test('a signed-out caller’s body is not parsed', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/projects/sync',
      headers: { 'content-type': 'application/json' },
      payload: '{"broken',
    });
    expect(response.json()).toMatchObject({ code: 'signed_out' });
  });

  test('responses to a person are not cached anywhere', async () => {
    const { headers } = await server.signUp();
    const response = await server.app.inject({ url: '/api/projects', headers });
    expect(response.json()).toEqual({ projects: [] });
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  test('a signed-in caller gets 404 for an unknown address', async () => {
    const { headers } = await server.signUp();
    const response = await server.app.inject({ method: 'POST', url: '/api/nothing', headers });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found', detail: 'There is nothing at this address.' });
  });
});

test('each error has its own request id', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await server.app.inject({ url: '/api/x' })).json().requestId),
  );
  expect(new Set(ids).size).toBe(3);
});

test('responses outside the app have nosniff, and are no pages', async () => {
  const answers = await Promise.all([
    server.app.inject({ method: 'POST', url: '/v1/nothing/here/at/all/whatever' }),
    server.app.inject({ url: '/metrics', headers: { via: '1.1 proxy' } }),
  ]);
  for (const { statusCode, headers } of answers) {
    expect(statusCode).toBe(404);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  }
});

describe('development', () => {
  const development = beforeTests(() => buildTestApp({ development: true }));

  test('the app’s development server can call the API, with cookies', async () => {
    const { app } = development;
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/api/projects/p1',
      headers: { origin: DEVELOPMENT_ORIGIN, 'access-control-request-method': 'PUT' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': DEVELOPMENT_ORIGIN,
      'access-control-allow-credentials': 'true',
    });
    expect(preflight.headers['access-control-allow-methods']).toContain('PUT');
    const headers = { origin: DEVELOPMENT_ORIGIN, 'sec-fetch-site': 'same-site' };
    const payload = { name: 'Dev', email: 'dev@tabpoint.example', password: PASSWORD };
    const signUp = await app.inject({ method: 'POST', url: authPaths.signUpEmail, headers, payload });
    expect(signUp.statusCode).toBe(200);
    expect(signUp.headers['access-control-allow-origin']).toBe(DEVELOPMENT_ORIGIN);
    const signOut = await app.inject({
      method: 'POST',
      url: authPaths.signOut,
      headers: { ...headers, cookie: cookieOf(signUp) },
      payload: {},
    });
    expect(signOut.statusCode).toBe(200);
  });

  test('other origins cannot', async () => {
    const { app } = development;
    const response = await app.inject({ url: '/api/about', headers: { origin: 'http://localhost:3001' } });
    expect(response.headers['access-control-allow-origin']).not.toBe('http://localhost:3001');
    const change = await app.inject({
      method: 'POST',
      url: authPaths.signOut,
      headers: { origin: 'http://localhost:3001' },
    });
    expect(change.json()).toMatchObject({ code: 'cross_site_request' });
  });
});

test('in production no other origin can', async () => {
  const response = await server.app.inject({ url: '/api/about', headers: { origin: DEVELOPMENT_ORIGIN } });
  expect(response.headers['access-control-allow-origin']).toBeUndefined();
});
