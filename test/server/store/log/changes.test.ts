import { apiPaths } from '../../../../src/contract/paths';
import { buildApp } from '../../../../src/server/app';
import { openDatabase } from '../../../../src/server/database/database';
import { changesOf, type RevisionChanges, type RowDifference } from '../../../../src/server/store/log/changes';
import { makeSmall, removeOld } from '../../../../src/server/store/log/history';
import { SharedCache } from '../../../../src/server/store/memory/memory';
import type { TestApp } from '../../../fixtures/apps';
import { multipartOf, type SentFile } from '../../../fixtures/driveFiles';
import { GOOGLE_CLIENT } from '../../../fixtures/google/consenting';
import { startGoogleServer } from '../../../fixtures/google/googleServer';
import { TEA_TABS } from '../../../fixtures/google/googleWorld';
import { writableSheet } from '../../../fixtures/google/writable';
import { type Writable, writableEachTime } from '../../endpoints/write/writing';

let test: TestApp;
let cafes: Writable;
writableEachTime((made) => ({ test, cafes } = made));

type Services = Pick<TestApp['services'], 'db' | 'reading'>;
type Row = Record<string, unknown>;

interface Revision extends Omit<RevisionChanges, 'rows'> {
  readonly rows: readonly RowDifference[];
}

async function changesSince(revision: number, tabId = cafes.tabId, { db, reading }: Services = test.services) {
  const changes: Revision[] = [];
  for await (const { rows, ...change } of changesOf({ db, former: reading.former }, tabId, revision)) {
    changes.push({ ...change, rows: [...rows] });
  }
  return changes;
}

/** Rows by their ids, after what has become of them. */
function replayed(before: ReadonlyMap<unknown, Row>, differences: readonly RowDifference[]) {
  const rows = new Map(before);
  for (const { before: was, after: is } of differences) {
    if (was !== undefined) {
      expect(rows.get(was._id)).toEqual(was);
      rows.delete(was._id);
    }
    if (is !== undefined) rows.set(is._id, is);
  }
  return rows;
}

interface Moment {
  readonly revision: number;
  readonly rows: ReadonlyMap<unknown, Row>;
}

async function momentNow(): Promise<Moment> {
  const { body } = await cafes.call('GET', '?_limit=10000');
  return { revision: body.meta.revision, rows: new Map((body.data as Row[]).map((row) => [row._id, row])) };
}

/** From each revision on, the changes lead to the rows of each later one, as callers saw them. */
async function expectChangesBetween(moments: readonly Moment[], services?: Services) {
  for (const [at, from] of moments.entries()) {
    const changes = await changesSince(from.revision, cafes.tabId, services);
    let rows = from.rows;
    const seen = new Map([[from.revision, rows]]);
    for (const { revision, rows: differences } of changes) seen.set(revision, (rows = replayed(rows, differences)));
    for (const later of moments.slice(at)) expect(seen.get(later.revision)).toEqual(later.rows);
  }
}

/** Needs all memory for something else, so that no rows are left in it. */
function forget() {
  const { memory } = test.services;
  const others = new SharedCache<string>(memory.budget, { memory });
  others.set('large', '', memory.budget);
  others.delete('large');
}

const settings = (change: object) => cafes.update({ tabs: [{ sheetId: cafes.sheetId, ...change }] });
const idOf = async (at: number) => encodeURIComponent(String((await cafes.rows())[at]?._id));

async function owner(method: 'POST' | 'PATCH', url: string, payload?: object | Buffer, headers: object = {}) {
  const answer = await test.app.inject({ method, url, payload, headers: { ...cafes.owner.headers, ...headers } });
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json();
}

/** Changes the sheet itself. */
async function grid(change: object) {
  const { sheetId } = cafes.project;
  const rows = apiPaths.driveTabRows(sheetId, cafes.sheetId);
  const { tab } = (await test.app.inject({ url: rows, headers: cafes.owner.headers })).json();
  return owner('PATCH', apiPaths.driveTab(sheetId, cafes.sheetId), { revision: tab.revision, ...change });
}

const cell = (row: number, column: number, value: string) => grid({ edits: [{ row, column, value }] });

function upload(bytes: string) {
  const file: SentFile = { name: 'Cafés.csv', bytes };
  const { headers, payload } = multipartOf(file);
  return owner('POST', apiPaths.driveVersions(cafes.project.sheetId), payload, headers);
}

