import type { GridEdit, GridRowsAnswer } from '../../../../src/contract/driveGrid';
import { apiPaths } from '../../../../src/contract/paths';
import { buildApp } from '../../../../src/server/app';
import { openDatabase } from '../../../../src/server/database/database';
import { Lru } from '../../../../src/server/endpoints/engine/lru';
import { readingOf } from '../../../../src/server/endpoints/reading';
import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import { newAddress } from '../../../fixtures/people';
import { writable, type Writable } from '../write/writing';

/*
 * A key that does not see a column is not told when that changes: nothing that it is answered does, to the last header and tag.
 */

let test: TestApp;
let cafes: Writable;
let key: string;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  cafes = await writable(test);
  key = await hidingKey();
});
afterAll(() => test.close());

const hidingKey = (more: object = {}) =>
  cafes.makeKey(['read', 'update', 'create', 'delete'], {
    hiddenColumns: [{ sheetId: cafes.sheetId, columns: ['Note', 'Founded'] }],
    ...more,
  });

type Server = Pick<TestApp, 'app'>;

/** What stays the same from answer to answer. */
const TOLD = ['etag', 'last-modified', 'x-tabpoint-revision', 'x-tabpoint-synced-at', 'x-total-count', 'link', 'vary'];

async function ask(path: string, { as = key, server = test, headers = {} }: Asking = {}) {
  const answer = await server.app.inject({
    url: path.startsWith('/v1') ? path : cafes.base + path,
    headers: { authorization: `Bearer ${as}`, ...headers },
    remoteAddress: newAddress(),
  });
  const told = Object.fromEntries(TOLD.map((name) => [name, answer.headers[name]]));
  return { status: answer.statusCode, told, body: answer.body };
}

interface Asking {
  readonly as?: string;
  readonly server?: Server;
  readonly headers?: Record<string, string>;
}

const revisionOf = async (asking: Asking = {}) => Number((await ask('', asking)).told['x-tabpoint-revision']);

/** Everything that a key may read. */
async function everything(asking: Asking = {}) {
  const [first] = await cafes.rows();
  const id = encodeURIComponent(String(first?._id));
  const paths = [
    ...[
      '',
      '?_limit=1',
      '?_limit=1&_sort=-City',
      '?_shape=array',
      '?_single=1',
      '?_distinct=City',
      '?City=Oslo&_limit=1',
    ],
    ...['.csv', '.ndjson', '?_fields=*,_row', `/${id}`, `/${id}?_fields=_row,Name`, '/_schema'],
    ...['', '/_openapi.json', '/_types.ts'].map((part) => `/v1/${cafes.project.id}${part}`),
  ];
  const answers: Record<string, Awaited<ReturnType<typeof ask>>> = {};
  for (const path of paths) answers[path] = await ask(path, asking);
  return answers;
}

const first = async () => encodeURIComponent(String((await cafes.rows())[0]?._id));

/** Needs all memory for something else, so that no rows are left in it. */
function forget() {
  const { memory } = readingOf(test);
  const others = new Lru<string>(memory.budget, { memory });
  others.set('large', '', memory.budget);
  others.delete('large');
}

const write = (change: object) => async () =>
  expect((await cafes.call('PATCH', `/${await first()}`, { body: change })).status).toBe(200);

/** As the owner does it on the page of the spreadsheet. */
async function editInGrid(edit: GridEdit) {
  const { headers } = cafes.owner;
  const { sheetId: id } = cafes.project;
  const rows = await test.app.inject({ url: apiPaths.driveTabRows(id, cafes.sheetId), headers });
  const { revision } = rows.json<GridRowsAnswer>().tab;
  const url = apiPaths.driveTab(id, cafes.sheetId);
  const answer = await test.app.inject({ method: 'PATCH', url, headers, payload: { revision, edits: [edit] } });
  expect(answer.statusCode).toBe(200);
}

/** What changes nothing that the key sees. */
const hiddenChanges: Record<string, () => Promise<unknown>> = {
  'a hidden cell': write({ Note: 'closed', Founded: 1999 }),
  'many of them': () => cafes.call('PATCH', '?_id__ne=x', { body: { Note: 'all' } }),
  'a fold of the log': () => cafes.fold(),
  'a hidden cell again': write({ Note: 'open' }),
  'the type of a hidden column': () =>
    cafes.update({ tabs: [{ sheetId: cafes.sheetId, columnTypes: { Founded: 'text' } }] }),
  'a hidden cell in the grid, and a sync': async () => {
    await editInGrid({ row: 2, column: 10, value: 'from the grid' });
    await cafes.sync();
  },
  'reading everything anew': async () => cafes.reload(),
  'memory that is needed for something else': async () => forget(),
};

