import { apiPaths, endpointPath, OWN_CALL_HEADER, OWN_CALLS, OWN_CALLS_BEFORE } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { createdProject, multipartOf, SMALL_CSV } from '../../fixtures/driveFiles';
import { ORIGIN, type SignedIn } from '../../fixtures/people';
import { makeKey } from '../keys/keyOf';

let test: TestApp;
let ann: SignedIn;
let bob: SignedIn;
let anns: Project;
let annsKey: string;
beforeAll(async () => {
  test = await buildTestApp();
  ann = await test.signUp();
  bob = await test.signUp();
  anns = await createdProject(test, ann);
  annsKey = (await makeKey(test, ann, anns.id)).key.id;
});
afterAll(() => test.close());

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Address as it is registered, with its parameters. */
  readonly address: string;
  /** Address of Ann’s thing. */
  readonly url: () => string;
  readonly payload?: () => object;
  /** Response that Bob gets for Ann’s thing. */
  readonly bob: { readonly status: number; readonly body: object };
}

const hidden = { status: 404, body: { code: 'not_found' } };
const unknownSheet = { status: 422, body: { code: 'source_not_found' } };
const sheet = () => apiPaths.driveSpreadsheet(anns.sheetId);
const project = () => apiPaths.project(anns.id);
const tab = () => apiPaths.driveTab(anns.sheetId, anns.tabs[0]?.sheetId ?? 0);
const rows = () => apiPaths.projectTabRows(anns.id, anns.tabs[0]?.sheetId ?? 0);
const ownCall = () => OWN_CALLS_BEFORE + endpointPath(anns.id, anns.tabs[0]?.slug);
const sheetId = () => ({ sheetId: anns.sheetId });