const row = { Name: 'Supreme', City: 'Oslo' };
const form = { body: 'Name=Koppi&City=Tokyo', type: 'application/x-www-form-urlencoded' };

/** Every way of changing rows of a tab of the drive, with what is noted as its reason. */
const ways: readonly (readonly [reason: string, change: () => Promise<unknown>])[] = [
  ['write', () => cafes.call('POST', '', { body: [row, { Name: 'Fuglen' }] })],
  ['form', () => cafes.call('POST', '', form)],
  ['write', async () => cafes.call('PATCH', `/${await idOf(2)}`, { body: { City: 'Bergen', Founded: 1999 } })],
  ['', () => cafes.fold()],
  ['write', async () => cafes.call('DELETE', `/${await idOf(1)}`)],
  ['edit', () => cell(2, 2, 'Rome')],
  ['write', () => owner('POST', apiPaths.projectTabRows(cafes.project.id, cafes.sheetId), { Name: 'Mine' })],
  ['settings', () => settings({ keyColumn: 'Name' })],
  ['write', () => cafes.call('PATCH', '/Supreme', { body: { Name: 'Solberg & Hansen' } })],
  ['edit', () => cell(1, 3, 'Since when')],
  ['edit', () => grid({ operation: { kind: 'insertRows', at: 3, count: 2 } })],
  ['write', () => cafes.call('POST', '', { body: { Name: 'Jacu', City: '=1+1' } })],
  ['', () => cafes.fold()],
  ['', () => cafes.sync()],
  ['upload', () => upload('Name,City\nKaffa,Oslo\nNew,Paris\n')],
  ['write', () => cafes.call('DELETE', '?City=Paris')],
  ['restore', () => owner('POST', apiPaths.driveVersionRestore(cafes.project.sheetId, 1), {})],
];

/** Changes the rows in every way. @returns the rows before and after each */
async function changeInEveryWay(): Promise<Moment[]> {
  const moments = [await momentNow()];
  for (const [, change] of ways) {
    await change();
    moments.push(await momentNow());
  }
  return moments;
}

it('says of each revision who has made it, why, and which rows are others', async () => {
  const moments = await changeInEveryWay();
  const changes = await changesSince(0);
  const keys = await test.db.selectFrom('api_keys').select('id').where('project_id', '=', cafes.project.id).execute();
  const person = `person:${cafes.owner.person.id}`;
  const key = `key:${keys[0]?.id}`;
  const reasons = ways.flatMap(([reason]) => (reason === '' ? [] : [reason]));
  expect(changes.map(({ reason }) => reason)).toEqual(['import', ...reasons]);
  const byKey = [1, 2, 3, 4, 8, 11, 13];
  expect(changes.map(({ actor }) => actor)).toEqual(changes.map((_, at) => (byKey.includes(at) ? key : person)));
  expect(changes.map(({ revision }) => revision)).toEqual([...new Set(moments.map(({ revision }) => revision))]);
  expect(changes.map(({ at }) => at)).toEqual(changes.map(({ at }) => at).toSorted());
  const ids = [...(moments[0]?.rows.keys() ?? [])];
  expect(changes[0]?.rows).toEqual(ids.map((id) => ({ id, before: undefined, after: moments[0]?.rows.get(id) })));
  expect(changes[3]?.rows).toEqual([
    { id: ids[2], before: moments[2]?.rows.get(ids[2]), after: moments[3]?.rows.get(ids[2]) },
  ]);
  expect(changes[3]?.rows[0]).toMatchObject({ before: { City: 'London' }, after: { City: 'Bergen', Founded: 1999 } });
  expect(changes[4]?.rows).toEqual([{ id: ids[1], before: moments[4]?.rows.get(ids[1]), after: undefined }]);
});

it('the changes lead from each revision to each later one: from memory, from disk, when made small, after a restart', async () => {
  const moments = await changeInEveryWay();
  await expectChangesBetween(moments);
  forget();
  await expectChangesBetween(moments);
  const fail = (error: unknown) => {
    throw error;
  };
  const options = { ...test, retention: { days: 30, revisions: 1_000 }, report: fail };
  await makeSmall(options, new AbortController().signal, Date.now() + 12 * 60_000);
  const db = await openDatabase(test.settings);
  const { app, services } = await buildApp({ ...test, db });
  try {
    await expectChangesBetween(moments, services);
  } finally {
    await app.close();
    await db.destroy();
  }
});

