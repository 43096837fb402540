import { type OutgoingHttpHeaders, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InjectOptions } from 'fastify';
import { apiPaths } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject, madeWorkbook, upload } from '../../fixtures/driveFiles';
import { jsonCalls } from '../../fixtures/jsonCalls';
import { bearer, makeKey } from '../keys/keyOf';

let project: Project;
let keyId: string;
let secret: string;
const server = beforeTests(() => buildTestApp());
const ada = beforeTests(() => server.signUp());
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const rows = [['name', 'price', '__proto__', 'constructor'], ...['a', 'b'].map((name) => [name, 1, 'x', 'y'])];
  project = await createdProject(server, ada, madeWorkbook([{ title: 'Teas', cells: rows }]));
  ({
    secret,
    key: { id: keyId },
  } = await makeKey(server, ada, project.id, { scopes: ['read', 'create', 'update', 'delete'] }));
});

const asAda = (request: InjectOptions) =>
  server.app.inject({ ...request, headers: { ...ada.headers, ...request.headers } });
const rowsPath = () => `/v1/${project.id}/teas`;
const asKey = (request: InjectOptions) =>
  server.app.inject({ ...request, headers: { ...bearer(secret), ...request.headers } });

const posted = (type: string, payload: string): InjectOptions => ({
  ...{ method: 'POST', headers: { 'content-type': type }, payload },
});