/** Every call that needs a session, on a thing of Ann’s. */
const calls: readonly Call[] = [
  {
    method: 'GET',
    address: '/api/account',
    url: () => apiPaths.account,
    bob: { status: 200, body: { projects: 0, keys: 0 } },
  },
  {
    method: 'GET',
    address: '/api/google/connect',
    url: () => apiPaths.googleConnect('/account'),
    bob: { status: 404, body: { code: 'not_found' } },
  },
  {
    method: 'GET',
    address: '/api/google/callback',
    url: () => apiPaths.googleCallback,
    bob: { status: 404, body: { code: 'not_found' } },
  },
  {
    method: 'GET',
    address: '/api/google/connection',
    url: () => apiPaths.googleConnection,
    bob: { status: 200, body: { connection: null } },
  },
  {
    method: 'DELETE',
    address: '/api/google/connection',
    url: () => apiPaths.googleConnection,
    bob: { status: 200, body: { revoked: true } },
  },
  {
    method: 'GET',
    address: '/api/drive/spreadsheets',
    url: () => apiPaths.driveSpreadsheets,
    bob: { status: 200, body: { spreadsheets: [] } },
  },
  {
    method: 'POST',
    address: '/api/drive/spreadsheets',
    url: () => apiPaths.driveSpreadsheets,
    payload: () => ({ templateId: anns.sheetId }),
    bob: { status: 404, body: { code: 'not_found' } },
  },
  {
    method: 'GET',
    address: '/api/templates',
    url: () => apiPaths.templates,
    bob: { status: 200, body: { templates: expect.any(Array) } },
  },
  { method: 'GET', address: '/api/drive/spreadsheets/:id', url: sheet, bob: hidden },
  {
    method: 'POST',
    address: '/api/drive/spreadsheets/:id/restore',
    url: () => apiPaths.driveRestore(anns.sheetId),
    bob: hidden,
  },
  {
    method: 'GET',
    address: '/api/trash',
    url: () => apiPaths.trash,
    bob: { status: 200, body: { projects: [], spreadsheets: [] } },
  },
  {
    method: 'PATCH',
    address: '/api/drive/spreadsheets/:id',
    url: sheet,
    payload: () => ({ title: 'Taken' }),
    bob: hidden,
  },
  { method: 'DELETE', address: '/api/drive/spreadsheets/:id', url: sheet, bob: hidden },
  {
    method: 'GET',
    address: '/api/drive/spreadsheets/:id/preview',
    url: () => apiPaths.drivePreview(anns.sheetId),
    bob: hidden,
  },
  {
    method: 'GET',
    address: '/api/drive/spreadsheets/:id/file',
    url: () => apiPaths.driveFile(anns.sheetId),
    bob: hidden,
  },
  {
    method: 'GET',
    address: '/api/drive/spreadsheets/:id/stale',
    url: () => apiPaths.driveStale(anns.sheetId),
    bob: hidden,
  },
  {
    method: 'POST',
    address: '/api/drive/spreadsheets/:id/tabs',
    url: () => apiPaths.driveTabs(anns.sheetId),
    payload: () => ({ title: 'Taken' }),
    bob: hidden,
  },
  {
    method: 'PATCH',
    address: '/api/drive/spreadsheets/:id/tabs/:sheetId',
    url: tab,
    payload: () => ({ revision: 0, edits: [{ row: 2, column: 1, value: 'Taken', before: 'Assam' }] }),
    bob: hidden,
  },
  { method: 'DELETE', address: '/api/drive/spreadsheets/:id/tabs/:sheetId', url: tab, bob: hidden },
  { method: 'GET', address: '/api/drive/spreadsheets/:id/tabs/:sheetId/rows', url: () => `${tab()}/rows`, bob: hidden },
  {
    method: 'GET',
    address: '/api/projects',
    url: () => apiPaths.projects,
    bob: { status: 200, body: { projects: [] } },
  },
  {
    method: 'POST',
    address: '/api/projects/check',
    url: () => apiPaths.projectsCheck,
    payload: sheetId,
    bob: unknownSheet,
  },
  {
    method: 'POST',
    address: '/api/projects/sync',
    url: () => apiPaths.projectsSync,
    payload: sheetId,
    bob: unknownSheet,
  },
  {
    method: 'GET',
    address: '/api/drive/spreadsheets/:id/versions',
    url: () => apiPaths.driveVersions(anns.sheetId),
    bob: hidden,
  },
  {
    method: 'POST',
    address: '/api/drive/spreadsheets/:id/versions',
    url: () => apiPaths.driveVersions(anns.sheetId),
    bob: { status: 415, body: { code: 'unsupported_media_type' } },
  },
  {
    method: 'GET',
    address: '/api/drive/spreadsheets/:id/versions/:n/file',
    url: () => apiPaths.driveVersionFile(anns.sheetId, 1),
    bob: hidden,
  },
  {
    method: 'POST',
    address: '/api/drive/spreadsheets/:id/versions/:n/restore',
    url: () => apiPaths.driveVersionRestore(anns.sheetId, 1),
    bob: hidden,
  },
  {
    method: 'GET',
    address: '/api/projects/:id/syncs',
    url: () => apiPaths.projectSyncs(anns.id),
    bob: hidden,
  },
  {
    method: 'GET',
    address: '/api/projects/:id/progress',
    url: () => apiPaths.projectProgress(anns.id),
    bob: hidden,
  },
  {
    method: 'GET',
    address: '/api/plans',
    url: () => apiPaths.plans,
    bob: { status: 200, body: { used: { projects: 0, drive: 0 } } },
  },
  {
    method: 'PUT',
    address: '/api/plan',
    url: () => apiPaths.plan,
    payload: () => ({ plan: 'pro' }),
    bob: { status: 422, body: { code: 'invalid_update' } },
  },
  {
    method: 'GET',
    address: '/api/usage',
    url: () => `${apiPaths.usage}?projectId=${anns.id}`,
    bob: hidden,
  },
  { method: 'GET', address: '/api/projects/:id', url: project, bob: hidden },
  { method: 'DELETE', address: '/api/projects/:id', url: project, bob: hidden },
  { method: 'POST', address: '/api/projects/:id/sync', url: () => `${project()}/sync`, bob: hidden },
  {
    method: 'PUT',
    address: '/api/projects/:id/update',
    url: () => apiPaths.projectUpdate(anns.id),
    payload: () => ({ title: 'Taken', access: 'public' }),
    bob: hidden,
  },
  {
    method: 'POST',
    address: '/api/projects/:id/new-address',
    url: () => apiPaths.projectNewAddress(anns.id),
    bob: hidden,
  },
  { method: 'POST', address: '/api/projects/:id/restore', url: () => apiPaths.projectRestore(anns.id), bob: hidden },
  { method: 'GET', address: '/api/projects/:id/keys', url: () => apiPaths.projectKeys(anns.id), bob: hidden },
  {
    method: 'POST',
    address: '/api/projects/:id/keys',
    url: () => apiPaths.projectKeys(anns.id),
    payload: () => ({ name: 'Bob', kind: 'secret', scopes: ['read'] }),
    bob: hidden,
  },
  {
    method: 'PATCH',
    address: '/api/projects/:id/keys/:keyId',
    url: () => apiPaths.projectKey(anns.id, annsKey),
    payload: () => ({ origins: ['https://bob.example'] }),
    bob: hidden,
  },
  {
    method: 'GET',
    address: '/api/projects/:id/openapi.json',
    url: () => apiPaths.projectOpenapi(anns.id),
    bob: hidden,
  },
  {
    method: 'DELETE',
    address: '/api/projects/:id/keys/:keyId',
    url: () => apiPaths.projectKey(anns.id, annsKey),
    bob: hidden,
  },
  {
    method: 'GET',
    address: '/api/projects/:id/tabs/:sheetId/rows',
    url: rows,
    bob: hidden,
  },
  ...(['POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
    method,
    address: '/api/projects/:id/tabs/:sheetId/rows',
    url: () => `${rows()}${method === 'POST' ? '' : '?name=Assam'}`,
    ...(method !== 'DELETE' && { payload: () => ({ name: 'Taken' }) }),
    bob: hidden,
  })),
  ...(['GET', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
    method,
    address: '/api/projects/:id/tabs/:sheetId/rows/:rowId',
    url: () => `${rows()}/r_1`,
    ...(method !== 'DELETE' && method !== 'GET' && { payload: () => ({ name: 'Taken' }) }),
    bob: hidden,
  })),
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
    method,
    address: `${OWN_CALLS}/:projectId/:tab`,
    url: () => `${ownCall()}${method === 'POST' || method === 'GET' ? '' : '?name=Assam'}`,
    ...(method !== 'DELETE' && method !== 'GET' && { payload: () => ({ name: 'Taken' }) }),
    bob: hidden,
  })),
  ...(['GET', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
    method,
    address: `${OWN_CALLS}/:projectId/:tab/:id`,
    url: () => `${ownCall()}/r_1`,
    ...(method !== 'DELETE' && method !== 'GET' && { payload: () => ({ name: 'Taken' }) }),
    bob: hidden,
  })),
];

