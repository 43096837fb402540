import { apiPaths, OWN_CALL_HEADER, OWN_CALLS } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject, multipartOf, SMALL_CSV } from '../../fixtures/driveFiles';
import { ORIGIN } from '../../fixtures/people';
import { makeKey } from '../keys/keyOf';

let annsKey: string;
let annsRow: string;
const test = beforeTests(() => buildTestApp());
const ann = beforeTests(() => test.signUp());
const bob = beforeTests(() => test.signUp());
const anns = beforeTests(() => createdProject(test, ann));
beforeAll(async () => {
  annsKey = (await makeKey(test, ann, anns.id)).key.id;
  const rows = apiPaths.projectTabRows(anns.id, anns.tabs[0]?.sheetId ?? 0);
  annsRow = (await test.app.inject({ url: rows, headers: ann.headers })).json().data[0]._id;
});

interface Answer {
  readonly status: number;
  readonly body: object;
}

const hidden: Answer = { status: 404, body: { code: 'not_found' } };
const unknownSheet: Answer = { status: 422, body: { code: 'source_not_found' } };
const answered = (body: object): Answer => ({ status: 200, body });

interface Call {
  /** Body, given the id of Ann’s spreadsheet. */
  readonly payload?: object | ((sheetId: string) => object);
  readonly query?: () => string;
  /** Response that Bob gets for Ann’s thing. */
  readonly bob?: Answer;
}

const row = { payload: { name: 'Taken' } };
const matching = { query: () => '?name=Assam' };
const taken = { payload: { title: 'Taken' } };
const check = { payload: (sheetId: string) => ({ sheetId }), bob: unknownSheet };
const sheet = '/api/drive/spreadsheets/:id';
const project = '/api/projects/:id';

const callsOfRows = (rows: string, id: string): Record<string, Call> => ({
  [`GET ${rows}`]: {},
  [`POST ${rows}`]: row,
  [`PUT ${rows}`]: { ...row, ...matching },
  [`PATCH ${rows}`]: { ...row, ...matching },
  [`DELETE ${rows}`]: matching,
  [`GET ${rows}/${id}`]: {},
  [`PUT ${rows}/${id}`]: row,
  [`PATCH ${rows}/${id}`]: row,
  [`DELETE ${rows}/${id}`]: {},
});

/** Every call that needs a session, by its method and registered address. */
const calls: Readonly<Record<string, Call>> = {
  'GET /api/account': { bob: answered({ projects: 0, keys: 0 }) },
  'GET /api/google/connect': { query: () => '?to=/account' },
  'GET /api/google/callback': {},
  'GET /api/google/connection': { bob: answered({ connection: null }) },
  'DELETE /api/google/connection': { bob: answered({ revoked: true }) },
  'GET /api/drive/spreadsheets': { bob: answered({ spreadsheets: [] }) },
  'POST /api/drive/spreadsheets': { payload: (sheetId) => ({ templateId: sheetId }) },
  'GET /api/templates': { bob: answered({ templates: expect.any(Array) }) },
  'GET /api/trash': { bob: answered({ projects: [], spreadsheets: [] }) },
  [`GET ${sheet}`]: {},
  [`PATCH ${sheet}`]: taken,
  [`DELETE ${sheet}`]: {},
  [`POST ${sheet}/restore`]: {},
  [`GET ${sheet}/preview`]: {},
  [`GET ${sheet}/file`]: {},
  [`GET ${sheet}/stale`]: {},
  [`POST ${sheet}/tabs`]: taken,
  [`PATCH ${sheet}/tabs/:sheetId`]: {
    payload: { revision: 0, edits: [{ row: 2, column: 1, value: 'Taken', before: 'Assam' }] },
  },
  [`DELETE ${sheet}/tabs/:sheetId`]: {},
  [`GET ${sheet}/tabs/:sheetId/rows`]: {},
  [`GET ${sheet}/versions`]: {},
  [`POST ${sheet}/versions`]: { bob: { status: 415, body: { code: 'unsupported_media_type' } } },
  [`GET ${sheet}/versions/:n/file`]: {},
  [`POST ${sheet}/versions/:n/restore`]: {},
  'GET /api/plans': { bob: answered({ used: { projects: 0, drive: 0 } }) },
  'PUT /api/plan': { payload: { plan: 'pro' }, bob: { status: 422, body: { code: 'invalid_update' } } },
  'GET /api/usage': { query: () => `?projectId=${anns.id}` },
  'GET /api/projects': { bob: answered({ projects: [] }) },
  'POST /api/projects/check': check,
  'POST /api/projects/sync': check,
  [`GET ${project}`]: {},
  [`DELETE ${project}`]: {},
  [`POST ${project}/sync`]: {},
  [`GET ${project}/syncs`]: {},
  [`GET ${project}/progress`]: {},
  [`PUT ${project}/update`]: { payload: { title: 'Taken', access: 'public' } },
  [`POST ${project}/new-address`]: {},
  [`POST ${project}/restore`]: {},
  [`GET ${project}/openapi.json`]: {},
  [`GET ${project}/keys`]: {},
  [`POST ${project}/keys`]: { payload: { name: 'Bob', kind: 'secret', scopes: ['read'] } },
  [`PATCH ${project}/keys/:keyId`]: { payload: { origins: ['https://bob.example'] } },
  [`DELETE ${project}/keys/:keyId`]: {},
  ...callsOfRows(`${project}/tabs/:sheetId/rows`, ':rowId'),
  ...callsOfRows(`${OWN_CALLS}/:projectId/:tab`, ':id'),
};

