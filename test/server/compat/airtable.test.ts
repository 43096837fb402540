import { buildTestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { writable } from '../endpoints/write/writing';
import { callPeer, type PeerCall } from './peerCalls';

const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));

const call = (path = '/', { headers, ...rest }: PeerCall = {}) =>
  callPeer(test, `/airtable/v0/${cafes.project.id}/Caf%C3%A9s${path}`, {
    headers: { authorization: `Bearer ${cafes.key}`, ...headers },
    ...rest,
  });

type Record = { readonly id: string; readonly fields: { readonly Name: string } };
const namesIn = ({ body }: Awaited<ReturnType<typeof call>>) => body.records.map(({ fields }: Record) => fields.Name);
const ids = async () => (await cafes.rows()).map(({ _id }) => String(_id));

it('selects records, without their blank cells', async () => {
  const { status, body } = await call();
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['records']);
  const [kaffa] = body.records;
  expect(kaffa).toEqual({
    id: (await ids())[0],
    createdTime: '1970-01-01T00:00:00.000Z',
    fields: {
      Name: 'Kaffa',
      City: 'Oslo',
      Founded: 2009,
      Rating: 4.5,
      Open: true,
      Since: '2009-04-01',
      Seen: '2009-04-01T12:30:00',
      At: '07:30:00',
      Code: '007',
    },
  });
});

it('sorts, selects fields, and shows displayed values', async () => {
  const by = (at: number, field: string) => `sort[${at}][field]=${field}&sort[${at}][direction]=desc`;
  for (const sort of [`${by(0, 'City')}&${by(1, 'Name')}`, `${by(1, 'Name')}&${by(0, 'City')}`]) {
    expect(namesIn(await call(`?${sort}`))).toEqual(['Kaffa', 'Bønne', 'Prufrock']);
  }
  const { body } = await call('?fields%5B%5D=Name&fields%5B%5D=Founded&cellFormat=string&timeZone=utc&userLocale=en');
  expect(body.records[0].fields).toEqual({ Name: 'Kaffa', Founded: '2009' });
  expect(namesIn(await call('/?view=Grid+view&maxRecords=2'))).toEqual(['Kaffa', 'Bønne']);
});

it('continues at the offset of a page, up to maxRecords', async () => {
  const first = await call('?pageSize=1&maxRecords=2');
  expect(namesIn(first)).toEqual(['Kaffa']);
  const second = await call(`?pageSize=1&maxRecords=2&offset=${encodeURIComponent(first.body.offset)}`);
  expect(namesIn(second)).toEqual(['Bønne']);
  expect(second.body).not.toHaveProperty('offset');
  const { offset } = (await call('?pageSize=2')).body;
  const last = await call(`?pageSize=2&offset=${encodeURIComponent(offset)}`);
  expect(namesIn(last)).toEqual(['Prufrock']);
  expect(last.body).not.toHaveProperty('offset');
  expect(await call('?offset=x')).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringContaining('offset') } },
  });
});

it('lists records by a query in a body', async () => {
  const body = { pageSize: 2, sort: [{ field: 'Name', direction: 'desc' }], fields: ['Name'], method: 'post' };
  const first = await call('/listRecords', { method: 'POST', body });
  expect(namesIn(first)).toEqual(['Prufrock', 'Kaffa']);
  const rest = await call('/listRecords', { method: 'POST', body: { ...body, offset: first.body.offset } });
  expect(namesIn(rest)).toEqual(['Bønne']);
});

it('refuses unsupported parameters', async () => {
  for (const query of ['?filterByFormula=1', '?view=Mine', '?returnFieldsByFieldId=true']) {
    const { status, body } = await call(query);
    expect(status).toBe(422);
    expect(body.error.message).toContain('not translated');
  }
});

it('finds one record', async () => {
  const [, id] = await ids();
  expect((await call(`/${id}`)).body).toMatchObject({ id, fields: { Name: 'Bønne' } });
  expect(await call('/recNothing')).toMatchObject({ status: 404, body: { error: { type: 'NOT_FOUND' } } });
});

it('creates one record, and several', async () => {
  const one = await call('/', { method: 'POST', body: { fields: { Name: 'Tim', Founded: 2007, Note: null } } });
  expect(one).toMatchObject({
    status: 200,
    body: { id: expect.stringMatching(/^r_/), fields: { Name: 'Tim', Founded: 2007 } },
  });
  const records = [{ fields: { Name: 'A', Founded: '1990' } }, { fields: { Name: 'B' } }];
  expect(await call('', { method: 'POST', body: { records } })).toMatchObject({ status: 422 });
  const cast = await call('', { method: 'POST', body: { records, typecast: true } });
  expect(cast.body.records).toMatchObject([{ fields: { Name: 'A', Founded: 1990 } }, { fields: { Name: 'B' } }]);
  expect(await cafes.rows()).toHaveLength(6);
});

