import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { SyncProgress } from '../../../src/contract/syncs';
import type { Database } from '../../../src/server/database/schema';
import { readyRowsOf } from '../../../src/server/endpoints/readyRowsOf';
import { lookForTabs } from '../../../src/server/endpoints/tabsInMemory';
import { googleCalls } from '../../../src/server/metrics/counters';
import { onProjectChanged } from '../../../src/server/projects/projectNews';
import { Refusal } from '../../../src/server/refusal';
import { createRefresher, type Refresher } from '../../../src/server/refresher/refresher';
import { progressOf } from '../../../src/server/sync/progress';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { createdProject } from '../../fixtures/driveFiles';
import { until } from '../../fixtures/until';

const entry = { entry: join(__dirname, '../../fixtures/misbehavingRefresher.cjs'), worker: '' };

let test: TestApp;
let db: Kysely<Database>;
let refresher: Refresher;
let reported: unknown[];
let cutOff: jest.Mock;
beforeAll(async () => {
  test = await buildTestApp();
  db = test.db;
});
beforeEach(() => {
  reported = [];
  cutOff = jest.fn();
  const report = (error: unknown) => void reported.push(error);
  refresher = createRefresher({ entry, db, settings: test.settings, report, cutOff });
});
afterEach(() => refresher.close());
afterAll(() => test.close());

const never = new AbortController().signal;
const owner = { id: 'nobody' };
const sync = (sheetId: string, signal = never) => refresher.sync(owner, sheetId, signal);
const ended = async (sheetId: string) => (await sync(sheetId)).done;

it('is told which tabs of the sheet are in memory', async () => {
  const who = await test.signUp();
  const { id } = await createdProject(test, who, { name: 'Teas.csv', bytes: 'name\nAssam' });
  await db.updateTable('projects').set({ sheet_id: 'echo' }).where('id', '=', id).execute();
  const tab = await db.selectFrom('project_tabs').select('id').where('project_id', '=', id).executeTakeFirstOrThrow();
  const asked = async () => JSON.parse((await (await refresher.sync(who.person, 'echo', never)).done).id) as object;
  lookForTabs(db, () => false);
  expect(await asked()).toMatchObject({ ownerId: who.person.id, sheetId: 'echo', inMemory: [] });
  lookForTabs(db, (one) => one === tab.id);
  expect(await asked()).toMatchObject({ inMemory: [tab.id] });
});

it('passes refusals on as they are, and what broke as an error', async () => {
  const refused = await ended('refuse').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  const extras = { headers: { 'Retry-After': '7' } };
  expect(refused).toMatchObject({ code: 'source_private', detail: 'It is private.', extras });
  await expect(ended('break')).rejects.toThrow('It broke.');
});

it('marks a sync that is under way', async () => {
  const hanging = await sync('hang');
  hanging.done.catch(() => undefined);
  expect(await hanging.mark()).toMatchObject({ id: 'marked 1' });
});

it('asks for versions', async () => {
  expect(await refresher.version(owner, 'sheet')).toBe('nobody sheet 5');
});

it('has refreshes claimed and settled there', async () => {
  expect(await refresher.claim('p', { now: 5, until: 9, isLive: true })).toEqual({ restsUntil: 6 });
  expect(await refresher.settle('p', { next_at: 7, failures: 1 })).toMatchObject({ kind: 'settle', projectId: 'p' });
  expect(await refresher.unchanged('p', 'noon')).toMatchObject({ kind: 'unchanged', projectId: 'p', syncedAt: 'noon' });
});

it('passes on what is told: changes, rows, progress, counts, trouble', async () => {
  const changed: string[] = [];
  onProjectChanged(db, (id) => changed.push(id));
  const seen: SyncProgress['phase'][] = [];
  const stop = progressOf(db).watch('nobody news', ({ phase }) => seen.push(phase));
  const answered = () => googleCalls.family().samples.find(({ labels }) => labels?.outcome === '2xx')?.value ?? 0;
  const before = answered();
  await ended('news');
  stop();
  expect(changed).toContain('p1');
  expect(readyRowsOf(db).take('s1')?.parts).toEqual({ bytes: Buffer.alloc(3) });
  expect(seen).toEqual(['idle', 'reading', 'reading', 'done']);
  expect(answered()).toBe(before + 3);
  expect(reported).toMatchObject([{ message: 'Nobody waits for it.' }]);
});

it.each([
  ['exit', 'The thread that refreshes has ended.'],
  ['throw', 'It was thrown.'],
])('says so to all who wait when the thread ends by itself (%s), and starts another one', async (way, message) => {
  const { done, mark } = await sync('hang');
  const hanging = done.catch((error: Error) => error.message);
  await mark();
  await expect(ended(way)).rejects.toThrow(message);
  expect(await hanging).toBe(message);
  await expect(mark()).rejects.toThrow('The thread that refreshes has ended.');
  await until(() => cutOff.mock.calls.length > 0);
  expect(reported).toMatchObject([{ message }]);
  expect(await refresher.version(owner, 'sheet')).toBe('nobody sheet 5');
  // Readers, who come again and again, do not have one started after the other.
  expect(await refresher.claim('p', { now: 5, until: 9, isLive: true })).toEqual({ restsUntil: 10_005 });
});

it('ends with the signal, which is nobody’s fault', async () => {
  const ending = new AbortController();
  const { done, mark } = await sync('hang', ending.signal);
  await mark();
  const failed = expect(done).rejects.toThrow('The server ends.');
  ending.abort(new Error('The server ends.'));
  await failed;
  await expect(sync('hang', ending.signal)).rejects.toThrow('The server ends.');
  expect(cutOff).not.toHaveBeenCalled();
  expect(reported).toEqual([]);
});

it('tells followers of a sync that fails so', async () => {
  const seen: SyncProgress['phase'][] = [];
  const stop = progressOf(db).watch('nobody refuse', ({ phase }) => seen.push(phase));
  await ended('refuse').catch(() => undefined);
  stop();
  expect(seen).toEqual(['idle', 'reading', 'failed']);
});
