import { randomBytes } from 'node:crypto';
import { buildApp } from '../../../../src/server/app';
import { openDatabase } from '../../../../src/server/database/database';
import { SharedCache } from '../../../../src/server/store/memory/memory';
import { shrinkFormer, removeExpired } from '../../../../src/server/store/log/history';
import { collectedBlobs } from '../../../fixtures/collectedBlobs';
import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../../fixtures/beforeTests';
import { writable } from '../write/writing';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Page {
  readonly data: Record<string, unknown>[];
  readonly meta: { readonly next?: string; readonly revision: number };
}

const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));

const ask = async (url: string, { app }: Pick<TestApp, 'app'> = test) => {
  const { statusCode, body } = await app.inject({ url, headers: { authorization: `Bearer ${cafes.key}` } });
  return { status: statusCode, body: JSON.parse(body) as Page & { code?: string; hint?: string } };
};

const pathOf = (next: string | undefined) => {
  const { pathname, search } = new URL(next ?? '');
  return pathname + search;
};

/** Reads a page, and the rows that must follow it whatever changes. */
async function readFirstPage(query = '') {
  const all = (await ask(`${cafes.base}?_limit=100${query}`)).body.data;
  const { data, meta } = (await ask(`${cafes.base}?_limit=2${query}`)).body;
  expect(data).toEqual(all.slice(0, 2));
  return { revision: meta.revision, next: pathOf(meta.next), rest: all.slice(2) };
}

/** Reads all rows after a page. */
async function rest(next: string, server: Pick<TestApp, 'app'> = test) {
  const rows: Page['data'] = [];
  for (let path: string | undefined = next; path !== undefined;) {
    const { body }: { body: Page } = await ask(path, server);
    rows.push(...body.data);
    path = body.meta.next === undefined ? undefined : pathOf(body.meta.next);
  }
  return rows;
}

/** Evicts all rows from memory by filling it with something else. */
function fillMemory() {
  const { memory } = test.services;
  const others = new SharedCache<string>(memory.budget, { memory });
  others.set('large', '', memory.budget);
  others.delete('large');
  expect(memory.bytes).toBe(0);
}

const settings = (change: object) => cafes.update({ tabs: [{ sheetId: cafes.sheetId, ...change }] });
const idOf = async (at: number) => encodeURIComponent(String((await cafes.rows())[at]?._id));

/** Changes that give a tab other rows, and folds, which only move them. */
const changes: readonly (() => Promise<unknown>)[] = [
  () => cafes.call('POST', '', { body: [{ Name: 'Supreme', City: 'Oslo' }, { Name: 'Fuglen' }] }),
  async () => cafes.call('PATCH', `/${await idOf(2)}`, { body: { City: 'Bergen', Founded: 1999 } }),
  () => cafes.fold(),
  async () => cafes.call('DELETE', `/${await idOf(1)}`),
  () => cafes.call('POST', '', { body: { Name: 'Tim Wendelboe', Note: '=1+1' } }),
  () => settings({ keyColumn: 'Name' }),
  () => cafes.call('PATCH', '/Supreme', { body: { Name: 'Solberg & Hansen' } }),
  () => cafes.fold(),
  () => settings({ columnTypes: { Founded: 'text' } }),
  () => cafes.call('POST', '', { body: { Name: 'Jacu', Founded: 'before' } }),
];

/** Applies all changes, and returns the page that was read before each. */
async function changeAll(query = '') {
  const begun: Awaited<ReturnType<typeof readFirstPage>>[] = [];
  for (const change of changes) {
    begun.push(await readFirstPage(query));
    await change();
  }
  return begun;
}

it('a cursor reads its revision from disk when it is not in memory', async () => {
  const begun = await changeAll();
  expect(new Set(begun.map(({ revision }) => revision)).size).toBe(8);
  for (const { next, rest: expected } of begun) {
    fillMemory();
    expect(await rest(next)).toEqual(expected);
  }
});

it('a cursor with a longer revision than any can be is refused as invalid', async () => {
  const { status, body } = await ask(`${cafes.base}?_cursor=${'z'.repeat(40)}.1.x`);
  expect([status, body.code]).toEqual([400, 'invalid_cursor']);
});

it('also after a restart, many at once, and with displayed values', async () => {
  const begun = await changeAll('&_values=text&_sort=-Name');
  const db = await openDatabase(test.settings);
  const { app } = await buildApp({ ...test, db });
  try {
    const answers = await Promise.all([...begun, ...begun].map(({ next }) => rest(next, { app })));
    expect(answers).toEqual([...begun, ...begun].map((one) => one.rest));
  } finally {
    await app.close();
    await db.destroy();
  }
});

const former = () =>
  test.db.selectFrom('former_snapshots').selectAll().where('tab_id', '=', cafes.tabId).orderBy('number').execute();
const log = () => test.db.selectFrom('record_log').select('sequence').where('tab_id', '=', cafes.tabId).execute();

let reported: unknown[] = [];
beforeEach(() => void (reported = []));

const signal = () => new AbortController().signal;
const options = (retention = { days: 30, revisions: 1_000 }) => ({
  ...test,
  retention,
  report: (error: unknown) => void reported.push(error),
});
const smallAfter = (minutes: number) => shrinkFormer(options(), signal(), Date.now() + minutes * MINUTE);
const removedAfter = (days: number, revisions: number) =>
  removeExpired(options({ days: 30, revisions }), signal(), Date.now() + days * DAY);

const how = ({ snapshot_blob, raw_blob, delta_blob }: Awaited<ReturnType<typeof former>>[number]) =>
  [snapshot_blob && 'rows', raw_blob && 'raw', delta_blob && 'delta'].filter(Boolean).join(' ');

