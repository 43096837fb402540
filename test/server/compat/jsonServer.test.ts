import { buildTestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { type Writable, writable } from '../endpoints/write/writing';
import { callPeer, type PeerCall } from './peerCalls';

const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));

const callOf =
  (of: () => Writable, tab: string) =>
  (path = '', { headers, ...rest }: PeerCall = {}) =>
    callPeer(test, `/json-server/${of().project.id}/${tab}${path}`, {
      headers: { authorization: `Bearer ${of().key}`, ...headers },
      ...rest,
    });
const call = callOf(() => cafes, 'cafes');
const names = async (query: string) => (await call(query)).body.map(({ Name }: { Name: string }) => Name);

it('reads rows by id, with their total', async () => {
  const { status, headers, body } = await call('?_sort=id&_order=ASC&_start=0&_end=2', {
    headers: { origin: 'https://a.example' },
  });
  expect(status).toBe(200);
  expect(headers['x-total-count']).toBe('3');
  expect(headers['access-control-expose-headers']).toContain('X-Total-Count');
  expect(body).toHaveLength(2);
  expect(body[0]).toMatchObject({ id: expect.stringMatching(/^r_/), Name: 'Kaffa', Founded: 2009, Note: null });
  expect(body[0]).not.toHaveProperty('_id');
  expect((await call(`/${body[1].id}`)).body).toEqual(body[1]);
});

it('sorts and pages', async () => {
  await expect(names('?_sort=City,Name&_order=desc,asc')).resolves.toEqual(['Bønne', 'Kaffa', 'Prufrock']);
  await expect(names('?_sort=id&_order=DESC')).resolves.toEqual(['Prufrock', 'Bønne', 'Kaffa']);
  await expect(names('?_start=1&_limit=1')).resolves.toEqual(['Bønne']);
  await expect(names('?_page=2&_limit=2')).resolves.toEqual(['Prufrock']);
  expect(await call('?_start=x')).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
});

it('filters and searches', async () => {
  const [{ id: first }, , { id: last }] = (await call()).body;
  await expect(names(`?id=${first}&id=${last}`)).resolves.toEqual(['Kaffa', 'Prufrock']);
  await expect(names('?City=Oslo&City=London&Founded=2011')).resolves.toEqual(['Bønne', 'Prufrock']);
  await expect(names('?Founded_gte=2011&Rating_lte=4')).resolves.toEqual(['Bønne']);
  await expect(names('?City_ne=Oslo')).resolves.toEqual(['Prufrock']);
  await expect(names('?Name_like=ruf')).resolves.toEqual(['Prufrock']);
  await expect(names('?q=london')).resolves.toEqual(['Prufrock']);
  expect(await call('?_embed=comments')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('_embed') },
  });
});

it('creates, replaces, changes and deletes rows', async () => {
  const made = await call('', { method: 'POST', body: { Name: 'Tim', Founded: 2007 } });
  expect(made).toMatchObject({ status: 201, body: { Name: 'Tim', Founded: 2007, Note: null } });
  const { id } = made.body;
  const put = await call(`/${id}`, { method: 'PUT', body: { ...made.body, Founded: null, City: 'Oslo' } });
  expect(put).toMatchObject({ status: 200, body: { id, Name: 'Tim', City: 'Oslo', Founded: null } });
  const patched = await call(`/${id}`, { method: 'PATCH', body: { Note: 'calm' } });
  expect(patched.body).toMatchObject({ id, Name: 'Tim', Note: 'calm' });
  expect(await call(`/${id}`, { method: 'DELETE' })).toMatchObject({ status: 200, body: {} });
  expect(await call(`/${id}`)).toMatchObject({ status: 410 });
});

it('returns errors', async () => {
  const { status, body } = await call('', { method: 'POST', body: { Founded: 'early' } });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: 'invalid_rows',
    message: expect.stringContaining('whole numbers'),
    errors: [{ field: 'Founded' }],
  });
});

describe('a sheet with a column called id', () => {
  const teaCall = callOf(() => teas, 'teas');
  const teas = beforeEachTest(() => writable(test, { name: 'Teas.csv', bytes: 'id,name\n7,Assam\n9,Sencha\n' }));

  it('shows it if it is the key column', async () => {
    const sheetId = teas.project.tabs[0]!.sheetId;
    await teas.update({ tabs: [{ sheetId, keyColumn: 'id' }] });
    expect((await teaCall('?_sort=id&_order=DESC')).body).toEqual([
      { id: 9, name: 'Sencha' },
      { id: 7, name: 'Assam' },
    ]);
    expect((await teaCall('?id=9&id=7')).body).toHaveLength(2);
    const put = await teaCall('/7', { method: 'PUT', body: { id: 7, name: 'Assam FTGFOP' } });
    expect(put).toMatchObject({ status: 200, body: { id: 7, name: 'Assam FTGFOP' } });
    expect((await teaCall('', { method: 'POST', body: { id: 11, name: 'Oolong' } })).body).toEqual({
      id: 11,
      name: 'Oolong',
    });
    expect((await teaCall('/11', { method: 'DELETE' })).status).toBe(200);
  });

  it('otherwise shows the generated ids', async () => {
    const [assam] = (await teaCall()).body;
    expect(assam).toEqual({ id: expect.stringMatching(/^r_/), name: 'Assam' });
    expect((await teaCall(`/${assam.id}`)).body).toEqual(assam);
  });

  it('otherwise keeps the values of that column', async () => {
    const [assam] = (await teaCall()).body;
    const put = await teaCall(`/${assam.id}`, { method: 'PUT', body: { ...assam, name: 'Assam FTGFOP' } });
    expect(put).toMatchObject({ status: 200, body: { id: assam.id, name: 'Assam FTGFOP' } });
    expect(await teas.rows()).toMatchObject([{ _id: assam.id, id: 7, name: 'Assam FTGFOP' }, { id: 9 }]);
  });
});
