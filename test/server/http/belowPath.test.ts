import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiPaths, authPaths } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import { basePathOf } from '../../../src/server/http/originOf';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { createdProject } from '../../fixtures/driveFiles';
import { newAddress, PASSWORD, type SignedIn } from '../../fixtures/people';

/* `PUBLIC_URL` with a path: every link has it, and requests work with it and without it. */
const ORIGIN = 'https://example.org';
const BASE = `${ORIGIN}/tabpoint`;
const INDEX =
  '<!doctype html><html lang="en"><link rel=icon href=/icon.svg><a href="//else.example">else</a><script src="/assets/a.js"></script>';
const PRELOADS = [{ pattern: '/login', scripts: ['/assets/auth.js'], everybody: ['/api/me'], signedIn: [] }];

let appDir: string;
let server: TestApp;
let ada: SignedIn;
let cookie: { readonly name: string; readonly path?: string };
let project: Project;

const from = { host: 'inside:4000', origin: ORIGIN };
const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { ...from, ...headers } });
const signUp = (origin: string) =>
  server.app.inject({
    method: 'POST',
    url: `/tabpoint${authPaths.signUpEmail}`,
    headers: { ...from, origin },
    payload: { name: 'Ada', email: `${newAddress()}@tabpoint.example`, password: PASSWORD },
  });

beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), 'tabpoint-app-'));
  await writeFile(join(appDir, 'index.html'), INDEX);
  await writeFile(join(appDir, 'pages.json'), JSON.stringify(PRELOADS));
  server = await buildTestApp({ publicUrl: BASE, appDir });
  const answer = await signUp(ORIGIN);
  const [set] = answer.cookies;
  cookie = set ?? { name: 'none' };
  ada = {
    headers: { ...from, cookie: `${cookie.name}=${encodeURIComponent(set?.value ?? '')}` },
  } as unknown as SignedIn;
  project = await createdProject(server, ada);
});
afterAll(async () => {
  await server.close();
  await rm(appDir, { recursive: true });
});

test.each([
  [undefined, ''],
  [ORIGIN, ''],
  [BASE, '/tabpoint'],
  [`${ORIGIN}/a/b`, '/a/b'],
])('the path of %s is "%s"', (publicUrl, path) => expect(basePathOf({ publicUrl })).toBe(path));

test('cookies have the path, with a name that browsers accept over https alone', () => {
  expect(cookie).toMatchObject({ name: '__Secure-tabpoint.session_token', path: '/tabpoint', secure: true });
});

test.each(['/tabpoint', ''])('requests below "%s" reach the app API, pages and the data API', async (path) => {
  expect((await get(path + apiPaths.account, ada.headers)).statusCode).toBe(200);
  expect((await get(`${path}/v1/${project.id}`, {})).statusCode).toBe(401);
  expect((await get(`${path}/login?from=%2Fusage`, { accept: 'text/html' })).body).toContain('data-base="/tabpoint"');
  expect((await get(`${path}/healthz`)).json()).toEqual({ status: 'ok' });
});

test.each(['/tabpoint', '/tabpoint?a=1', '/tabpoint/'])('%s is the first page', async (url) =>
  expect((await get(url, { accept: 'text/html' })).statusCode).toBe(200),
);

test.each(['/tabpoints/login', '/tabpoint-else', '/TABPOINT/api/about'])('%s is not below it', async (url) =>
  expect((await get(url, { accept: 'application/json' })).statusCode).toBe(404),
);

test('the page loads its files below the path, and names the path', async () => {
  const page = await get('/login', { accept: 'text/html' });
  expect(page.body).toContain('href=/tabpoint/icon.svg');
  expect(page.body).toContain('src="/tabpoint/assets/a.js"');
  expect(page.body).toContain('href="//else.example"');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['cache-control']).toBe('no-cache');
  expect(page.headers.link).toBe(
    '</tabpoint/assets/auth.js>; rel=preload; as=script, </tabpoint/api/me>; rel=preload; as=fetch; crossorigin=use-credentials',
  );
});

test('the page as a file is not served without the path', async () => {
  expect((await get('/index.html', { accept: 'text/html' })).body).toContain('href=/tabpoint/icon.svg');
  expect((await get('/index.html')).statusCode).toBe(404);
});

test('every link has the path', async () => {
  expect((await get(apiPaths.about)).json()).toMatchObject({ sheetOrigin: BASE, marketingUrl: '/tabpoint/site' });
  expect(project.url).toBe(`${BASE}/v1/${project.id}`);
  expect(project.tabs[0]?.url).toMatch(new RegExp(`^${BASE}/v1/${project.id}/`));
  const openapi = (await get(apiPaths.projectOpenapi(project.id), ada.headers)).json<{ servers: { url: string }[] }>();
  expect(openapi.servers).toEqual([{ url: BASE }]);
  const rows = await get(`${apiPaths.projectTabRows(project.id, project.tabs[0]?.sheetId ?? 0)}?_limit=1`, ada.headers);
  expect(rows.json<{ meta: { next?: string } }>().meta.next ?? rows.headers.link).toContain(`${BASE}/`);
});

test('changes are accepted from pages of the origin, and from no other', async () => {
  expect((await signUp('https://elsewhere.example')).json()).toMatchObject({ code: 'cross_site_request' });
});
