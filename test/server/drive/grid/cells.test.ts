import { apiPaths } from '../../../../src/contract/paths';
import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import type { SignedIn } from '../../../fixtures/people';
import { sheetOf } from './sheet';

let test: TestApp;
let who: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
  who = await test.signUp();
});
afterAll(() => test.close());

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

describe('editing cells', () => {
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
  ])('parses %j as %j', async (value, cell) => {
    const { edit, rows } = await sheetOf(test, who);
    const { status, body } = await edit({ row: 2, column: 1, value });
    expect(status).toBe(200);
    expect(body.cells).toEqual([{ row: 2, column: 1, cell }]);
    expect(body.tab.revision).toBe(1);
    expect((await rows()).rows[1]?.cells[0]).toEqual(cell);
  });

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

  it('adds a column, and renames one', async () => {
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
