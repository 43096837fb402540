import { beforeTests } from '../../../fixtures/beforeTests';
import { startAsking } from '../asking';

const places = {
  title: 'Places',
  slug: 'places',
  lines: [
    'Name;City;Founded;Owner[];Tags[0]',
    'Kaffa;Oslo;2009;u1;a',
    'Bønne;Bergen;2011;u2;b',
    'Prufrock;London;2011;u1;c',
    'Tim, too;Oslo, west;2012;;',
  ],
} as const;

const asking = beforeTests(() => startAsking(places));

/** Names of repeated lists in axios, jQuery, PHP, qs, Python requests, openapi-fetch and others. */
describe('a repeated list is one list', () => {
  test.each([
    ['City__in=Oslo&City__in=London', 'KP'],
    ['City__in=Oslo&Founded=2011&City__in=London', 'P'],
    ['City__in=Oslo,Bergen&City__in=London', 'KBP'],
    ['City__in=%22Oslo,%20west%22&City__in=London', 'PT'],
    ['City__in=Oslo&city__in=London', 'KP'],
    ['City__in[]=Oslo&City__in[]=London', 'KP'],
    ['City__in%5B%5D=Oslo&City__in%5B%5D=London', 'KP'],
    ['City__in[0]=Oslo&City__in[1]=London', 'KP'],
    ['City__in[]=Oslo', 'K'],
    ['City__nin=Oslo&City__nin=London', 'BT'],
    ['City__nin[]=Oslo&City__nin[]=London', 'BT'],
    ['Founded__between=2009&Founded__between=2011', 'KBP'],
    ['Founded__between=2009,2011&Founded__between=2010,2012', 'BP'],
    ['_id__in=r_2&_id__in=r_4', 'KP'],
    ['_id__nin=r_2&_id__nin=r_4', 'BT'],
    ['_sort=-Founded&_sort=-Name', 'TPBK'],
    ['_sort[]=-Founded&_sort[]=-Name', 'TPBK'],
  ])('%s', async (query, expected) => {
    expect(await asking.initials(query)).toBe(expected);
  });

  it('of more than a hundred values is one condition', async () => {
    const many = Array.from({ length: 300 }, (_, n) => `City__in=none${n}`);
    expect(await asking.initials([...many, 'City__in=Oslo'].join('&'))).toBe('K');
  });

  it('works for fields, groups and aggregates, and with cursors', async () => {
    const fields = await asking.get('?_fields=Name&_fields=-_id&_limit=1&_shape=array');
    expect(fields.json()).toEqual([{ Name: 'Kaffa' }]);
    const row = await asking.get('/Places/r_2?_fields=Name&_fields=City');
    expect(row.json()).toMatchObject({ data: { _id: 'r_2', Name: 'Kaffa', City: 'Oslo' } });
    const groups = await asking.get('?_group[]=Founded&_group[]=City&_agg=count&_agg=min:Name&_limit=1&_shape=array');
    expect(groups.json()).toEqual([{ Founded: 2009, City: 'Oslo', count: 1, min_Name: 'Kaffa' }]);
    const page = await asking.get('?City__in[]=Oslo&City__in[]=London&_sort[]=-Name&_sort[]=City&_limit=1');
    const { data, meta } = page.json<{ data: { Name: string }[]; meta: { next: string; total: number } }>();
    expect([data[0]?.Name, meta.total]).toEqual(['Prufrock', 2]);
    const next = await asking.server.app.inject({ url: meta.next.slice(meta.next.indexOf('/v1/')) });
    expect(next.json()).toMatchObject({ data: [{ Name: 'Kaffa' }], meta: { total: 2 } });
  });

  it('with an invalid value is refused like one list', async () => {
    const answer = await asking.get('?Founded__in=2009&Founded__in=soon');
    expect(answer.json()).toMatchObject({ code: 'invalid_value', errors: [{ field: 'Founded__in' }] });
  });
});

describe('a repeated parameter that is no list', () => {
  test.each([
    ['City=Oslo&City=London', 'City', 'City__in=Oslo,London'],
    ['City__eq=Oslo&city=London', 'city', 'City__in=Oslo,London'],
    ['City[]=Oslo&City[]=London', 'City[]', 'City__in=Oslo,London'],
    ['City=Oslo, west&City=London', 'City', 'City__in="Oslo, west",London'],
    ['Founded=2009&Founded=2011', 'Founded', 'Founded__in=2009,2011'],
    ['_id=r_2&_id=r_4', '_id', '_id__in=r_2,r_4'],
  ])('is refused with a hint: %s', async (query, field, meant) => {
    const answer = await asking.get(`?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'invalid_parameter',
      errors: [{ field }],
      hint: `For rows with either, write ${meant}.`,
    });
  });

  it('is accepted if it has the same value, stands in _where, or is another text to contain', async () => {
    expect(await asking.initials('City=Oslo&City=Oslo')).toBe('K');
    expect(await asking.initials('City[]=Oslo')).toBe('K');
    expect(await asking.initials('Name__contains=k&Name__contains=f')).toBe('KP');
    expect(await asking.initials(`City=Oslo&_where=${encodeURIComponent('{"City":{"eq":"London"}}')}`)).toBe('');
  });

  it('is refused by name for _limit', async () => {
    const twice = await asking.get('?_limit=1&_limit=2');
    expect(twice.json()).toMatchObject({ code: 'invalid_parameter', detail: '_limit is given 2 times.' });
    const bracketed = await asking.get('?_limit[]=1');
    expect(bracketed.json()).toMatchObject({ code: 'unknown_parameter', hint: 'Did you mean _limit?' });
  });
});

test('a column whose name has brackets is found before a list', async () => {
  expect(await asking.initials('Owner[]=u1')).toBe('KP');
  expect(await asking.initials('Owner[]__in=u1&Owner[]__in=u2')).toBe('KBP');
  expect(await asking.initials('Tags[0]=b')).toBe('B');
  expect(await asking.initials('Tags[0]__in[]=b&Tags[0]__in[]=c')).toBe('BP');
});
