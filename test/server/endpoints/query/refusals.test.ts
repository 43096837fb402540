import { beforeTests } from '../../../fixtures/beforeTests';
import { cafes, startAsking } from '../asking';

const asking = beforeTests(() => startAsking(cafes));

const where = (condition: unknown) =>
  `_where=${encodeURIComponent(typeof condition === 'string' ? condition : JSON.stringify(condition))}`;

const nested = (deep: number): unknown => (deep === 0 ? { City: { eq: 'Oslo' } } : { not: nested(deep - 1) });

describe('each wrong thing has a problem of its own, and a hint that names what is right', () => {
  test.each([
    ['_limt=5', 'unknown_parameter', '_limt', 'Did you mean _limit?'],
    ['limit=5', 'unknown_parameter', 'limit', 'Did you mean _limit?'],
    ['Ctiy=Oslo', 'unknown_parameter', 'Ctiy', 'Did you mean City?'],
    ['Ctiy__gt=Oslo', 'unknown_column', 'Ctiy__gt', 'Did you mean City?'],
    ['_sort=-Fuonded', 'unknown_column', '_sort', 'Did you mean Founded?'],
    ['_sort=wholly different', 'unknown_column', '_sort', /^Its columns are Name, City, Founded/],
    ['_fields=Name,Ctiy', 'unknown_column', '_fields', 'Did you mean City?'],
    ['_fields=-Ctiy', 'unknown_column', '_fields', 'Did you mean City?'],
    ['_distinct=Ctiy', 'unknown_column', '_distinct', 'Did you mean City?'],
    ['_group=Ctiy', 'unknown_column', '_group', 'Did you mean City?'],
    ['_agg=sum:Ratng', 'unknown_column', '_agg', 'Did you mean Rating?'],
    [where({ Ctiy: { eq: 'Oslo' } }), 'unknown_column', '_where', 'Did you mean City?'],
    ['City__contain=Oslo', 'unknown_operator', 'City__contain', /^Did you mean contains\? The operators are eq, ne/],
    ['_id__gt=r_1', 'unknown_operator', '_id__gt', '_id takes eq, ne, in, nin.'],
    [where({ City: { equals: 'Oslo' } }), 'unknown_operator', '_where', /^The operators are eq, ne/],
    [where({ _id: { between: ['a', 'b'] } }), 'unknown_operator', '_where', '_id takes eq, ne, in, nin.'],
    ['_agg=total:Rating', 'unknown_operator', '_agg', 'Write it like count,sum:Price.'],
    ['_agg=summ:Rating', 'unknown_operator', '_agg', 'Did you mean sum?'],
    ['Founded=abc', 'invalid_value', 'Founded', 'Write it like Founded=2009.'],
    ['Founded__in=2009,abc', 'invalid_value', 'Founded__in', 'Write it like Founded__in=2009.'],
    ['Since__lt=01/02/2009', 'invalid_value', 'Since__lt', 'Write it like Since__lt=2009-04-01.'],
    ['City__isblank=yes', 'invalid_value', 'City__isblank', 'Write it like City__isblank=true.'],
    [where({ Founded: { eq: true } }), 'invalid_value', '_where', 'Write it like {"Founded":{"eq":2009}}.'],
    [where({ __code: { eq: 7 } }), 'invalid_value', '_where', 'Write it like {"__code":{"eq":"007"}}.'],
    [where({ City: { eq: null } }), 'invalid_value', '_where', /isblank/],
    [where({ City: { contains: 7 } }), 'invalid_value', '_where', /^Write it like \{"contains":"7"\}/],
    [where('{"City":'), 'malformed_json', '_where', /^Write it like \{"or":/],
    [where('[]'), 'invalid_parameter', '_where', /^Write it like/],
    [where({ City: 'Oslo' }), 'invalid_parameter', '_where', 'Did you mean {"City":{"eq":"Oslo"}}?'],
    [where({ City: ['Oslo'] }), 'invalid_parameter', '_where', 'Did you mean {"City":{"in":["Oslo"]}}?'],
    [where({ and: { City: { eq: 'Oslo' } } }), 'invalid_parameter', '_where', /^Write it like/],
    [where({ City: { in: 'Oslo' } }), 'invalid_parameter', '_where', 'Write it as {"in":[…]}.'],
    [where({ Founded: { between: [1] } }), 'invalid_parameter', '_where', 'Write {"between":[from,to]}.'],
    [where(nested(30)), 'invalid_parameter', '_where', /goes into "in"/],
    ['Founded__between=2009', 'invalid_parameter', 'Founded__between', 'Write Founded__between=from,to.'],
    ['City__in=%22Oslo', 'invalid_parameter', 'City__in', /""/],
    ['_limit=10001', 'limit_too_large', '_limit', /_limit=10000 and follow next, or add \.ndjson/],
    ['_limit=ten', 'invalid_parameter', '_limit', 'For example 10000.'],
    ['_cursor=what', 'invalid_cursor', '_cursor', /Use the cursor from next/],
    ['_shape=arry', 'invalid_parameter', '_shape', 'Did you mean array?'],
    ['_keys=slugs', 'invalid_parameter', '_keys', 'Did you mean slug?'],
    ['_single=yes', 'invalid_parameter', '_single', 'Write _single=1, or leave it out.'],
    ['_single=1&_shape=object', 'invalid_parameter', '_shape', 'Leave _shape out.'],
    ['_shape=object&_distinct=City', 'invalid_parameter', '_shape', /ask for array/],
    ['_distinct=City,Name', 'invalid_parameter', '_distinct', 'For several, ask for _group=City,Name.'],
    ['_distinct=City&_group=City', 'invalid_parameter', '_distinct', 'Leave _group out.'],
    ['_distinct=City&_fields=City', 'invalid_parameter', '_fields', 'Leave _fields out.'],
    ['_distinct=City&_sort=City', 'invalid_parameter', '_sort', 'Sort by value, count.'],
    ['_group=City&_sort=Name', 'invalid_parameter', '_sort', 'Sort by City, count.'],
    ['_agg=sum:City', 'invalid_parameter', '_agg', 'min and max take every type.'],
    ['_agg=sum', 'invalid_parameter', '_agg', 'Write it like sum:Name.'],
    ['_agg=count:City', 'invalid_parameter', '_agg', 'Write count alone.'],
    ['_fields=-_id,-*', 'unknown_column', '_fields', /^Its columns are Name, City/],
    ['_csv=raw', 'invalid_parameter', '_csv', 'Add .csv to the address, or leave _csv out.'],
    ['_limit=1&_limit=2', 'invalid_parameter', '_limit', 'Give it once.'],
    ['_offset=1&_cursor=1.1.x', 'invalid_parameter', '_offset', 'Leave _offset out.'],
    ['page=2', 'unknown_parameter', 'page', /^Pages are asked for with _limit and _offset/],
    ['api_key=tp_sk_x', 'unknown_parameter', 'api_key', /^A key goes into a header, Authorization: Bearer/],
    ['sort_by=City', 'unknown_parameter', 'sort_by', /^Write _sort=/],
    ['search=kaffa', 'unknown_parameter', 'search', /^Every column is searched with _q=/],
    ['filter[City]=Oslo', 'unknown_parameter', 'filter[City]', /^A column is its own filter/],
    ['Founded[gte]=2009', 'unknown_parameter', 'Founded[gte]', /two underscores: Founded__gte=…/],
    ['Founded_gte=2009', 'unknown_parameter', 'Founded_gte', /two underscores: Founded__gte=…/],
    ['Founded>=2009', 'unknown_parameter', 'Founded>', /two underscores: Founded__gte=…/],
    ['Founded<2009', 'unknown_parameter', 'Founded<2009', /two underscores: Founded__lt=…/],
    ['City!=Oslo', 'unknown_parameter', 'City!', /two underscores: City__ne=…/],
    ['Founded=>2009', 'invalid_value', 'Founded', 'The operator stands in the name: Founded__gt=2009.'],
    [where({ $or: [{ City: { eq: 'Oslo' } }] }), 'unknown_column', '_where', 'Write “or”, without the $.'],
    ['_sort=Founded desc', 'unknown_column', '_sort', /^Write -Founded: a - before the name/],
    ['_sort=Founded:asc', 'unknown_column', '_sort', /^Write Founded: a - before the name/],
  ])('%s', async (query, code, field, hint) => {
    const answer = await asking.get(`?${query}`);
    const problem = answer.json();
    expect([answer.statusCode, problem.code, problem.errors?.[0]?.field]).toEqual([400, code, field]);
    expect(answer.headers['content-type']).toMatch('application/problem+json');
    if (hint instanceof RegExp) expect(problem.hint).toMatch(hint);
    else expect(problem.hint).toBe(hint);
  });
});

test.each([
  ['{"City":x}', 'A “x” stands where it cannot.'],
  ['{"City":', 'It ends too early.'],
])('the problem with %s is named', async (text, fault) => {
  const { detail } = (await asking.get(`?${where(text)}`)).json();
  expect(detail).toBe(`_where is not valid JSON. ${fault}`);
});

test('a column named like a parameter of another product is a column', async () => {
  const { detail } = (await asking.get('?sort=Name&filter=x')).json();
  expect(detail).toMatch(
    '“sort”, “filter” are neither parameters nor columns of this endpoint. Valid are _where, _q, _sort,',
  );
});

test('texts of many digits or spaces take no time', async () => {
  const digits = `${'1'.repeat(900_000)}x`;
  for (const column of ['Founded', 'Rating', 'Since'])
    expect((await asking.post({ where: { [column]: { eq: digits } } })).json().code).toBe('invalid_value');
  expect((await asking.post({ sort: `${' '.repeat(100_000)}x` })).json().code).toBe('unknown_column');
});

test('the number of filters is limited', async () => {
  const many = Array.from({ length: 101 }, () => 'City=Oslo').join('&');
  expect((await asking.get(`?${many}`)).json().code).toBe('invalid_parameter');
  const list = Array.from({ length: 1_001 }, () => ({ City: { eq: 'Oslo' } }));
  expect((await asking.post({ where: { or: list } })).json().code).toBe('invalid_parameter');
});
