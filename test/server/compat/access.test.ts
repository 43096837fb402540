import type { NewKey } from '../../../src/contract/keys';
import type { Project } from '../../../src/contract/projects';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { madeWorkbook } from '../../fixtures/driveFiles';
import { type Writable, writable } from '../endpoints/write/writing';
import { basic, callPeer } from './peerCalls';

const book = madeWorkbook([
  {
    title: 'beans',
    cells: [
      ['Code', 'Name', 'Cost'],
      ['a', 'Kaffa', 3],
      ['b', 'Yirga', 4],
    ],
  },
  {
    title: 'orders',
    cells: [
      ['Item', 'Total'],
      ['secret thing', 1],
    ],
  },
]);

let open: Writable;
let closed: Writable;
const test = beforeTests(() => buildTestApp());
beforeAll(async () => {
  [open, closed] = [await writable(test, book), await writable(test, book)];
  await open.update({ access: 'public' });
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const sheetIn = ({ project }: { readonly project: Project }, title: string) =>
  project.tabs.find((tab) => tab.title === title)!.sheetId;

/** Each compatible API: its path for a sheet, how it sends its key, and its status for a refusal. */
const peers: readonly [
  string,
  (id: string, tab: string) => string,
  (key: string) => Record<string, string>,
  boolean,
][] = [
  ['stein', (id, tab) => `/stein/v1/storages/${id}/${tab}`, basic, true],
  ['opensheet', (id, tab) => `/opensheet/${id}/${tab}`, bearer, true],
  ['sheety', (id, tab) => `/sheety/${id}/${tab}`, bearer, true],
  ['sheetdb', (id, tab) => `/sheetdb/api/v1/${id}?sheet=${tab}`, basic, true],
  ['airtable', (id, tab) => `/airtable/v0/${id}/${tab}`, bearer, true],
  ['json-server', (id, tab) => `/json-server/${id}/${tab}`, bearer, true],
  ['gviz', (id, tab) => `/gviz/spreadsheets/d/${id}/gviz/tq?tqx=out:json&sheet=${tab}`, bearer, false],
  ['gviz CSV', (id, tab) => `/gviz/spreadsheets/d/${id}/gviz/tq?tqx=out:csv&sheet=${tab}`, bearer, true],
];

describe.each(peers)('%s', (_peer, at, sent, hasStatus) => {
  const statusOf = (status: number) => (hasStatus ? status : 200);

  it('reads a public project without a key, for pages of every site', async () => {
    const { id } = open.project;
    const { status, headers, text } = await callPeer(test, at(id, 'beans'), {
      headers: { origin: 'https://a.example' },
    });
    expect(status).toBe(200);
    expect(text).toContain('Kaffa');
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, no-cache' });
    expect(headers.ratelimit).toEqual(expect.any(String));
  });

  it('reads a private project with its key alone', async () => {
    const { id } = closed.project;
    const { status, headers, text } = await callPeer(test, at(id, 'beans'), { headers: sent(closed.key) });
    expect({ status, text: text.includes('Kaffa') }).toEqual({ status: 200, text: true });
    expect(headers['cache-control']).toBe('private, no-store');
    const strange = closed.key.slice(0, -1) + (closed.key.endsWith('A') ? 'B' : 'A');
    const mayCreate = await closed.makeKey(['create']);
    for (const [key, code] of [
      [{}, 401],
      [sent(open.key), 401],
      [sent(strange), 401],
      [sent(mayCreate), 403],
    ] as const) {
      const refused = await callPeer(test, at(id, 'beans'), { headers: key });
      expect(refused.status).toBe(statusOf(code));
      expect(refused.text).not.toContain('Kaffa');
    }
  });

  it('shows neither hidden columns nor hidden sheets', async () => {
    const sheetId = sheetIn(closed, 'beans');
    const wish: Partial<NewKey> = { tabs: [sheetId], hiddenColumns: [{ sheetId, columns: ['Cost'] }] };
    const headers = sent(await closed.makeKey(['read'], wish));
    const { text } = await callPeer(test, at(closed.project.id, 'beans'), { headers });
    expect(text).toContain('Kaffa');
    expect(text.toLowerCase()).not.toContain('cost');
    const hidden = await callPeer(test, at(closed.project.id, 'orders'), { headers });
    expect(hidden.status).toBe(statusOf(404));
    expect(hidden.text).not.toContain('secret thing');
  });

  it('answers only the sites that a key is bound to', async () => {
    const key = await closed.makeKey(['read'], { kind: 'publishable', origins: ['https://a.example'] });
    const from = (origin: string) =>
      callPeer(test, at(closed.project.id, 'beans'), { headers: { ...sent(key), origin } });
    const own = await from('https://a.example');
    expect(own.headers['access-control-allow-origin']).toBe('https://a.example');
    expect(own.text).toContain('Kaffa');
    const other = await from('https://b.example');
    expect(other.status).toBe(statusOf(403));
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
    expect(other.text).not.toContain('Kaffa');
  });

  it('needs no key in a preflight', async () => {
    const { id } = closed.project;
    const headers = { origin: 'https://a.example', 'access-control-request-method': 'GET' };
    const answer = await callPeer(test, at(id, 'beans'), { method: 'OPTIONS', headers });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-methods']).toContain('GET');
    expect(answer.headers['access-control-allow-headers']).toContain('Authorization');
  });

  it('answers HEAD, and names the methods of an address', async () => {
    const { id } = open.project;
    const head = await callPeer(test, at(id, 'beans'), { method: 'HEAD' });
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    const wrong = await test.app.inject({ method: 'TRACE' as never, url: `/compat${at(id, 'beans')}` });
    expect(wrong.headers.allow).toContain('GET');
    expect(wrong.headers['access-control-allow-origin']).toBe('*');
  });

  it('counts for the caller and the project like a call of the data API', async () => {
    const { id } = open.project;
    const counted = async () => {
      await test.services.usage.flush(Date.now());
      const stored = test.db.selectFrom('usage_counts').select('requests').where('project_id', '=', id);
      const rows = await stored.where('tab_id', '=', '').where('outcome', '=', '4xx').execute();
      return rows.reduce((sum, { requests }) => sum + requests, 0);
    };
    const before = await counted();
    const { headers } = await callPeer(test, at(id, 'nothing'));
    expect(headers['ratelimit-policy']).toEqual(expect.any(String));
    expect((await counted()) - before).toBe(1);
  });
});

it('knows no other APIs', async () => {
  const { id } = open.project;
  const others = ['', '/', '/nobody', '/stein/v1/storages/..%2f..%2fapi/x'];
  for (const url of [...others, `/opensheet/${id}/..`]) {
    expect(await callPeer(test, url, { headers: { accept: 'text/html' } })).toMatchObject({ status: 404 });
  }
});

it('counts for the address of the caller', async () => {
  const planned = await buildTestApp({ plans: 'tiered' });
  const { project, update } = await writable(planned, book);
  await update({ access: 'public' });
  const url = `/compat/opensheet/${project.id}/beans`;
  const leftOf = async (remoteAddress: string) => {
    const { headers } = await planned.app.inject({ url, remoteAddress });
    return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
  };
  const left = [];
  for (let call = 0; call < 20; call += 1) left.push(await leftOf('203.0.113.7'));
  const another = await leftOf('203.0.113.8');
  await planned.close();
  expect(another).toBe(left[0]);
  expect(left.at(-1)).toBeLessThan(another);
});

const keysOf = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${from + at}`, 'x']));
const listOf = (count: number, of: (at: number) => unknown) => Array.from({ length: count }, (_, at) => of(at));

it.each<[what: string, method: 'POST' | 'PUT' | 'PATCH', path: string, body: () => unknown, status: number]>([
  ['rows of Stein', 'POST', '/stein/v1/storages/ID/beans', () => listOf(501, () => ({ Name: 'x' })), 413],
  ['names of their columns', 'POST', '/stein/v1/storages/ID/beans', () => listOf(500, (at) => keysOf(5, at * 5)), 422],
  ['conditions of Stein', 'PUT', '/stein/v1/storages/ID/beans', () => ({ condition: keysOf(2_003), set: {} }), 422],
  [
    'records of Airtable',
    'PATCH',
    '/airtable/v0/ID/beans',
    () => ({ records: listOf(501, () => ({ fields: {} })) }),
    413,
  ],
  ['fields of a query', 'POST', '/airtable/v0/ID/beans/listRecords', () => ({ fields: listOf(200_000, String) }), 422],
  [
    'steps of an order',
    'POST',
    '/airtable/v0/ID/beans/listRecords',
    () => ({ sort: listOf(200_000, () => ({ field: 'Name' })) }),
    422,
  ],
])('too many %s are refused before work is spent on them', async (_what, method, path, body, status) => {
  const answer = await callPeer(test, path.replace('ID', closed.project.id), { method, body: body() });
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining('at most')]);
});
