import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { cellXml, xlsx } from '../../fixtures/workbookFiles';
import { type Writable, writable } from './write/writing';

const test = beforeTests(() => buildTestApp());

/**
 * A number as the file stores it, its number format, and its text in a spreadsheet program. Plain formats are in
 * `../rawTab/displayFormats.tsv`.
 */
const CASES: readonly (readonly [value: number, format: number | string, shown: string])[] = [
  [4.5, 2, '4.50'],
  [0.12345, 10, '12.35%'],
  [-1234.5, 39, '(1,234.50)'],
  // A sign without digits is shown only if the format has it.
  [-0.001, '0.00', '0.00'],
  [-0.001, '0.00;-0.00', '-0.00'],
  [1.005, '0.00', '1.01'],
  [501, '00000', '00501'],
  [5, '0.##', '5.'],
  [12, '#,##0.00\\ "€"', '12.00 €'],
  [1234.5, '[$€-407]\\ #,##0.00', '€ 1,234.50'],
  [0, '0;-0;"none"', 'none'],
  [39904, 'dd.mm.yyyy', '01.04.2009'],
  [39904, 15, '1-Apr-09'],
  [39904.5451388889, 'yyyy-mm-dd hh:mm', '2009-04-01 13:05'],
  [0.5451388889, 18, '1:05 PM'],
  [1.0625, '[h]:mm', '25:30'],
  // Fractions.
  [1.25, 12, '1 1/4'],
  // Sections by condition, and by sign.
  [1500, '[>=1000]0,"k";0', '2k'],
  [5.004, '[<=5]"low";0.00', '5.00'],
  [2, '[=1]"one";[=2]"two";0', 'two'],
  [5, '0" pcs";-0" pcs";"none";"text: "@', '5 pcs'],
  [0, '_-* #,##0.00\\ [$€-407]_-;\\-* #,##0.00\\ [$€-407]_-;_-* "-"\\ [$€-407]_-;_-@_-', ' - € '],
  // Exponents.
  [12345.678, 48, '12.3E+3'],
  // Decimal digits are rounded half up, not the binary double.
  [-1.005, '0.00', '-1.01'],
  [1005, '0.00,', '1.01'],
  [0.285, '0%', '29%'],
  // Durations.
  [1.0625, '[mm]:ss', '1530:00'],
  // Month and day names in the language of the format.
  [39904, '[$-407]d. mmmm yyyy', '1. April 2009'],
  [39904, '[$-40C]dddd d mmmm yyyy;@', 'mercredi 1 avril 2009'],
  [39904, '[$-804]yyyy"年"m"月"d"日"', '2009年4月1日'],
  [0.5451388889, 'h:mm a/p', '1:05 P'],
  // A day that exists in spreadsheets but not in the calendar is no date, but is displayed as one.
  [60, 'yyyy-mm-dd', '1900-02-29'],
  // A format can show nothing.
  [7, ';;', ''],
  // The General format, formats that depend on the country, and negative dates in Excel.
  [0.7853981633974483, 0, '0.785398163'],
  [39904, 14, '4/1/09'],
  [39904.5, 22, '4/1/09 12:00'],
  [39904, '[$-F800]dddd, mmmm dd, yyyy', 'Wednesday, April 1, 2009'],
  [0.5, '[$-F400]h:mm:ss AM/PM', '12:00:00 PM'],
  [-1, 14, '#'.repeat(255)],
  [39904.52083449, 'h:mm:ss.00', '12:30:00.10'],
  // Unsupported formats show the value.
  [7, 0, '7'],
  [1e21, '0', '1e+21'],
  [1e-7, '0.00000000', '1e-7'],
  [3, '[DBNum1]0', '3'],
  [3, '[$-D000000]0', '3'],
  [3, '0 "open', '3'],
  [3, `0${'"x"'.repeat(100)}`, '3'],
  [39904, '[$-411]ge.m.d', '2009-04-01'],
  [39904, 31, '2009-04-01'],
  [0.5, '"at "h" on "d', 'at 12 on 0'],
];

const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;

it('_values=text displays numbers and dates by their number formats', async () => {
  const cells = CASES.map(([value], at) => `<c s="${at + 1}"><v>${value}</v></c>`).join('');
  const rows = row(1, CASES.map((_, at) => cellXml(`F${at}`)).join('')) + row(2, cells);
  const formats = [0, ...CASES.map(([, format]) => format)];
  const bytes = xlsx({ formats, sheets: [{ name: 'Formats', rows }] });
  const tab = await writable(test, { name: 'formats.xlsx', bytes });
  const [shown] = await tab.rows('&_values=text&_fields=*,-_id');
  expect(Object.values(shown ?? {}).map((one, at) => [CASES[at]?.[0], CASES[at]?.[1], one])).toEqual(CASES);
});

