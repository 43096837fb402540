import { apiPaths, endpointPath } from '../../../src/contract/paths';
import type { Project, ProjectAnswer } from '../../../src/contract/projects';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject, madeWorkbook } from '../../fixtures/driveFiles';
import { until } from '../../fixtures/eventually';
import { bearer, makeKey } from '../keys/keyOf';

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());

const post = (url: string, payload?: object) =>
  server.app.inject({ method: 'POST', url, headers: owner.headers, payload });
const projectIn = (answer: { json: <T>() => T }) => answer.json<ProjectAnswer>().project;
const remove = (id: string) =>
  server.app.inject({ method: 'DELETE', url: apiPaths.project(id), headers: owner.headers });
const make = () => createdProject(server, owner);

const read = ({ id, tabs }: Project, secret: string) =>
  server.app.inject({ url: endpointPath(id, tabs[0]?.title), headers: bearer(secret) });

describe('a new address', () => {
  it('works at once with the same keys, and the old one stops working at once', async () => {
    const project = await make();
    const { secret, key } = await makeKey(server, owner, project.id);
    expect((await read(project, secret)).statusCode).toBe(200);
    const answer = await post(apiPaths.projectNewAddress(project.id));
    expect(answer.statusCode).toBe(200);
    const moved = projectIn(answer);
    expect(moved.id).not.toBe(project.id);
    expect(moved).toEqual({
      ...JSON.parse(JSON.stringify(project).replaceAll(project.id, moved.id)),
      calledWithKey: true,
      requests: { week: [0, 0, 0, 0, 0, 0, 1] },
    });
    expect((await read(project, secret)).statusCode).toBe(404);
    const rows = await read(moved, secret);
    expect(rows.statusCode).toBe(200);
    expect(rows.body).not.toContain(project.id);
    const keys = await server.app.inject({ url: apiPaths.projectKeys(moved.id), headers: owner.headers });
    expect(keys.json()).toMatchObject({ keys: [{ id: key.id }] });
  });

  it('leaves nothing behind, and the spreadsheet is still one project', async () => {
    const project = await make();
    const moved = projectIn(await post(apiPaths.projectNewAddress(project.id)));
    expect((await post(apiPaths.projectNewAddress(project.id))).statusCode).toBe(404);
    const rows = await server.db.selectFrom('projects').selectAll().where('sheet_id', '=', project.sheetId).execute();
    expect(rows.map(({ id, deleted_at }) => [id, deleted_at])).toEqual([[moved.id, null]]);
    const synced = projectIn(await post(apiPaths.projectsSync, { sheetId: project.sheetId }));
    expect(synced.id).toBe(moved.id);
  });

  it('is set during a sync, whose rows are then at the new address', async () => {
    const project = await make();
    await server.db.updateTable('projects').set({ status: 'syncing' }).where('id', '=', project.id).execute();
    const moved = projectIn(await post(apiPaths.projectNewAddress(project.id)));
    await until(async () => {
      const answer = await server.app.inject({ url: apiPaths.project(moved.id), headers: owner.headers });
      return projectIn(answer).status === 'live';
    });
  });
});

it('a project in the trash is removed for good, even if another server, whose clock is fast, put it there', async () => {
  const { id } = await make();
  await remove(id);
  const soon = new Date(Date.now() + 60_000).toISOString();
  await server.db.updateTable('projects').set({ deleted_at: soon }).where('id', '=', id).execute();
  const forGood = { method: 'DELETE' as const, url: `${apiPaths.project(id)}?permanently=1`, headers: owner.headers };
  expect((await server.app.inject(forGood)).statusCode).toBe(204);
});

