import type { KeyScope } from '../../../src/contract/scopes';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { madeWorkbook, type SentFile } from '../../fixtures/driveFiles';
import { newAddress } from '../../fixtures/people';
import { type Writable, writable } from '../endpoints/write/writing';

/** Compares a tab with a hidden column with its twin, the same sheet without that column: both must answer every request alike. */

const test = beforeTests(() => buildTestApp());

const SCOPES: readonly KeyScope[] = ['read', 'create', 'update', 'delete', 'schema'];

const LINES: readonly (readonly [name: string, secret: string, city: string, count: string])[] = [
  ['Name', 'Secret', 'City', 'Count'],
  ['Kaffa', 'Zürich', 'Oslo', '1'],
  ['Bønne', '17', 'Oslo', '2'],
  ['Árbol', '', 'São Paulo', '3'],
  ['Prufrock', 'Oslo', 'London', ''],
  ['Only here', 'Lisbon', '', ''],
];

const fileOf = (lines: readonly (readonly string[])[]): SentFile => ({
  name: 'cafes.csv',
  bytes: `${lines.map((line) => line.join(',')).join('\n')}\n`,
});

/** A sheet as the holder of a key sees it. */
interface Seen {
  readonly tab: Writable;
  readonly key: string;
}

/** Creates the sheet with its hidden column, and its twin without that column. */
async function twins(): Promise<readonly [hiding: Seen, plain: Seen]> {
  const whole = await writable(test, fileOf(LINES));
  const twin = await writable(test, fileOf(LINES.map(([name, , city, count]) => [name, city, count])));
  const hiddenColumns = [{ sheetId: whole.sheetId, columns: ['Secret'] }];
  return [
    { tab: whole, key: await whole.makeKey(SCOPES, { hiddenColumns }) },
    { tab: twin, key: await twin.makeKey(SCOPES) },
  ];
}

interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below the tab’s address; `{0}` is the id of its first row. */
  readonly path?: string;
  readonly body?: object;
  /** Replaces the tab’s address. */
  readonly of?: (projectId: string) => string;
  readonly headers?: Record<string, string>;
}

/**
 * Masks what must differ between two sheets: ids, times, tags, cursors, and column letters, which only callers that see all
 * columns get.
 */
