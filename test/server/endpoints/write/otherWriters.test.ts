import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { newAddress } from '../../../fixtures/people';
import { writable } from './writing';

const test = beforeTests(() => buildTestApp());
const cafes = beforeTests(() => writable(test));

const sinceOf = async (given: unknown) => {
  const { status, body } = await cafes.call('POST', '?_dry_run=1', { body: { Name: 'New', Since: given } });
  return status === 200 ? body.data.Since : body;
};

describe('a date', () => {
  it.each([
    ['JavaScript’s JSON', '2013-05-01T00:00:00.000Z'],
    ['pandas’ to_json with date_format="iso"', '2013-05-01T00:00:00.000'],
    ['pandas’ to_json as it is', Date.UTC(2013, 4, 1)],
    ['Python’s str() of a datetime', '2013-05-01 00:00:00'],
    ['Python’s isoformat() of a datetime with a zone', '2013-05-01T00:00:00+02:00'],
    ['numpy’s datetime64[ns]', '2013-05-01T00:00:00.000000000'],
    ['itself', '2013-05-01'],
  ])('is accepted as %s writes it', async (_who, given) => {
    expect(await sinceOf(given)).toBe('2013-05-01');
  });

  it.each([
    [
      'some other time of a day, as JavaScript writes midnight in Oslo',
      '2013-04-30T22:00:00.000Z',
      /send the date alone/,
    ],
    ['the serial number of a day in a sheet', 41_395, /is not one of them/],
    ['seconds', Date.UTC(2013, 4, 1) / 1000, /is not one of them/],
    ['milliseconds of some other time', Date.UTC(2013, 4, 1, 1), /is not one of them/],
    ['a time beyond any calendar', 8_640_000_086_400_000, /is not one of them/],
    ['an impossible date', '2013-02-30T00:00:00.000Z', /is not one of them/],
  ])('is never guessed: %s', async (_what, given, detail) => {
    expect(await sinceOf(given)).toMatchObject({ code: 'invalid_rows', detail: expect.stringMatching(detail) });
  });

  it('can be written the same ways in filters', async () => {
    for (const since of ['2009-04-01T00:00:00.000Z', '2009-04-01 00:00:00']) {
      expect((await cafes.rows(`&Since=${since}`)).map(({ Name }) => Name)).toEqual(['Kaffa']);
    }
    const where = JSON.stringify({ where: { Since: { in: [Date.UTC(2009, 3, 1), '2011-01-02'] } } });
    expect((await cafes.call('POST', '/_query', { body: where })).body.data).toHaveLength(2);
    const refused = await cafes.call('GET', '?Since__gte=2009-04-01T10:00:00.000Z');
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_value' } });
  });
});

describe('a datetime', () => {
  it('of another notation finds the same rows, in filters and in _upsert', async () => {
    const file = 'Name,Sent,At\na,2024-01-01T12:30:00Z,12:30\nb,2024-01-02T12:30:00.000+0200,12:31:00.000\n';
    const sheet = await writable(test, { name: 'sent.csv', bytes: file });
    const names = async (query: string) => (await sheet.rows(query)).map(({ Name }) => Name);
    expect((await sheet.rows()).map(({ Sent, At }) => [Sent, At])).toEqual([
      ['2024-01-01T12:30:00Z', '12:30:00'],
      ['2024-01-02T12:30:00+02:00', '12:31:00'],
    ]);
    expect(await names(`&Sent=${new Date('2024-01-01T12:30:00Z').toISOString()}`)).toEqual(['a']);
    expect(await names('&Sent__in=2024-01-02T12:30%2B0200')).toEqual(['b']);
    expect(await names('&At=12:30:00.000')).toEqual(['a']);
    const upserted = await sheet.call('POST', '?_upsert=Sent', {
      body: [{ Sent: '2024-01-01T12:30:00.000Z', Name: 'c' }],
    });
    expect(upserted.body.meta).toMatchObject({ created: 0, updated: 1 });
  });
});

describe('a whole number', () => {
  it('can be written as a decimal such as 2013.0, in JSON, a form, CSV and an address', async () => {
    const json = await cafes.call('POST', '?_dry_run=1', { body: '{"Name":"New","Founded":2013.0}' });
    const form = await cafes.call('POST', '?_dry_run=1', {
      body: 'Name=New&Founded=2013.0',
      type: 'application/x-www-form-urlencoded',
    });
    const csv = await cafes.call('POST', '?_dry_run=1', { body: 'Name,Founded\nNew,2013.00\n', type: 'text/csv' });
    expect([json, form].map(({ body }) => body.data.Founded)).toEqual([2013, 2013]);
    expect(csv.body.data[0].Founded).toBe(2013);
    expect((await cafes.rows('&Founded=2009.0')).map(({ Name }) => Name)).toEqual(['Kaffa']);
  });

  it('cannot have a fraction', async () => {
    const form = await cafes.call('POST', '?_dry_run=1', {
      body: 'Name=New&Founded=2013.5',
      type: 'application/x-www-form-urlencoded',
    });
    expect(form).toMatchObject({ status: 422, body: { errors: [{ field: 'Founded' }] } });
    expect((await cafes.call('GET', '?Founded=2013.5')).status).toBe(400);
  });
});

describe('DELETE without a body', () => {
  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', 'application/xml', 'nonsense'])(
    'accepts the type %s, with or without Content-Length: 0',
    async (type) => {
      const made = await cafes.call('POST', '', { body: { Name: type } });
      const url = `/${made.body.data._id}`;
      const dry = await cafes.call('DELETE', `${url}?_dry_run=1`, { headers: { 'content-type': type } });
      expect(dry.status).toBe(200);
      const removed = await cafes.call('DELETE', url, { headers: { 'content-type': type, 'content-length': '0' } });
      expect(removed.status).toBe(204);
    },
  );

  it('accepts any type in the app’s own API too', async () => {
    const headers = { ...cafes.owner.headers, 'content-type': 'text/plain' };
    const url = `/api/projects/${cafes.project.id}`;
    const removed = await test.app.inject({ method: 'DELETE', url, headers, remoteAddress: newAddress() });
    expect(removed.statusCode).toBe(204);
  });

  it('refuses the type if there is a body', async () => {
    const other = await writable(test);
    const [row] = await other.rows();
    const answer = await other.call('DELETE', `/${String(row?.['_id'])}`, { body: '<x/>', type: 'text/xml' });
    expect(answer.status).toBe(415);
  });
});
