import { buildTestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { apiPaths } from '../../../src/contract/paths';
import type { Project, ProjectsAnswer } from '../../../src/contract/projects';
import { purgeTrash } from '../../../src/server/projects/projectLifecycle';
import { collectedBlobs } from '../../fixtures/collectedBlobs';
import { createdProject, madeWorkbook, uploaded, workbookFile } from '../../fixtures/driveFiles';

const test = beforeTests(() => buildTestApp());
const who = beforeEachTest(() => test.signUp());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, payload?: object) =>
  test.app.inject({ method, url, headers: who.headers, payload });
const sync = (sheetId: string) => call('POST', apiPaths.projectsSync, { sheetId });
const listed = async () => (await call('GET', apiPaths.projects)).json<ProjectsAnswer>();

describe('creating a project', () => {
  it('returns it completely', async () => {
    const { id: sheetId } = await uploaded(test, who, workbookFile('world-reference.xlsx'));
    const response = await sync(sheetId);
    expect(response.statusCode).toBe(200);
    const { project } = response.json<{ project: Project }>();
    expect(project.id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
    const url = `http://localhost/v1/${project.id}`;
    const anything = { columns: expect.any(Number), rows: expect.any(Number), warnings: expect.any(Array) };
    const tab = { ...anything, sheetId: expect.any(Number), published: true };
    expect(project).toEqual({
      id: project.id,
      sheetId,
      title: 'world-reference',
      source: 'drive',
      url,
      writable: true,
      access: 'private',
      status: 'live',
      tabs: [
        { ...tab, title: 'Countries', slug: 'countries', url: `${url}/Countries`, rows: 249, columns: 56 },
        { ...tab, title: 'S&P 500', slug: 's-p-500', url: `${url}/s-p-500` },
        { ...tab, title: 'Notes', slug: 'notes', url: `${url}/Notes` },
      ],
      revision: 1,
      syncedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      refreshSeconds: 60,
      requests: { week: [0, 0, 0, 0, 0, 0, 0] },
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect((await call('GET', apiPaths.project(project.id))).json()).toEqual({ project });
    expect(await listed()).toEqual({ projects: [project] });
  });

  it('again returns the same one', async () => {
    const project = await createdProject(test, who);
    const again = (await sync(project.sheetId)).json<{ project: Project }>().project;
    expect(again).toEqual({ ...project, syncedAt: again.syncedAt });
  });

  it('many times at once creates one', async () => {
    const { id } = await uploaded(test, who, workbookFile('world-reference.xlsx'));
    const answers = await Promise.all(Array.from({ length: 10 }, () => sync(id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map((answer) => answer.json<{ project: Project }>().project.id)).size).toBe(1);
    expect((await listed()).projects).toHaveLength(1);
  });

  it('leaves hidden tabs unpublished', async () => {
    const cells = [['name'], ['Assam']];
    const file = madeWorkbook([
      { title: 'Seen', cells },
      { title: 'Unseen', hidden: true, cells },
    ]);
    const { tabs } = await createdProject(test, who, file);
    expect(tabs.map(({ title, published }) => [title, published])).toEqual([
      ['Seen', true],
      ['Unseen', false],
    ]);
  });

  it('gives tabs working addresses, whatever their titles', async () => {
    const titles = ['_private', '..', 'Teas', 'teas!', 'a/b?c#d', 'お茶', '__proto__', 'x.csv', '100%', 'Teas'];
    const file = madeWorkbook(titles.map((title, n) => ({ title, cells: [['name'], [`row of ${n}`]] })));
    const { id, tabs, url } = await createdProject(test, who, file);
    expect(tabs.map((tab) => [tab.slug, tab.url.slice(url.length)])).toEqual([
      ['private', '/__private'],
      ['tab-2', '/tab-2'],
      ['teas', '/Teas'],
      ['teas-2', '/teas!'],
      ['a-b-c-d', '/a-b-c-d'],
      ['tab-6', '/tab-6'],
      ['proto', '/___proto__'],
      ['x-csv', '/x.csv'],
      ['100', '/100'],
      ['teas-3', '/teas-3'],
    ]);
    await call('PUT', apiPaths.projectUpdate(id), { access: 'public' });
    for (const [n, tab] of tabs.entries()) {
      const response = await test.app.inject({ method: 'GET', url: tab.url.replace('http://localhost', '') });
      expect([tab.title, response.json()]).toEqual([
        tab.title,
        expect.objectContaining({ data: [{ _id: expect.any(String), name: `row of ${n}` }] }),
      ]);
    }
  });

  it('keeps tabs apart that have the same number or title in a file', async () => {
    const cells = [['name'], ['Assam']];
    const file = madeWorkbook([
      { title: 'Teas', sheetId: 3, cells },
      { title: 'Teas', sheetId: 3, cells },
    ]);
    const { tabs } = await createdProject(test, who, file);
    expect(new Set(tabs.map(({ sheetId }) => sheetId)).size).toBe(2);
    expect(new Set(tabs.map(({ url }) => url)).size).toBe(2);
  });

  it('accepts a sheet without a header row among others', async () => {
    const file = madeWorkbook([
      { title: 'Teas', cells: [['name'], ['Assam']] },
      { title: 'Blank', cells: [] },
    ]);
    const { tabs } = await createdProject(test, who, file);
    expect(tabs.map(({ title, rows, columns }) => [title, rows, columns])).toEqual([
      ['Teas', 1, 1],
      ['Blank', 0, 0],
    ]);
  });
});

describe('the list', () => {
  it('is sorted from newest to oldest', async () => {
    const first = await createdProject(test, who);
    const second = await createdProject(test, who);
    expect((await listed()).projects.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  it('has a thousand at once, and the address of the rest', async () => {
    const { id } = await createdProject(test, who);
    const row = await test.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const copies = Array.from({ length: 1004 }, (_, n) => ({
      ...row,
      id: `copy${n}`,
      sheet_id: `sheet${n}`,
      created_at: n < 500 ? '2020-01-01T00:00:00.000Z' : `2021-01-01T00:00:${String(n % 60).padStart(2, '0')}.000Z`,
    }));
    for (let n = 0; n < copies.length; n += 250) {
      const some = copies.slice(n, n + 250);
      await test.db.insertInto('projects').values(some).execute();
    }
    const page = await listed();
    expect(page.projects).toHaveLength(1000);
    expect(page.projects[0]?.id).toBe(id);
    const rest = (await call('GET', (page.next ?? '').replace('http://localhost', ''))).json<ProjectsAnswer>();
    expect(rest.next).toBeUndefined();
    const ids = [...page.projects, ...rest.projects].map((project) => project.id);
    expect(ids).toHaveLength(1005);
    expect(new Set(ids).size).toBe(1005);
  });

  it.each(['after=nonsense', 'after=', 'page=2'])('refuses ?%s', async (query) => {
    expect((await call('GET', `${apiPaths.projects}?${query}`)).statusCode).toBe(400);
  });
});

describe('deleting', () => {
  it('ends the project, and a new one can be created of the same spreadsheet', async () => {
    const project = await createdProject(test, who);
    const response = await call('DELETE', apiPaths.project(project.id));
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect((await call('GET', apiPaths.project(project.id))).json()).toMatchObject({
      status: 404,
      code: 'not_found',
      detail: 'There is no such project.',
    });
    expect((await call('DELETE', apiPaths.project(project.id))).statusCode).toBe(404);
    expect((await call('PUT', apiPaths.projectUpdate(project.id), { title: 'x' })).statusCode).toBe(404);
    expect(await listed()).toEqual({ projects: [] });
    const next = (await sync(project.sheetId)).json<{ project: Project }>().project;
    expect(next.id).not.toBe(project.id);
  });

  it('keeps it for thirty days, then removes it with its rows', async () => {
    const { id } = await createdProject(test, who);
    const tabs = test.db.selectFrom('project_tabs').selectAll().where('project_id', '=', id);
    const tab = await tabs.executeTakeFirstOrThrow();
    await call('DELETE', apiPaths.project(id));
    const remaining = async () => [
      (await test.db.selectFrom('projects').select('id').where('id', '=', id).execute()).length,
      (await test.db.selectFrom('project_tabs').select('id').where('project_id', '=', id).execute()).length,
      (await collectedBlobs(test.db)).filter((blob) => blob === tab.snapshot_blob).length,
    ];
    const day = 24 * 60 * 60 * 1000;
    await purgeTrash(test.services, new Date(Date.now() + 29.9 * day));
    expect(await remaining()).toEqual([1, 1, 1]);
    await purgeTrash(test.services, new Date(Date.now() + 30.1 * day));
    expect(await remaining()).toEqual([0, 0, 0]);
  });
});

describe('syncing now', () => {
  const syncNow = (id: string) => call('POST', `${apiPaths.project(id)}/sync`);

  it('returns the project', async () => {
    const { id } = await createdProject(test, who);
    const response = await syncNow(id);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ project: { id, status: 'live', revision: 1 } });
  });

  it('is refused while the project is paused, and creating it again changes nothing', async () => {
    const { id, sheetId, syncedAt } = await createdProject(test, who);
    await call('PUT', apiPaths.projectUpdate(id), { paused: true });
    expect((await syncNow(id)).json()).toMatchObject({ status: 409, code: 'project_paused' });
    expect((await sync(sheetId)).json()).toMatchObject({ project: { id, status: 'paused', syncedAt } });
  });

  it('keeps the rows if the spreadsheet can no longer be read', async () => {
    const project = await createdProject(test, who);
    const deleting = test.db.updateTable('drive_spreadsheets').set({ deleted_at: 'x' });
    await deleting.where('id', '=', project.sheetId).execute();
    expect((await syncNow(project.id)).json()).toMatchObject({ status: 422, code: 'source_not_found' });
    expect((await call('GET', apiPaths.project(project.id))).json()).toEqual({
      project: { ...project, status: 'stale', statusReason: 'There is no spreadsheet at this URL.' },
    });
  });
});