it('writes of several callers that are committed together are each their own', async () => {
  const other = await cafes.makeKey(['create']);
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const [, ...answers] = await Promise.all([
    cafes.call('POST', '', { body: { Name: 'First' } }),
    ...names.map((Name, at) => cafes.call('POST', '', { body: { Name }, ...(at % 3 === 2 && { key: other }) })),
  ]);
  const entries = await test.db.selectFrom('record_log').select('revision').where('tab_id', '=', cafes.tabId).execute();
  expect(entries.length).toBeLessThan(names.length);
  const changes = await changesSince(1);
  const by = new Map(changes.map(({ revision, actor, rows }) => [revision, [rows[0]?.after?.Name, actor]]));
  const [mine, theirs] = [by.get(answers[0]?.body.meta.revision)?.[1], by.get(answers[2]?.body.meta.revision)?.[1]];
  expect(mine).not.toBe(theirs);
  for (const [at, { body }] of answers.entries()) {
    expect(by.get(body.meta.revision)).toEqual([names[at], at % 3 === 2 ? theirs : mine]);
  }
  // Also from one in the midst of what was committed together.
  const from = answers[3]?.body.meta.revision;
  expect((await changesSince(from)).map(({ revision }) => revision)).toEqual(
    changes.map(({ revision }) => revision).filter((revision) => revision > from),
  );
});

it('nothing that anybody could sign in with is in it', async () => {
  await changeInEveryWay();
  const tables = ['record_log', 'former_snapshots', 'project_tabs'] as const;
  const all = await Promise.all(tables.map((table) => test.db.selectFrom(table).selectAll().execute()));
  const text = JSON.stringify(all);
  expect(text).toContain(`person:${cafes.owner.person.id}`);
  for (const secret of [cafes.key, cafes.key.slice(-12), cafes.owner.headers.cookie])
    expect(text).not.toContain(secret);
});

it('what is not kept any more is refused, not left out', async () => {
  const moments = await changeInEveryWay();
  const options = { ...test, retention: { days: 30, revisions: 0 }, report: () => undefined };
  const inAMonth = Date.now() + 31 * 24 * 60 * 60_000;
  await makeSmall(options, new AbortController().signal, inAMonth);
  await removeOld(options, new AbortController().signal, inAMonth);
  for (const revision of [0, 1, 5]) await expect(changesSince(revision)).rejects.toMatchObject({ code: 'gone' });
  expect(await changesSince(moments.at(-1)?.revision ?? 0)).toEqual([]);
});

it('a sync and a write through to Google are noted too', async () => {
  const server = await startGoogleServer({ googleClient: GOOGLE_CLIENT });
  try {
    const teas = await writableSheet(server, TEA_TABS);
    const first = { name: 'Matcha' };
    expect((await teas.call('POST', '', { body: first })).status).toBe(201);
    server.google.world.edit(teas.sheetId, ({ tabs: [tab] }) => void tab?.cells.splice(1, 1));
    await server.calm();
    expect((await teas.sync()).statusCode).toBe(200);
    server.google.world.edit(teas.sheetId, ({ tabs: [tab] }) => void tab?.cells.splice(1, 1));
    await server.calm();
    await server.test.services.syncs.refresh({ id: teas.who.person.id }, teas.sheetId);
    const tab = await server.test.db
      .selectFrom('project_tabs')
      .select('id')
      .where('project_id', '=', teas.project.id)
      .orderBy('position')
      .executeTakeFirstOrThrow();
    const changes = await changesSince(0, tab.id, server.test.services);
    const actor = `person:${teas.who.person.id}`;
    expect(changes).toMatchObject([
      { reason: 'import', actor, rows: expect.any(Array) },
      { reason: 'write', actor: expect.stringMatching(/^key:/), rows: [{ before: undefined, after: first }] },
      { reason: 'sync', actor, rows: [{ before: { name: 'Assam' }, after: undefined }] },
      { reason: 'sync', actor: 'server', rows: [{ before: { name: 'Darjeeling' }, after: undefined }] },
    ]);
  } finally {
    await server.close();
  }
});
