import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import type { SentFile } from '../../fixtures/driveFiles';
import { cellXml, ods, xlsx } from '../../fixtures/workbookFiles';
import { type Writable, writable } from './write/writing';

const test = beforeTests(() => buildTestApp());

/** A title over all columns; a region over three rows, of which one has nothing else; a price over two columns. */
const CELLS = [
  ['Prices of this year'],
  ['Region', 'Name', 'Price', 'Net', 'Note'],
  ['North', 'Tea', '4.5', '4', ''],
  ['', 'Kaffee', '3', '', 'half'],
  [],
  ['', 'Kakao', '2', '1', ''],
  ['South', 'Saft', '1', '1', ''],
];

const xmlOf = (cell: string) => cellXml(Number(cell) > 0 ? Number(cell) : cell || null);

const book: SentFile = {
  name: 'merged.xlsx',
  bytes: xlsx({
    sheets: [
      {
        name: 'Merged',
        rows: CELLS.map((row, at) => `<row r="${at + 1}">${row.map(xmlOf).join('')}</row>`).join(''),
        after:
          '<mergeCells><mergeCell ref="A1:E1"/><mergeCell ref="A3:A6"/><mergeCell ref="C4:D4"/><mergeCell ref="D2:E2"/></mergeCells>',
      },
    ],
  }),
};

