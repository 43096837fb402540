import { idsQuery } from '../../../../src/contract/idsQuery';
import { apiPaths } from '../../../../src/contract/paths';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../../fixtures/beforeTests';
import { writable } from './writing';

const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));

const NEW = {
  Name: 'Supreme Roast Works',
  City: 'Oslo',
  Founded: 2013,
  Rating: 4.7,
  Open: true,
  Since: '2013-05-01',
  Seen: '2013-05-01T09:00:00',
  At: '07:15',
  Code: '010',
  Note: 'quiet',
};

describe('POST of one row', () => {
  it('adds it below the last one, with an id, and the next read has it', async () => {
    const { status, headers, body } = await cafes.call('POST', '', { body: NEW });
    expect(status).toBe(201);
    const { _id, ...data } = body.data;
    expect(_id).toMatch(/^r_[0-9a-z]{12}$/);
    expect(data).toEqual({ ...NEW, At: '07:15:00' });
    expect(body.meta).toEqual({ revision: 2 });
    expect(headers.location).toBe(`http://localhost${cafes.base}/${_id}`);
    expect(headers['x-tabpoint-revision']).toBe('2');
    expect((await cafes.rows()).at(-1)).toEqual({ _id, ...data });
    const one = await cafes.call('GET', `/${_id}?`);
    expect(one.body.data).toEqual({ _id, ...data });
    expect(one.headers.etag).toBe(headers.etag);
  });

  it('leaves missing columns blank, and accepts slugs as keys', async () => {
    const { body } = await cafes.call('POST', '', { body: { name: 'Tim', note: '  ' } });
    expect(body.data).toMatchObject({ Name: 'Tim', City: null, Founded: null, Note: null });
  });

  it('stores a text as text, whatever it begins with', async () => {
    for (const text of ['=1+1', '+47', '-3', '@SUM(A1)', '123', '2020-01-01', 'TRUE']) {
      const { body } = await cafes.call('POST', '', { body: { Name: text } });
      expect(body.data.Name).toBe(text);
    }
    await cafes.sync();
    const names = (await cafes.rows()).map(({ Name }) => Name);
    expect(names.slice(3)).toEqual(['=1+1', '+47', '-3', '@SUM(A1)', '123', '2020-01-01', 'TRUE']);
  });

  it('can be a form, also of a page, whose checkbox sends on', async () => {
    const type = 'application/x-www-form-urlencoded';
    const curl = 'Name=Tim+%26+Co&Founded=2012&Open=false&Rating=4.25&City=';
    const sent = await cafes.call('POST', '', { body: curl, type });
    const values = { Name: 'Tim & Co', Founded: 2012, Open: false, Rating: 4.25, City: null };
    expect(sent).toMatchObject({ status: 201, body: { data: values } });
    const form = 'Name=Tim&Open=on&Since=2026-11-27&Seen=2026-11-27T10%3A00&At=10%3A00';
    const { status, body } = await cafes.call('POST', '', { body: form, type });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ Open: true, Since: '2026-11-27', Seen: '2026-11-27T10:00:00', At: '10:00:00' });
    expect((await cafes.call('POST', '', { body: { Name: 'Tim', Open: 'on' } })).status).toBe(422);
    const named = await cafes.call('POST', '', { body: 'Name=on', type });
    expect(named.body.data).toMatchObject({ Name: 'on', Open: null });
  });

  it('can be a form that repeats a field, at once even if it is long', async () => {
    const type = 'application/x-www-form-urlencoded';
    const { body } = await cafes.call('POST', '', { body: 'Name=Tim&Name=&Name=Co&City=&City=', type });
    expect(body.data).toMatchObject({ Name: 'Tim, Co', City: null });
    const from = performance.now();
    const long = `Name=${'x'.repeat(7 * 1024 ** 2)}${'&Name=y'.repeat(2_000)}`;
    expect((await cafes.call('POST', '', { body: long, type })).status).toBe(422);
    expect(performance.now() - from).toBeLessThan(3_000);
  });
});

