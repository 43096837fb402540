import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { apiPaths } from '../../../src/contract/paths';
import type { Project, ProjectTab } from '../../../src/contract/projects';
import { createdProject, madeWorkbook } from '../../fixtures/driveFiles';

let project: Project;
let tab: ProjectTab;

const TEAS = madeWorkbook([
  {
    title: 'Teas',
    cells: [
      ['List of teas', ''],
      ['name', 'code', 'price', 'origin'],
      ['Assam', 'A1', 4, 'India'],
      ['Darjeeling', 'A2', 7, 'India'],
      ['Sencha', 'A3', 9, ''],
    ],
  },
  { title: 'Notes', cells: [['note'], ['hello']] },
]);

const test = beforeTests(() => buildTestApp());
const who = beforeTests(() => test.signUp());

/** A project with default settings. */
async function makeProject() {
  project = await createdProject(test, who, TEAS);
  tab = project.tabs[0] as ProjectTab;
}

const put = (payload: object, id = project.id) =>
  test.app.inject({ method: 'PUT', url: apiPaths.projectUpdate(id), headers: who.headers, payload });
const sync = () => {
  const payload = { sheetId: project.sheetId };
  return test.app.inject({ method: 'POST', url: apiPaths.projectsSync, headers: who.headers, payload });
};
const changed = async (payload: object) => {
  const response = await put(payload);
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
  return response.json<{ project: Project }>().project;
};
const get = async () => {
  const response = await test.app.inject({ method: 'GET', url: apiPaths.project(project.id), headers: who.headers });
  return response.json<{ project: Project }>().project;
};

describe('a setting of the project', () => {
  beforeEach(makeProject);

  it.each([
    [{ title: '  New name ' }, { title: 'New name', revision: 2 }],
    [{ access: 'public' }, { access: 'public', revision: 1 }],
    [{ refreshSeconds: 300 }, { refreshSeconds: 300, revision: 1 }],
    [{ maxAgeSeconds: 0 }, { maxAgeSeconds: 0, revision: 1 }],
    [{ maxAgeSeconds: 86_400 }, { maxAgeSeconds: 86_400, revision: 1 }],
    [{ paused: true }, { status: 'paused', revision: 1 }],
    [
      { title: 'All', access: 'public', refreshSeconds: 5, paused: true },
      { title: 'All', access: 'public', refreshSeconds: 5, status: 'paused' },
    ],
  ])('%j', async (payload, expected) => {
    const after = await changed(payload);
    expect(after).toEqual({ ...project, revision: after.revision, ...expected });
    expect(await get()).toEqual(after);
  });

  it('resumes a paused project', async () => {
    await changed({ paused: true });
    expect((await changed({ paused: false })).status).toBe('live');
  });

  it('makes caches revalidate each time again', async () => {
    await changed({ maxAgeSeconds: 60 });
    expect(await changed({ maxAgeSeconds: null })).not.toHaveProperty('maxAgeSeconds');
  });

  it('keeps the title through a sync', async () => {
    await changed({ title: 'Mine' });
    await sync();
    expect((await get()).title).toBe('Mine');
  });

  it('unpublishes one endpoint and leaves the others', async () => {
    const after = await changed({ tabs: [{ sheetId: tab.sheetId, published: false }] });
    expect(after.revision).toBe(2);
    expect(after.tabs).toEqual([{ ...tab, published: false }, project.tabs[1]]);
  });
});

