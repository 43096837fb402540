import { beforeTests } from '../../fixtures/beforeTests';
import { startAsking } from './asking';

/** Written in decomposed Unicode form, with each accent after its letter. */
const LOOSE = 'Ünï'.normalize('NFD');

const odd = {
  title: 'Odd',
  slug: 'odd',
  lines: [
    `City;City;City_2;city;-Name;a,b;x:y;*;_limit;_id;__proto__;constructor;2;1;qu"o;;and;count;First Name;Z;${LOOSE}`,
    '1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;2020-01-01T00:00:00+02:00;1',
    '2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;2019-12-31T22:30:00Z;2',
  ],
};

/** Names that have to be quoted in lists. */
const QUOTED = ['Price, net', 'a:b', '5" disk', '"whole"', '-minus', ' x, "y": z'];

const quotedNames = {
  title: 'Quoted',
  slug: 'quoted',
  lines: [['City', ...QUOTED].join(';'), 'Oslo;1;2;3;4;5;6', 'Oslo;10;20;30;40;50;60', 'Rome;100;200;300;400;500;600'],
};

const odds = beforeTests(() => startAsking(odd, quotedNames));

const KEYS = `City,City_3,City_2,city,-Name,a,b,x:y,*,__limit,__id,___proto__,constructor,2,1,qu"o,column_P,and,count,First Name,Z,${LOOSE}`;

test('every column has a unique name, in the order of the sheet', async () => {
  const text = (await odds.get('?_limit=1&_fields=-_id')).body;
  const row = text.slice('{"data":['.length, text.indexOf('}'));
  const names = [...row.matchAll(/("(?:[^"\\]|\\.)+"):/g)].map(([, name = '']) => String(JSON.parse(name)));
  expect(names.join()).toBe(KEYS);
});

/** A query, and the first column of its response. */
test.each<[string, unknown]>([
  ['-Name=5', [1]],
  ['_sort=--Name', [2, 1]],
  ['_sort=-Name', [1, 2]],
  ['_sort=-"a,b"', [2, 1]],
  ['a,b=6', [1]],
  ['x:y__gt=7', [2]],
  ['*=8', [1]],
  ['__limit=9&_limit=5', [1]],
  ['__id=10', [1]],
  ['___proto__=11', [1]],
  ['constructor__in=12,99', [1]],
  ['2=13', [1]],
  ['qu"o=16', [2]],
  ['column_P=16', [1]],
  ['and=17', [1]],
  ['_where={"and":{"eq":17}}', [1]],
  ['_where={"and":[{"and":{"eq":17}},{"not":{"City":{"eq":2}}}]}', [1]],
  ['_where={"___proto__":{"eq":11}}', [1]],
  ['City_3=2', [1]],
  ['City_2=3', [1]],
  ['city=4', [1]],
  ['city_4=4', [1]],
  ['first_name=19', [1]],
  ['First+Name=19', [1]],
  ['Ünï=1', [1]],
  [`${LOOSE}__gt=1`, [2]],
  ['_where={"Ünï":{"lt":2}}', [1]],
  ['_sort=-Ünï', [2, 1]],
  ['_sort=Z', [1, 2]],
  ['_sort=-Z', [2, 1]],
  ['Z__lt=2019-12-31T22:15:00Z', [1]],
  ['Z__between=2019-12-31T22:00:00Z,2019-12-31T22:00:00Z', [1]],
])('finds rows by %s', async (query, cities) => {
  const answer = await odds.get(`?${encodeURI(query)}`);
  expect(answer.json<{ data: { City: number }[] }>().data.map(({ City }) => City)).toEqual(cities);
});

test.each([
  ['_fields="a,b","qu""o",-_id&_limit=1', [{ 'a,b': 6, 'qu"o': 15 }]],
  ['_fields=2,1,*,-_id&_limit=1', [{ 2: 13, 1: 14, '*': 8 }]],
  ['_fields=-Name,-_id&_limit=1', [{ '-Name': 5 }]],
  ['_agg=sum:x:y,"max:a,b"', [{ 'sum_x:y': 15, 'max_a,b': 7 }]],
  [
    '_group=count&_sort=-count',
    [
      { count: 19, count_2: 1 },
      { count: 18, count_2: 1 },
    ],
  ],
  ['_group=first_name&_agg=sum:city_3&_limit=1', [{ 'First Name': 19, sum_City_3: 2 }]],
  ['_distinct="a,b"&_limit=1', [{ value: 6, count: 1 }]],
])('returns the columns of %s', async (query, data) => {
  expect((await odds.get(`?_shape=array&${encodeURI(query)}`)).json()).toEqual(data);
});

test.each([
  ['_where={"__proto__":{"eq":11}}', 'unknown_column'],
  ['_fields=toString', 'unknown_column'],
  ['hasOwnProperty=1', 'unknown_parameter'],
  ['City__constructor=1', 'unknown_operator'],
  ['_where={"City":{"toString":1}}', 'unknown_operator'],
  ['_agg=constructor:City', 'unknown_operator'],
  ['_shape=constructor', 'invalid_parameter'],
  ['_id=r_2&_limit=1&_limit=1', 'invalid_parameter'],
])('%s is refused as %s', async (query, code) => {
  const answer = await odds.get(`?${encodeURI(query)}`);
  expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
});

describe.each(QUOTED.map((name) => name.trim()))('a column called %s', (name) => {
  const plain = encodeURIComponent(name);
  const quoted = encodeURIComponent(`"${name.replaceAll('"', '""')}"`);
  const data = async (query: string) => {
    const answer = await odds.get(`/quoted?_shape=array&${query}`);
    expect([query, answer.statusCode]).toEqual([query, 200]);
    return answer.json<Record<string, unknown>[]>();
  };

  test('can be named in every list', async () => {
    expect(Object.keys((await data(`_fields=${quoted},City,-_id`))[0] ?? {})).toEqual([name, 'City']);
    expect(Object.keys((await data(`_fields=City,-${quoted}`))[0] ?? {})).toEqual(['_id', 'City']);
    const values = (await data(`_sort=-${quoted}&_fields=${quoted}`)).map((row) => row[name]);
    expect(values).toEqual([...values].sort((one, other) => Number(other) - Number(one)));
    expect(await data(`_distinct=${quoted}&_limit=1`)).toEqual([{ value: values[2], count: 1 }]);
    expect(await data(`_distinct=${plain}&_limit=1`)).toEqual([{ value: values[2], count: 1 }]);
    expect(await data(`_group=${quoted},City&_limit=1`)).toEqual([{ [name]: values[2], City: 'Oslo', count: 1 }]);
  });

  test('can be named in an aggregate, and in its order', async () => {
    const sort = `_sort=-${encodeURIComponent(`"sum_${name.replaceAll('"', '""')}"`)}`;
    const [rome] = await data(`_group=City&_agg=count,sum:${quoted}&${sort}`);
    expect(rome).toEqual({ City: 'Rome', count: 1, [`sum_${name}`]: expect.any(Number) });
  });
});

test.each(['_agg=count,sum:"Price, net', '_fields="Price, net', '_sort=-"a:b'])(
  '%s is refused because of an unclosed quote',
  async (query) => {
    const answer = await odds.get(`/quoted?${encodeURI(query)}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'invalid_parameter',
      detail: expect.stringContaining('double quote'),
      hint: expect.stringContaining('""'),
    });
  },
);