describe('restoring', () => {
  it('undoes a deletion: the same project at the same address', async () => {
    const project = await make();
    const { secret } = await makeKey(server, owner, project.id);
    await remove(project.id);
    expect((await read(project, secret)).statusCode).toBe(404);
    const answer = await post(apiPaths.projectRestore(project.id));
    expect(projectIn(answer)).toEqual({ ...project, calledWithKey: true });
    expect((await read(project, secret)).statusCode).toBe(200);
  });

  it('has the current rows even if the log of a later project’s writes is gone', async () => {
    const project = await make();
    const { sheetId, tabs } = project;
    const [tab] = tabs;
    await remove(project.id);
    const other = async () => {
      const made = projectIn(await post(apiPaths.projectsSync, { sheetId }));
      const { secret } = await makeKey(server, owner, made.id, { scopes: ['create'] });
      const url = endpointPath(made.id, tab?.title);
      const payload = { name: `Written to ${made.id}` };
      const answer = await server.app.inject({ method: 'POST', url, headers: bearer(secret), payload });
      expect(answer.statusCode).toBe(201);
      await remove(made.id);
      return made.id;
    };
    const gone = await other();
    const forGood = `${apiPaths.project(gone)}?permanently=1`;
    await server.app.inject({ method: 'DELETE', url: forGood, headers: owner.headers });
    const url = apiPaths.driveTab(sheetId, tab?.sheetId ?? 0);
    const { revision } = (await server.app.inject({ url: `${url}/rows`, headers: owner.headers })).json().tab;
    const operation = { kind: 'insertRows', at: 2, count: 1 };
    await server.app.inject({ method: 'PATCH', url, headers: owner.headers, payload: { revision, operation } });
    const last = await other();
    expect((await post(apiPaths.projectRestore(project.id))).statusCode).toBe(200);
    const { secret } = await makeKey(server, owner, project.id);
    const rows = await read(project, secret);
    expect(rows.statusCode).toBe(200);
    for (const id of [gone, last]) expect(rows.body).toContain(`Written to ${id}`);
  });

  it('has the sheets that its spreadsheet has by now', async () => {
    const sheets = ['teas', 'orders', 'cups'].map((title) => ({ title, cells: [['name'], ['Assam']] }));
    const project = await createdProject(server, owner, madeWorkbook(sheets));
    const { secret } = await makeKey(server, owner, project.id);
    await remove(project.id);
    const [teas, orders] = project.tabs.map(({ sheetId }) => apiPaths.driveTab(project.sheetId, sheetId));
    const change = { method: 'PATCH' as const, headers: owner.headers, payload: { title: 'infusions' } };
    await server.app.inject({ ...change, url: teas ?? '' });
    await server.app.inject({ method: 'DELETE', url: orders ?? '', headers: owner.headers });
    const restored = projectIn(await post(apiPaths.projectRestore(project.id)));
    expect(restored.tabs.map(({ title }) => title)).toEqual(['infusions', 'cups']);
    const { statusCode } = await server.app.inject({
      url: endpointPath(project.id, 'orders'),
      headers: bearer(secret),
    });
    expect(statusCode).toBe(410);
  });

  it('resumes a sync that failed because the project was deleted', async () => {
    const start = globalThis.setInterval;
    const hurry = (run: () => void, milliseconds?: number) => start(run, milliseconds === 30_000 ? 10 : milliseconds);
    jest.spyOn(globalThis, 'setInterval').mockImplementation(hurry);
    const other = await buildTestApp();
    const who = await other.signUp();
    const { id } = await createdProject(other, who);
    const call = (method: 'GET' | 'DELETE' | 'POST', url: string) =>
      other.app.inject({ method, url, headers: who.headers });
    await call('DELETE', apiPaths.project(id));
    await other.db.updateTable('projects').set({ status: 'syncing' }).where('id', '=', id).execute();
    expect(projectIn(await call('POST', apiPaths.projectRestore(id))).status).toBe('syncing');
    await until(async () => projectIn(await call('GET', apiPaths.project(id))).status === 'live');
    await other.close();
  });

  it('changes nothing about a project that was not deleted', async () => {
    const project = await make();
    expect(projectIn(await post(apiPaths.projectRestore(project.id)))).toEqual(project);
  });

  it('is refused if its spreadsheet has another project now, with the reason', async () => {
    const project = await make();
    await remove(project.id);
    const again = projectIn(await post(apiPaths.projectsSync, { sheetId: project.sheetId }));
    expect(again.id).not.toBe(project.id);
    const answer = await post(apiPaths.projectRestore(project.id));
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'in_use', detail: expect.stringContaining(again.title) });
    await remove(again.id);
    expect((await post(apiPaths.projectRestore(project.id))).statusCode).toBe(200);
  });

  it('of two projects of one spreadsheet succeeds for one, even in concurrent calls', async () => {
    const first = await make();
    await remove(first.id);
    const second = projectIn(await post(apiPaths.projectsSync, { sheetId: first.sheetId }));
    await remove(second.id);
    const ids = [first.id, second.id, first.id, second.id];
    const restored = await Promise.all(ids.map((id) => post(apiPaths.projectRestore(id))));
    expect(restored.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 409, 409]);
  });

  it('does not find an unknown project', async () => {
    expect((await post(apiPaths.projectRestore('nowhere'))).statusCode).toBe(404);
  });
});