describe('settings of a tab', () => {
  beforeEach(makeProject);

  const columnsOf = async () => {
    const row = await test.db
      .selectFrom('project_tabs')
      .selectAll()
      .where('project_id', '=', project.id)
      .where('sheet_id', '=', tab.sheetId)
      .executeTakeFirstOrThrow();
    const columns = JSON.parse(row.columns) as { key: string; type: string }[];
    return { row, types: Object.fromEntries(columns.map(({ key, type }) => [key, type])) };
  };

  it('derive its rows again', async () => {
    const after = await changed({ tabs: [{ sheetId: tab.sheetId, columnTypes: { price: 'text' } }] });
    expect(after).toMatchObject({ revision: 2, syncedAt: project.syncedAt });
    expect((await columnsOf()).types).toMatchObject({ name: 'text', price: 'text' });
    const back = await changed({ tabs: [{ sheetId: tab.sheetId, columnTypes: {} }] });
    expect(back.revision).toBe(3);
    expect((await columnsOf()).types).toMatchObject({ price: 'integer' });
  });

  it('set the header row, and let it be detected again', async () => {
    const first = await changed({ tabs: [{ sheetId: tab.sheetId, headerRow: 3 }] });
    expect(first.tabs[0]).toMatchObject({ rows: 2 });
    expect(Object.keys((await columnsOf()).types)).toContain('Assam');
    const second = await changed({ tabs: [{ sheetId: tab.sheetId, headerRow: null }] });
    expect(second.tabs[0]).toMatchObject({ rows: 3 });
    expect(Object.keys((await columnsOf()).types)).toContain('name');
  });

  it('set no header row: all rows are data, in columns A, B, C', async () => {
    const after = await changed({ tabs: [{ sheetId: tab.sheetId, headerRow: 0 }] });
    expect(after.tabs[0]).toMatchObject({ rows: 5 });
    expect(Object.keys((await columnsOf()).types)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('set a key column and unset it', async () => {
    await changed({ tabs: [{ sheetId: tab.sheetId, keyColumn: 'code' }] });
    expect((await columnsOf()).row.key_column).toBe('code');
    await changed({ tabs: [{ sheetId: tab.sheetId, keyColumn: null }] });
    expect((await columnsOf()).row.key_column).toBeNull();
  });

  it('stay through a sync', async () => {
    await changed({ tabs: [{ sheetId: tab.sheetId, keyColumn: 'code', columnTypes: { price: 'text' } }] });
    await sync();
    expect(await columnsOf()).toMatchObject({ row: { key_column: 'code' }, types: { price: 'text' } });
    expect((await get()).revision).toBe(2);
  });

  it('leave unnamed settings unchanged', async () => {
    await changed({ tabs: [{ sheetId: tab.sheetId, keyColumn: 'code' }] });
    await changed({ tabs: [{ sheetId: tab.sheetId, published: false }] });
    await changed({ tabs: [{ sheetId: tab.sheetId, columnTypes: { price: 'text' } }] });
    expect((await columnsOf()).row).toMatchObject({ key_column: 'code', published: 0 });
  });

  it('of concurrent requests, and of a running sync, end as the last one set them', async () => {
    const types = ['text', 'number', 'integer', 'text'];
    const answers = await Promise.all([
      sync(),
      ...types.map((type) => put({ tabs: [{ sheetId: tab.sheetId, columnTypes: { price: type } }] })),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    const { row, types: now } = await columnsOf();
    expect(JSON.parse(row.column_types)).toEqual({ price: now.price });
  });
});

describe('refused settings', () => {
  beforeAll(makeProject);

  const one = (update: object) => ({ tabs: [{ sheetId: tab.sheetId, ...update }] });
  const unchanged = async () => expect(await get()).toEqual(project);

  it.each([
    {},
    { name: 'unknown' },
    { title: '' },
    { title: 'x'.repeat(301) },
    { access: 'open' },
    { refreshSeconds: 4 },
    { maxAgeSeconds: -1 },
    { maxAgeSeconds: 86_401 },
    { paused: 'yes' },
    { tabs: {} },
    { tabs: [{ published: true }] },
    { tabs: [{ sheetId: 1, title: 'x' }] },
    { tabs: [{ sheetId: 1, headerRow: -1 }] },
    { tabs: [{ sheetId: 1, columnTypes: { price: 'money' } }] },
  ])('400: %j', async (payload) => {
    expect((await put(payload)).statusCode).toBe(400);
    await unchanged();
  });

  it.each([
    ['a blank title', () => ({ title: ' \t ' }), { field: 'title', detail: 'Give the project a name.' }],
    [
      'an unknown sheet',
      () => ({ tabs: [{ sheetId: 99, published: false }] }),
      { field: 'tabs.0.sheetId', detail: 'This project has no sheet with the number 99.' },
    ],
    [
      'a sheet named twice',
      () => ({ tabs: [one({ published: false }).tabs[0], one({ published: true }).tabs[0]] }),
      { field: 'tabs.1.sheetId', detail: 'The sheet “Teas” is named twice.' },
    ],
    [
      'an unknown key column',
      () => one({ keyColumn: 'id' }),
      {
        field: 'tabs.0.keyColumn',
        detail: 'The sheet “Teas” has no column “id”. Its columns are “name”, “code”, “price”, “origin”.',
      },
    ],
    [
      'a type of an unknown column',
      () => one({ columnTypes: { cost: 'text' } }),
      {
        field: 'tabs.0.columnTypes.cost',
        detail: 'The sheet “Teas” has no column “cost”. Its columns are “name”, “code”, “price”, “origin”.',
      },
    ],
    [
      'a blank header row',
      () => one({ headerRow: 4000 }),
      { field: 'tabs.0.headerRow', detail: 'Row 4000 of the sheet “Teas” holds no column names.' },
    ],
  ])('422: %s', async (_what, payload, line) => {
    const response = await put(payload());
    expect(response.json()).toMatchObject({ status: 422, code: 'invalid_update', detail: line.detail, errors: [line] });
    await unchanged();
  });

  it('422: a key column with repeated values, with both cells', async () => {
    const response = await put(one({ keyColumn: 'origin' }));
    const { errors } = response.json<{ errors: { field: string; cell: string; detail: string }[] }>();
    expect(response.json()).toMatchObject({ status: 422, code: 'invalid_update' });
    expect(errors[0]).toMatchObject({ field: 'tabs.0.keyColumn', cell: 'Teas!D4' });
    expect(errors[0]?.detail).toMatch(/D3.*D4/);
    expect(errors.map(({ cell }) => cell)).toContain('Teas!D5');
    await unchanged();
  });

  it('422: all of them if one does not fit, and no rows stay behind', async () => {
    const blobs = async () => (await test.db.selectFrom('blobs').select('id').execute()).length;
    const before = await blobs();
    const response = await put({
      title: 'Other',
      access: 'public',
      tabs: [
        { sheetId: project.tabs[1]?.sheetId, columnTypes: { note: 'number' } },
        { sheetId: tab.sheetId, keyColumn: 'origin' },
      ],
    });
    expect(response.statusCode).toBe(422);
    await unchanged();
    expect(await blobs()).toBe(before);
  });
});