it('is answered the same, tags and times too, whatever happens to what is hidden', async () => {
  const before = await everything();
  const [seen, whole] = [await revisionOf(), await revisionOf({ as: cafes.key })];
  for (const [name, change] of Object.entries(hiddenChanges)) {
    await change();
    expect({ name, ...(await everything()) }).toEqual({ name, ...before });
  }
  const { etag } = (await ask('?_limit=1')).told;
  expect((await ask('?_limit=1', { headers: { 'if-none-match': String(etag) } })).status).toBe(304);
  expect(await revisionOf()).toBe(seen);
  expect(await revisionOf({ as: cafes.key })).toBeGreaterThan(whole + 3);
});

it('is told of everything that it sees', async () => {
  const changes: (() => Promise<unknown>)[] = [
    write({ City: 'Bergen' }),
    write({ Name: 'Kaffe', Note: 'x' }),
    () => cafes.call('POST', '', { body: { Name: 'Supreme', Note: 'x' } }),
    async () => cafes.call('DELETE', `/${await first()}`),
    () => cafes.update({ tabs: [{ sheetId: cafes.sheetId, columnTypes: { Rating: 'text' } }] }),
    () => cafes.update({ tabs: [{ sheetId: cafes.sheetId, keyColumn: 'Name' }] }),
  ];
  for (const change of changes) {
    const [revision, { told }] = [await revisionOf(), await ask('?_limit=2')];
    await change();
    const after = await ask('?_limit=2');
    expect(Number(after.told['x-tabpoint-revision'])).toBeGreaterThan(revision);
    expect(after.told.etag).not.toBe(told.etag);
    expect((await ask('', { headers: { 'if-none-match': String(told.etag) } })).status).toBe(200);
  }
});

it('keeps its revisions when the server is started anew, and on any other', async () => {
  await write({ City: 'Bergen' })();
  const before = await everything();
  await write({ Note: 'hidden' })();
  const db = await openDatabase(test.settings);
  const app = await buildApp({ ...test, db });
  try {
    expect(await everything({ server: { app } })).toEqual(before);
    await write({ Note: 'hidden again' })();
    await cafes.fold();
    expect(await everything()).toEqual(before);
  } finally {
    await app.close();
    await db.destroy();
  }
});

it('goes on with its cursors, whatever changes, also from disk', async () => {
  await write({ City: 'Bergen' })();
  const begin = async () => {
    const { body } = await ask('?_limit=1&_sort=Name');
    const { search } = new URL((JSON.parse(body) as { meta: { next: string } }).meta.next);
    return search;
  };
  const rest = async (search: string) => (JSON.parse((await ask(search)).body) as { data: object[] }).data;
  const next = await begin();
  const expected = await rest(next);
  await write({ Note: 'hidden' })();
  expect(await begin()).toBe(next);
  await cafes.fold();
  expect(await rest(next)).toEqual(expected);
  await cafes.call('PATCH', '?_id__ne=x', { body: { City: 'Elsewhere' } });
  expect(await rest(next)).toEqual(expected);
  forget();
  expect(await rest(next)).toEqual(expected);
  expect(await begin()).not.toBe(next);
});

it('writes, and is told of its own writes alone', async () => {
  const call = async (method: 'PATCH' | 'DELETE' | 'POST', path: string, body?: object, headers = {}) => {
    const answer = await cafes.call(method, path, { body, key, headers });
    return Number(answer.headers['x-tabpoint-revision'] ?? answer.body.meta.revision);
  };
  const id = await first();
  const begun = await revisionOf();
  await write({ Note: 'hidden' })();
  const nothing = { 'idempotency-key': 'the same' };
  expect(await call('PATCH', `/${id}`, { Name: 'Kaffa' }, nothing)).toBe(begun);
  await write({ Note: 'hidden again' })();
  expect(await call('PATCH', `/${id}`, { Name: 'Kaffa' }, nothing)).toBe(begun);
  expect(await call('PATCH', `/${id}?_dry_run=1`, { Name: 'Other' })).toBe(begun);
  const changed = await call('PATCH', `/${id}`, { Name: 'Other' });
  expect(changed).toBeGreaterThan(begun);
  await write({ Note: 'and again' })();
  expect(await revisionOf()).toBe(changed);
  const added = await call('POST', '', { Name: 'New' });
  await write({ Note: 'once more' })();
  expect([added > changed, await revisionOf()]).toEqual([true, added]);
  const removed = await call('DELETE', `/${id}`);
  expect([removed > added, await revisionOf()]).toEqual([true, removed]);
});

it('shares what was seen with keys that hide the same, and with no others', async () => {
  const [same, other] = [
    await hidingKey(),
    await hidingKey({ hiddenColumns: [{ sheetId: cafes.sheetId, columns: ['City'] }] }),
  ];
  const before = await Promise.all([key, same, other].map((as) => revisionOf({ as })));
  await write({ City: 'Bergen', Note: 'x' })();
  const after = await Promise.all([key, same, other].map((as) => revisionOf({ as })));
  expect([after[0], after[0]! > before[0]!]).toEqual([after[1], true]);
  expect(after[2]).toBeGreaterThan(before[2]!);
  await write({ City: 'Lillehammer' })();
  expect(await revisionOf({ as: other })).toBe(after[2]);
});
