import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import { writable, type Writable } from '../write/writing';

const ODD = ['Price, net', 'a:b', '5" disk', '"whole"', '-minus', ' x, "y": z'] as const;

let test: TestApp;
let odd: Writable;
beforeAll(async () => {
  test = await buildTestApp();
  const header = ['City', ...ODD].map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
  const bytes = `${header}\nOslo,1,2,3,4,5,6\nOslo,10,20,30,40,50,60\nRome,100,200,300,400,500,600\n`;
  odd = await writable(test, { name: 'odd.csv', bytes });
});
afterAll(() => test.close());

/** Quotes a name as in a list. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const q = encodeURIComponent;

describe.each(ODD.map((name) => [name.trim()]))('a column called %s', (name) => {
  it('can be named in every list', async () => {
    const data = async (query: string) => {
      const { status, body } = await odd.call('GET', `?_shape=array&${query}`);
      expect([query, status]).toEqual([query, 200]);
      return body as Record<string, unknown>[];
    };
    expect(Object.keys((await data(`_fields=${q(quoted(name))},City,-_id`))[0] ?? {})).toEqual([name, 'City']);
    expect(Object.keys((await data(`_fields=City,-${q(quoted(name))}`))[0] ?? {})).toEqual(['_id', 'City']);
    const values = (await data(`_sort=-${q(quoted(name))}&_fields=${q(quoted(name))}`)).map((row) => row[name]);
    expect(values).toEqual([...values].sort((one, other) => Number(other) - Number(one)));
    expect(await data(`_distinct=${q(quoted(name))}&_limit=1`)).toEqual([{ value: values[2], count: 1 }]);
    expect(await data(`_distinct=${q(name)}&_limit=1`)).toEqual([{ value: values[2], count: 1 }]);
    expect((await data(`_group=${q(quoted(name))},City&_limit=1`))[0]).toEqual({
      [name]: values[2],
      City: 'Oslo',
      count: 1,
    });
  });

  it('can be named in an aggregate', async () => {
    const { status, body } = await odd.call('GET', `?_group=City&_agg=count,sum:${q(quoted(name))}&_shape=array`);
    expect(status).toBe(200);
    expect(body[1]).toEqual({ City: 'Rome', count: 1, [`sum_${name}`]: expect.any(Number) });
    const sort = `_sort=-${q(quoted(`sum_${name}`))}`;
    const sorted = await odd.call('GET', `?_group=City&_agg=sum:${q(quoted(name))}&${sort}&_shape=array`);
    expect(sorted.body[0].City).toBe('Rome');
    for (const asked of [
      { group: ['City'], agg: ['count', `sum:${name}`], shape: 'array' },
      { group: 'City', agg: `count,sum:${quoted(name)}`, shape: 'array' },
    ]) {
      expect((await odd.call('POST', '/_query', { body: asked })).body).toEqual(body);
    }
  });
});

it.each(['_agg=count,sum:"Price, net', '_fields="Price, net', '_sort=-"a:b'])(
  '%s is refused because of an unclosed quote',
  async (query) => {
    const { status, body } = await odd.call('GET', `?${query.replaceAll('"', '%22').replaceAll(' ', '%20')}`);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(body.detail).toContain('double quote');
    expect(body.hint).toContain('""');
  },
);
