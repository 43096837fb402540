import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Project } from '../../../src/contract/projects';
import type { RowsAnswer } from '../../../src/contract/rows';
import { openDatabase } from '../../../src/server/database/database';
import { createLocks, spreadsheetLock } from '../../../src/server/database/locks';
import { beforeEachTest } from '../../fixtures/beforeTests';
import { createdProject } from '../../fixtures/driveFiles';
import { createGate } from '../../fixtures/gates';
import { type GoogleServer, googleServerOnce, startGoogleServer } from '../../fixtures/google/googleServer';
import { TEA_TABS } from '../../fixtures/google/googleWorld';
import { until } from '../../fixtures/eventually';
import { bearer, makeKey } from '../keys/keyOf';
import { readMetrics } from '../ops/readMetrics';

/** Effects of refreshes on projects are tested in `projects/googleProjects.test.ts`. */
let server: GoogleServer;
googleServerOnce((made) => (server = made));
const who = beforeEachTest(() => server.test.signUp());
afterEach(() => jest.restoreAllMocks());

async function makeProject(from = server) {
  const sheetId = from.google.world.add('Tea house', TEA_TABS).id;
  const owner = from === server ? who : await from.test.signUp();
  return { sheetId, project: (await from.sync(owner, sheetId)).body.project };
}

const addTea = (sheetId: string, name: string) =>
  server.google.world.edit(sheetId, ({ tabs: [teas] }) => void teas?.cells.push([name, 8, false, null, '03001']));

const read = async ({ id }: Project, { test } = server) =>
  (await test.app.inject({ url: `/v1/${id}/Teas` })).json<RowsAnswer>().data;

/** Makes the copy of a project old. */
async function makeOld(project: Project, { test: { db, services } } = server) {
  const synced_at = new Date(Date.now() - 3_600_000).toISOString();
  await db.updateTable('projects').set({ synced_at }).where('id', '=', project.id).execute();
  await db.updateTable('google_refreshes').set({ next_at: 0 }).where('project_id', '=', project.id).execute();
  services.events.projectChanged.emit(project.id);
}

/** Reads a project whose copy is old. */
async function readOld(project: Project, from = server) {
  await makeOld(project, from);
  return read(project, from);
}

/** Waits until a refresh is over: a running one reserves three minutes, and after it the next one is due in one minute. */
const untilSettled = ({ id }: Project) =>
  until(async () => {
    const refresh = server.test.db.selectFrom('google_refreshes').select('next_at').where('project_id', '=', id);
    return Number((await refresh.executeTakeFirst())?.next_at ?? Infinity) <= Date.now() + 60_000;
  });

const untilRows = (project: Project, count: number) => until(async () => (await read(project)).length === count);

