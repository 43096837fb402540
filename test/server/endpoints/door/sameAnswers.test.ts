import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import type { SignedIn } from '../../../fixtures/people';
import { stopLooking } from '../../../fixtures/clocks';
import { heardAll } from '../../../fixtures/nodes';
import { type Call, expectSameBothWays, handledDuring, type Listening, listening } from './calls';
import { keysOf, publishPeople } from './doorProject';

let server: TestApp;
let owner: SignedIn;
let wire: Listening;

beforeAll(async () => {
  server = await buildTestApp();
  owner = await server.signUp();
  wire = await listening(server);
});

afterAll(async () => {
  wire.hangUp();
  await server.close();
});

const queries = [
  ...[
    '',
    '?',
    '?_limit=2',
    '?_limit=2&_offset=3',
    '?_offset=240',
    '?_offset=999',
    '?City=Oslo',
    '?City=S%C3%A3o+Paulo',
  ],
  ...['?Founded__gte=2000&Founded__lt=2010&_sort=-Founded,Name&_limit=7', '?_sort=-Gr%C3%B6%C3%9Fe&_limit=3'],
  ...['?_fields=Name', '?_fields=-City', '?_keys=slug&_limit=2', '?_shape=array', '?_shape=columns&_limit=4'],
  ...['?_shape=object&_limit=3', '?_single=1&City=London', '?_single=1&City=Nowhere', '?_distinct=City'],
  ...[
    '?_group=City&_agg=count,avg:Founded',
    '?_q=%C3%A9&_limit=3',
    '?City__in=Oslo,London&_limit=1',
    '?open=true&_limit=1',
  ],
  ...[
    '?Nope=1',
    '?_limit=x',
    '?_limit=99999',
    '?_cursor=bad',
    '?a=%',
    '?City=Oslo#part',
    '?_limit=2&_limit=3',
    '?_nothing=1',
  ],
];

const paths = [
  ...queries.map((query) => `/People${query}`),
  ...[
    '/people',
    '/Persons?_limit=1',
    '/Gr%C3%B6%C3%9Fen%20%26%20mehr',
    '/groessen-mehr?_limit=1',
    '/Long',
    '/Long/r_2',
  ],
  ...[
    '/People/r_2',
    '/People/r_3?_fields=Name',
    '/People/r_3?x=1',
    '/People/r_9999',
    '/People/r_%32',
    '/People/r_2%',
    '/People/%',
  ],
  ...[
    '/groessen-mehr/a%20b',
    '/groessen-mehr/%C3%B8',
    '/groessen-mehr/__own',
    '/groessen-mehr/_own',
    '/groessen-mehr/x',
  ],
  ...[
    '/People/',
    '/People//r_2',
    '/People/r_2/',
    '/People/_schema',
    '/People/_query',
    '/Gone',
    '/nowhere',
    '/People;x',
    '/%E0%A4%A',
  ],
  ...['', '/', '/_openapi.json', '/__x', '/_x', '/People.csv', '/People.ndjson?_limit=3', '/People?_csv=raw'],
];

/** Beside a key, or without one. */
const wishes: Readonly<Record<string, Record<string, string>>> = {
  nothing: {},
  'a page of some site': { origin: 'https://some.example' },
  gzip: { 'accept-encoding': 'gzip' },
  'what browsers send': { 'accept-encoding': 'gzip, deflate, br, zstd', accept: '*/*', origin: 'null' },
  csv: { accept: 'text/csv' },
  'json at last': { accept: 'text/html, application/json;q=0.9, */*;q=0.1' },
  'what it has not': { 'if-none-match': '"other", W/"one"' },
  'what it has, whatever it is': { 'if-none-match': '*' },
  'what has changed since a day to come': { 'if-modified-since': 'Fri, 31 Dec 9999 23:59:59 GMT' },
  'a body': { 'content-length': '0' },
};

const expectSame = (call: Call) => expectSameBothWays(wire, call);

describe.each(['public', 'private'] as const)('in a %s project the door says what Fastify says', (access) => {
  let id: string;
  let keys: Awaited<ReturnType<typeof keysOf>>;

  beforeAll(async () => {
    ({ id } = await publishPeople(server, owner, access));
    keys = await keysOf(server, owner, id);
  });

  test.each(Object.entries(wishes))('to whoever wants %s', async (_what, headers) => {
    for (const path of paths) {
      if (access === 'public') await expectSame({ url: `/v1/${id}${path}`, headers });
      else await expectSame({ url: `/v1/${id}${path}`, headers: { ...keys['a key'], ...headers } });
    }
  });

  test('to every sort of key', async () => {
    const some = [
      '/People?_limit=2',
      '/People/r_2',
      '/People?City=Oslo',
      '/Persons',
      '/groessen-mehr',
      '/Long/r_2',
      '/Gone',
      '',
    ];
    for (const headers of Object.values(keys)) {
      for (const path of some) await expectSame({ url: `/v1/${id}${path}`, headers });
    }
  });

  test('by every method', async () => {
    for (const method of ['HEAD', 'OPTIONS'] as const) {
      for (const path of paths.filter((one) => !one.includes('.'))) {
        await expectSame({ method, url: `/v1/${id}${path}`, headers: keys['a key'] });
      }
    }
  });

  test('on the pages that follow', async () => {
    let url = `/v1/${id}/People?City=Oslo&_limit=20`;
    for (let page = 0; page < 2; page += 1) {
      await expectSame({ url, headers: keys['a key'] });
      const { body } = await wire.within({ url, headers: keys['a key'] });
      const next = new URL((JSON.parse(body) as { meta: { next: string } }).meta.next);
      expect(next.host).toBe('data.example:8080');
      url = next.pathname + next.search;
    }
  });

  test('and says it itself', async () => {
    const calls = ['/People?_limit=3', '/People/r_7', '/People?City=Oslo&_sort=-Founded', '/Long'].flatMap((path) => [
      { url: `/v1/${id}${path}`, headers: keys['a key'] },
      { url: `/v1/${id}/People?City=Oslo`, headers: keys['a key of one tab'] },
      { method: 'HEAD' as const, url: `/v1/${id}${path}`, headers: keys['a key of a page'] },
    ]);
    // What a project is has to be read again each second: that request would be Fastify's.
    stopLooking();
    await heardAll(server);
    for (const call of calls) await wire.within(call);
    const handled = await handledDuring(async () => {
      for (const call of calls) await wire.overSocket(call);
    });
    expect(handled).toBe(0);
  });
});

test('other origins have other pages', async () => {
  const { id } = await publishPeople(server, owner, 'public');
  const url = `/v1/${id}/People?_limit=1`;
  for (const host of ['one.example', 'other.example', 'one.example', 'not a host', 'one.example:81']) {
    await expectSame({ url, headers: { host } });
  }
});

test('what is not of the data API is none of its business', async () => {
  for (const url of ['/', '/healthz', '/api/projects', '/v1', '/v1/', '/v1/x', '/v2/x/y', '/v1x/y/z'])
    await expectSame({ url });
});
