import { authPaths } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import type { Row, RowsAnswer } from '../../../src/contract/rows';
import { purgeTrash } from '../../../src/server/projects/projectLifecycle';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { collectedBlobs } from '../../fixtures/collectedBlobs';
import { createGate } from '../../fixtures/gates';
import { startGoogleServer } from '../../fixtures/google/googleServer';
import { moment, TEA_TABS } from '../../fixtures/google/googleWorld';
import { PASSWORD } from '../../fixtures/people';
import { until } from '../../fixtures/eventually';

const server = beforeTests(() => startGoogleServer());
const who = beforeEachTest(() => server.test.signUp());
beforeEach(async () => {
  server.google.faults.clear();
  await server.test.db.deleteFrom('google_gates').execute();
});

const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  server.test.app.inject({ method, url, headers: who.headers, payload });

const add = () => server.google.world.add('Tea house', TEA_TABS).id;

async function makeProject(sheetId: string): Promise<Project> {
  await server.check(who, sheetId);
  return (await server.sync(who, sheetId)).body.project;
}

const syncNow = async ({ id }: Project) =>
  (await call('POST', `/api/projects/${id}/sync`)).json<{ project: Project }>().project;

const projectNow = async ({ id }: Project) =>
  (await call('GET', `/api/projects/${id}`)).json<{ project: Project }>().project;

const read = ({ id }: Project, tab = 'Teas') => server.test.app.inject({ url: `/v1/${id}/${encodeURIComponent(tab)}` });

const rowsOf = async (project: Project, tab?: string): Promise<readonly Row[]> =>
  (await read(project, tab)).json<RowsAnswer>().data;

const withoutIds = (rows: readonly Row[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => key !== '_id')));

/** Makes a project’s copy an hour old. */
async function makeOld({ id }: Project) {
  const { db, services } = server.test;
  const synced_at = new Date(Date.now() - 3_600_000).toISOString();
  await db.updateTable('projects').set({ synced_at }).where('id', '=', id).execute();
  await db.updateTable('google_refreshes').set({ next_at: 0 }).where('project_id', '=', id).execute();
  services.events.projectChanged.emit(id);
}

/** Waits until a failed refresh is over: the project has the error slightly earlier. */
const untilGivenUp = ({ id }: Project) =>
  until(async () => {
    const attempts = server.test.db.selectFrom('google_refreshes').select('failures').where('project_id', '=', id);
    return (await attempts.executeTakeFirst())?.failures === 1;
  });

/** Reads a project by the data API, which starts a refresh. @returns the project before */
async function readOnce(project: Project): Promise<Project> {
  const now = await projectNow(project);
  server.test.services.events.projectChanged.emit(project.id);
  await read(project);
  return now;
}

/** Reads a project until it has a status and a revision. */
async function untilStatus(project: Project, status: Project['status'], revision = project.revision) {
  let now = project;
  await until(async () => {
    now = await readOnce(project);
    return now.status === status && now.revision >= revision;
  });
  return now;
}

/** Reads a project until it is synced. */
async function untilSynced(project: Project) {
  const { syncedAt } = await projectNow(project);
  await until(async () => (await readOnce(project)).syncedAt !== syncedAt);
}

it('a sheet that is shared by link becomes public endpoints', async () => {
  const project = await makeProject(add());
  expect(project).toMatchObject({ source: 'googleLink', access: 'public', writable: false, title: 'Tea house' });
  expect(project.tabs.map(({ title, published }) => [title, published])).toEqual([
    ['Teas', true],
    ['Opening hours', true],
    ['Notes', false],
  ]);
  expect(withoutIds(await rowsOf(project))).toEqual([
    { name: 'Assam', price: 4.5, organic: true, harvested: '2025-05-14', code: '00501' },
    { name: 'Darjeeling', price: 7, organic: false, harvested: '2025-03-29', code: '00502' },
    { name: 'Sencha', price: 9.25, organic: true, harvested: null, code: '01003' },
  ]);
});

it('a sheet that is shared by link cannot be written to, with the reason', async () => {
  const project = await makeProject(add());
  const { secret } = (
    await call('POST', `/api/projects/${project.id}/keys`, { name: 'all', kind: 'secret', scopes: ['read', 'create'] })
  ).json<{ secret: string }>();
  const response = await server.test.app.inject({
    method: 'POST',
    url: `/v1/${project.id}/Teas`,
    headers: { authorization: `Bearer ${secret}` },
    payload: { name: 'Matcha' },
  });
  expect(response.statusCode).toBe(403);
  expect(response.json()).toMatchObject({ code: 'read_only' });
});

