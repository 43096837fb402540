import { apiPaths } from '../../../../src/contract/paths';
import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import { madeWorkbook } from '../../../fixtures/driveFiles';
import type { SignedIn } from '../../../fixtures/people';
import { sheetOf } from './sheet';

let test: TestApp;
let who: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
  who = await test.signUp();
});
afterAll(() => test.close());

const BOTH = madeWorkbook([
  {
    title: 'beans',
    sheetId: 3,
    cells: [
      ['name', 'price'],
      ['Kaffa', 12],
      ['Yirga', 14],
    ],
  },
  {
    title: 'orders',
    sheetId: 5,
    cells: [
      ['order', 'grams'],
      ['00501', 250],
    ],
  },
]);

describe('rows', () => {
  it('are inserted and removed; the others keep their ids, at the endpoint too', async () => {
    const { operate, shown, project, endpoint, rows } = await sheetOf(test, who);
    const { id } = await project();
    const before = (await rows()).rows.map((row) => row.id);
    await operate({ kind: 'insertRows', at: 3, count: 2 });
    expect(Object.keys(await shown())).toEqual(['1', '2', '5', '6']);
    await operate({ kind: 'deleteRows', at: 2, count: 3 });
    expect(await shown()).toMatchObject({ 1: ['name', 'price', 'code', 'open'], 2: ['Yirga', '14', '008', 'FALSE'] });
    expect((await rows()).rows.map((row) => row.id)).toEqual([before[0], before[2], before[3]]);
    const { data } = await endpoint(id);
    expect(data.map((row: { _id: string }) => row._id)).toEqual([before[2], before[3]]);
  });

  it('are restored unchanged', async () => {
    const { operate, rows } = await sheetOf(test, who);
    const before = (await rows()).rows;
    const { body } = await operate({ kind: 'deleteRows', at: 2, count: 2 });
    const back = { kind: 'insertRows', at: 2, count: 2, restore: body.removed } as const;
    expect((await operate(back)).status).toBe(200);
    expect((await rows()).rows).toEqual(before);
  });

  it('inserted or removed above the header row move it, where it was set', async () => {
    const { operate, project, endpoint, call, sheetId } = await sheetOf(test, who);
    const { id } = await project();
    await call('PUT', apiPaths.projectUpdate(id), { tabs: [{ sheetId, headerRow: 1 }] });
    await operate({ kind: 'insertRows', at: 1, count: 2 });
    expect((await endpoint(id)).data).toHaveLength(3);
    expect((await endpoint(id)).columns[0]).toMatchObject({ key: 'name', cell: 'A3' });
  });
});

describe('columns', () => {
  it('are inserted and removed', async () => {
    const { operate, shown } = await sheetOf(test, who);
    await operate({ kind: 'insertColumns', at: 2, count: 1 });
    expect((await shown())[2]).toEqual(['Kaffa', '', '12.50', '007', 'TRUE']);
    await operate({ kind: 'deleteColumns', at: 2, count: 2 });
    expect((await shown())[2]).toEqual(['Kaffa', '007', 'TRUE']);
  });

  it('are restored, with the rows that held nothing else', async () => {
    const { operate, edit, rows } = await sheetOf(test, who);
    await edit({ row: 7, column: 2, value: '99' });
    const before = (await rows()).rows;
    const { body } = await operate({ kind: 'deleteColumns', at: 2, count: 1 });
    expect((await rows()).rows).toHaveLength(before.length - 1);
    await operate({ kind: 'insertColumns', at: 2, count: 1, restore: body.removed });
    expect((await rows()).rows).toEqual(before);
  });

  it('once removed are missing from the endpoint', async () => {
    const { operate, project, endpoint } = await sheetOf(test, who);
    const { id } = await project();
    await operate({ kind: 'deleteColumns', at: 2, count: 1 });
    expect((await endpoint(id)).columns.map(({ key }: { key: string }) => key)).toEqual(['name', 'code', 'open']);
  });
});

