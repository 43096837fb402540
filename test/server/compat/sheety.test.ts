import { camelCase } from '../../../src/server/compat/sheety';
import type { SentFile } from '../../fixtures/driveFiles';
import { buildTestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { writable } from '../endpoints/write/writing';
import { callPeer, type PeerCall } from './peerCalls';

const CITIES: SentFile = {
  name: 'Cities.csv',
  bytes: 'City,IATA Code,Lowest Price,Flight ID\nParis,PAR,54,1\nBerlin,,42,2\nTokyo,TYO,485,3\n',
};

const test = beforeTests(() => buildTestApp());
const cities = beforeEachTest(() => writable(test, CITIES));

const call = (path = '', { headers, ...rest }: PeerCall = {}) =>
  callPeer(test, `/sheety/${cities.project.id}/cities${path}`, {
    headers: { authorization: `Bearer ${cities.key}`, ...headers },
    ...rest,
  });

const idOf = async (place: number) => String((await cities.rows())[place]?._id);

it('reads rows below the name of the sheet, with names in camel case', async () => {
  const { status, body } = await call();
  expect(status).toBe(200);
  expect(body).toEqual({
    cities: [
      { city: 'Paris', iataCode: 'PAR', lowestPrice: 54, flightId: 1, id: await idOf(0) },
      { city: 'Berlin', iataCode: '', lowestPrice: 42, flightId: 2, id: await idOf(1) },
      { city: 'Tokyo', iataCode: 'TYO', lowestPrice: 485, flightId: 3, id: await idOf(2) },
    ],
  });
  expect((await call(`/${await idOf(2)}`)).body).toEqual({ city: expect.objectContaining({ iataCode: 'TYO' }) });
});

it('filters by these names', async () => {
  const { body } = await call('?filter[iataCode]=TYO&filter%5BlowestPrice%5D=485');
  expect(body.cities).toEqual([expect.objectContaining({ city: 'Tokyo' })]);
  expect(await call('?filter[mood]=calm')).toMatchObject({
    status: 400,
    body: { errors: [{ detail: expect.stringContaining('mood') }] },
  });
  expect(await call('?sort=city')).toMatchObject({ status: 400 });
});

it('adds a row, changes its given columns, and deletes it', async () => {
  const added = await call('', {
    method: 'POST',
    body: { city: { city: 'Rome', lowestPrice: '61', iataCode: 'ROM' } },
  });
  expect(added.status).toBe(200);
  expect(added.body).toEqual({
    city: { city: 'Rome', iataCode: 'ROM', lowestPrice: 61, flightId: '', id: expect.stringMatching(/^r_/) },
  });
  const { id } = added.body.city;
  const changed = await call(`/${id}`, { method: 'PUT', body: { city: { ...added.body.city, lowestPrice: 55 } } });
  expect(changed.body.city).toMatchObject({ city: 'Rome', lowestPrice: 55 });
  const part = await call(`/${id}`, { method: 'PUT', body: { price: { iataCode: 'FCO' } } });
  expect(part.body.price).toMatchObject({ city: 'Rome', iataCode: 'FCO' });
  expect((await cities.rows()).at(-1)).toMatchObject({ 'IATA Code': 'FCO', 'Lowest Price': 55 });
  const removed = await call(`/${id}`, { method: 'DELETE' });
  expect({ status: removed.status, text: removed.text }).toEqual({ status: 204, text: '' });
  expect(await cities.rows()).toHaveLength(3);
});

it('adds rows with a key that can only add', async () => {
  const headers = { authorization: `Bearer ${await cities.makeKey(['create'])}` };
  const { status } = await call('', { method: 'POST', body: { city: { city: 'Oslo', 'IATA Code': 'OSL' } }, headers });
  expect(status).toBe(200);
  expect((await cities.rows()).at(-1)).toMatchObject({ City: 'Oslo', 'IATA Code': 'OSL' });
});

it('refuses an invalid body, and an unknown row', async () => {
  const detail = (text: string) => ({ errors: [{ detail: expect.stringContaining(text) }] });
  expect(await call('', { method: 'POST', body: { city: 'Rome' } })).toMatchObject({
    status: 400,
    body: detail('object'),
  });
  expect(await call('', { method: 'POST', body: { city: { mood: 'calm' } } })).toMatchObject({
    status: 422,
    body: detail('“mood”'),
  });
  const missing = await call('/2', { method: 'PUT', body: { city: { city: 'x' } } });
  expect(missing).toMatchObject({ status: 404, body: detail('“2”') });
});

it.each([
  ['First Name', 'firstName'],
  ['IATA Code', 'iataCode'],
  ['lowestPrice', 'lowestPrice'],
  ['Price (EUR)', 'priceEur'],
  ['Größe', 'größe'],
  ['Address 2', 'address2'],
  ['名前', '名前'],
  ['%', '%'],
])('writes “%s” as %s', (name, written) => {
  expect(camelCase(name)).toBe(written);
});