describe('a column with several number formats', () => {
  const published = () => {
    const cell = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`;
    const rows = [
      row(1, cellXml('Name') + cellXml('Share') + cellXml('Plain')),
      row(2, cellXml('a') + cell(1, 0.5) + cell(0, 1.5)),
      row(3, cellXml('b') + cell(1, 0.25) + cell(0, 2.5)),
      row(5, cellXml('c') + cell(2, 0.75) + cell(2, 3.5)),
      row(6, cellXml('d') + cell(0, 0.1) + cell(2, 4.5)),
    ].join('');
    const bytes = xlsx({ formats: [0, 9, '0.000'], sheets: [{ name: 'Shares', rows }] });
    return writable(test, { name: 'shares.xlsx', bytes });
  };
  const shares = (tab: Writable) => tab.rows('&_values=text&_fields=Share,Plain,-_id');
  const shown = (...rows: readonly [string, string][]) => rows.map(([Share, Plain]) => ({ Share, Plain }));
  const BEFORE = shown(['50%', '1.5'], ['25%', '2.5'], ['0.750', '3.500'], ['0.1', '4.500']);

  it('keeps each in its row when rows and columns are inserted and removed', async () => {
    const tab = await published();
    expect(await shares(tab)).toEqual(BEFORE);
    await tab.editSheet({ operation: { kind: 'insertRows', at: 3, count: 2 } });
    await tab.editSheet({ operation: { kind: 'insertColumns', at: 1, count: 1 } });
    expect(await shares(tab)).toEqual(BEFORE);
    await tab.editSheet({ operation: { kind: 'deleteRows', at: 2, count: 1 } });
    await tab.editSheet({ operation: { kind: 'deleteColumns', at: 1, count: 1 } });
    expect(await shares(tab)).toEqual(BEFORE.slice(1));
  });

  it('displays written values by the format of their cell, as after the next sync', async () => {
    const tab = await published();
    const [first] = await tab.rows();
    await tab.rows('&_values=text');
    expect((await tab.call('PATCH', `/${String(first?._id)}`, { body: { Share: 0.3, Plain: 7 } })).status).toBe(200);
    expect((await tab.call('POST', '', { body: { Name: 'e', Share: 0.4, Plain: 8 } })).status).toBe(201);
    const after = [...shown(['30%', '7']), ...BEFORE.slice(1), ...shown(['0.4', '8.000'])];
    expect(await shares(tab)).toEqual(after);
    await tab.fold();
    tab.reload();
    expect(await tab.rows('&_values=text&_fields=-_id,Share,Plain')).toEqual(after);
  });

  it('displays a day of a datetime column as a day, and white space as it is', async () => {
    const cells = [
      cellXml('At') + cellXml('Much'),
      '<c s="1"><v>39904.5</v></c><c><v>1</v></c>',
      '<c s="2"><v>39905</v></c><c t="inlineStr"><is><t xml:space="preserve"> </t></is></c>',
    ];
    const rows = cells.map((cell, at) => row(at + 1, cell)).join('');
    const bytes = xlsx({ formats: [0, 'yyyy-mm-dd hh:mm', 'd.m.yy'], sheets: [{ name: 'Days', rows }] });
    const tab = await writable(test, { name: 'days.xlsx', bytes });
    expect(await tab.rows('&_fields=At,Much,-_id')).toEqual([
      { At: '2009-04-01T12:00:00', Much: 1 },
      { At: '2009-04-02T00:00:00', Much: null },
    ]);
    expect(await tab.rows('&_values=text&_fields=At,Much,-_id')).toEqual([
      { At: '2009-04-01 12:00', Much: '1' },
      { At: '2.4.09', Much: ' ' },
    ]);
  });

  it('is displayed by them even if it holds texts too', async () => {
    const cells = [
      cellXml('Mixed'),
      '<c s="1"><v>0.5</v></c>',
      '<c s="4" t="inlineStr"><is><t>half</t></is></c>',
      '<c s="2"><v>2</v></c>',
      '<c s="3"><v>39904</v></c>',
    ];
    const rows = cells.map((cell, at) => row(at + 1, cell)).join('');
    const bytes = xlsx({ formats: [0, 9, '0.00', 'd.m.yy', '0;-0;0;"as "@'], sheets: [{ name: 'Mixed', rows }] });
    const tab = await writable(test, { name: 'mixed.xlsx', bytes });
    const mixed = await tab.rows('&_values=text&_fields=Mixed,-_id');
    expect(mixed.map(({ Mixed }) => Mixed)).toEqual(['50%', 'as half', '2.00', '1.4.09']);
  });
});