describe('an edit at a revision from before rows were moved', () => {
  it('is refused', async () => {
    const { operate, patch, rows } = await sheetOf(test, who);
    const { revision } = (await rows()).tab;
    await operate({ kind: 'insertRows', at: 2, count: 1 });
    const edit = await patch({ revision, edits: [{ row: 2, column: 1, value: 'x', before: 'Kaffa' }] });
    expect([edit.status, edit.body.code]).toEqual([409, 'sheet_changed']);
    const again = await patch({ revision, operation: { kind: 'insertRows', at: 2, count: 1 } });
    expect([again.status, again.body.code]).toEqual([409, 'sheet_changed']);
  });

  it('does not restore removed rows that were dropped or belong to another sheet', async () => {
    const { operate } = await sheetOf(test, who);
    const other = await sheetOf(test, who);
    const { body } = await other.operate({ kind: 'deleteRows', at: 2, count: 1 });
    for (const restore of ['nothing', body.removed]) {
      const answer = await operate({ kind: 'insertRows', at: 2, count: 1, restore });
      expect(answer.status).toBe(410);
    }
  });
});

describe('tabs', () => {
  const tabsOf = async ({ call, id }: Awaited<ReturnType<typeof sheetOf>>) =>
    (await call('GET', apiPaths.driveSpreadsheet(id))).body.spreadsheet.tabs as { sheetId: number; title: string }[];

  it('are added beside each other, renamed and deleted; endpoints follow', async () => {
    const sheet = await sheetOf(test, who, BOTH);
    const { id: projectId } = await sheet.project();
    const { status, body } = await sheet.call('POST', apiPaths.driveTabs(sheet.id), { position: 1 });
    expect(status).toBe(201);
    expect((await tabsOf(sheet)).map(({ title }) => title)).toEqual(['beans', 'Sheet 3', 'orders']);
    await sheet.patch({ title: 'roasters' }, body.sheetId);
    const edits = [
      { row: 1, column: 1, value: 'name' },
      { row: 2, column: 1, value: 'Saltbox' },
    ];
    expect((await sheet.patch({ revision: 0, edits }, body.sheetId)).status).toBe(200);
    expect((await sheet.endpoint(projectId, body.sheetId)).data).toMatchObject([{ name: 'Saltbox' }]);
    await sheet.call('DELETE', apiPaths.driveTab(sheet.id, 5));
    const { project } = (await sheet.call('GET', apiPaths.project(projectId))).body;
    expect(project.tabs.map(({ title }: { title: string }) => title)).toEqual(['beans', 'roasters']);
  });

  it('are restored with later writes, as the endpoint they were', async () => {
    const sheet = await sheetOf(test, who, BOTH);
    const { id: projectId } = await sheet.project();
    await sheet.patch({ revision: 0, edits: [{ row: 2, column: 2, value: '300' }] }, 5);
    const { body } = await sheet.call('DELETE', apiPaths.driveTab(sheet.id, 5));
    expect((await sheet.call('GET', apiPaths.driveTabRows(sheet.id, 5))).status).toBe(404);
    const back = await sheet.call('POST', apiPaths.driveTabs(sheet.id), { restore: body.removed });
    expect(back.body).toEqual({ sheetId: 5 });
    expect((await tabsOf(sheet)).map(({ title }) => title)).toEqual(['beans', 'orders']);
    expect((await sheet.endpoint(projectId, 5)).data).toMatchObject([{ order: '00501', grams: 300 }]);
  });

  it.each([
    ['beans', 'There is another sheet called “beans”.'],
    ['BEANS', 'There is another sheet called “BEANS”.'],
    [' \u0007', 'Give the sheet a name.'],
  ])('cannot be called %j', async (title, detail) => {
    const sheet = await sheetOf(test, who, BOTH);
    const { status, body } = await sheet.patch({ title }, 5);
    expect([status, body.detail]).toEqual([422, detail]);
    expect((await sheet.call('POST', apiPaths.driveTabs(sheet.id), { title })).status).toBe(422);
  });

  it('the last one cannot be deleted', async () => {
    const { call, id, sheetId } = await sheetOf(test, who);
    const { status, body } = await call('DELETE', apiPaths.driveTab(id, sheetId));
    expect([status, body.detail]).toEqual([409, 'A spreadsheet needs one sheet at least.']);
  });
});