const named = calls.map((call) => [`${call.method} ${call.address}`, call] as const);

/** Reads everything of Ann’s. */
const everything = () =>
  Promise.all(
    (
      ['drive_spreadsheets', 'drive_tabs', 'projects', 'project_tabs', 'api_keys', 'blobs', 'person_plans'] as const
    ).map((table) => test.db.selectFrom(table).selectAll().execute()),
  );

const send = ({ method, url, payload }: Call, headers: Record<string, string>) =>
  test.app.inject({ method, url: url(), headers: { ...headers, [OWN_CALL_HEADER]: '1' }, payload: payload?.() });

/** Lists addresses below `/api` with their methods, as the server has registered them. */
async function registered(): Promise<string[]> {
  const path: string[] = [];
  const addresses = new Set<string>();
  for (const line of test.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, part] = /^([│├└─ ]*)(\S+) \(/.exec(line) ?? [];
    if (indent === undefined || part === undefined) continue;
    path.length = indent.length / 4 - 1;
    path.push(part);
    addresses.add(path.join(''));
  }
  const own = [...addresses].filter((address) => /^\/api\/(?!about|auth)/.test(address) && !address.endsWith('*'));
  const allowed = async (url: string) => {
    const { statusCode, headers } = await test.app.inject({ method: 'OPTIONS', url, headers: ann.headers });
    expect(statusCode).toBe(405);
    return String(headers.allow)
      .split(', ')
      .filter((method) => method !== 'HEAD');
  };
  return (await Promise.all(own.map(async (url) => (await allowed(url)).map((method) => `${method} ${url}`)))).flat();
}

it('the table has every registered call', async () => {
  expect(named.map(([name]) => name).sort()).toEqual((await registered()).sort());
});

describe('another person', () => {
  it.each(named)('%s', async (_name, call) => {
    const before = await everything();
    const response = await send(call, bob.headers);
    expect(response.statusCode).toBe(call.bob.status);
    expect(response.json()).toMatchObject(call.bob.body);
    expect(response.body).not.toContain('teas');
    expect(await everything()).toEqual(before);
  });
});

describe('signed out', () => {
  it.each(named)('%s', async (_name, call) => {
    const before = await everything();
    const response = await send(call, { origin: ORIGIN });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'signed_out' });
    expect(await everything()).toEqual(before);
  });

  it('with a file', async () => {
    const before = await everything();
    const { headers, payload } = multipartOf(SMALL_CSV);
    const url = apiPaths.driveSpreadsheets;
    const response = await test.app.inject({ method: 'POST', url, headers: { ...headers, origin: ORIGIN }, payload });
    expect(response.statusCode).toBe(401);
    expect(await everything()).toEqual(before);
  });
});

describe('from another site, with the cookie of the owner', () => {
  const unsafe = named.filter(([, { method }]) => method !== 'GET');
  const sites = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    {},
  ];
  const both = unsafe.flatMap(([name, call]) => sites.map((site) => [name, JSON.stringify(site), call, site] as const));

  it.each(both)('%s %s', async (_name, _site, call, site) => {
    const before = await everything();
    const response = await send(call, { cookie: ann.cookie, ...(site as Record<string, string>) });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'cross_site_request' });
    expect(await everything()).toEqual(before);
  });

  it('a file sent by a form', async () => {
    const before = await everything();
    const { headers, payload } = multipartOf(SMALL_CSV);
    const response = await test.app.inject({
      method: 'POST',
      url: apiPaths.driveSpreadsheets,
      headers: { ...headers, cookie: ann.cookie, origin: 'https://evil.example' },
      payload,
    });
    expect(response.statusCode).toBe(403);
    expect(await everything()).toEqual(before);
  });
});
