import { buildTestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { writable } from '../endpoints/write/writing';
import { basic, callPeer, type PeerCall } from './peerCalls';

const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));

const call = (query = '', { headers, ...rest }: PeerCall = {}) =>
  callPeer(test, `/stein/v1/storages/${cafes.project.id}/Caf%C3%A9s${query}`, {
    headers: { ...basic(cafes.key), ...headers },
    ...rest,
  });

const names = async (query = '') => (await call(query)).body.map(({ Name }: { Name: string }) => Name);

it('reads rows as the sheet displays them', async () => {
  const { status, headers, body } = await call();
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(body).toHaveLength(3);
  expect(body[0]).toMatchObject({ Name: 'Kaffa', Founded: '2009', Rating: '4.5', Open: 'TRUE', Code: '007', Note: '' });
  expect(body[0]).not.toHaveProperty('_id');
});

it('reads a page, and searches', async () => {
  await expect(names('?limit=1&offset=1')).resolves.toEqual(['Bønne']);
  await expect(names(`?search=${encodeURIComponent('{"City":"Oslo","Founded":"2011"}')}`)).resolves.toEqual(['Bønne']);
  await expect(names(`?search=${encodeURIComponent('{"Note":""}')}&limit=2`)).resolves.toEqual(['Kaffa', 'Bønne']);
  await expect(names(`?search=${encodeURIComponent('{"City":"Rome"}')}`)).resolves.toEqual([]);
});

it('refuses unsupported parameters, in its own format', async () => {
  expect(await call('?search={')).toMatchObject({ status: 400, body: { error: expect.stringContaining('JSON') } });
  expect(await call('?search=1')).toMatchObject({ status: 400, body: { error: expect.stringContaining('object') } });
  expect(await call('?sort=Name')).toMatchObject({ status: 400, body: { error: expect.stringContaining('“sort”') } });
  const ours = `?search=${encodeURIComponent('{"_limit":"1"}')}`;
  expect(await call(ours)).toMatchObject({ status: 400, body: { error: expect.stringContaining('“_limit”') } });
});

it('appends rows, with texts converted to the types of the columns', async () => {
  const rows = [
    { Name: 'Tim, "Wendelboe"', Founded: '2007', Open: 'TRUE', Rating: 4.75 },
    { Name: 'Fuglen', City: 'Oslo\nwest', Since: '1963-05-01' },
  ];
  const { status, body } = await call('', { method: 'POST', body: rows });
  expect({ status, body }).toEqual({ status: 200, body: { updatedRange: 'Cafés' } });
  const [, , , tim, fuglen] = await cafes.rows();
  expect(tim).toMatchObject({ Name: 'Tim, "Wendelboe"', Founded: 2007, Open: true, Rating: 4.75, City: null });
  expect(fuglen).toMatchObject({ Name: 'Fuglen', City: 'Oslo\nwest', Since: '1963-05-01' });
});

it('returns the error of a row, and writes none', async () => {
  const wrong = await call('', { method: 'POST', body: [{ Name: 'A' }, { Name: 'B', Mood: 'calm' }] });
  expect(wrong).toMatchObject({ status: 422, body: { error: expect.stringContaining('“Mood” is no column') } });
  const nested = await call('', { method: 'POST', body: [{ Name: ['A'] }] });
  expect(nested).toMatchObject({ status: 422, body: { error: expect.stringContaining('no list') } });
  expect(await cafes.rows()).toHaveLength(3);
});

it('edits the rows that match a condition', async () => {
  const body = { condition: { City: 'Oslo' }, set: { Note: 'closed', Founded: '2012' }, limit: null };
  expect(await call('', { method: 'PUT', body })).toMatchObject({ status: 200, body: { totalUpdatedRows: 2 } });
  expect((await cafes.rows()).map(({ Founded, Note }) => [Founded, Note])).toEqual([
    [2012, 'closed'],
    [2012, 'closed'],
    [2011, null],
  ]);
});

it('edits and deletes only the first of them, with a limit', async () => {
  const edit = { condition: { City: 'Oslo' }, set: { Note: 'first' }, limit: 1 };
  expect((await call('', { method: 'PUT', body: edit })).body).toEqual({ totalUpdatedRows: 1 });
  const remove = { condition: { City: 'Oslo' }, limit: 1 };
  expect((await call('', { method: 'DELETE', body: remove })).body).toEqual({ clearedRowsCount: 1 });
  expect((await cafes.rows()).map(({ Name }) => Name)).toEqual(['Bønne', 'Prufrock']);
  expect((await call('', { method: 'DELETE', body: { condition: { City: 'Rome' }, limit: 1 } })).body).toEqual({
    clearedRowsCount: 0,
  });
});

it('refuses to edit or delete everything', async () => {
  const body = { condition: {}, set: { Note: 'x' } };
  for (const method of ['PUT', 'DELETE'] as const)
    expect(await call('', { method, body })).toMatchObject({ status: 400 });
  expect(await cafes.rows()).toHaveLength(3);
});

it('writes once when a request is repeated with one Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'k1' };
  for (const replayed of [undefined, 'true']) {
    const answer = await call('', { method: 'POST', body: [{ Name: 'Once' }], headers });
    expect(answer.headers['idempotency-replayed']).toBe(replayed);
  }
  expect(await cafes.rows()).toHaveLength(4);
});
