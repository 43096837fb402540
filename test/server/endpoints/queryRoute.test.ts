import { beforeTests } from '../../fixtures/beforeTests';
import { cafes, startAsking } from './asking';

const asking = beforeTests(() => startAsking(cafes));

test('a query in a body finds the same as in the address', async () => {
  const asked = {
    where: { Open: { eq: true } },
    q: 'oslo',
    sort: ['-Founded'],
    fields: ['Name', 'Founded', '-_id'],
    limit: 1,
    offset: 1,
    keys: 'slug',
    shape: 'columns',
  };
  const answer = await asking.post(asked);
  expect(answer.statusCode).toBe(200);
  const address = await asking.get(
    '?Open=true&_q=oslo&_sort=-Founded&_fields=Name,Founded,-_id&_limit=1&_offset=1&_keys=slug&_shape=columns',
  );
  expect(answer.json().data).toEqual(address.json().data);
  expect(answer.json().data).toEqual({ name: ['Tim & Co = 100%'], founded: [2012] });
  expect(answer.headers).toMatchObject({
    'x-total-count': '3',
    'cache-control': 'no-store',
    'x-tabpoint-revision': '1',
  });
});

test.each([
  [{}, 7],
  [{ distinct: 'City' }, 6],
  [{ group: 'Open', agg: ['count', 'sum:Rating'] }, 3],
  [{ group: ['Open'], agg: 'count' }, 3],
  [{ shape: 'rows', single: false }, 7],
])('%j', async (question, count) => {
  expect((await asking.post(question)).json().meta.total).toBe(count);
});

test('names in a list need no quotes', async () => {
  expect((await asking.post({ fields: ['Sum, total', '-_id'], limit: 1 })).json().data).toEqual([{ 'Sum, total': 10 }]);
});

test('single returns one object', async () => {
  expect((await asking.post({ single: true, fields: 'Name' })).json()).toEqual({
    data: { _id: 'r_2', Name: 'Kaffa' },
    meta: { revision: 1 },
  });
});

test('Accept chooses another format', async () => {
  const answer = await asking.post({ fields: ['Name', 'City', '-_id'], limit: 1 }, { accept: 'text/csv' });
  expect(answer.body).toBe('Name,City\r\nKaffa,Oslo\r\n');
});

describe('errors name the fields of the body', () => {
  test.each([
    ['', 'malformed_json', 'body'],
    ['{"where":', 'malformed_json', 'body'],
    [[], 'invalid_parameter', 'body'],
    ['null', 'invalid_parameter', 'body'],
    [{ _limit: 5 }, 'unknown_parameter', '_limit'],
    [{ csv: 'raw' }, 'unknown_parameter', 'csv'],
    [{ limit: '5' }, 'invalid_parameter', 'limit'],
    [{ limit: -5 }, 'invalid_parameter', 'limit'],
    [{ limit: 10_001 }, 'limit_too_large', 'limit'],
    [{ sort: [1] }, 'invalid_parameter', 'sort'],
    [{ sort: ['Fuonded'] }, 'unknown_column', 'sort'],
    [{ q: 7 }, 'invalid_parameter', 'q'],
    [{ single: 1 }, 'invalid_parameter', 'single'],
    [{ where: null }, 'invalid_parameter', 'where'],
    [{ where: { City: { eqq: 'x' } } }, 'unknown_operator', 'where'],
    [{ cursor: 'zz.1.x' }, 'invalid_cursor', 'cursor'],
  ])('%j', async (question, code, field) => {
    const answer = await asking.post(question);
    expect([answer.statusCode, answer.json().code, answer.json().errors?.[0]?.field]).toEqual([400, code, field]);
  });
});

test('the hint suggests a similar name', async () => {
  expect((await asking.post({ limt: 5 })).json().hint).toBe('Did you mean limit?');
});

test('other media types than JSON, and parameters in the address, are refused', async () => {
  expect((await asking.post('a=1', { 'content-type': 'text/plain' })).json().code).toBe('unsupported_media_type');
  const answer = await asking.server.app.inject({
    method: 'POST',
    url: `/v1/${asking.id}/cafes/_query?_limit=1`,
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(answer.json().code).toBe('unknown_parameter');
});

test('a body that is too large is refused', async () => {
  const answer = await asking.post({ q: 'x'.repeat(1_100_000) });
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large']);
});

test('a private project needs a key', async () => {
  const { app } = asking.server;
  const update = { method: 'PUT', url: `/api/projects/${asking.id}/update`, headers: asking.owner.headers } as const;
  await app.inject({ ...update, payload: { access: 'private' } });
  expect((await asking.post({})).json().code).toBe('key_required');
  await app.inject({ ...update, payload: { access: 'public' } });
  expect((await asking.post({})).statusCode).toBe(200);
});