const covered = (count: number) => '<table:covered-table-cell/>'.repeat(count);
const cell = (value: string, spans = '') =>
  Number(value) > 0
    ? `<table:table-cell office:value-type="float" office:value="${value}" ${spans}><text:p>${value}</text:p></table:table-cell>`
    : `<table:table-cell office:value-type="string" ${spans}><text:p>${value}</text:p></table:table-cell>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;

const document: SentFile = {
  name: 'merged.ods',
  bytes: ods(
    `<table:table table:name="Merged">${[
      row(cell('Prices of this year', 'table:number-columns-spanned="5"'), covered(4)),
      row(cell('Region'), cell('Name'), cell('Price'), cell('Net', 'table:number-columns-spanned="2"'), covered(1)),
      row(cell('North', 'table:number-rows-spanned="4"'), cell('Tea'), cell('4.5'), cell('4')),
      row(covered(1), cell('Kaffee'), cell('3', 'table:number-columns-spanned="2"'), covered(1), cell('half')),
      row(covered(1)),
      row(covered(1), cell('Kakao'), cell('2'), cell('1')),
      row(cell('South'), cell('Saft'), cell('1'), cell('1')),
    ].join('')}</table:table>`,
  ),
};

const FIRST_ALONE = [
  { Region: 'North', Name: 'Tea', Price: 4.5, Net: 4, column_E: null },
  { Region: null, Name: 'Kaffee', Price: 3, Net: null, column_E: 'half' },
  { Region: null, Name: 'Kakao', Price: 2, Net: 1, column_E: null },
  { Region: 'South', Name: 'Saft', Price: 1, Net: 1, column_E: null },
];
const REPEATED = [
  { Region: 'North', Name: 'Tea', Price: 4.5, Net: 4, Net_2: null },
  { Region: 'North', Name: 'Kaffee', Price: 3, Net: 3, Net_2: 'half' },
  { Region: 'North', Name: 'Kakao', Price: 2, Net: 1, Net_2: null },
  { Region: 'South', Name: 'Saft', Price: 1, Net: 1, Net_2: null },
];

const setRepeated = ({ update, sheetId }: Writable, repeatMerged: boolean) =>
  update({ tabs: [{ sheetId, repeatMerged }] });
const rowsOf = (tab: Writable) => tab.rows('&_fields=*,-_id');

describe.each([
  ['an .xlsx file', book],
  ['an .ods file', document],
])('merged cells of %s', (_kind, file) => {
  it('have their value in the first cell, or in each of them if the setting says so', async () => {
    const tab = await writable(test, file);
    expect(await rowsOf(tab)).toEqual(FIRST_ALONE);
    const ids = (await tab.rows()).map(({ _id }) => _id);
    const { tabs, revision } = await setRepeated(tab, true);
    expect(tabs[0]).toMatchObject({ repeatMerged: true });
    expect(tabs[0]?.warnings).toContainEqual(
      expect.objectContaining({ code: 'merged_cells', cell: 'A3', detail: expect.stringContaining('is repeated') }),
    );
    expect(await rowsOf(tab)).toEqual(REPEATED);
    expect((await tab.rows()).map(({ _id }) => _id)).toEqual(ids);
    expect(await tab.rows('&Region=North&_fields=Name,-_id&_sort=Price')).toEqual(
      ['Kakao', 'Kaffee', 'Tea'].map((Name) => ({ Name })),
    );
    expect(await tab.rows('&_values=text&Name=Kaffee&_fields=Region,Net,-_id')).toEqual([
      { Region: 'North', Net: '3' },
    ]);
    const back = await setRepeated(tab, false);
    expect(back.tabs[0]).not.toHaveProperty('repeatMerged');
    expect(back.revision).toBeGreaterThan(revision);
    expect(await rowsOf(tab)).toEqual(FIRST_ALONE);
  });
});

it('merged cells stay repeated across syncs, folds, reloads and edits of the sheet', async () => {
  const tab = await writable(test, book);
  await setRepeated(tab, true);
  await tab.sync();
  expect(await rowsOf(tab)).toEqual(REPEATED);
  const created = await tab.call('POST', '', { body: { Region: 'West', Name: 'Mate' } });
  expect(created.status).toBe(201);
  await tab.fold();
  tab.reload();
  const grown = [...REPEATED, { Region: 'West', Name: 'Mate', Price: null, Net: null, Net_2: null }];
  expect(await rowsOf(tab)).toEqual(grown);
  await tab.editSheet({ edits: [{ row: 3, column: 1, cell: 'Norden' }] });
  const renamed = grown.map((one) => (one.Region === 'North' ? { ...one, Region: 'Norden' } : one));
  expect(await rowsOf(tab)).toEqual(renamed);
  await tab.editSheet({ edits: [{ row: 5, column: 2, cell: 'Matcha' }] });
  expect((await rowsOf(tab))[2]).toMatchObject({ Region: 'Norden', Name: 'Matcha' });
});

it('repeated merged cells do not keep a row whose other cells are blanked', async () => {
  const tab = await writable(test, book);
  await setRepeated(tab, true);
  const [, , cocoa] = await tab.rows();
  const path = `/${String(cocoa?._id)}`;
  for (const method of ['PATCH', 'PUT'] as const) {
    const refused = await tab.call(method, path, { body: { Name: null, Price: null, Net: null } });
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_rows']);
  }
  expect((await tab.call('PATCH', path, { body: { Name: null, Net: null } })).status).toBe(200);
  await tab.update({ tabs: [{ sheetId: tab.sheetId, columnTypes: { Price: 'number' } }] });
  expect((await tab.call('GET', path)).body.data).toMatchObject({ Region: 'North', Name: null, Price: 2 });
});

it('repeated merged cells cannot be written, but can be sent back unchanged', async () => {
  const tab = await writable(test, book);
  await setRepeated(tab, true);
  const [tea, coffee] = await tab.rows();
  const change = (row: Record<string, unknown> | undefined, body: object) =>
    tab.call('PATCH', `/${String(row?._id)}`, { body });
  const refused = await change(tea, { Region: 'West' });
  expect([refused.status, refused.body.code]).toEqual([409, 'cell_not_writable']);
  expect(refused.body.errors).toEqual([expect.objectContaining({ field: 'Region', cell: 'A3' })]);
  expect((await change(coffee, { Region: 'West' })).body.errors[0].cell).toBe('A4');
  const removal = await tab.call('DELETE', `/${String(tea?._id)}`);
  expect([removal.status, removal.body.code]).toEqual([409, 'cell_not_writable']);
  const same = await change(coffee, { Region: 'North', Note: undefined, Name: 'Mokka' });
  expect([same.status, same.body.data]).toEqual([200, { ...coffee, Name: 'Mokka' }]);
  await setRepeated(tab, false);
  expect((await change(tea, { Region: 'West' })).status).toBe(200);
  expect((await tab.call('DELETE', `/${String(tea?._id)}`)).status).toBe(204);
});