/** Sends a row over a socket, with repeated headers as given. */
const statusOverSocket = (method: string, path: string, headers: OutgoingHttpHeaders) =>
  new Promise<number>((resolve, reject) => {
    const { port } = server.app.server.address() as AddressInfo;
    const body = method === 'DELETE' ? '' : '{"name":"a"}';
    const about = body === '' ? {} : { 'content-type': 'application/json', 'content-length': body.length };
    const request = ask({ port, method, path, headers: { ...headers, ...about } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    request.on('error', reject).end(body);
  });

const named = jsonCalls.map(({ method, name, url, body }) => [method, name, () => url(project, keyId), body] as const);

const stored = async () => JSON.stringify(await server.db.selectFrom('projects').selectAll().execute());

describe('unknown fields in a body', () => {
  test.each(named)('%s %s takes none', async (method, _name, url, body) => {
    const before = await stored();
    for (const field of ['ownerId', 'owner_id', 'id', 'createdAt', 'isAdmin', 'toString']) {
      const response = await asAda({ method, url: url(), payload: { ...body, [field]: 'mine' } });
      expect([field, response.statusCode, response.json().code]).toEqual([field, 400, 'invalid_request']);
    }
    expect(await stored()).toBe(before);
  });
});

describe('object prototypes', () => {
  const unharmed = () =>
    expect([Reflect.get({}, 'polluted'), Reflect.get([], 'polluted')]).toEqual([undefined, undefined]);
  const payloads = ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'];

  test.each(named)('cannot be polluted by %s %s', async (method, _name, url) => {
    for (const payload of [...payloads, '[{"__proto__":{"polluted":1}}]']) {
      const headers = { 'content-type': 'application/json' };
      const response = await asAda({ method, url: url(), headers, payload });
      expect([response.statusCode, response.json().code]).toEqual([400, 'malformed_request']);
    }
    unharmed();
  });

  test.each<[string, InjectOptions]>([
    ['rows', posted('application/json', '{"__proto__":{"polluted":1}}')],
    ['a form', posted('application/x-www-form-urlencoded', '__proto__[polluted]=1')],
    ['a query', { method: 'GET', query: { '__proto__[polluted]': '1' } }],
    ['a question', { method: 'GET', query: { _where: '{"__proto__":{"polluted":1}}' } }],
  ])('cannot be polluted by %s of the data API', async (_what, request) => {
    expect([400, 422]).toContain((await asKey({ url: rowsPath(), ...request })).statusCode);
    unharmed();
  });

  test('have property names that columns can have', async () => {
    const { data } = (await asKey({ url: rowsPath() })).json<{ data: object[] }>();
    expect(data.map((row) => Object.values(row).slice(1))).toEqual(['a', 'b'].map((name) => [name, 1, 'x', 'y']));
    unharmed();
  });
});

describe('duplicates in a request', () => {
  test.each([
    ['/api/usage?days=7&days=30', 400],
    ['/api/projects?after=a&after=b', 400],
    ['/v1/{project}/teas?_limit=1&_limit=2', 400],
    ['/v1/{project}/teas?_values=text&_values=formula', 400],
  ])('%s is refused', async (path, status) => {
    const url = path.replace('{project}', project.id);
    expect((await (path.startsWith('/api') ? asAda : asKey)({ url })).statusCode).toBe(status);
  });

  test('two keys are no key', async () => {
    const { secret: other } = await makeKey(server, ada, project.id);
    const answers = [
      { authorization: `Bearer ${secret}`, 'x-api-key': other },
      { authorization: `Bearer ${secret}, Bearer ${other}` },
      { 'x-api-key': `${secret}, ${other}` },
    ].map((headers) => server.app.inject({ url: rowsPath(), headers }));
    for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(401);
  });

  test.each([
    ['POST', '', '?_dry_run=1'],
    ['PATCH', '?name=a', '?name=a&_dry_run=1'],
    ['DELETE', '?name=a', '?name=a&_dry_run=1'],
  ])('two Idempotency-Keys are refused, by %s', async (method, query, dryQuery) => {
    const rows = async () => (await asKey({ url: rowsPath() })).json<{ data: object[] }>().data;
    const before = await rows();
    const write = (keys: string[], asked = query) =>
      statusOverSocket(method, rowsPath() + asked, { ...bearer(secret), 'idempotency-key': keys });
    expect([await write(['a', 'b']), await write(['a', 'a'])]).toEqual([400, 400]);
    expect(await rows()).toEqual(before);
    expect(await write(['one, with a comma'], dryQuery)).toBe(200);
  });
});

describe('names that contain line breaks', () => {
  const NAME = 'Teas 茶\r\nSet-Cookie: planted=1\r\n\r\n<script>';

  test('stay file names in the headers of downloads', async () => {
    const uploaded = await upload(server, ada, madeWorkbook([{ title: NAME, cells: [['a'], [1]] }], `${NAME}.xlsx`));
    const { id, tabs } = uploaded.json().spreadsheet;
    const addresses = [apiPaths.driveFile(id), apiPaths.driveExport(id), apiPaths.driveTabExport(id, tabs[0].sheetId)];
    for (const url of addresses) {
      const { statusCode, headers } = await asAda({ url });
      expect([url, statusCode, headers['set-cookie']]).toEqual([url, 200, undefined]);
      expect(headers['content-disposition']).toMatch(/^attachment; [\x20-\x7e]+$/);
    }
  });

  test('are encoded in links', async () => {
    const query = { name__ne: 'a\r\nSet-Cookie: planted=1', _limit: '1' };
    const { headers } = await asKey({ url: rowsPath(), query });
    expect(headers['set-cookie']).toBeUndefined();
    expect(String(headers.link)).toMatch(/^[\x20-\x7e]*$/);
    expect(String(headers.link)).toContain('%0D%0A');
  });
});

describe('SQL', () => {
  test.each(["' or '1'='1", "x') or ('1'='1", '1; drop table projects', '" or ""="', '${id}'])(
    'in a name is only a name: %s',
    async (name) => {
      const part = encodeURIComponent(name);
      const addresses = [
        apiPaths.project(name),
        apiPaths.projectSyncs(name),
        apiPaths.driveSpreadsheet(name),
        `/v1/${part}/teas`,
        `/v1/${project.id}/${part}`,
        `/v1/${project.id}/teas/${part}`,
      ];
      for (const url of addresses) {
        const { statusCode } = await server.app.inject({ url, headers: { ...ada.headers, ...bearer(secret) } });
        expect([url, [400, 401, 404].includes(statusCode)]).toEqual([url, true]);
      }
      const key = await asAda({ method: 'DELETE', url: apiPaths.projectKey(project.id, name) });
      expect(key.statusCode).toBe(404);
      expect((await asKey({ url: rowsPath(), query: { name } })).json()).toMatchObject({ data: [] });
      expect((await asKey({ url: rowsPath() })).json().data).toHaveLength(2);
    },
  );
});

describe('paths to other files', () => {
  const climbing = [
    '..%2f..%2f..%2fetc%2fpasswd',
    '....//',
    '..%5c..%5cetc',
    'file:%2f%2f%2fetc%2fpasswd',
    '%252e%252e%252f',
  ];

  test.each(climbing)('%s is not found', async (name) => {
    for (const url of [
      `/v1/${project.id}/${name}`,
      `/v1/${name}/teas`,
      `${apiPaths.driveSpreadsheets}/${name}`,
      `${apiPaths.driveSpreadsheets}/${name}/file?format=original`,
      `${apiPaths.driveSpreadsheets}/${project.sheetId}/versions/${name}/file`,
      `${apiPaths.projects}/${name}`,
    ]) {
      const response = await server.app.inject({ url, headers: { ...ada.headers, ...bearer(secret) } });
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.statusCode).toBeLessThan(500);
      expect(response.body).not.toContain('root:');
    }
  });

  test.each(['../../etc/passwd', '..', '/etc/passwd', 'faq/../../x'])('there is no template %s', async (templateId) => {
    const response = await asAda({ method: 'POST', url: apiPaths.driveSpreadsheets, payload: { templateId } });
    expect(response.statusCode).toBe(404);
  });
});

/** Expensive requests are refused before their parts are processed, with the limit that they exceed. */
describe('expensive requests', () => {
  const many = (count: number, one: (n: number) => string, between: string) =>
    Array.from({ length: count }, (_, n) => one(n)).join(between);
  const form = (payload: string) => posted('application/x-www-form-urlencoded', payload);
  const csv = (payload: string) => posted('text/csv', payload);
  const json = (payload: string) => posted('application/json', payload);
  const asked = (query: Record<string, string>): InjectOptions => ({ method: 'GET', query });
  const fields = /2,002 fields at most/;

  test.each<[string, () => InjectOptions, number, RegExp?]>([
    ['a form of half a million names', () => form(many(500_000, (n) => `n${n}=`, '&')), 422, fields],
    ['a CSV of two million columns', () => csv(`${',a'.repeat(2_000_000)}\n1`), 422, fields],
    ['a CSV of many columns behind quotation marks', () => csv(`"a\n""b"${',a'.repeat(3_000)}\n1`), 422, fields],
    ['an object of many names', () => json(`{${many(100_000, (n) => `"n${n}":1`, ',')}}`), 422, fields],
    ['a CSV of quotation marks', () => csv(`name\n${'"'.repeat(1_000_001)}`), 400, /not valid CSV/],
    [
      'JSON that is nested deeply',
      () => json(`{"name":${'['.repeat(400_000)}${']'.repeat(400_000)}}`),
      400,
      /than 200/,
    ],
    ['unclosed brackets', () => asked({ _where: '{"not":'.repeat(1_800) }), 400],
    ['a nested query', () => asked({ _where: `${'{"not":'.repeat(30)}{}${'}'.repeat(30)}` }), 400, /nested/],
    ['a list of quotation marks', () => asked({ _fields: '"'.repeat(5_001) }), 400],
    ['a list of commas and quotation marks', () => asked({ _sort: '",'.repeat(4_000) }), 400],
    ['a pattern of runs', () => asked({ name__like: `${'%a'.repeat(490)}%b` }), 200],
    ['a pattern of more runs', () => asked({ name__like: `${'%a'.repeat(2_000)}%b` }), 400, /1,000/],
    ['a list of entity tags', () => ({ headers: { 'if-none-match': '"a", '.repeat(3_000) } }), 200],
    ['a list of media types', () => ({ headers: { accept: 'a/b;q=0.1,'.repeat(1_400) } }), 200],
  ])('%s', async (_what, request, status, ...[words]) => {
    const answer = await asKey({ url: rowsPath(), ...request() });
    expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([status, expect.anything()]);
    if (words !== undefined) expect(answer.json().detail).toMatch(words);
  });
});