const metric = async (name: string, labels: Readonly<Record<string, string>>) =>
  readMetrics((await server.test.app.inject({ url: '/metrics' })).body).find(
    (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  )?.value ?? 0;

it('a refresh brings new rows, and counts its calls and jobs', async () => {
  const { sheetId, project } = await makeProject();
  expect(await read(project)).toHaveLength(3);
  const counted = async () => [
    await metric('tabpoint_google_calls_total', { outcome: '2xx' }),
    await metric('tabpoint_worker_jobs_total', { job: 'importWorkbook', outcome: 'done' }),
  ];
  const [calls = 0, jobs = 0] = await counted();
  addTea(sheetId, 'Oolong');
  await readOld(project);
  await untilRows(project, 4);
  const [callsNow = 0, jobsNow = 0] = await counted();
  expect([callsNow > calls, jobsNow > jobs]).toEqual([true, true]);
});

it('a refresh passes its rows on, so that the next read need not load them', async () => {
  const { sheetId, project } = await makeProject();
  await read(project);
  addTea(sheetId, 'Oolong');
  await readOld(project);
  await untilRows(project, 4);
  const opened = jest.spyOn(server.test.db, 'selectFrom');
  expect(await read(project)).toHaveLength(4);
  expect(opened.mock.calls.filter(([table]) => JSON.stringify(table).includes('blobs'))).toEqual([]);
});

it('a sync of a person during a refresh reads the sheet again: it may have been changed since the refresh began', async () => {
  const { sheetId, project } = await makeProject();
  addTea(sheetId, 'Oolong');
  server.google.faults.clear();
  const gate = createGate();
  server.google.faults.held = gate.opened;
  await readOld(project);
  await until(() => server.google.faults.calls.length > 0);
  const url = `/api/projects/${project.id}/sync`;
  const synced = server.test.app.inject({ method: 'POST', url, headers: who.headers });
  addTea(sheetId, 'Sencha');
  gate.open();
  const { project: seen } = (await synced).json<{ project: Project }>();
  expect([seen.status, seen.tabs[0]?.rows]).toEqual(['live', 5]);
  const exports = server.google.faults.calls.filter(({ path }) => path.startsWith(`/spreadsheets/d/${sheetId}`));
  expect(exports).toHaveLength(2);
});

it('a refresh waits while another request, or another server, works on the spreadsheet', async () => {
  const { sheetId, project } = await makeProject();
  const { db, settings, services } = server.test;
  const elsewhere = settings.databaseUrl === undefined ? db : await openDatabase(settings);
  const line = spreadsheetLock({ id: who.person.id }, sheetId);
  const gate = createGate();
  const { exclusive, leases } = elsewhere === db ? services.locks : createLocks(elsewhere);
  const work = exclusive(line, () => gate.opened);
  await until(async () => (await leases?.isHeld(line)) ?? true);
  server.google.faults.clear();
  addTea(sheetId, 'Oolong');
  await readOld(project);
  await sleep(500);
  const exports = () => server.google.faults.calls.filter(({ path }) => path.startsWith(`/spreadsheets/d/${sheetId}`));
  expect(exports()).toEqual([]);
  gate.open();
  await work;
  await untilRows(project, 4);
  if (elsewhere !== db) await elsewhere.destroy();
});

it('a refresh that takes long is marked on its project, and finishes', async () => {
  const { sheetId, project } = await makeProject();
  addTea(sheetId, 'Oolong');
  const gate = createGate();
  server.google.faults.held = gate.opened;
  const later = globalThis.setTimeout;
  const hurry = (run: () => void, milliseconds?: number, ...given: unknown[]) =>
    later(() => void Reflect.apply(run, undefined, given), milliseconds === 5_000 ? 0 : milliseconds);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(hurry);
  await readOld(project);
  const status = async () => {
    const stored = server.test.db.selectFrom('projects').select('status').where('id', '=', project.id);
    return (await stored.executeTakeFirstOrThrow()).status;
  };
  await until(async () => (await status()) === 'syncing');
  gate.open();
  await until(async () => (await status()) === 'live');
  await untilRows(project, 4);
});

it('a refresh refuses no concurrent write, and none makes it fail', async () => {
  const { sheetId, project } = await makeProject();
  const written = await createdProject(server.test, who, { name: 'Notes.csv', bytes: 'note\nfirst' });
  const { secret } = await makeKey(server.test, who, written.id, { scopes: ['create'] });
  const url = `/v1/${written.id}/Notes`;
  let writes = 0;
  for (let teas = 4; teas < 9; teas += 1) {
    addTea(sheetId, `Tea ${teas}`);
    await readOld(project);
    await until(async () => {
      const payload = { note: `note ${(writes += 1)}` };
      const { statusCode } = await server.test.app.inject({ method: 'POST', url, headers: bearer(secret), payload });
      expect(statusCode).toBe(201);
      return (await read(project)).length === teas;
    });
    await untilSettled(project);
  }
  const failures = server.test.db
    .selectFrom('google_refreshes')
    .select('failures')
    .where('project_id', '=', project.id);
  expect(await failures.executeTakeFirst()).toEqual({ failures: 0 });
});

it('a refresh of an unresponsive Google ends with the server, and leaves nothing behind', async () => {
  const other = await startGoogleServer();
  const { project } = await makeProject(other);
  const gate = createGate();
  other.google.faults.clear();
  other.google.faults.held = gate.opened;
  await readOld(project, other);
  await until(() => other.google.faults.calls.length > 0);
  const { dataDir } = other.test.settings;
  await other.test.app.close();
  const folder = join(dataDir, 'google');
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  const stored = other.test.db.selectFrom('projects').select(['status', 'status_reason']).where('id', '=', project.id);
  expect(await stored.executeTakeFirst()).toEqual({ status: 'live', status_reason: null });
  gate.open();
  await other.close();
});
