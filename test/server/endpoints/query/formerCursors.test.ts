import { buildApp } from '../../../../src/server/app';
import { openDatabase } from '../../../../src/server/database/database';
import { SharedCache } from '../../../../src/server/store/memory/memory';
import { removeFormerSnapshots } from '../../../../src/server/store/log/formerSnapshots';
import type { TestApp } from '../../../fixtures/apps';
import { type Writable, writableEachTime } from '../write/writing';

const MINUTE = 60_000;

interface Page {
  readonly data: Record<string, unknown>[];
  readonly meta: { readonly next?: string; readonly revision: number };
}

let test: TestApp;
let cafes: Writable;
writableEachTime((made) => ({ test, cafes } = made));

const ask = async (url: string, { app }: Pick<TestApp, 'app'> = test) => {
  const { statusCode, body } = await app.inject({ url, headers: { authorization: `Bearer ${cafes.key}` } });
  return { status: statusCode, body: JSON.parse(body) as Page & { code?: string } };
};

const pathOf = (next: string | undefined) => {
  const { pathname, search } = new URL(next ?? '');
  return pathname + search;
};

/** A page, and what has to follow it whatever happens to the rows. */
async function begin(query = '') {
  const all = (await ask(`${cafes.base}?_limit=100${query}`)).body.data;
  const { data, meta } = (await ask(`${cafes.base}?_limit=2${query}`)).body;
  expect(data).toEqual(all.slice(0, 2));
  return { revision: meta.revision, next: pathOf(meta.next), rest: all.slice(2) };
}

/** All that follows a page. */
async function rest(next: string, server: Pick<TestApp, 'app'> = test) {
  const rows: Page['data'] = [];
  for (let path: string | undefined = next; path !== undefined;) {
    const { body }: { body: Page } = await ask(path, server);
    rows.push(...body.data);
    path = body.meta.next === undefined ? undefined : pathOf(body.meta.next);
  }
  return rows;
}

/** Needs all memory for something else, so that no rows are left in it. */
function forget() {
  const { memory } = test.services;
  const others = new SharedCache<string>(memory.budget, { memory });
  others.set('large', '', memory.budget);
  others.delete('large');
  expect(memory.bytes).toBe(0);
}

const settings = (change: object) => cafes.update({ tabs: [{ sheetId: cafes.sheetId, ...change }] });
const idOf = async (at: number) => encodeURIComponent(String((await cafes.rows())[at]?._id));

/** Everything that makes other rows of a tab, and what only puts them elsewhere. */
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

/** Changes the rows in every way; what was begun before each. */
async function changeAll(query = '') {
  const begun: Awaited<ReturnType<typeof begin>>[] = [];
  for (const change of changes) {
    begun.push(await begin(query));
    await change();
  }
  return begun;
}

it('a cursor answers from its revision although nothing of it is in memory any more', async () => {
  const begun = await changeAll();
  expect(new Set(begun.map(({ revision }) => revision)).size).toBe(8);
  for (const { next, rest: expected } of begun) {
    forget();
    expect(await rest(next)).toEqual(expected);
  }
});

it('and after a restart, to any number at once, what cells display too', async () => {
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

const former = () => test.db.selectFrom('former_snapshots').selectAll().where('tab_id', '=', cafes.tabId).execute();
const log = () => test.db.selectFrom('record_log').select('sequence').where('tab_id', '=', cafes.tabId).execute();
const blobs = async (ids: readonly string[]) =>
  (await test.db.selectFrom('blobs').select('id').where('id', 'in', ids).execute()).length;
const sweep = (minutes: number) =>
  removeFormerSnapshots(test.db, new AbortController().signal, Date.now() + minutes * MINUTE);

it('what no cursor asks for any more goes, with the log that was kept for it', async () => {
  const begun = await changeAll();
  const kept = await former();
  const ids = kept.map(({ snapshot_blob }) => snapshot_blob);
  expect([ids.length, (await log()).length, await blobs(ids)]).toEqual([4, 6, 4]);
  await sweep(10);
  expect(await former()).toEqual(kept);
  await sweep(12);
  expect([await former(), (await log()).length, await blobs(ids)]).toEqual([[], 1, 0]);
  forget();
  const [first] = begun;
  const { status, body } = await ask(first?.next ?? '');
  expect([status, body.code]).toEqual([410, 'cursor_expired']);
  expect((await cafes.rows()).at(-1)).toMatchObject({ Name: 'Jacu', Founded: 'before' });
});

it('each page prolongs it', async () => {
  await cafes.call('POST', '', { body: [{ Name: 'Supreme' }, { Name: 'Fuglen' }] });
  const { next, rest: expected } = await begin();
  await settings({ columnTypes: { Founded: 'text' } });
  forget();
  const soon = new Date(Date.now() + MINUTE).toISOString();
  await test.db.updateTable('former_snapshots').set({ kept_until: soon }).where('tab_id', '=', cafes.tabId).execute();
  const { body } = await ask(next);
  expect(body.data).toEqual(expected.slice(0, 2));
  const isProlonged = async () => (await former()).every(({ kept_until }) => kept_until > soon);
  while (!(await isProlonged())) await new Promise((resolve) => setTimeout(resolve, 5));
  await sweep(9);
  forget();
  expect(await rest(next)).toEqual(expected);
});

it('what is replaced is noted, whoever replaces it', async () => {
  const before = await former();
  await cafes.sync();
  expect(await former()).toEqual(before);
  await settings({ columnTypes: { Founded: 'text' } });
  const [one] = await former();
  expect(one).toMatchObject({ revision: 1, until_revision: 1, snapshot_sequence: 0, repeat_merged: 0 });
});
