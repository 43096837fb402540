import { beforeTests } from '../../../fixtures/beforeTests';
import { cafes, startAsking } from '../asking';

const asking = beforeTests(() =>
  startAsking(cafes, {
    title: 'Keyed',
    slug: 'keyed',
    lines: ['Code;count;First Name', 'a;1;x', 'b;2;y', 'a;3;z'],
    settings: { keyColumn: 'Code' },
  }),
);

const body = async (query: string) => (await asking.get(query)).json();
describe('_sort', () => {
  test.each([
    ['Founded', 'KkBPT"Á'],
    ['-Founded', '"TBPKkÁ'],
    ['-Founded,-Name', '"TPBkKÁ'],
    ['City', 'PBKT"Ák'],
    ['Name', '"ÁBKkPT'],
    ['Open,-Rating', 'BÁKP"Tk'],
    ['-_row', '"kÁTPBK'],
    ['Since', 'ÁKkBPT"'],
    ['%22Sum, total%22', 'KBPÁkT"'],
    ['-%22Sum, total%22', 'kÁPBKT"'],
    ['-sum_total', 'kÁPBKT"'],
  ])('%s', async (sort, expected) => {
    expect(await asking.initials(`_sort=${sort}`)).toBe(expected);
  });

  test('a column that is listed again, however often, changes nothing', async () => {
    expect(await asking.initials(`_sort=City,-City,${'City,'.repeat(20_000)}Name`)).toBe(
      await asking.initials('_sort=City,Name'),
    );
    const groups = (await body(`?_group=City&_agg=count&_sort=${'-count,'.repeat(20_000)}City`)).data;
    expect(groups).toEqual((await body('?_group=City&_agg=count&_sort=-count')).data);
  });
});

describe('_fields', () => {
  const keys = async (fields: string) => Object.keys((await body(`?_limit=1&_fields=${fields}`)).data[0]);

  test.each([
    ['Name,City', ['_id', 'Name', 'City']],
    ['City,name', ['_id', 'City', 'Name']],
    ['Name,-_id', ['Name']],
    ['_row,Name', ['_id', '_row', 'Name']],
    ['Name,_id', ['Name', '_id']],
    ['_id', ['_id']],
    ['%22Sum, total%22,-_id', ['Sum, total']],
    ['Name,Name', ['_id', 'Name']],
    ['__code', ['_id', '__code']],
    ['-Name,-City,-Since,-Seen,-At,-__code,-a__gt,-or,-Open', ['_id', 'Founded', 'Rating', 'Sum, total']],
    [
      '*,_row,-Name',
      [
        '_id',
        'City',
        'Founded',
        'Open',
        'Rating',
        'Since',
        'Seen',
        'At',
        '__code',
        'a__gt',
        'or',
        'Sum, total',
        '_row',
      ],
    ],
  ])('%s', async (fields, expected) => {
    expect(await keys(fields)).toEqual(expected);
  });

  test('_row is the row number in the sheet', async () => {
    expect((await body('?_fields=_row&_offset=6')).data).toEqual([{ _id: 'r_8', _row: 8 }]);
  });

  test('an empty selection is refused', async () => {
    expect((await body('?_fields=_id,-_id')).code).toBe('invalid_parameter');
  });

  test('works for one row', async () => {
    expect((await body('/cafes/r_3?_fields=Name&_keys=slug')).data).toEqual({ _id: 'r_3', name: 'Bønne' });
    expect((await body('/cafes/r_3?_limit=1')).code).toBe('unknown_parameter');
  });
});

describe('_keys', () => {
  test('slug', async () => {
    expect(Object.keys((await body('?_limit=1&_keys=slug')).data[0])).toEqual([
      ...['_id', 'name', 'city', 'founded', 'open', 'rating', 'since', 'seen', 'at', 'code', 'a_gt', 'or', 'sum_total'],
    ]);
  });

  test('header is the default', async () => {
    expect(await body('?_keys=header')).toMatchObject({ data: (await body('')).data });
  });
});

describe('_shape', () => {
  test('array', async () => {
    const answer = await asking.get('?_shape=array&_limit=2&_fields=Name');
    expect(answer.json()).toEqual([
      { _id: 'r_2', Name: 'Kaffa' },
      { _id: 'r_3', Name: 'Bønne' },
    ]);
    expect(answer.headers).toMatchObject({ 'x-total-count': '7', link: expect.stringMatching(/_cursor=/) });
  });

  test('columns', async () => {
    expect(await body('?_shape=columns&_fields=Name,Founded,-_id&_offset=4')).toEqual({
      data: { Name: ['Árbol', 'kaffa_2', '"Quoted, name"'], Founded: [null, 2009, 2020] },
      meta: { total: 7, count: 3, limit: 100, offset: 4, revision: 1 },
    });
  });

  test('object', async () => {
    expect((await body('?_shape=object&_fields=City&_limit=2')).data).toEqual({
      r_2: { _id: 'r_2', City: 'Oslo' },
      r_3: { _id: 'r_3', City: 'oslo' },
    });
    expect((await body('?_shape=object&_limit=0')).data).toEqual({});
  });

  test('object is refused for rows that share an id', async () => {
    const answer = await asking.get('/keyed?_shape=object');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'duplicate_key',
      errors: [{ cell: 'Keyed!A2' }, { cell: 'Keyed!A4' }],
    });
  });
});