describe('syncing again', () => {
  it('keeps the ids of matched rows', async () => {
    const sheetId = add();
    const project = await makeProject(sheetId);
    const ids = (await rowsOf(project)).map(({ _id }) => _id);
    server.google.world.edit(sheetId, ({ tabs: [teas] }) => {
      teas?.cells.splice(1, 0, ['Matcha', 20, true, moment('DATE', '2025-06-01'), '02001']);
      teas?.cells.splice(3, 1);
    });
    expect(await syncNow(project)).toMatchObject({ revision: project.revision + 1 });
    const after = await rowsOf(project);
    expect(after.map(({ name, _id }) => [name, ids.indexOf(_id)])).toEqual([
      ['Matcha', -1],
      ['Assam', 0],
      ['Sencha', 2],
    ]);
    const gone = await server.test.app.inject({ url: `/v1/${project.id}/Teas/${ids[1]}` });
    expect(gone.statusCode).toBe(410);
  });

  it('keeps the endpoints of renamed and moved tabs, and ends those of deleted tabs', async () => {
    const sheetId = add();
    const project = await makeProject(sheetId);
    server.google.world.edit(sheetId, (file) => {
      const [teas, , notes] = file.tabs;
      if (teas === undefined || notes === undefined) return;
      teas.title = 'CO2 11/09 🍵';
      file.tabs = [notes, { gid: 7, title: 'Orders', cells: [['number'], [1]] }, teas];
    });
    const after = await syncNow(project);
    expect(after.tabs.map(({ title }) => title)).toEqual(['Notes', 'Orders', 'CO2 11/09 🍵']);
    expect((await rowsOf(project, 'Teas')).map(({ name }) => name)).toEqual(['Assam', 'Darjeeling', 'Sencha']);
    expect((await read(project, 'CO2 11/09 🍵')).statusCode).toBe(200);
    expect((await read(project, 'Opening hours')).statusCode).toBe(410);
  });

  it('after settings derive the rows again, without requests to Google, keeps the ids', async () => {
    const project = await makeProject(add());
    server.google.faults.clear();
    server.google.faults.always('cut');
    const before = (await rowsOf(project)).map(({ _id }) => _id);
    const [{ sheetId } = { sheetId: 0 }] = project.tabs;
    const update = { tabs: [{ sheetId, columnTypes: { price: 'text' } }] };
    expect((await call('PUT', `/api/projects/${project.id}/update`, update)).statusCode).toBe(200);
    const after = await rowsOf(project);
    expect(after.map(({ price }) => price)).toEqual(['4.5', '7', '9.25']);
    expect(after.map(({ _id }) => _id)).toEqual(before);
    expect(server.google.faults.calls).toEqual([]);
    server.google.faults.clear();
    expect(await syncNow(project)).toMatchObject({ status: 'live' });
    expect(await rowsOf(project)).toEqual(after);
  });
});

it('settings are refused in time while Google hangs, and nothing changes', async () => {
  const project = await makeProject(add());
  const gate = createGate();
  server.google.faults.held = gate.opened;
  const syncing = syncNow(project);
  await until(() => server.google.faults.calls.length > 1);
  // The timeout of the settings expires at once.
  const later = globalThis.setTimeout;
  const hurry = (run: () => void, milliseconds?: number, ...given: unknown[]) =>
    later(() => void Reflect.apply(run, undefined, given), milliseconds === 6_000 ? 0 : milliseconds);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(hurry);
  const [{ sheetId } = { sheetId: 0 }] = project.tabs;
  const update = { title: 'Other', tabs: [{ sheetId, columnTypes: { price: 'text' } }] };
  const put = () => call('PUT', `/api/projects/${project.id}/update`, update);
  const refused = await put();
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    503,
    'This spreadsheet is being read just now. Nothing was changed. Try again in a moment.',
  ]);
  jest.restoreAllMocks();
  gate.open();
  await syncing;
  expect(await projectNow(project)).toMatchObject({ title: 'Tea house', revision: project.revision });
  expect((await put()).statusCode).toBe(200);
});