const names = Object.keys(calls);

/** Returns the address of Ann’s thing. */
function urlOf(address: string): string {
  const ids = new Map<string, string | number | undefined>([
    [':id', address.startsWith(sheet) ? anns.sheetId : address.startsWith(OWN_CALLS) ? annsRow : anns.id],
    [':rowId', annsRow],
    [':projectId', anns.id],
    [':sheetId', anns.tabs[0]?.sheetId],
    [':tab', anns.tabs[0]?.slug],
    [':keyId', annsKey],
    [':n', 1],
  ]);
  return address.replaceAll(/:\w+/g, (name) => String(ids.get(name)));
}

/** Reads everything of Ann’s. */
const everything = () =>
  Promise.all(
    (
      ['drive_spreadsheets', 'drive_tabs', 'projects', 'project_tabs', 'api_keys', 'blobs', 'person_plans'] as const
    ).map((table) => test.db.selectFrom(table).selectAll().execute()),
  );

function send(name: string, headers: Record<string, string>) {
  const [method, address = ''] = name.split(' ');
  const { payload, query } = calls[name] ?? {};
  return test.app.inject({
    method: method as 'GET',
    url: urlOf(address) + (query?.() ?? ''),
    headers: { ...headers, [OWN_CALL_HEADER]: '1' },
    payload: typeof payload === 'function' ? payload(anns.sheetId) : payload,
  });
}

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
  expect(names.toSorted()).toEqual((await registered()).sort());
});

describe('another person', () => {
  it.each(names)('%s', async (name) => {
    const before = await everything();
    const response = await send(name, bob.headers);
    const { status, body } = calls[name]?.bob ?? hidden;
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject(body);
    expect(response.body).not.toContain('teas');
    expect(await everything()).toEqual(before);
  });
});

describe('signed out', () => {
  it.each(names)('%s', async (name) => {
    const before = await everything();
    const response = await send(name, { origin: ORIGIN });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'signed_out' });
    expect(await everything()).toEqual(before);
  });
});

describe('from another site, with the cookie of the owner', () => {
  const unsafe = names.filter((name) => !name.startsWith('GET '));
  const sites = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    {},
  ];
  const both = unsafe.flatMap((name) => sites.map((site) => [name, site] as const));

  it.each(both)('%s %j', async (name, site) => {
    const before = await everything();
    const response = await send(name, { cookie: ann.cookie, ...(site as Record<string, string>) });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'cross_site_request' });
    expect(await everything()).toEqual(before);
  });
});

it.each<[string, number, () => Record<string, string>]>([
  ['signed out', 401, () => ({ origin: ORIGIN })],
  ['a form of another site', 403, () => ({ cookie: ann.cookie, origin: 'https://evil.example' })],
])('a file is not taken: %s', async (_who, status, from) => {
  const before = await everything();
  const { headers, payload } = multipartOf(SMALL_CSV);
  const url = apiPaths.driveSpreadsheets;
  const response = await test.app.inject({ method: 'POST', url, headers: { ...headers, ...from() }, payload });
  expect(response.statusCode).toBe(status);
  expect(await everything()).toEqual(before);
});
