import type { GridEdit, GridRowsAnswer } from '../../../src/contract/driveGrid';
import { apiPaths } from '../../../src/contract/paths';
import { SharedCache } from '../../../src/server/store/memory/memory';
import { buildTestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { newAddress } from '../../fixtures/people';
import { writable } from '../endpoints/write/writing';

/*
 * What a key reads stays the same when a column changes that is hidden from it. Only revisions and entity tags may reveal that
 * something has changed.
 */

let key: string;
const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));
beforeEach(async () => {
  key = await hidingKey();
});

const hidingKey = (more: object = {}) =>
  cafes.makeKey(['read', 'update', 'create', 'delete'], {
    hiddenColumns: [{ sheetId: cafes.sheetId, columns: ['Note', 'Founded'] }],
    ...more,
  });

async function ask(path: string, { as = key, headers = {} }: Asking = {}) {
  const answer = await test.app.inject({
    url: path.startsWith('/v1') ? path : cafes.base + path,
    headers: { authorization: `Bearer ${as}`, ...headers },
    remoteAddress: newAddress(),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

interface Asking {
  readonly as?: string;
  readonly headers?: Record<string, string>;
}

const revisionOf = async (asking: Asking = {}) => Number((await ask('', asking)).headers['x-tabpoint-revision']);

/** Removes revisions and sync times from a response body, also from its cursors. */
const withoutRevisions = (body: string) =>
  body
    .replace(/"revision":\d+|revision \d+|"version":"\d+"/g, '')
    .replace(/_cursor=[0-9a-z]+(\.[0-9a-z]+)\.[0-9a-f]+/g, '$1')
    .replace(/"syncedAt":"[^"]*"/g, '');

/** Returns the responses to every request that the key may send. */
async function readAll() {
  const [first] = await cafes.rows();
  const id = encodeURIComponent(String(first?._id));
  const paths = [
    ...['', '?_limit=1', '?_limit=1&_sort=-City', '?City=Oslo&_limit=1'],
    ...['?_shape=array', '?_single=1', '?_distinct=City'],
    ...['.csv', '.ndjson', '?_fields=*,_row', `/${id}`, `/${id}?_fields=_row,Name`, '/_schema'],
    ...['', '/_openapi.json', '/_types.ts'].map((part) => `/v1/${cafes.project.id}${part}`),
  ];
  const answers: Record<string, { readonly status: number; readonly body: string }> = {};
  for (const path of paths) {
    const { status, body } = await ask(path);
    answers[path] = { status, body: withoutRevisions(body) };
  }
  return answers;
}

const first = async () => encodeURIComponent(String((await cafes.rows())[0]?._id));

/** Evicts all rows from memory by filling it with something else. */
function fillMemory() {
  const { memory } = test.services;
  const others = new SharedCache<string>(memory.budget, { memory });
  others.set('large', '', memory.budget);
  others.delete('large');
}

const write = (change: object) => async () =>
  expect((await cafes.call('PATCH', `/${await first()}`, { body: change })).status).toBe(200);

/** Edits the sheet in the editor as its owner. */
async function editInGrid(edit: GridEdit) {
  const { headers } = cafes.owner;
  const { sheetId: id } = cafes.project;
  const rows = await test.app.inject({ url: apiPaths.driveTabRows(id, cafes.sheetId), headers });
  const { revision } = rows.json<GridRowsAnswer>().tab;
  const url = apiPaths.driveTab(id, cafes.sheetId);
  const answer = await test.app.inject({ method: 'PATCH', url, headers, payload: { revision, edits: [edit] } });
  expect(answer.statusCode).toBe(200);
}

/** Changes that the key cannot see, by name. */
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
  'memory that is needed for something else': async () => fillMemory(),
};

it('responses stay the same whatever changes in hidden columns', async () => {
  const before = await readAll();
  for (const [name, change] of Object.entries(hiddenChanges)) {
    await change();
    expect({ name, ...(await readAll()) }).toEqual({ name, ...before });
  }
});

it('the entity tag of a row changes only with its visible columns', async () => {
  const path = `/${await first()}`;
  const { etag } = (await ask(path)).headers;
  await write({ Note: 'hidden' })();
  expect((await ask(path, { headers: { 'if-none-match': String(etag) } })).status).toBe(304);
  await write({ City: 'Bergen' })();
  expect((await ask(path, { headers: { 'if-none-match': String(etag) } })).status).toBe(200);
});

it('every visible change has a new revision and entity tag', async () => {
  const changes: (() => Promise<unknown>)[] = [
    write({ City: 'Bergen' }),
    write({ Name: 'Kaffe', Note: 'x' }),
    () => cafes.call('POST', '', { body: { Name: 'Supreme', Note: 'x' } }),
    async () => cafes.call('DELETE', `/${await first()}`),
    () => cafes.update({ tabs: [{ sheetId: cafes.sheetId, columnTypes: { Rating: 'text' } }] }),
    () => cafes.update({ tabs: [{ sheetId: cafes.sheetId, keyColumn: 'Name' }] }),
  ];
  for (const change of changes) {
    const [revision, before] = [await revisionOf(), await ask('?_limit=2')];
    await change();
    const after = await ask('?_limit=2');
    expect(Number(after.headers['x-tabpoint-revision'])).toBeGreaterThan(revision);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect((await ask('', { headers: { 'if-none-match': String(before.headers.etag) } })).status).toBe(200);
  }
});

it('cursors continue after any change, also with rows from disk', async () => {
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
  await cafes.fold();
  expect(await rest(next)).toEqual(expected);
  await cafes.call('PATCH', '?_id__ne=x', { body: { City: 'Elsewhere' } });
  expect(await rest(next)).toEqual(expected);
  fillMemory();
  expect(await rest(next)).toEqual(expected);
  expect(await begin()).not.toBe(next);
});

it('former ids of a column that is hidden now respond as any others; removed rows without a key column stay known', async () => {
  const setKey = (keyColumn: string | null) => cafes.update({ tabs: [{ sheetId: cafes.sheetId, keyColumn }] });
  await setKey('Name');
  await setKey(null);
  const as = await cafes.makeKey(['read', 'delete'], {
    hiddenColumns: [{ sheetId: cafes.sheetId, columns: ['Name'] }],
  });
  const removed = await first();
  await cafes.call('DELETE', `/${removed}`);
  const asked = [
    ask('/Nobody', { as: cafes.key }),
    ask('/Kaffa', { as }),
    ask('/Nobody', { as }),
    ask(`/${removed}`, { as }),
  ];
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404, 410]);
  expect((await cafes.call('DELETE', '/Kaffa', { key: as })).status).toBe(404);
  expect((await ask('/Kaffa', { as: cafes.key })).status).toBe(410);
});

it('a cursor is of the revision it was made for: none opens revisions whose ids are of a column that is hidden now', async () => {
  const setKey = (keyColumn: string | null) => cafes.update({ tabs: [{ sheetId: cafes.sheetId, keyColumn }] });
  await setKey('Name');
  const before = await revisionOf({ as: cafes.key });
  await setKey(null);
  const as = await cafes.makeKey(['read'], { hiddenColumns: [{ sheetId: cafes.sheetId, columns: ['Name'] }] });
  const { next } = (JSON.parse((await ask('?_limit=1', { as })).body) as { meta: { next: string } }).meta;
  const [, ...rest] = (new URL(next).searchParams.get('_cursor') ?? '').split('.');
  const { status, body } = await ask(`?_cursor=${[before.toString(36), ...rest].join('.')}`, { as });
  expect([status, (JSON.parse(body) as { code?: string }).code]).toEqual([400, 'invalid_cursor']);
});
