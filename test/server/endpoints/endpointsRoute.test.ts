import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { places, publishProject } from './published';

let id: string;

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());
beforeAll(async () => {
  ({ id } = await publishProject(server.db, owner.person.id, [
    { title: 'Places', slug: 'places', lines: places, former_names: '["Cafés", "cafes"]' },
    { title: 'Orte & "Länder"/100%', slug: 'orte', lines: ['n', '1'] },
    { title: '_hidden', slug: 'hidden', lines: ['n', '1'] },
    { title: 'Draft', slug: 'draft', lines: ['n', '1'], published: 0 },
    { title: 'Lost', slug: 'lost', lines: ['n', '1'], gone_at: '2026-01-01T00:00:00.000Z', former_names: '["Cafés"]' },
    { title: 'Lost draft', slug: 'lost-draft', lines: ['n', '1'], gone_at: '2026-01-01T00:00:00.000Z', published: 0 },
    { title: 'Empty', slug: 'empty', lines: ['a;b'] },
    {
      title: 'Keyed',
      slug: 'keyed',
      lines: ['Code;n', '_a;1', 'b/c d;2', '7;3', '7;4'],
      settings: { keyColumn: 'Code' },
    },
  ]));
});

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: path, headers });
const rowsAt = (tab: string, query = '') => get(`/v1/${id}/${tab}${query}`);
const names = async (query: string) => {
  const answer = await rowsAt('Places', query);
  return answer.json<{ data: { Name: string }[] }>().data.map(({ Name }) => Name);
};

