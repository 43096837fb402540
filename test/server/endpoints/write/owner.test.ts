import { apiPaths } from '../../../../src/contract/paths';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { writable } from './writing';

const test = beforeTests(() => buildTestApp());

it('lets the owner write without a key, as under /v1', async () => {
  const cafes = await writable(test);
  const url = apiPaths.projectTabRows(cafes.project.id, cafes.sheetId);
  const { headers } = cafes.owner;
  const made = await test.app.inject({ method: 'POST', url, headers, payload: { Name: 'Fuglen', Founded: 1963 } });
  expect(made.statusCode).toBe(201);
  const { _id } = made.json().data;
  expect(made.headers.location).toBe(`http://localhost${cafes.base}/${_id}`);
  const changed = await test.app.inject({ method: 'PATCH', url: `${url}/${_id}`, headers, payload: { Open: true } });
  expect(changed.json().data).toMatchObject({ Name: 'Fuglen', Founded: 1963, Open: true });
  const several = await test.app.inject({ method: 'PUT', url: `${url}?City=London`, headers, payload: { Name: 'P' } });
  expect(several.json().meta).toMatchObject({ updated: 1 });
  const removed = await test.app.inject({ method: 'DELETE', url: `${url}/${_id}`, headers });
  expect(removed.statusCode).toBe(204);
  expect((await cafes.rows()).map(({ Name }) => Name)).toEqual(['Kaffa', 'Bønne', 'P']);
});

it('refuses a page of another site, and anybody without a session', async () => {
  const cafes = await writable(test);
  const url = apiPaths.projectTabRows(cafes.project.id, cafes.sheetId);
  const payload = { Name: 'Fuglen' };
  const { cookie } = cafes.owner;
  const strange = { cookie, origin: 'https://elsewhere.example' };
  expect((await test.app.inject({ method: 'POST', url, headers: strange, payload })).statusCode).toBe(403);
  expect((await test.app.inject({ method: 'POST', url, payload })).statusCode).toBe(401);
  const form = { cookie, origin: 'https://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' };
  expect((await test.app.inject({ method: 'POST', url, headers: form, payload: 'Name=A' })).statusCode).toBe(403);
  expect(await cafes.rows()).toHaveLength(3);
});

describe('of several rows, with the revision at which the owner has read them', () => {
  const prepare = async () => {
    const cafes = await writable(test);
    const rows = await cafes.rows();
    const { revision } = (await cafes.call('GET')).body.meta;
    const write = (method: 'POST' | 'DELETE', query: string, payload?: object, more: object = {}) =>
      test.app.inject({
        ...{ method, url: `${apiPaths.projectTabRows(cafes.project.id, cafes.sheetId)}?${query}`, payload },
        headers: { ...cafes.owner.headers, 'x-tabpoint-revision': String(revision), ...more },
      });
    const [kaffa, bonne, prufrock] = rows.map(({ _id }) => String(_id));
    return { cafes, write, kaffa, bonne, prufrock };
  };
  const changed = (_id: string | undefined, Founded: number) => ({ _id, Founded });

  it('writes all of them, whatever has happened to other rows', async () => {
    const { cafes, write, kaffa, bonne, prufrock } = await prepare();
    await cafes.call('PATCH', `/${prufrock}`, { body: { Rating: 5 } });
    const { statusCode } = await write('POST', '_upsert=_id', [changed(kaffa, 1999), changed(bonne, 2000)]);
    expect(statusCode).toBe(200);
    expect((await write('DELETE', `_id__in=${bonne}`)).statusCode).toBe(409);
    expect((await cafes.rows()).map(({ Founded, Rating }) => [Founded, Rating])).toEqual([
      [1999, 4.5],
      [2000, 3.1],
      [2011, 5],
    ]);
  });

  it('writes none of them if one was changed or removed since, or if that is not known', async () => {
    const { cafes, write, kaffa, bonne, prufrock } = await prepare();
    await cafes.call('PATCH', `/${bonne}`, { body: { Rating: 5 } });
    const refused = await write('POST', '_upsert=_id', [changed(kaffa, 1999), changed(bonne, 2000)]);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'row_changed']);
    expect((await write('DELETE', `_id__in=${kaffa},${bonne}`)).json().code).toBe('row_changed');
    expect((await write('DELETE', `_id__in=${kaffa},${prufrock}`)).statusCode).toBe(200);
    const at = (revision: string) =>
      write('POST', '_upsert=_id', [changed(bonne, 2000)], { 'x-tabpoint-revision': revision });
    expect((await at('999')).json().code).toBe('precondition_failed');
    expect((await at('x')).statusCode).toBe(400);
    expect((await cafes.rows()).map(({ Founded, Rating }) => [Founded, Rating])).toEqual([[2011, 5]]);
  });

  it('repeats the response of a repeated request, and does not store a refusal as one', async () => {
    const { cafes, write, bonne } = await prepare();
    const twice = { 'idempotency-key': 'one' };
    await cafes.call('PATCH', `/${bonne}`, { body: { Rating: 5 } });
    expect((await write('POST', '_upsert=_id', [changed(bonne, 2000)], twice)).statusCode).toBe(409);
    const { revision } = (await cafes.call('GET')).body.meta;
    const now = { ...twice, 'x-tabpoint-revision': String(revision) };
    const first = await write('POST', '_upsert=_id', [changed(bonne, 2000)], now);
    expect(first.statusCode).toBe(200);
    expect((await write('POST', '_upsert=_id', [changed(bonne, 2000)], now)).body).toBe(first.body);
  });
});