describe('_single', () => {
  test('returns one object', async () => {
    expect(await body('?_single=1&_fields=Name&_sort=-Founded')).toEqual({
      data: { _id: 'r_8', Name: '"Quoted, name"' },
      meta: { revision: 1 },
    });
    expect(await body('?_single=1&_fields=Name&City=London&_shape=array')).toEqual({ _id: 'r_4', Name: 'Prufrock' });
  });

  test('answers 404 if no row matches', async () => {
    const answer = await asking.get('?_single=1&City=Nowhere');
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });

  test('_single=0 returns a list', async () => {
    expect((await body('?_single=0')).data).toHaveLength(7);
  });
});

describe('_distinct', () => {
  test('returns values with counts, sorted, blanks last', async () => {
    expect(await body('?_distinct=Founded')).toEqual({
      data: [
        { value: 2009, count: 2 },
        { value: 2011, count: 2 },
        { value: 2012, count: 1 },
        { value: 2020, count: 1 },
        { value: null, count: 1 },
      ],
      meta: { total: 5, count: 5, limit: 100, offset: 0, revision: 1 },
    });
  });

  test('works with another order, filters and pages', async () => {
    const data = (await body('?_distinct=City&_sort=-count,value&Open=true&_limit=1&_offset=1')) as unknown;
    expect(data).toMatchObject({ data: [{ value: 'London', count: 1 }], meta: { total: 3, count: 1, offset: 1 } });
  });

  test('works for a column with a comma in its name', async () => {
    expect((await body('?_distinct=Sum, total')).data).toHaveLength(6);
    expect((await body('?_distinct=%22Sum, total%22')).data).toHaveLength(6);
  });
});

describe('_group and _agg', () => {
  test('compute aggregates', async () => {
    expect((await body('?_group=Open&_agg=count,sum:Rating,avg:Founded,min:Name,max:Since')).data).toEqual([
      { Open: false, count: 2, sum_Rating: 1, avg_Founded: 2011, min_Name: 'Árbol', max_Since: '2011-01-02' },
      { Open: true, count: 4, sum_Rating: 8.5, avg_Founded: 2013, min_Name: '"Quoted, name"', max_Since: '2011-02-01' },
      { Open: null, count: 1, sum_Rating: 4.5, avg_Founded: 2009, min_Name: 'kaffa_2', max_Since: '2009-04-02' },
    ]);
  });

  test('count by default', async () => {
    expect((await body('?_group=Founded,Open&City=Oslo')).data).toEqual([
      { Founded: 2009, Open: true, count: 1 },
      { Founded: 2012, Open: true, count: 1 },
    ]);
  });

  test('aggregate all rows without groups, even none', async () => {
    expect((await body('?_agg=count,sum:Rating')).data).toEqual([{ count: 7, sum_Rating: 14 }]);
    expect((await body('?_agg=count,sum:Rating,min:City&City=Nowhere')).data).toEqual([
      { count: 0, sum_Rating: null, min_City: null },
    ]);
  });

  test('can be sorted by an aggregate', async () => {
    const data = (await body('?_group=Open&_agg=sum:Rating&_sort=-sum_Rating')).data as { Open: unknown }[];
    expect(data.map(({ Open }) => Open)).toEqual([true, null, false]);
    expect((await body('?_group=Open&_agg=sum:Rating&_sort=-sum:Rating')).data).toEqual(data);
  });

  test('give every column a unique name', async () => {
    expect((await body('/keyed?_group=count&_agg=count,sum:count&_limit=1')).data).toEqual([
      { count: 1, count_2: 1, sum_count: 1 },
    ]);
    expect((await body('/keyed?_group=First%20Name&_agg=max:First%20Name&_keys=slug&_limit=1')).data).toEqual([
      { first_name: 'x', max_first_name: 'x' },
    ]);
  });

  test('work with _shape=columns', async () => {
    expect((await body('?_group=Open&_shape=columns')).data).toEqual({ Open: [false, true, null], count: [2, 4, 1] });
  });
});
