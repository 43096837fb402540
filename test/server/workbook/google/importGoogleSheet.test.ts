import { GridScanner, importGoogleSheet } from '../../../../src/server/workbook/google/importGoogleSheet';
import { rawCellOf } from '../../../../src/server/workbook/google/gridCell';
import { rawRows, withFile } from '../../../fixtures/workbookFiles';

const text = (stringValue: string) => ({ effectiveValue: { stringValue } });
const number = (numberValue: number, type?: string, pattern?: string) => ({
  effectiveValue: { numberValue },
  ...(type !== undefined && { effectiveFormat: { numberFormat: { type, pattern } } }),
});

const ROWS = [
  { values: [text('na"me'), text('n]}')] },
  {},
  { values: [text('back\\slash"'), {}, number(45_000, 'DATE', 'yyyy-mm-dd')] },
  { values: [{}, number(2)] },
];

const answer = {
  properties: { title: 'Odd "one" [x]' },
  sheets: [
    {
      properties: { title: 'CO2 {', sheetType: 'GRID' },
      data: [{ rowData: ROWS }],
      merges: [{ startRowIndex: 0, endRowIndex: 1, startColumnIndex: 1, endColumnIndex: 3 }],
    },
    { properties: { sheetId: 5, title: 'Chart', sheetType: 'OBJECT' } },
    { properties: { sheetId: 7, title: 'Empty', hidden: true }, data: [{}] },
  ],
};

const imported = (json: string) => withFile(json, (path) => importGoogleSheet({ path }));

it.each([undefined, 2])('reads tabs, rows and merged cells, indented by %s', async (indent) => {
  const { title, tabs } = await imported(JSON.stringify(answer, undefined, indent));
  expect(title).toBe('Odd "one" [x]');
  expect(tabs.map(({ head }) => [head.sheetId, head.title, head.hidden])).toEqual([
    [0, 'CO2 {', false],
    [7, 'Empty', true],
  ]);
  expect(tabs[0]?.head.merges).toEqual([[1, 2, 1, 3]]);
  expect((await rawRows(tabs[0]!)).map(({ row, cells }) => [row, ...cells])).toEqual([
    [1, 'na"me', 'n]}'],
    [3, 'back\\slash"', null, { kind: 'date', value: '2023-03-15' }],
    [4, null, 2],
  ]);
});

it('finds the same rows in pieces of any size', () => {
  const json = JSON.stringify(answer);
  for (const size of [1, 2, 3, 7, 50]) {
    const rows: unknown[] = [];
    let sheets = 0;
    const scanner = new GridScanner({ sheet: () => (sheets += 1), row: (row) => rows.push(JSON.parse(row)) });
    for (let at = 0; at < json.length; at += size) scanner.feed(json.slice(at, at + size));
    expect(sheets).toBe(3);
    expect(rows).toEqual(ROWS);
    expect(JSON.parse(scanner.whole())).toMatchObject({ properties: answer.properties });
  }
});

it.each(['', '{"sheets":[{"data":[{"rowData":[{"values":[}]}]}]}', '{"properties":{"title":"half'])(
  'refuses an invalid response: %s',
  async (json) => {
    await expect(imported(json)).rejects.toMatchObject({ code: 'damaged_workbook' });
  },
);

it.each([
  ['a duration', number(1.5, 'TIME', '[h]:mm:ss'), { kind: 'time', value: '36:00:00' }],
  // The example of "DateTimeRenderOption".
  ['a datetime without a pattern', number(2.5, 'DATE_TIME', ''), { kind: 'datetime', value: '1900-01-01T12:00:00' }],
  [
    'a datetime before the first day',
    number(-0.25, 'DATE_TIME', ''),
    { kind: 'datetime', value: '1899-12-29T18:00:00' },
  ],
  ['a time before midnight', number(-0.25, 'TIME', 'h:mm'), -0.25],
  ['a day before year 1', number(-700_000, 'DATE', ''), -700_000],
  ['a time', number(0.5, 'TIME', 'h:mm am/pm'), { kind: 'time', value: '12:00:00' }],
  ['a percentage', number(0.25, 'PERCENT', '0.00%'), 0.25],
  ['a price', number(7, 'CURRENCY', '[$€]#,##0.00'), 7],
  ['an error', { effectiveValue: { errorValue: { type: 'REF' } } }, { kind: 'error', value: '#REF!' }],
  ['an unknown kind of error', { effectiveValue: { errorValue: {} } }, { kind: 'error', value: '#ERROR!' }],
  [
    'a formula',
    { ...number(3), userEnteredValue: { formulaValue: '=A1+1' } },
    { kind: 'number', value: 3, formula: 'A1+1' },
  ],
  ['an empty text', text(''), null],
  ['no', { effectiveValue: { boolValue: false } }, false],
])('%s', (_what, cell, expected) => {
  expect(rawCellOf(cell)).toEqual(expected);
});
