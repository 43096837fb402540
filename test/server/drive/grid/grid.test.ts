import { limits } from '../../../../src/contract/limits';
import { apiPaths } from '../../../../src/contract/paths';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { madeWorkbook } from '../../../fixtures/driveFiles';
import { sheetOf } from './sheet';

const test = beforeTests(() => buildTestApp());
const who = beforeTests(() => test.signUp());

type Sheet = Awaited<ReturnType<typeof sheetOf>>;

const BOTH = madeWorkbook([
  { title: 'beans', sheetId: 3, cells: [['name'], ['Kaffa'], ['Yirga']] },
  { title: 'orders', sheetId: 5, cells: [['order'], ['00501']] },
]);

describe('reading cells', () => {
  it('returns rows as text with their values', async () => {
    const { rows } = await sheetOf(test, who);
    const { tab, rows: found } = await rows();
    expect(tab).toMatchObject({ title: 'beans', revision: 0, lastRow: 4, columns: 4, headerRow: 1, callsToday: 0 });
    expect(found[0]?.cells).toEqual(['name', 'price', 'code', 'open']);
    expect(found[1]?.cells).toEqual(['Kaffa', { kind: 'number', value: 12.5, text: '12.50' }, '007', true]);
    expect(found.every(({ id }) => /^r_[0-9a-z]{12}$/.test(id))).toBe(true);
  });

  it('returns one page of rows', async () => {
    const { rows, sheetId } = await sheetOf(test, who);
    const page = await rows(sheetId, '?from=3&limit=1');
    expect(page.rows.map(({ row }) => row)).toEqual([3]);
    expect(await rows(sheetId, '?from=500&limit=100')).toMatchObject({ rows: [] });
  });

  it('refuses rows that are too long for a response', async () => {
    const { call, id, sheetId, rows } = await sheetOf(test, who);
    jest.replaceProperty(limits, 'bytesPerResponse', 200);
    const page = await call('GET', apiPaths.driveTabRows(id, sheetId));
    expect([page.status, page.body]).toMatchObject([413, { code: 'too_large', hint: 'Ask for fewer rows at once.' }]);
    expect((await rows(sheetId, '?from=2&limit=1')).rows).toHaveLength(1);
  });

  it.each(['?from=0', '?limit=501', '?from=x', '?page=2'])('refuses %s', async (query) => {
    const { call, id, sheetId } = await sheetOf(test, who);
    expect((await call('GET', apiPaths.driveTabRows(id, sheetId) + query)).status).toBe(400);
  });

  it('does not find an unknown tab', async () => {
    const { call, id } = await sheetOf(test, who);
    const { status, body } = await call('GET', apiPaths.driveTabRows(id, 77));
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('a typed text', () => {
  let sheet: Sheet;
  beforeAll(async () => {
    sheet = await sheetOf(test, who);
  });

  it.each([
    ['12', 12],
    [' 12.5 ', 12.5],
    ['-3', -3],
    ['TRUE', true],
    ['false', false],
    ['007', '007'],
    ['+49 30', '+49 30'],
    ['1e5', '1e5'],
    ['1234567890123456', '1234567890123456'],
    ["'12", '12'],
    ['2009-04-01', { kind: 'date', value: '2009-04-01' }],
    ['2009-04-01 12:30', { kind: 'datetime', value: '2009-04-01T12:30:00' }],
    ['12:30', { kind: 'time', value: '12:30:00' }],
    ['2009-02-30', '2009-02-30'],
    ['01/02/2009', '01/02/2009'],
    ['=1+1', '=1+1'],
    ['<b>no</b>\u0000', '<b>no</b>'],
    ['   ', null],
  ])('%j is parsed as %j', async (value, cell) => {
    const { status, body } = await sheet.edit({ row: 2, column: 1, value });
    expect(status).toBe(200);
    expect(body.cells).toEqual([{ row: 2, column: 1, cell }]);
    expect((await sheet.rows()).rows[1]?.cells[0]).toEqual(cell);
  });
});

describe('editing cells', () => {
  it('keeps row ids, gives new rows new ids and removes rows that become blank', async () => {
    const { edit, rows } = await sheetOf(test, who);
    const before = (await rows()).rows.map(({ id }) => id);
    await edit({ row: 3, column: 1, value: 'Sidama' }, { row: 9, column: 2, value: '20' });
    await edit(...[1, 2, 3, 4].map((column) => ({ row: 2, column, value: '' })));
    const after = (await rows()).rows;
    expect(after.map(({ row }) => row)).toEqual([1, 3, 4, 9]);
    expect(after.slice(0, 3).map(({ id }) => id)).toEqual([before[0], before[2], before[3]]);
    expect(before).not.toContain(after[3]?.id);
  });

  it('adds a column', async () => {
    const { edit, shown, call, id } = await sheetOf(test, who);
    await edit({ row: 1, column: 5, value: 'note' }, { row: 2, column: 5, value: 'best' });
    expect(await shown()).toMatchObject({ 1: ['name', 'price', 'code', 'open', 'note'] });
    const { body } = await call('GET', apiPaths.driveSpreadsheet(id));
    expect(body.spreadsheet.tabs[0]).toMatchObject({ rows: 3, columns: 5 });
  });

  it('is stored in the log, and shown to the next request', async () => {
    const { edit, shown, sheetId, id } = await sheetOf(test, who);
    await edit({ row: 4, column: 3, cell: '010' });
    const stored = await test.db.selectFrom('record_log').selectAll().where('spreadsheet_id', '=', id).execute();
    expect(stored).toHaveLength(1);
    expect((await shown(sheetId))[4]).toEqual(['Huila', '15', '010', 'TRUE']);
  });
});

describe('a conflict of edits', () => {
  it('returns the current cell and writes nothing', async () => {
    const { patch, rows } = await sheetOf(test, who);
    const mine = { row: 2, column: 1, value: 'Mine', before: 'Kaffa' };
    expect((await patch({ revision: 0, edits: [{ ...mine, value: 'Theirs' }] })).status).toBe(200);
    const edits = [{ row: 3, column: 1, value: 'Also', before: 'Yirga' }, mine];
    const { status, body } = await patch({ revision: 0, edits });
    expect([status, body.code]).toEqual([409, 'cell_changed']);
    expect(body.clashes).toEqual([{ row: 2, column: 1, cell: 'Theirs' }]);
    expect((await rows()).rows[2]?.cells[0]).toBe('Yirga');
  });

  it('does not occur if both people wrote the same', async () => {
    const { patch } = await sheetOf(test, who);
    const edit = { row: 2, column: 1, value: 'Same', before: 'Kaffa' };
    expect((await patch({ revision: 0, edits: [edit] })).status).toBe(200);
    const again = await patch({ revision: 0, edits: [edit] });
    expect([again.status, again.body.tab.revision]).toEqual([200, 1]);
  });

  it('without a value to compare requires the revision of the whole sheet', async () => {
    const { patch } = await sheetOf(test, who);
    await patch({ revision: 0, edits: [{ row: 2, column: 1, value: 'One' }] });
    const { status, body } = await patch({ revision: 0, edits: [{ row: 3, column: 1, value: 'Two' }] });
    expect([status, body.clashes]).toEqual([409, [{ row: 3, column: 1, cell: 'Yirga' }]]);
  });

  it('leaves the other edits of the request to be written', async () => {
    const { patch, rows } = await sheetOf(test, who);
    const edits = Array.from({ length: 12 }, (_, at) => ({
      row: 10 + at,
      column: 1,
      value: `row ${at}`,
      before: null,
    }));
    const answers = await Promise.all(edits.map((edit) => patch({ revision: 0, edits: [edit] })));
    expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 200));
    expect((await rows()).rows.slice(4).map(({ cells }) => cells[0])).toEqual(edits.map(({ value }) => value));
  });
});

describe('edits are refused', () => {
  it.each([
    [{ revision: 0, edits: [] }, 400],
    [{ revision: 0, edits: [{ row: 0, column: 1, value: 'x' }] }, 400],
    [{ revision: 0, edits: [{ row: 1, column: 2001, value: 'x' }] }, 400],
    [{ revision: 0, edits: [{ row: 1, column: 1, cell: { kind: 'cow', value: 1 } }] }, 400],
    [{ revision: 0, operation: { kind: 'sort', at: 1, count: 1 } }, 400],
    [{ title: '' }, 400],
    [{ title: ' \u0007 ' }, 422],
  ])('%j', async (body, status) => {
    const { patch, rows } = await sheetOf(test, who);
    expect((await patch(body)).status).toBe(status);
    expect((await rows()).tab).toMatchObject({ revision: 0, title: 'beans' });
  });
});

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
    expect((await operate(back)).status).toBe(200);
    expect((await rows()).rows.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
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

  it('are restored into a row that was written meanwhile where a removed one stood', async () => {
    const { operate, edit, rows } = await sheetOf(test, who);
    await edit({ row: 7, column: 2, value: '99' });
    const { body } = await operate({ kind: 'deleteColumns', at: 2, count: 1 });
    await edit({ row: 7, column: 1, value: 'Meanwhile' });
    const { id } = (await rows()).rows.at(-1)!;
    await operate({ kind: 'insertColumns', at: 2, count: 1, restore: body.removed });
    expect((await rows()).rows.slice(4)).toEqual([{ id, row: 7, cells: ['Meanwhile', 99] }]);
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
    await patch({ revision: revision + 1, edits: [{ row: 4, column: 1, value: 'x' }] });
    expect((await rows()).tab).toMatchObject({ revision: revision + 2, shape: revision + 1 });
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

  it.each(['Rows', 'Columns'] as const)('does not restore removed %s into another tab', async (what) => {
    const { operate, call, patch, rows, id } = await sheetOf(test, who);
    const { body } = await operate({ kind: `delete${what}`, at: 2, count: 1 });
    const { sheetId } = (await call('POST', apiPaths.driveTabs(id), {})).body;
    const operation = { kind: `insert${what}`, at: 2, count: 1, restore: body.removed };
    expect((await patch({ revision: 0, operation }, sheetId)).status).toBe(410);
    expect((await rows(sheetId)).rows).toEqual([]);
    expect((await operate({ ...operation, kind: `insert${what}` })).status).toBe(200);
  });
});

it('a tab has the revision at which its rows or columns were last moved', async () => {
  const { edit, operate, rows } = await sheetOf(test, who);
  await edit({ row: 2, column: 1, value: 'Kaffa 2' });
  expect((await rows()).tab).toMatchObject({ revision: 1, shape: 0 });
  const { body } = await operate({ kind: 'insertRows', at: 2, count: 1 });
  expect(body.tab).toMatchObject({ revision: 2, shape: 2 });
  await edit({ row: 3, column: 1, value: 'Kaffa 3' });
  expect((await rows()).tab).toMatchObject({ revision: 3, shape: 2 });
});

describe('tabs', () => {
  const tabsOf = async ({ call, id }: Sheet) =>
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
    await sheet.patch({ revision: 0, edits: [{ row: 2, column: 1, value: '00502' }] }, 5);
    const { body } = await sheet.call('DELETE', apiPaths.driveTab(sheet.id, 5));
    expect((await sheet.call('GET', apiPaths.driveTabRows(sheet.id, 5))).status).toBe(404);
    const back = await sheet.call('POST', apiPaths.driveTabs(sheet.id), { restore: body.removed });
    expect(back.body).toEqual({ sheetId: 5 });
    expect((await tabsOf(sheet)).map(({ title }) => title)).toEqual(['beans', 'orders']);
    expect((await sheet.endpoint(projectId, 5)).data).toMatchObject([{ order: '00502' }]);
    expect((await sheet.rows(5)).tab).toMatchObject({ revision: 2, shape: 0 });
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

it('long texts are folded into the sheet soon, and a long log is read in small steps', async () => {
  const { id, edit, shown, rows } = await sheetOf(test, who);
  const logged = async () =>
    (await test.db.selectFrom('record_log').select('sequence').where('spreadsheet_id', '=', id).execute()).length;
  const long = (n: number) => ({ row: 2, column: 1, cell: `${n}`.padEnd(49_000, 'x') });
  let most = 0;
  for (let n = 0; n < 100; n += 1) {
    expect((await edit(long(n))).status).toBe(200);
    most = Math.max(most, await logged());
  }
  expect(most).toBeGreaterThan(50);
  expect(most).toBeLessThan(95);
  expect((await shown())[2]?.[0]).toBe(long(99).cell);
  expect((await rows()).tab.revision).toBe(100);
});