/** Gives the sheet a text that hardly compresses, so that differences are small beside the sheet. */
async function makeLarge() {
  const Note = randomBytes(12_000).toString('base64');
  await cafes.call('PATCH', `/${await idOf(0)}`, { body: { Note } });
  await cafes.fold();
}

it('replaced snapshots are stored as differences, and cursors continue', async () => {
  await makeLarge();
  const begun = await changeAll('&_values=text&_sort=-Name');
  const whole = await former();
  await smallAfter(10);
  expect(await former()).toEqual(whole);
  await smallAfter(12);
  // Only the first one has not the large text.
  expect((await former()).map(how)).toEqual(['raw', 'raw', 'raw delta', 'raw delta', 'raw delta']);
  const remaining = await collectedBlobs(test.db);
  for (const { snapshot_blob } of whole) expect(remaining).not.toContain(snapshot_blob);
  await cafes.fold();
  await cafes.call('POST', '', { body: { Name: 'Last', Founded: '2026' } });
  for (const { next, rest: expected } of begun) {
    fillMemory();
    expect(await rest(next)).toEqual(expected);
  }
});

it('a damaged raw tab is skipped, and others are processed', async () => {
  await makeLarge();
  const begun = await changeAll();
  const [, first] = await former();
  const bytes = Buffer.from('damaged');
  await test.db
    .updateTable('blob_chunks')
    .set({ bytes })
    .where('blob_id', '=', first?.raw_blob ?? '')
    .execute();
  await smallAfter(12);
  await smallAfter(12);
  expect((await former()).map(how)).toEqual(['raw', 'rows', 'raw', 'raw', 'raw delta']);
  expect(reported).toEqual([expect.objectContaining({ message: expect.stringContaining('is damaged') })]);
  for (const { next, rest: expected } of begun) {
    fillMemory();
    expect(await rest(next)).toEqual(expected);
  }
});

it('a raw tab is stored whole if the one that it would differ from is damaged', async () => {
  await makeLarge();
  await cafes.fold();
  await cafes.call('POST', '', { body: { Name: 'Second' } });
  await cafes.fold();
  await smallAfter(12);
  const base = (await former()).at(-1)?.raw_blob ?? '';
  const begun: Awaited<ReturnType<typeof readFirstPage>>[] = [];
  for (const Name of ['Third', 'Fourth', 'Fifth']) {
    await cafes.call('POST', '', { body: { Name } });
    begun.push(await readFirstPage());
    await cafes.fold();
  }
  const bytes = Buffer.from('damaged');
  await test.db.updateTable('blob_chunks').set({ bytes }).where('blob_id', '=', base).execute();
  await smallAfter(12);
  expect(reported).toEqual([]);
  expect((await former()).slice(-3).map(how)).toEqual(['raw', 'raw delta', 'raw delta']);
  fillMemory();
  for (const { next, rest: expected } of begun.slice(1)) expect(await rest(next)).toEqual(expected);
});

it('two servers shrink the same snapshots, and cursors continue', async () => {
  await makeLarge();
  const begun = await changeAll();
  const run: typeof test.workers.run = async (...job) => {
    // Meanwhile the other one has shrunk them all.
    await smallAfter(12);
    await collectedBlobs(test.db);
    return test.workers.run(...job);
  };
  await shrinkFormer({ ...options(), workers: { ...test.workers, run } }, signal(), Date.now() + 12 * MINUTE);
  expect(reported).toEqual([]);
  expect((await former()).map(how)).toEqual(['raw', 'raw', 'raw delta', 'raw delta', 'raw delta']);
  fillMemory();
  for (const { next, rest: expected } of begun) expect(await rest(next)).toEqual(expected);
});

it('a snapshot that differs much from the last complete one is stored completely', async () => {
  await makeLarge();
  const begun: Awaited<ReturnType<typeof readFirstPage>>[] = [];
  for (let n = 0; n < 12; n += 1) {
    begun.push(await readFirstPage());
    await cafes.call('POST', '', { body: { Name: `Café ${n}`, Note: randomBytes(450).toString('base64') } });
    await cafes.fold();
  }
  await smallAfter(12);
  const [first, second, ...others] = (await former()).map(how);
  expect([first, second, ...others.slice(0, 2)]).toEqual(['raw', 'raw', 'raw delta', 'raw delta']);
  expect(others.filter((one) => one === 'raw').length).toBeGreaterThan(0);
  expect(others.filter((one) => one === 'raw').length).toBeLessThan(5);
  fillMemory();
  for (const { next, rest: expected } of begun) expect(await rest(next)).toEqual(expected);
});

it('expired snapshots are removed, with the log that they needed', async () => {
  const begun = await changeAll();
  await smallAfter(12);
  const before = (await former()).length;
  await removedAfter(29, 1);
  await removedAfter(31, 1_000);
  expect([(await former()).length, (await log()).length]).toEqual([before, 6]);
  await removedAfter(31, 3);
  expect((await former()).length).toBeLessThan(before);
  await removedAfter(31, 0);
  expect([await former(), (await log()).length]).toEqual([[], 1]);
  fillMemory();
  const [first] = begun;
  const { status, body } = await ask(first?.next ?? '');
  expect([status, body.code]).toEqual([410, 'cursor_expired']);
  expect(body.hint).toBe('Send the request without it: the first page has the current rows.');
  expect((await cafes.rows()).at(-1)).toMatchObject({ Name: 'Jacu', Founded: 'before' });
});

it('every replacement of a snapshot is recorded, whoever makes it', async () => {
  const before = await former();
  await cafes.sync();
  expect(await former()).toEqual(before);
  await settings({ columnTypes: { Founded: 'text' } });
  const [one] = await former();
  expect(one).toMatchObject({ number: 1, revision: 1, until_revision: 1, snapshot_sequence: 0, column_types: '{}' });
});