describe('POST of many rows', () => {
  it('adds all of them at once, from JSON', async () => {
    const { status, headers, body } = await cafes.call('POST', '', { body: [{ Name: 'A' }, { Name: 'B' }] });
    expect(status).toBe(201);
    expect(body.data.map(({ Name }: { Name: string }) => Name)).toEqual(['A', 'B']);
    expect(body.meta).toEqual({ count: 2, created: 2, updated: 0, removed: 0, unchanged: 0, revision: 2 });
    const ids = body.data.map(({ _id }: { _id: string }) => _id);
    const location = new URL(String(headers.location));
    expect((await cafes.call('GET', location.pathname + location.search)).body.data).toEqual(body.data);
    expect(location.searchParams.get('_id__in')).toBe(ids.join(','));
  });

  it('has their ids in Location, whatever characters they contain', async () => {
    const bytes = 'Key,Name\na,A\n';
    const { project, owner, call, rows } = await writable(test, { name: 'keys.csv', bytes });
    const tabs = [{ sheetId: project.tabs[0]!.sheetId, keyColumn: 'Key' }];
    const url = apiPaths.projectUpdate(project.id);
    await test.app.inject({ method: 'PUT', url, headers: owner.headers, payload: { tabs } });
    const keys = [' a', 'a ', 'a,b', 'a"b', '"q"', '_x', 'a&b', '%41'];
    const { headers } = await call('POST', '', { body: keys.map((Key) => ({ Key, Name: 'new' })) });
    const { pathname, search } = new URL(String(headers.location));
    expect((await call('GET', pathname + search)).body.data.map(({ _id }: { _id: string }) => _id)).toEqual(keys);
    for (const Key of ['..', '.', 'a/b', '__', 'x.csv']) {
      const one = await call('POST', '', { body: { Key, Name: 'one' } });
      const location = new URL(String(one.headers.location));
      expect([(await call('GET', location.pathname + location.search)).body.data].flat()).toEqual([one.body.data]);
      expect((await call('DELETE', `?${idsQuery([Key])}`)).status).toBe(200);
    }
    expect((await call('DELETE', `?${idsQuery([' a', 'a '])}`)).status).toBe(200);
    expect((await rows()).map(({ _id }) => _id)).toEqual(['a', ...keys.slice(2)]);
  });

  it('accepts CSV', async () => {
    const csv = 'Name,Founded,Note\r\n"Tim, Wendelboe",2007,\r\nFuglen,1963,"old\nand good"\r\n';
    const { status, body } = await cafes.call('POST', '', { body: csv, type: 'text/csv; charset=utf-8' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject([
      { Name: 'Tim, Wendelboe', Founded: 2007, Note: null },
      { Name: 'Fuglen', Founded: 1963, Note: 'old\nand good' },
    ]);
  });

  it('adds all rows or none', async () => {
    const body = [{ Name: 'A' }, { Name: 'B', Founded: 'soon' }];
    const refused = await cafes.call('POST', '', { body });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([{ field: '1.Founded', detail: expect.stringContaining('whole numbers') }]);
    expect(await cafes.rows()).toHaveLength(3);
  });

  it('can have 500 rows', async () => {
    const body = Array.from({ length: 500 }, (_, n) => ({ Name: `Café ${n}` }));
    expect((await cafes.call('POST', '', { body })).status).toBe(201);
    expect(await cafes.rows()).toHaveLength(503);
  });
});

describe('an invalid row', () => {
  it('is refused with one error for each field', async () => {
    const body = {
      Name: 5,
      City: true,
      Founded: 2009.5,
      Rating: '4.5',
      Open: 'true',
      Since: '01/02/2009',
      Seen: 'now',
      At: '25h',
      Colour: 'red',
    };
    const { status, body: problem } = await cafes.call('POST', '', { body });
    expect(status).toBe(422);
    expect(problem.code).toBe('invalid_rows');
    expect(problem.errors.map(({ field }: { field: string }) => field)).toEqual([
      'Colour',
      ...Object.keys(body).filter((name) => name !== 'Colour'),
    ]);
    const details = Object.fromEntries(
      problem.errors.map((line: { field: string; detail: string }) => [line.field, line.detail]),
    );
    expect(details).toMatchObject({
      Colour: expect.stringMatching(/^“Colour” is no column of this endpoint. Its columns are Name, City, Founded, /),
      Name: 'The type of Name is text: it holds text. 5 is not one of them. Send it as "5".',
      Founded: 'The type of Founded is integer: it holds whole numbers, for example 2009. 2009.5 is not one of them.',
      Rating: 'The type of Rating is number: it holds numbers, for example 12.5. “4.5” is not one of them.',
      Open: 'The type of Open is boolean: it holds true or false. “true” is not one of them.',
    });
  });

  it.each<[string, string, string | undefined, number, string]>([
    ['nothing', '[]', undefined, 422, 'invalid_rows'],
    ['an empty row', '{}', undefined, 422, 'invalid_rows'],
    ['a blank row', '{"Name":" ","City":null}', undefined, 422, 'invalid_rows'],
    ['an id', '{"Name":"A","_id":"r_1"}', undefined, 422, 'invalid_rows'],
    ['the same column twice', '{"Name":"A","name":"B"}', undefined, 422, 'invalid_rows'],
    ['half a character', '{"Name":"\\ud83d"}', undefined, 422, 'invalid_rows'],
    ['NUL', '{"Name":"a\\u0000b"}', undefined, 422, 'invalid_rows'],
    [
      'a form with a parameter twice',
      'Name=A&_key=a&_key=b',
      'application/x-www-form-urlencoded',
      400,
      'malformed_request',
    ],
    ['CSV with a name twice', 'Name, Name\nA,B\n', 'text/csv', 400, 'malformed_request'],
  ])('is refused: %s', async (_what, body, type, status, code) => {
    const refused = await cafes.call('POST', '', { body, type });
    expect(refused).toMatchObject({ status, body: { code } });
    expect(refused.body.detail).toMatch(/[.:]$|\.$/);
    expect(await cafes.rows()).toHaveLength(3);
  });

  it('can have as many characters as a cell holds', async () => {
    const fits = await cafes.call('POST', '', { body: { Name: 'x'.repeat(50_000) } });
    expect(fits.status).toBe(201);
    const refused = await cafes.call('POST', '', { body: { Name: 'x'.repeat(50_001) } });
    expect(refused.body.detail).toBe('Name is given 50,001 characters, and a cell holds 50,000 at most.');
  });
});

describe('_dry_run=1', () => {
  it('returns the new row and adds nothing', async () => {
    const { status, body } = await cafes.call('POST', '?_dry_run=1', { body: { Name: 'A' } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ _id: null, Name: 'A' });
    expect(body.meta).toEqual({ created: 1, updated: 0, removed: 0, unchanged: 0, dryRun: true, revision: 1 });
    expect(await cafes.rows()).toHaveLength(3);
    const refused = await cafes.call('POST', '?_dry_run=1', { body: { Founded: 'x' } });
    expect(refused.status).toBe(422);
  });
});

describe('_upsert', () => {
  it('changes existing rows and adds the others', async () => {
    const before = await cafes.rows();
    const body = [{ Name: 'Kaffa', Note: 'again' }, { Name: 'Fuglen' }, { Name: 'Prufrock', City: 'London' }];
    const { status, body: answer } = await cafes.call('POST', '?_upsert=name', { body });
    expect(status).toBe(201);
    expect(answer.meta).toMatchObject({ count: 3, created: 1, updated: 1, unchanged: 1, revision: 2 });
    expect(answer.data.map(({ Name }: { Name: string }) => Name)).toEqual(['Kaffa', 'Fuglen', 'Prufrock']);
    const after = await cafes.rows();
    expect(after).toHaveLength(4);
    expect(after[0]).toEqual({ ...before[0], Note: 'again' });
    expect(after.slice(1, 3)).toEqual(before.slice(1));
    const again = await cafes.call('POST', '?_upsert=name', { body });
    expect(again).toMatchObject({ status: 200, body: { meta: { unchanged: 3, revision: 2 } } });
  });

  it('refuses a value that several rows have, with their cells', async () => {
    const refused = await cafes.call('POST', '?_upsert=City', { body: { City: 'Oslo', Note: 'x' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'duplicate_key' } });
    expect(refused.body.errors.map(({ cell }: { cell: string }) => cell)).toEqual(['B2', 'B3']);
  });

  it('refuses rows without the value, and two with the same', async () => {
    const without = await cafes.call('POST', '?_upsert=Name', { body: { City: 'Oslo' } });
    expect(without).toMatchObject({ status: 422, body: { errors: [{ field: 'Name' }] } });
    const twice = await cafes.call('POST', '?_upsert=Name', { body: [{ Name: 'New' }, { Name: 'New' }] });
    expect(twice).toMatchObject({ status: 422, body: { errors: [{ field: '1.Name' }] } });
  });

  it('by _id changes the rows with that id and adds rows without id, all or nothing', async () => {
    const [kaffa, ...others] = await cafes.rows();
    const body = [{ _id: kaffa?._id, Note: 'again' }, { Name: 'Fuglen' }];
    const { status, body: answer } = await cafes.call('POST', '?_upsert=_id', { body });
    expect(status).toBe(201);
    expect(answer.meta).toMatchObject({ count: 2, created: 1, updated: 1, unchanged: 0, revision: 2 });
    const after = await cafes.rows();
    expect(after.slice(0, 3)).toEqual([{ ...kaffa, Note: 'again' }, ...others]);
    const wrong = [
      { _id: kaffa?._id, Note: 'third' },
      { Name: 'B', Founded: 'x' },
    ];
    expect((await cafes.call('POST', '?_upsert=_id', { body: wrong })).body.errors).toMatchObject([
      { field: '1.Founded' },
    ]);
    expect(await cafes.rows()).toEqual(after);
  });

  it('by _id refuses an unknown id, and one that is given twice', async () => {
    const [kaffa] = await cafes.rows();
    const unknown = await cafes.call('POST', '?_upsert=_id', { body: [{ _id: 'r_none', Note: 'x' }] });
    expect(unknown).toMatchObject({ status: 422, body: { errors: [{ field: '0._id' }] } });
    expect(unknown.body.detail).toBe('No row has the _id “r_none”. Leave _id out to add a row.');
    const body = [1, 2].map((Founded) => ({ _id: kaffa?._id, Founded }));
    const twice = await cafes.call('POST', '?_upsert=_id', { body });
    expect(twice).toMatchObject({ status: 422, body: { errors: [{ field: '1._id' }] } });
    const moved = await cafes.call('POST', '?_upsert=_id', { body: [{ _id: kaffa?._id, _row: 9, Note: 'x' }] });
    expect(moved.body.detail).toBe('The _row of a row cannot be changed. Leave it out.');
  });

  it('is prepared by an index of the identifying column, so that no row of the request scans the sheet', async () => {
    const { snapshot_blob: snapshot } = await test.db
      .selectFrom('project_tabs')
      .select('snapshot_blob')
      .where('id', '=', cafes.tabId)
      .executeTakeFirstOrThrow();
    const bytes = () => test.services.reading.tabs.peek({ id: cafes.tabId, snapshot })?.bytes ?? 0;
    await cafes.rows();
    const before = bytes();
    await cafes.call('POST', '?_upsert=Founded&_dry_run=1', { body: [{ Founded: 2009, City: 'Bergen' }] });
    expect(bytes()).toBeGreaterThan(before);
  });
});