describe('GET /v1/{projectId}', () => {
  test('returns the title and the published endpoints', async () => {
    const answer = await get(`/v1/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({
      data: {
        title: 'Coffee',
        tabs: [
          { title: 'Places', slug: 'places', url: expect.stringMatching(/\/Places$/), rows: 4, columns: 12 },
          {
            title: 'Orte & "Länder"/100%',
            slug: 'orte',
            url: expect.stringMatching(/\/orte$/),
            rows: 1,
            columns: 1,
          },
          { title: '_hidden', slug: 'hidden', url: expect.stringMatching(/\/__hidden$/), rows: 1, columns: 1 },
          { title: 'Empty', slug: 'empty', url: expect.stringMatching(/\/Empty$/), rows: 0, columns: 2 },
          { title: 'Keyed', slug: 'keyed', url: expect.stringMatching(/\/Keyed$/), rows: 4, columns: 2 },
        ],
        revision: 1,
        syncedAt: '2026-03-04T05:06:07.890Z',
      },
    });
  });

  test('every url in it works', async () => {
    const { data } = (await get(`/v1/${id}`)).json<{ data: { tabs: { url: string }[] } }>();
    for (const { url } of data.tabs) expect((await get(new URL(url).pathname)).statusCode).toBe(200);
  });

  test('refuses parameters', async () => {
    const answer = await get(`/v1/${id}?_limit=1`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'unknown_parameter', errors: [{ field: '_limit' }] });
  });
});

describe('GET /v1/{projectId}/{tab}', () => {
  test('returns rows with every key, in the order of the columns', async () => {
    const answer = await rowsAt('Places', '?_limit=1');
    expect(answer.statusCode).toBe(200);
    const url = expect.stringMatching(`^http://localhost(:80)?/v1/${id}/Places\\?_limit=1&_cursor=1\\.1\\.[0-9a-z]+$`);
    expect(answer.json().meta).toEqual({ total: 4, count: 1, limit: 1, offset: 0, next: url, revision: 1 });
    expect(answer.body).toMatch(
      /^\{"data":\[\{"_id":"r_2","Name":"Kaffa","City":"Oslo","Founded":2009,"Open":true,"Rating":4.5,"Since":"2009-04-01","Seen":"2009-04-01T12:30:00","At":"07:30:00","__code":"007","constructor":"a","First Name":"Åse","slug_of":"x"\}\],"meta":/,
    );
  });

  test('blank cells are null', async () => {
    const answer = await rowsAt('Places', '?_offset=3');
    expect(answer.json().data).toMatchObject([{ Rating: null, Since: null, Seen: null, At: null, constructor: null }]);
  });

  test('an empty tab has no rows', async () => {
    expect((await rowsAt('Empty')).json()).toEqual({
      data: [],
      meta: { total: 0, count: 0, limit: 100, offset: 0, revision: 1 },
    });
  });

  test.each([
    ['its title', 'Places'],
    ['its slug', 'places'],
    ['a former title', 'Caf%C3%A9s'],
    ['a former title, with decomposed accents', 'Cafe%CC%81s'],
    ['a former slug', 'cafes'],
  ])('is found by %s', async (_, tab) => {
    expect((await rowsAt(tab)).json().meta.total).toBe(4);
  });

  test('is found by a title full of special characters', async () => {
    expect((await rowsAt(encodeURIComponent('Orte & "Länder"/100%'))).json().meta.total).toBe(1);
  });

  test('a title with a leading underscore has one more in the address', async () => {
    expect((await rowsAt('__hidden')).statusCode).toBe(200);
    expect((await rowsAt('_hidden')).statusCode).toBe(404);
  });

  test.each([
    ['Lost', 410, 'gone'],
    ['lost', 410, 'gone'],
    ['Draft', 404, 'not_found'],
    ['draft', 404, 'not_found'],
    ['Lost%20draft', 404, 'not_found'],
    ['Nothing', 404, 'not_found'],
    ['_schema', 404, 'not_found'],
    ['plases.csv', 404, 'not_found'],
    ['places.json', 404, 'not_found'],
    ['%00', 404, 'not_found'],
  ])('%s answers %i', async (tab, status, code) => {
    const answer = await rowsAt(tab);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.headers['content-type']).toMatch('application/problem+json');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('the hint suggests a similar name', async () => {
    expect((await rowsAt('Plases')).json().hint).toBe('Did you mean Places?');
    expect((await rowsAt('_hidden')).json().hint).toBe('Did you mean __hidden?');
  });

  test.each([
    ['?City=Oslo&Open=true', ['Kaffa', 'Tim & Co = 100%']],
    ['?Open=TRUE&Founded=2011', ['Prufrock']],
    ['?Founded=%2B2009', ['Kaffa']],
    ['?Rating=4.50', ['Kaffa']],
    ['?Since=2009-04-01', ['Kaffa']],
    ['?Seen=2011-01-02', ['Bønne']],
    ['?Seen=2009-04-01+12:30', ['Kaffa']],
    ['?At=08:00', ['Bønne']],
    ['?At=31:00', []],
    ['?__code=007', ['Kaffa']],
    ['?__code=7', []],
    ['?Name=Tim+%26+Co+%3D+100%25', ['Tim & Co = 100%']],
    ['?Name=Tim%20%26%20Co%20=%20100%25', ['Tim & Co = 100%']],
    ['?first_name=%C3%85se', ['Kaffa']],
    ['?First+Name=Bo', ['Bønne']],
    ['?Name=', []],
    ['?Name', []],
    ['?&&City=Oslo&', ['Kaffa', 'Bønne', 'Tim & Co = 100%']],
    ['?City=Oslo&_limit=1&_offset=1', ['Bønne']],
    ['?_offset=4', []],
    ['?_offset=9007199254740991', []],
    ['?_limit=0', []],
    ['?_limit=10000', ['Kaffa', 'Bønne', 'Prufrock', 'Tim & Co = 100%']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  const WHOLE = '_limit has to be a whole number from 0 to 10,000, and';
  const OFFSET = '_offset has to be a whole number from 0 on, and';
  const FOUNDED = 'The type of Founded is integer: it holds whole numbers, for example 2009.';
  const RATING = 'The type of Rating is number: it holds numbers, for example 12.5.';

  test.each([
    ['_limit=-1', `${WHOLE} “-1” is not one.`],
    ['_limit=', `${WHOLE} “” is not one.`],
    ['_limit=1e2', `${WHOLE} “1e2” is not one.`],
    ['_offset=1.5', `${OFFSET} “1.5” is not one.`],
    ['_offset=99999999999999999999', `${OFFSET} “99999999999999999999” is not one.`],
    ['Founded=2009.5', `${FOUNDED} “2009.5” is not one of them.`],
    ['Founded=', `${FOUNDED} “” is not one of them.`],
    ['Rating=4,5', `${RATING} “4,5” is not one of them.`],
    ['Rating=Infinity', `${RATING} “Infinity” is not one of them.`],
    ['Open=yes', 'The type of Open is boolean: it holds true or false. “yes” is not one of them.'],
    ['Since=2009', 'The type of Since is date: it holds dates, for example 2009-04-01. “2009” is not one of them.'],
    ['At=noon', 'The type of At is time: it holds times, for example 12:30:00. “noon” is not one of them.'],
  ])('%s is refused', async (query, detail) => {
    const answer = await rowsAt('Places', `?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: query.startsWith('_') ? 'invalid_parameter' : 'invalid_value',
      detail,
      errors: [{ field: query.split('=')[0] }],
    });
  });

  test.each(['_Name=1', 'Nothing=1', '__limit=1', '_id__=1', 'code=007x&Zip=1', '=1'])(
    '%s is unknown',
    async (query) => {
      const answer = await rowsAt('Places', `?${query}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().code).toBe(query.startsWith('_id') ? 'unknown_operator' : 'unknown_parameter');
    },
  );

  test('the error lists what is valid', async () => {
    expect((await rowsAt('Places', '?_name=1')).json().detail).toBe(
      '“_name” is neither a parameter nor a column of this endpoint. Valid are _where, _q, _sort, _fields, _limit, _offset, ' +
        '_cursor, _distinct, _group, _agg, _shape, _single, _keys, _values, _csv, Name, City, Founded, Open, Rating, Since, Seen, At, ' +
        '__code, constructor, First Name, slug_of.',
    );
  });

  test('all unknown parameters are named at once', async () => {
    expect(
      (await rowsAt('Places', '?a1=1&b2=2&a1=3')).json().errors.map(({ field }: { field: string }) => field),
    ).toEqual(['a1', 'b2']);
  });

  test('a broken percent sign is refused', async () => {
    expect((await rowsAt('Places', '?Name=%E0%A4%A')).json()).toMatchObject({ status: 400, code: 'malformed_request' });
    expect((await rowsAt('%E0%A4%A')).json()).toMatchObject({ status: 400, code: 'malformed_request' });
  });
});

describe('GET /v1/{projectId}/{tab}/{id}', () => {
  test('returns the row', async () => {
    const answer = await get(`/v1/${id}/Places/r_3`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      data: expect.objectContaining({ _id: 'r_3', Name: 'Bønne' }),
      meta: { revision: 1 },
    });
  });

  test('finds it by the value of the key column', async () => {
    expect((await get(`/v1/${id}/keyed/b%2Fc%20d`)).json().data).toEqual({ _id: 'b/c d', Code: 'b/c d', n: 2 });
    expect((await get(`/v1/${id}/keyed/__a`)).json().data).toMatchObject({ _id: '_a' });
  });

  test.each(['r_99', '_a', '%00'])('%s is not found', async (row) => {
    const answer = await get(`/v1/${id}/keyed/${row}`);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });

  test('an id of two rows is refused with their cells', async () => {
    const answer = await get(`/v1/${id}/keyed/7`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'duplicate_key',
      errors: [{ cell: 'Keyed!A4' }, { cell: 'Keyed!A5' }],
    });
  });

  test('is gone with its tab', async () => {
    expect((await get(`/v1/${id}/Lost/r_2`)).statusCode).toBe(410);
  });
});

describe('unknown addresses answer 404', () => {
  test.each(['', '?_limit=1&Name=Kaffa'])('with a hint for a trailing slash, with the query “%s”', async (query) => {
    const answer = await rowsAt('Places/', query);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found', hint: 'Leave out the slash at the end.' });
  });

  test('with a slash too many', async () => {
    for (const path of [`/v1/${id}/`, `/v1/${id}//r_2`]) expect((await get(path)).statusCode).toBe(404);
  });

  test.each(['/v1', '/v1/', '/v1/nothing', '/v1/nothing/Places', '/v1/nothing/Places/r_1', '/v1/%00', '/v1/a/b/c/d'])(
    '%s',
    async (path) => {
      const answer = await get(path);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    },
  );

  test('for a deleted project', async () => {
    const deleted = await publishProject(server.db, owner.person.id, [{ title: 'A', lines: ['n', '1'] }], {
      deleted_at: '2026-01-01T00:00:00.000Z',
    });
    for (const path of ['', '/A', '/A/r_2']) expect((await get(`/v1/${deleted.id}${path}`)).statusCode).toBe(404);
  });
});