const alike = (text: string, { project }: Writable) =>
  text
    .replaceAll(project.id, 'PROJECT')
    .replace(/r_[0-9a-hjkmnp-tv-z]{12}/g, 'r_ID')
    .replace(/"requestId":"[^"]*"/g, '')
    .replace(/_?cursor["=:]+[0-9a-z.]+/g, 'CURSOR')
    .replace(/"(?:syncedAt)":"[^"]*"/g, '')
    .replace(/,?"cell":"[^"]*"/g, '')
    .replace(/Column under [A-Z]1\. ?/g, '')
    .replace(/,"description":""/g, '')
    .replace(/\/\*\* (?:Under [A-Z]1: |Type )/g, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');

async function answerOf({ tab, key }: Seen, { method = 'GET', path = '', body, of, headers = {} }: Asked) {
  const [first] = path.includes('{0}') ? await tab.rows() : [];
  const answer = await test.app.inject({
    method,
    url: of?.(tab.project.id) ?? tab.base + path.replace('{0}', String(first?._id)),
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    remoteAddress: newAddress(),
    ...(body && { payload: JSON.stringify(body) }),
  });
  const { 'x-total-count': total, link, allow } = answer.headers;
  const told = JSON.stringify({ total, link, allow, revision: answer.headers['x-tabpoint-revision'] });
  return { status: answer.statusCode, told: alike(told, tab), body: alike(answer.body, tab) };
}

const q = encodeURIComponent;

const reads: readonly Asked[] = [
  ...['', '?_limit=2', '?_limit=2&_offset=1&_sort=-City', '?_shape=columns', '?_shape=object', '?_keys=slug'],
  ...['?_q=oslo', '?_q=17', '?_q=lisbon', '?_fields=-Name', '?_fields=*,_row', '?_values=text', '?_values=formula'],
  ...['?Secret=17', '?secret__gt=1', '?_sort=Secret', '?_fields=Secret', '?_fields=-Secret', '?_distinct=Secret'],
  ...['?_group=Secret', '?_group=City&_agg=count,max:Secret', '?_distinct=City', '?_group=City&_agg=sum:Count'],
  ...['?Secrat=1', '?Secre__contains=x', '?_fields=Secrett', `?_where=${q('{"Secret":{"eq":"17"}}')}`],
  ...[`?_where=${q('{"not":{"or":[{"Secret":{"gt":1}}]}}')}`, `?_where=${q('{"secret":{"nope":1}}')}`],
  ...['?_single=1&City=Oslo', '?_single=1&Secret=Oslo', '?Count=x'],
  ...['/{0}', '/{0}?_fields=Secret', '/{0}?_fields=*,_row', '/_schema', '.csv', '.ndjson', '.csv?_q=zürich'],
].map((path) => ({ path }));

const machines: readonly Asked[] = ['', '/_openapi.json', '/_types.ts'].map((part) => ({
  of: (projectId) => `/v1/${projectId}${part}`,
}));

const questions: readonly Asked[] = [
  { where: { Secret: { eq: '17' } } },
  { q: 'zürich' },
  { sort: ['Secret'] },
  { fields: ['Secret'] },
  { distinct: 'Secret' },
  { group: ['Secret'] },
  { agg: ['max:Secret'] },
  { limit: 2, sort: ['-Name'] },
].map((body) => ({ method: 'POST', path: '/_query', body }));

/** Ordered so that both sheets are equal before each request. */
const writes: readonly Asked[] = [
  { method: 'POST', body: { Name: 'New', Secret: 'x' } },
  { method: 'POST', body: { Secret: 'x' } },
  { method: 'POST', path: '?_unknown=ignore', body: { Name: 'New', Secret: 'x' } },
  { method: 'POST', path: '?_upsert=Secret', body: { Name: 'New' } },
  { method: 'POST', path: '?_upsert=Name&_dry_run=1', body: { Name: 'Kaffa', City: 'Bergen' } },
  { method: 'POST', path: '?_upsert=City', body: { City: 'London', Count: 4 } },
  { method: 'PATCH', path: '/{0}', body: { Secret: null } },
  { method: 'PATCH', path: '/{0}', body: { Name: null, City: null, Count: null } },
  { method: 'PUT', path: '/{0}', body: {} },
  { method: 'PUT', path: '/{0}', body: { Name: 'Kaffa' } },
  { method: 'PUT', path: '?Name=Kaffa&_dry_run=1', body: { City: 'Oslo' } },
  { method: 'PATCH', path: '?Secret=17', body: { City: 'x' } },
  { method: 'PATCH', path: '?_q=lisbon', body: { City: 'x' } },
  { method: 'DELETE', path: '?Secret=17' },
  { method: 'DELETE', path: '?_q=zürich' },
  { method: 'DELETE', path: '?Name=Only%20here' },
  { path: '' },
  { path: '/_schema' },
];

it('responses equal those of a sheet that has no such column', async () => {
  const [hiding, plain] = await twins();
  for (const asked of [...reads, ...machines, ...questions, ...writes, ...reads, ...machines]) {
    const [hidden, never] = [await answerOf(hiding, asked), await answerOf(plain, asked)];
    const what = `${asked.method ?? 'GET'} ${asked.path ?? ''} ${JSON.stringify(asked.body ?? '')}`;
    const at = [...never.body].findIndex((unit, place) => unit !== hidden.body[place]);
    const around = ({ body }: { body: string }) => (at < 0 ? body.length : body.slice(Math.max(0, at - 200), at + 200));
    expect({ what, ...hidden, body: around(hidden) }).toEqual({ what, ...never, body: around(never) });
    expect(hidden.body).not.toMatch(/Zürich|Lisbon/);
  }
  const kept = await hiding.tab.rows('&_fields=Secret,-_id');
  expect(kept).toContainEqual({ Secret: 'Zürich' });
});

it.each([
  ['the second of its name', 'Name,Note,Note\na,b,c\n', ['Note', 'Note_2']],
  ['without a header', 'Name,,City\na,b,c\n', ['column_B']],
  ['of a sheet without a header row', '1,2,3\n4,5,6\n', ['B']],
])(
  'a column whose name depends on its position, which another could get, cannot be hidden: %s',
  async (_what, bytes, columns) => {
    const tab = await writable(test, { name: 'cafes.csv', bytes });
    const known = (await tab.call('GET', '/_schema')).body.columns as { key: string }[];
    expect(known.map(({ key }) => key)).toEqual(expect.arrayContaining(columns));
    for (const column of columns) {
      const making = tab.makeKey(SCOPES, { hiddenColumns: [{ sheetId: tab.sheetId, columns: [column] }] });
      await expect(making).rejects.toThrow(/422.*Give it a header that no other column has/);
    }
  },
);

it('callers with hidden columns get no column letters', async () => {
  const [hiding] = await twins();
  const schema = async (key: string) =>
    (await hiding.tab.call('GET', '/_schema', { key })).body.columns as Record<string, unknown>[];
  expect((await schema(hiding.tab.key)).map(({ cell }) => cell)).toEqual(['A1', 'B1', 'C1', 'D1']);
  expect((await schema(hiding.key)).every((column) => !('cell' in column))).toBe(true);
});

it('errors about locked cells and duplicate keys name rows, not cells', async () => {
  const row = ['a', 5, { f: 'B2*2', v: 10 }];
  const tab = await writable(test, madeWorkbook([{ title: 'Book', cells: [['Name', 'Secret', 'Twice'], row, row] }]));
  const key = await tab.makeKey(SCOPES, { hiddenColumns: [{ sheetId: tab.sheetId, columns: ['Secret'] }] });
  const [first] = await tab.rows();
  const patch = (as: string) => tab.call('PATCH', `/${String(first?._id)}`, { body: { Twice: 11 }, key: as });
  expect((await patch(tab.key)).body.errors[0].cell).toBe('C2');
  const locked = (await patch(key)).body;
  expect(locked).toMatchObject({ code: 'cell_not_writable', detail: expect.stringContaining('row 2') });
  const upsert = await tab.call('POST', '?_upsert=Name', { body: { Name: 'a' }, key });
  expect(upsert.body).toMatchObject({ code: 'duplicate_key', detail: expect.stringContaining('row 2, row 3') });
  await tab.update({ tabs: [{ sheetId: tab.sheetId, columnTypes: { Twice: 'integer' } }] });
  for (const body of [locked, upsert.body]) {
    expect(JSON.stringify(body)).not.toMatch(/"cell"|\b[A-D]\d\b/);
  }
});

it('tags and cursors reveal no column names or positions', async () => {
  const [hiding] = await twins();
  const other = await hiding.tab.makeKey(SCOPES, {
    hiddenColumns: [{ sheetId: hiding.tab.sheetId, columns: ['Count'] }],
  });
  const cursorOf = async (key: string) => {
    const { body } = await hiding.tab.call('GET', '?_limit=1&_sort=City', { key });
    return new URL(body.meta.next as string).searchParams.get('_cursor');
  };
  const cursors = await Promise.all([hiding.tab.key, hiding.key, other].map(cursorOf));
  expect(new Set(cursors).size).toBe(3);
  const refused = await hiding.tab.call('GET', `?_limit=1&_sort=City&_cursor=${cursors[0] ?? ''}`, { key: hiding.key });
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_cursor']);
});
