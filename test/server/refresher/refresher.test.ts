import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { SyncProgress } from '../../../src/contract/syncs';
import type { Database } from '../../../src/server/database/schema';
import { readingOf } from '../../../src/server/endpoints/reading';
import { readyRowsOf } from '../../../src/server/endpoints/readyRowsOf';
import { lookForTabs } from '../../../src/server/endpoints/tabsInMemory';
import { googleCalls } from '../../../src/server/metrics/counters';
import { onProjectChanged, tellProjectChanged } from '../../../src/server/projects/projectNews';
import { hearingOf } from '../../../src/server/nodes/hearing';
import { Refusal } from '../../../src/server/refusal';
import { createRefresher, type Refresher } from '../../../src/server/refresher/refresher';
import { progressOf } from '../../../src/server/sync/progress';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { createdProject } from '../../fixtures/driveFiles';
import { heardAll } from '../../fixtures/nodes';
import { projectRow } from '../../fixtures/projectRows';
import { until } from '../../fixtures/until';

const entry = { entry: join(__dirname, '../../fixtures/misbehavingRefresher.cjs'), worker: '' };

let test: TestApp;
let db: Kysely<Database>;
let refresher: Refresher;
let reported: unknown[];
let watched: string[];
let cutOff: jest.Mock;
beforeAll(async () => {
  test = await buildTestApp();
  db = test.db;
});
beforeEach(() => {
  reported = [];
  watched = [];
  cutOff = jest.fn();
  const report = (error: unknown) => void reported.push(error);
  const watches = { keep: async (sheetId: string) => void watched.push(sheetId) };
  refresher = createRefresher({ entry, db, settings: test.settings, watches, report, cutOff });
});
afterEach(() => refresher.close());
afterAll(() => test.close());

const refresh = (sheet_id: string, id = 'p') => refresher.refresh(projectRow('nobody', { id, sheet_id }));
const ended = (sheetId: string) => refresh(sheetId).done;
const failureOf = async (sheetId: string) => {
  const end = await ended(sheetId);
  return 'failed' in end ? end.failed : undefined;
};

/** A project that somebody reads. */
async function readProject() {
  const who = await test.signUp();
  const { id } = await createdProject(test, who, { name: 'Teas.csv', bytes: 'name\nAssam' });
  // What comes of its creation later would count as a change of somebody else's.
  await heardAll(test);
  const { directory } = readingOf({ db });
  const known = await directory.get(id);
  return { id, tabs: known?.tabs.map((tab) => tab.id) ?? [], reason: () => directory.peek(id)?.project.status_reason };
}

it('is told which project is to be refreshed, and which of its tabs are in memory', async () => {
  const { id, tabs } = await readProject();
  const asked = async () => {
    const end = await refresh('echo', id).done;
    return 'synced' in end ? (JSON.parse(end.synced.id) as object) : end;
  };
  lookForTabs(db, () => false);
  expect(await asked()).toMatchObject({ project: { id, owner_id: 'nobody', sheet_id: 'echo' }, inMemory: [] });
  lookForTabs(db, (one) => tabs.includes(one));
  expect(await asked()).toMatchObject({ inMemory: tabs });
});

it('passes on until when a refresh rests', async () => {
  expect(await ended('rest')).toEqual({ restsUntil: 5 });
});

it('passes refusals on as they are, and what broke as an error', async () => {
  const refused = await failureOf('refuse');
  expect(refused).toBeInstanceOf(Refusal);
  const extras = { headers: { 'Retry-After': '7' } };
  expect(refused).toMatchObject({ code: 'source_private', detail: 'It is private.', extras });
  expect(await failureOf('break')).toEqual(new Error('It broke.'));
});

it('marks a refresh that is under way', async () => {
  expect(await refresh('hang').mark()).toMatchObject({ id: 'marked 1' });
});

it('passes on what is told: changes, rows, progress, counts, backends, what is to be watched, trouble', async () => {
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
  expect(seen).toEqual(['idle', 'reading', 'done']);
  expect(answered()).toBe(before + 3);
  expect(watched).toEqual(['watched']);
  expect([...hearingOf(db).threadBackends]).toEqual([7]);
  expect(reported).toMatchObject([{ message: 'Nobody waits for it.' }]);
});

describe('what the thread has read of a project that has changed', () => {
  it('is what readers are answered from, who need not read it again', async () => {
    const { id, reason } = await readProject();
    await refresh('change', id).done;
    expect(reason()).toBe('as the thread has read it');
  });

  it('is nothing to them once somebody has changed it here', async () => {
    const { id, reason } = await readProject();
    const { done, mark } = refresh('changeWhenMarked', id);
    tellProjectChanged(db, id);
    await readingOf({ db }).directory.get(id);
    await mark();
    await done;
    expect(reason()).toBeUndefined();
    expect((await readingOf({ db }).directory.get(id))?.project.status_reason).toBeNull();
  });
});

it.each([
  ['exit', 'The thread that refreshes has ended.'],
  ['throw', 'It was thrown.'],
])(
  'says so to all who wait when the thread ends by itself (%s), and starts another one later',
  async (way, message) => {
    const { done, mark } = refresh('hang', 'hanging');
    await mark();
    const changed: string[] = [];
    const stop = onProjectChanged(db, (id) => changed.push(id));
    expect(await failureOf(way)).toMatchObject({ message });
    // It may have published what it has not told of.
    await until(() => changed.length === 2);
    stop();
    expect(changed.toSorted()).toEqual(['hanging', 'p']);
    expect(await done).toMatchObject({ failed: { message } });
    await expect(mark()).rejects.toThrow('The thread that refreshes has ended.');
    await until(() => cutOff.mock.calls.length > 0);
    expect(reported).toMatchObject([{ message }]);
    // Readers, who come again and again, do not have one started after the other.
    const rest = await ended('echo');
    expect('restsUntil' in rest && rest.restsUntil - Date.now()).toBeGreaterThan(5_000);
    expect(await refresh('echo').mark()).toBeUndefined();
    const later = performance.now() + 10_000;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => later);
    expect(await ended('echo')).toHaveProperty('synced');
    clock.mockRestore();
  },
);

it('knows no backends of a thread that has ended any more: others may be given their numbers', async () => {
  await ended('news');
  await refresher.close();
  expect(hearingOf(db).threadBackends.size).toBe(0);
});

it('forgets nothing of a project because the thread has ended while the database is out of reach', async () => {
  const { id, reason } = await readProject();
  const outOfReach = jest.spyOn(db, 'selectFrom').mockImplementation(() => {
    throw new Error('The database is out of reach.');
  });
  await expect(refresh('exit', id).done).resolves.toHaveProperty('failed');
  await until(() => cutOff.mock.calls.length > 0);
  expect(reason()).toBeNull();
  outOfReach.mockRestore();
});

it('ends what is under way with the server, which is nobody’s fault', async () => {
  const { done, mark } = refresh('hang');
  await mark();
  refresher.abort();
  expect(await done).toMatchObject({ failed: { message: 'The server ends.' } });
  expect(cutOff).not.toHaveBeenCalled();
  expect(reported).toEqual([]);
});

it('tells followers of a sync that fails so', async () => {
  const seen: SyncProgress['phase'][] = [];
  const stop = progressOf(db).watch('nobody refuse', ({ phase }) => seen.push(phase));
  await ended('refuse');
  stop();
  expect(seen).toEqual(['idle', 'failed']);
});
