import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { writable } from './writing';

const test = beforeTests(() => buildTestApp());
const cafes = beforeTests(() => writable(test));

const first = async () => (await cafes.rows('&_fields=_row,*'))[0] ?? {};

describe('_row in a body', () => {
  it('is accepted if unchanged, like the rest of the row', async () => {
    const row = await first();
    for (const method of ['PATCH', 'PUT'] as const) {
      const answer = await cafes.call(method, `/${String(row._id)}`, { body: { ...row, Note: method } });
      expect([answer.status, answer.body.data.Note]).toEqual([200, method]);
    }
    const form = await cafes.call('PATCH', `/${String(row._id)}`, {
      body: `_row=${String(row._row)}&Note=form`,
      type: 'application/x-www-form-urlencoded',
    });
    expect(form.status).toBe(200);
  });

  it.each<['PATCH' | 'PUT' | 'POST', string, object, string]>([
    ['PATCH', '/{0}', { _row: 99, Note: 'x' }, '_row'],
    ['PATCH', '/{0}', { _row: '2', Note: 'x' }, '_row'],
    ['PUT', '/{0}', { _row: null, Name: 'x' }, '_row'],
    ['PATCH', '?Name=Kaffa', { _row: 2, Note: 'x' }, '_row'],
    ['PATCH', '?Name=nobody', { _row: 2, Note: 'x' }, '_row'],
    ['POST', '', { _row: 5, Name: 'x' }, '_row'],
    ['POST', '?_unknown=ignore', { _row: 5, Name: 'x' }, '_row'],
    ['POST', '?_upsert=Name', [{ _row: 2, Name: 'Kaffa' }] as object, '0._row'],
  ])('%s %s %j is refused otherwise', async (method, path, body, field) => {
    const before = await cafes.rows('&_fields=_row,*');
    const answer = await cafes.call(method, path.replace('{0}', String(before[0]?._id)), { body });
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_rows']);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ field }));
    expect(await cafes.rows('&_fields=_row,*')).toEqual(before);
  });
});

describe('names of inherited object properties', () => {
  it.each<[string, string, number, string]>([
    ['{"__proto__":{"Name":"x"}}', 'application/json', 400, 'malformed_request'],
    ['{"Name":"x","__proto__":"y"}', 'application/json', 400, 'malformed_request'],
    ['{"Name":"x","\\u005f_proto__":1}', 'application/json', 400, 'malformed_request'],
    ['{"Name":"x","constructor":{"prototype":{"a":1}}}', 'application/json', 400, 'malformed_request'],
    ['[{"Name":"x"},{"Name":"y","__proto__":null}]', 'application/json', 400, 'malformed_request'],
    ['{"Name":"x","constructor":"y"}', 'application/json', 422, 'invalid_rows'],
    ['{"Name":"x","hasOwnProperty":"y"}', 'application/json', 422, 'invalid_rows'],
    ['Name=x&__proto__=y', 'application/x-www-form-urlencoded', 422, 'invalid_rows'],
    ['Name=x&constructor=y', 'application/x-www-form-urlencoded', 422, 'invalid_rows'],
    ['Name,__proto__\nx,y\n', 'text/csv', 422, 'invalid_rows'],
  ])('are refused as columns: %s', async (body, type, status, code) => {
    const before = await cafes.rows();
    for (const [method, path] of [['POST', ''] as const, ['PATCH', `/${String(before[0]?._id)}`] as const]) {
      if (method === 'PATCH' && body.startsWith('[')) continue;
      const answer = await cafes.call(method, path, { body, type });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.body.hint).toBeDefined();
    }
    expect(await cafes.rows()).toEqual(before);
  });

  it('are ignored with _unknown=ignore, and refused in queries', async () => {
    const ignored = await cafes.call('POST', '?_unknown=ignore&_dry_run=1', {
      body: 'Name,__proto__,constructor\nx,y,z\n',
      type: 'text/csv',
    });
    expect([ignored.status, ignored.body.meta.ignored]).toEqual([200, ['__proto__', 'constructor']]);
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const asked = [
        await cafes.call('GET', `?${name}=x`),
        await cafes.call('GET', `?_fields=${name}`),
        await cafes.call('GET', `?_where=${encodeURIComponent(`{"${name}":{"eq":"x"}}`)}`),
        await cafes.call('GET', `?_where=${encodeURIComponent(`{"Name":{"${name}":"x"}}`)}`),
        await cafes.call('POST', '/_query', { body: `{"${name}":1}` }),
        await cafes.call('POST', '/_query', { body: `{"where":{"${name}":{"eq":1}}}` }),
      ];
      expect(asked.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
    }
  });

  it('work as columns if the sheet has them', async () => {
    const odd = await writable(test, { name: 'odd.csv', bytes: '__proto__,constructor,toString\na,b,c\n' });
    expect(await odd.rows('&_fields=*,-_id')).toEqual([{ ___proto__: 'a', constructor: 'b', toString: 'c' }]);
    const body = '{"___proto__":"d","constructor":"e","toString":"f"}';
    expect((await odd.call('POST', '', { body })).status).toBe(201);
    expect(await odd.rows('&constructor=e&_fields=___proto__,toString,-_id')).toEqual([
      { ___proto__: 'd', toString: 'f' },
    ]);
  });
});