it('updates and replaces records', async () => {
  const [kaffa, bonne] = await ids();
  const patched = await call(`/${kaffa}`, { method: 'PATCH', body: { fields: { Rating: 5 } } });
  expect(patched.body).toMatchObject({ id: kaffa, fields: { Name: 'Kaffa', Rating: 5 } });
  const records = [
    { id: kaffa, fields: { Name: 'K' } },
    { id: bonne, fields: { Name: 'B', Open: true } },
  ];
  const put = await call('/', { method: 'PUT', body: { records } });
  expect(put.body.records).toMatchObject([
    { id: kaffa, fields: { Name: 'K' } },
    { id: bonne, fields: { Name: 'B', Open: true } },
  ]);
  expect((await cafes.rows())[0]).toMatchObject({ Name: 'K', Rating: null });
});

it('updates nothing without an id', async () => {
  for (const method of ['PATCH', 'PUT'] as const) {
    const refused = await call('', { method, body: { fields: { Name: 'all' } } });
    expect(refused).toMatchObject({ status: 404, body: { error: { type: 'NOT_FOUND' } } });
  }
  expect((await cafes.rows()).map(({ Name }) => Name)).not.toContain('all');
});

it('updates none if one is invalid', async () => {
  const [kaffa, bonne] = await ids();
  for (const wrong of [
    { id: bonne, fields: { Mood: 'calm' } },
    { id: 'recNothing', fields: { Name: 'x' } },
  ]) {
    const body = { records: [{ id: kaffa, fields: { Name: 'changed' } }, wrong] };
    expect((await call('/', { method: 'PATCH', body })).status).toBeGreaterThanOrEqual(404);
  }
  expect((await cafes.rows())[0]).toMatchObject({ Name: 'Kaffa' });
});

it('updates none if two are the same record, or get the same key', async () => {
  await cafes.update({ tabs: [{ sheetId: cafes.sheetId, keyColumn: 'Name' }] });
  const before = await cafes.rows();
  const update = (...records: object[]) => call('', { method: 'PATCH', body: { records } });
  const twins = [
    { id: 'Kaffa', fields: { Name: 'Tim' } },
    { id: 'Bønne', fields: { Name: 'Tim' } },
  ];
  const twice = [
    { id: 'Kaffa', fields: { Name: 'Tim' } },
    { id: 'Kaffa', fields: { City: 'Bergen' } },
  ];
  for (const [records, id] of [
    [twins, 'Tim'],
    [twice, 'Kaffa'],
  ] as const) {
    const refused = await update(...records);
    expect(refused).toMatchObject({ status: 422, body: { error: { message: expect.stringContaining(id) } } });
  }
  expect(await cafes.rows()).toEqual(before);
});

it('repeats several updates safely with one Idempotency-Key', async () => {
  const [kaffa, bonne] = await ids();
  const body = {
    records: [
      { id: kaffa, fields: { Note: 'a' } },
      { id: bonne, fields: { Note: 'b' } },
    ],
  };
  const send = () => call('/', { method: 'PATCH', body, headers: { 'idempotency-key': 'twice' } });
  const first = await send();
  const second = await send();
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect(second.body).toEqual(first.body);
});

it('deletes one, several, and none if one is unknown', async () => {
  const [kaffa, bonne, prufrock] = await ids();
  expect((await call(`/${kaffa}`, { method: 'DELETE' })).body).toEqual({ id: kaffa, deleted: true });
  const none = await call(`?records%5B%5D=${bonne}&records%5B%5D=recNothing`, { method: 'DELETE' });
  expect(none).toMatchObject({ status: 404, body: { error: { message: expect.stringContaining('recNothing') } } });
  const both = await call(`?records%5B%5D=${bonne}&records%5B%5D=${prufrock}`, { method: 'DELETE' });
  expect(both.body).toEqual({ records: [bonne, prufrock].map((id) => ({ id, deleted: true })) });
  expect(await cafes.rows()).toEqual([]);
});

it('repeats a deletion, and an update of ids, with the responses that they first had', async () => {
  const [kaffa, bonne] = await ids();
  const twice = async (url: string, request: object) => {
    const send = () => call(url, { ...request, headers: { 'idempotency-key': url } });
    const first = await send();
    const second = await send();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  };
  await twice(`/${kaffa}`, { method: 'DELETE' });
  await twice(`?records%5B%5D=${bonne}`, { method: 'DELETE' });
  await cafes.call('POST', '', { body: [{ Name: 'a' }, { Name: 'b' }] });
  await cafes.update({ tabs: [{ sheetId: cafes.sheetId, keyColumn: 'Name' }] });
  const records = ['a', 'b'].map((id) => ({ id, fields: { Name: `${id}${id}` } }));
  await twice('/', { method: 'PATCH', body: { records } });
});

it('deletes as many records as a call accepts', async () => {
  const many = Array.from({ length: 101 }, (_, at) => ({ Name: `Café ${at}` }));
  const { body } = await cafes.call('POST', '', { body: many });
  const made = body.data.map(({ _id }: { _id: string }) => `records[]=${_id}`).join('&');
  expect((await call(`?${made}`, { method: 'DELETE' })).status).toBe(200);
  expect(await cafes.rows()).toHaveLength(3);
});

it('allows the headers of its client in a preflight', async () => {
  const { headers } = await call('/', { method: 'OPTIONS' });
  expect(headers['access-control-allow-headers']).toContain('X-Airtable-User-Agent');
});
