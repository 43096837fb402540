import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { places, publishProject } from './published';

let id: string;

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());
const stranger = beforeTests(() => server.signUp());
beforeAll(async () => {
  const tabs = [
    { title: 'Places', slug: 'places', lines: places, sheet_id: 7 },
    { title: 'Draft', slug: 'draft', lines: ['n', '1'], sheet_id: 8, published: 0 },
    { title: 'Lost', slug: 'lost', lines: ['n', '1'], sheet_id: 9, gone_at: '2026-01-01T00:00:00.000Z' },
    { title: 'Was here', slug: 'was', lines: ['n', '1'], sheet_id: 10, gone_at: '2026-01-01T00:00:00.000Z' },
    { title: 'Came after', slug: 'after', lines: ['n', '2'], sheet_id: 10 },
  ];
  ({ id } = await publishProject(server.db, owner.person.id, tabs, { access: 'private' }));
});

const rowsOf = (sheet: string | number, query = '', headers: Record<string, string> = owner.headers, project = id) =>
  server.app.inject({ url: `/api/projects/${project}/tabs/${sheet}/rows${query}`, headers });

test('the owner reads the rows of a private project, with the columns', async () => {
  const answer = await rowsOf(7, '?_limit=1&City=Oslo');
  expect(answer.statusCode).toBe(200);
  const { data, meta, columns, ...rest } = answer.json();
  expect(rest).toEqual({});
  expect(data).toMatchObject([{ _id: 'r_2', Name: 'Kaffa', Founded: 2009, __code: '007' }]);
  const next = expect.stringMatching(
    `^http://localhost(:80)?/api/projects/${id}/tabs/7/rows\\?_limit=1&City=Oslo&_cursor=1\\.1\\.[0-9a-z]+$`,
  );
  expect(meta).toEqual({ total: 3, count: 1, limit: 1, offset: 0, next, revision: 1 });
  expect(columns).toHaveLength(12);
  expect(columns[2]).toEqual({
    key: 'Founded',
    header: 'Founded',
    slug: 'founded',
    type: 'integer',
    nullable: false,
    unique: false,
    examples: [2009, 2011, 2012],
    cell: 'C1',
  });
});

test('the owner’s rows are not cached by anybody', async () => {
  const answer = await rowsOf(7);
  expect(answer.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-total-count': '4',
    'x-tabpoint-revision': '1',
  });
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
});

test('the response is 304 with the client’s entity tag', async () => {
  const { etag } = (await rowsOf(7)).headers;
  expect((await rowsOf(7, '', { ...owner.headers, 'if-none-match': String(etag) })).statusCode).toBe(304);
});

test('the owner reads an unpublished tab', async () => {
  expect((await rowsOf(8)).json().data).toEqual([{ _id: 'r_2', n: 1 }]);
});

test('a number that was used twice means the current tab', async () => {
  expect((await rowsOf(10)).json().data).toEqual([{ _id: 'r_2', n: 2 }]);
});

test.each([
  [9, 410, 'gone'],
  [99, 404, 'not_found'],
  ['x', 404, 'not_found'],
  ['-1', 404, 'not_found'],
  ['99999999999999999999', 404, 'not_found'],
])('sheet %s answers %i', async (sheet, status, code) => {
  const answer = await rowsOf(sheet);
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
});

test('one row has the entity tag that a write of it can require', async () => {
  const url = `/api/projects/${id}/tabs/7/rows/r_2`;
  const answer = await server.app.inject({ url, headers: owner.headers });
  expect(answer.json()).toMatchObject({ data: { _id: 'r_2', Name: 'Kaffa' }, meta: { revision: 1 } });
  expect(answer.headers).toMatchObject({ etag: expect.any(String), 'cache-control': 'private, no-store' });
  const strange = await server.app.inject({ url, headers: stranger.headers });
  expect([strange.statusCode, strange.json().detail]).toEqual([404, 'There is no such project.']);
  const none = await server.app.inject({ url: url.replace('r_2', 'r_99'), headers: owner.headers });
  expect(none.statusCode).toBe(404);
});

test('queries are those of the data API', async () => {
  expect((await rowsOf(7, '?Founded=abc')).json().code).toBe('invalid_value');
  expect((await rowsOf(7, '?_sort=Nmae')).json().code).toBe('unknown_column');
  expect((await rowsOf(7, '?Founded__gt=2010&_sort=-Name&_fields=Name')).json().data).toMatchObject([
    { Name: 'Tim & Co = 100%' },
    { Name: 'Prufrock' },
    { Name: 'Bønne' },
  ]);
  expect((await rowsOf(7, '?_limit=10001')).statusCode).toBe(400);
});

test('another person gets 404', async () => {
  for (const sheet of [7, 8, 9, 99]) {
    const answer = await rowsOf(sheet, '', stranger.headers);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    expect(answer.json().detail).toBe('There is no such project.');
  }
});

test('a signed-out person gets 401', async () => {
  const answer = await rowsOf(7, '', {});
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'signed_out']);
});

test.each(['%00', 'x'.repeat(300)])('an invalid project id answers 404: %#', async (project) => {
  expect((await rowsOf(7, '', owner.headers, project)).statusCode).toBe(404);
});

test('other methods are refused', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/projects/${id}/tabs/7/rows/r_1`,
    headers: owner.headers,
    payload: {},
  });
  expect([answer.statusCode, answer.json().code, answer.headers.allow]).toEqual([
    405,
    'method_not_allowed',
    'GET, HEAD, PUT, PATCH, DELETE',
  ]);
});