describe('the stored copy', () => {
  const cells = [
    ['item', 'total'],
    ['Assam', { formula: 'SUM(4,5)', value: 9 }],
  ];
  const blobs = () => collectedBlobs(server.test.db);

  it('includes the sheet, so that formulas can be queried', async () => {
    const { id } = server.google.world.add('Sums', [{ gid: 0, title: 'Sums', cells }]);
    const project = await makeProject(id);
    const answer = await server.test.app.inject({ url: `/v1/${project.id}/Sums?_values=formula` });
    expect(answer.json<RowsAnswer>().data).toMatchObject([{ total: '=SUM(4,5)' }]);
  });

  it('is stored once while the sheet is unchanged', async () => {
    const project = await makeProject(add());
    const before = await blobs();
    await syncNow(project);
    await makeOld(project);
    await untilSynced(project);
    expect(await blobs()).toEqual(before);
  });

  it('is deleted with the project', async () => {
    const before = await blobs();
    const project = await makeProject(add());
    expect(await blobs()).toHaveLength(before.length + 6);
    await server.test.app.inject({ method: 'DELETE', url: `/api/projects/${project.id}`, headers: who.headers });
    await purgeTrash(server.test.services, new Date(Date.now() + 31 * 24 * 3_600_000));
    expect(await blobs()).toEqual(before);
  });

  it('is deleted with the account', async () => {
    const before = await blobs();
    await makeProject(add());
    const { headers } = who;
    const payload = { password: PASSWORD };
    const left = await server.test.app.inject({ method: 'POST', url: authPaths.deleteUser, headers, payload });
    expect(left.statusCode).toBe(200);
    expect(await blobs()).toEqual(before);
  });
});

it('a project that is created while its account is deleted is refused: its person is signed out', async () => {
  const sheetId = add();
  const gate = createGate();
  server.google.faults.held = gate.opened;
  const creating = server.sync(who, sheetId);
  const [{ headers }, payload] = [who, { password: PASSWORD }];
  await server.test.app.inject({ method: 'POST', url: authPaths.deleteUser, headers, payload });
  gate.open();
  const { status, body } = await creating;
  expect([status, body]).toMatchObject([401, { code: 'signed_out' }]);
});

describe('readers', () => {
  it('cause a refresh of a changed sheet, without waiting for it', async () => {
    const sheetId = add();
    const project = await makeProject(sheetId);
    server.google.world.edit(sheetId, ({ tabs: [teas] }) => void teas?.cells.push(['Oolong', 8, false, null, '03001']));
    await makeOld(project);
    const gate = createGate();
    server.google.faults.held = gate.opened;
    expect(await rowsOf(project)).toHaveLength(3);
    gate.open();
    const after = await untilStatus(project, 'live', project.revision + 1);
    expect(await rowsOf(project)).toHaveLength(4);
    expect(Date.parse(after.syncedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const history = (await call('GET', `/api/projects/${project.id}/syncs`)).json<{ syncs: { startedBy: string }[] }>();
    expect(history.syncs[0]?.startedBy).toBe('schedule');
  });

  it('cause a refresh of names and positions of tabs, even without changed rows', async () => {
    const sheetId = add();
    const project = await makeProject(sheetId);
    const titles = project.tabs.map(({ title }) => title);
    server.google.world.edit(sheetId, ({ tabs }) => {
      for (const tab of tabs.slice(1, 2)) tab.title = 'Open from';
      tabs.reverse();
    });
    await makeOld(project);
    await rowsOf(project);
    const { tabs } = await untilStatus(project, 'live', project.revision + 1);
    expect(tabs.map(({ title }) => title)).toEqual([titles[2], 'Open from', titles[0]]);
    expect(await rowsOf(project, 'Open from')).toHaveLength(2);
    expect(await rowsOf(project, titles[1])).toHaveLength(2);
  });

  it('get the last good copy while a sheet is private, and the project recovers by itself', async () => {
    const sheetId = add();
    const project = await makeProject(sheetId);
    server.google.world.share(sheetId, 'private');
    await makeOld(project);
    const lost = await untilStatus(project, 'needsAccess');
    expect(lost.statusReason).toBe(
      'This spreadsheet is private. Share it with anyone who has the link, then try again.',
    );
    const answer = await read(project);
    expect(answer.json<RowsAnswer>().data).toHaveLength(3);
    expect(answer.headers['x-tabpoint-stale']).toBe(lost.statusReason);
    server.google.world.share(sheetId, 'link');
    await untilGivenUp(project);
    await makeOld(project);
    expect(await untilStatus(project, 'live')).toMatchObject({ status: 'live', revision: project.revision });
    expect((await read(project)).headers['x-tabpoint-stale']).toBeUndefined();
  });
});
