import { buildTestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { writable } from '../endpoints/write/writing';
import { basic, callPeer, type PeerCall } from './peerCalls';

const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));

const call = (path = '', { headers, ...rest }: PeerCall = {}) =>
  callPeer(test, `/sheetdb/api/v1/${cafes.project.id}${path}`, {
    headers: { ...basic(cafes.key), ...headers },
    ...rest,
  });
const names = async (path: string) => (await call(path)).body.map(({ Name }: { Name: string }) => Name);

it('reads the first sheet, or the named one', async () => {
  const { status, body } = await call();
  expect(status).toBe(200);
  expect(body[0]).toMatchObject({ Name: 'Kaffa', Founded: '2009', Open: 'TRUE', Note: '' });
  expect((await call('?sheet=cafes')).body).toEqual(body);
  expect(await call('?sheet=Nothing')).toMatchObject({
    status: 404,
    body: { error: expect.stringContaining('“Nothing”') },
  });
});

it('sorts, pages, casts, and returns one object', async () => {
  await expect(names('?sort_by=Name')).resolves.toEqual(['Bønne', 'Kaffa', 'Prufrock']);
  await expect(names('?sort_by=Rating&sort_order=desc&limit=2')).resolves.toEqual(['Kaffa', 'Prufrock']);
  await expect(names('?limit=1&offset=2')).resolves.toEqual(['Prufrock']);
  const [row] = (await call('?cast_numbers=Founded,Name')).body;
  expect(row).toMatchObject({ Founded: 2009, Name: 'Kaffa', Rating: '4.5' });
  expect((await call('?single_object=true&sort_by=Name')).body).toMatchObject({ Name: 'Bønne' });
  expect((await call('?mode=UNFORMATTED_VALUE')).body[0]).toMatchObject({ Founded: 2009, Open: true });
  expect(await call('?sort_by=Name&sort_order=random')).toMatchObject({ status: 400 });
});

it('searches', async () => {
  await expect(names('/search?City=Oslo&Founded=2011')).resolves.toEqual(['Bønne']);
  await expect(names('/search?Name=*f*')).resolves.toEqual(['Kaffa', 'Prufrock']);
  await expect(names('/search?Name=K*&casesensitive=true')).resolves.toEqual(['Kaffa']);
  await expect(names('/search?Name=k*&casesensitive=true')).resolves.toEqual([]);
  await expect(names('/search?City=!Oslo')).resolves.toEqual(['Prufrock']);
  await expect(names('/search?Rating=%3E%3D4.2&sort_by=Name&sort_order=desc')).resolves.toEqual(['Prufrock', 'Kaffa']);
  await expect(names('/search?Rating[]=%3E4&Rating[]=%3C4.4')).resolves.toEqual(['Prufrock']);
  await expect(names('/search?City[]=London')).resolves.toEqual(['Prufrock']);
  await expect(names('/search?Note=&limit=1')).resolves.toEqual(['Kaffa']);
  await expect(names('/search_or?City=London&Name=K*')).resolves.toEqual(['Kaffa', 'Prufrock']);
  expect(await call('/search?Mood=calm')).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('“Mood”') },
  });
});

it('describes the spreadsheet', async () => {
  expect((await call('/keys')).body.slice(0, 3)).toEqual(['Name', 'City', 'Founded']);
  expect((await call('/count')).body).toEqual({ rows: 3 });
  expect((await call('/name')).body).toEqual({ name: 'Cafés' });
  expect((await call('/sheets')).body).toEqual({ sheets: ['Cafés'] });
});

it('creates rows', async () => {
  const one = await call('', { method: 'POST', body: { data: { Name: 'Tim', Founded: '2007' } } });
  expect({ status: one.status, body: one.body }).toEqual({ status: 201, body: { created: 1 } });
  const two = await call('', {
    method: 'POST',
    body: { data: [{ Name: 'A', Open: 'false' }, { City: 'Rome' }], sheet: 'Cafés' },
  });
  expect(two.body).toEqual({ created: 2 });
  expect((await cafes.rows()).slice(3)).toMatchObject([{ Founded: 2007 }, { Open: false }, { City: 'Rome' }]);
});

it('changes, replaces and deletes the rows whose column has a value', async () => {
  const patched = await call('/City/Oslo', { method: 'PATCH', body: { data: { Note: 'open', Founded: '2000' } } });
  expect(patched.body).toEqual({ updated: 2 });
  expect((await cafes.rows())[0]).toMatchObject({ Name: 'Kaffa', Founded: 2000, Note: 'open' });
  const put = await call('/Name/Kaffa', { method: 'PUT', body: { data: { Name: 'Kaffa' } } });
  expect(put.body).toEqual({ updated: 1 });
  expect((await cafes.rows())[0]).toMatchObject({ Name: 'Kaffa', Founded: null, Note: null });
  expect((await call('/City/Oslo', { method: 'DELETE' })).body).toEqual({ deleted: 1 });
  expect((await call('/City/Rome', { method: 'DELETE' })).body).toEqual({ deleted: 0 });
  expect(await cafes.rows()).toHaveLength(2);
});

describe('a column whose name ends like an operator', () => {
  it('is not taken for that operator if it does not exist', async () => {
    expect(await call('/City__ne/Oslo', { method: 'DELETE' })).toMatchObject({ status: 400 });
    expect(await call('/search?City__ne=Oslo')).toMatchObject({ status: 400 });
    expect(await cafes.rows()).toHaveLength(3);
  });

  it('is a column of its own', async () => {
    const bytes = 'City,City__ne,City__isblank\nOslo,Rome,1\nRome,Oslo,\n';
    Object.assign(cafes, await writable(test, { name: 'cities.csv', bytes }));
    const found = async (path: string) => (await call(path)).body.map(({ City }: { City: string }) => City);
    await expect(found('/search?City=!Oslo')).resolves.toEqual(['Rome']);
    await expect(found('/search?City__ne=Oslo')).resolves.toEqual(['Rome']);
    await expect(found('/search?City=')).resolves.toEqual([]);
    expect((await call('/City__ne/Rome', { method: 'DELETE' })).body).toEqual({ deleted: 1 });
    expect(await cafes.rows()).toMatchObject([{ City: 'Rome' }]);
  });
});
