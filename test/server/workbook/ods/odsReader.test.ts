import { cellsOf, importBytes, ods, rawRows } from '../../../fixtures/workbookFiles';

const table = (rows: string, attributes = 'table:name="T"') => `<table:table ${attributes}>${rows}</table:table>`;
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const cell = (attributes: string, shown?: string) =>
  `<table:table-cell ${attributes}>${shown === undefined ? '' : `<text:p>${shown}</text:p>`}</table:table-cell>`;
/** A cell of a type, whose value stands in the attribute of that type. */
const valued = (type: string, value: string | number | boolean, shown?: string, attributes = '') => {
  const name = { float: 'value', percentage: 'value', currency: 'value' }[type] ?? `${type}-value`;
  return cell(`office:value-type="${type}" office:${name}="${value}" ${attributes}`, shown);
};
const text = (shown: string, attributes = '') => cell(`office:value-type="string" ${attributes}`, shown);
const number = (value: number, attributes = '') => valued('float', value, String(value), attributes);
const formula = (written: string) => `table:formula="${written}"`;

/** Reads one cell element. */
const read = async (element: string) => (await cellsOf('a.ods', ods(table(row(element)))))[0]?.[0] ?? null;

describe('values', () => {
  const displayed = (kind: string, value: unknown, shown: string) => ({ kind, value, text: shown });
  const calculated = (kind: string, value: unknown, written: string) => ({ kind, value, formula: written });
  test.each([
    ['a number', number(12.5), 12.5],
    ['a number displayed rounded', valued('float', 12.5, '13'), displayed('number', 12.5, '13')],
    ['a percentage', valued('percentage', 0.5, '50%'), displayed('number', 0.5, '50%')],
    ['money', valued('currency', 9.9, '9.90 €'), displayed('number', 9.9, '9.90 €')],
    ['a date', valued('date', '2009-04-01', '2009-04-01'), { kind: 'date', value: '2009-04-01' }],
    ['a date in another format', valued('date', '2009-04-01', '1.4.09'), displayed('date', '2009-04-01', '1.4.09')],
    ['a datetime', valued('date', '2009-04-01T12:30:00.000000001'), { kind: 'datetime', value: '2009-04-01T12:30:00' }],
    [
      'a date of Excel, which writes a midnight',
      valued('date', '2009-04-01T00:00:00', '4/1/2009'),
      displayed('date', '2009-04-01', '4/1/2009'),
    ],
    [
      'a midnight that is displayed',
      valued('date', '2009-04-01T00:00:00', '4/1/2009 0:00'),
      displayed('datetime', '2009-04-01T00:00:00', '4/1/2009 0:00'),
    ],
    ['a time', valued('time', 'PT08H05M09S', '08:05:09'), { kind: 'time', value: '08:05:09' }],
    ['a duration', valued('time', 'PT25H30M00.6S'), { kind: 'time', value: '25:30:00.600' }],
    [
      'a datetime of which LibreOffice displays only the time',
      valued('time', 'PT939246H14M10.123000285S', '6:14 AM'),
      displayed('datetime', '2007-02-22T06:14:10.123', '6:14 AM'),
    ],
    [
      'a duration beyond two months',
      valued('time', 'PT2000H05M00S', '2000:05:00'),
      { kind: 'time', value: '2000:05:00' },
    ],
    ['a duration whose days are written separately', valued('time', 'P1DT2H'), { kind: 'time', value: '26:00:00' }],
    [
      'a duration beyond a day, displayed as a time',
      valued('time', 'PT26H00M00S', '02:00'),
      displayed('time', '26:00:00', '02:00'),
    ],
    ['true', valued('boolean', true, 'TRUE'), true],
    ['a negative time', valued('time', '-PT12H00M00S', '-12:00'), displayed('number', -0.5, '-12:00')],
    ['a number displayed as true', valued('boolean', 43_890, 'TRUE'), true],
    ['false in another language', valued('boolean', false, 'FALSCH'), displayed('boolean', false, 'FALSCH')],
    ['text', text('00501'), '00501'],
    ['a text stored as a value', valued('string', 'long', 'short'), displayed('text', 'long', 'short')],
    ['text without type', cell('', 'bare'), 'bare'],
    ['an error', valued('string', '', '#N/A', 'calcext:value-type="error"'), { kind: 'error', value: '#N/A' }],
    ['an error of a formula', valued('float', 0, '#DIV/0!', formula('of:=1/0')), calculated('error', '#DIV/0!', '1/0')],
    ['text that looks like an error', text('#N/A'), '#N/A'],
    ['a formula', valued('float', 3, '3', formula('of:=SUM([.A1:.A2])')), calculated('number', 3, 'SUM([.A1:.A2])')],
    [
      'a formula of Excel',
      valued('boolean', true, 'TRUE', formula('msoxl:=A1=1')),
      calculated('boolean', true, 'A1=1'),
    ],
    [
      'true of an Excel file that LibreOffice has saved',
      valued('float', 1, 'WAHR', formula('of:=TRUE()')),
      { ...calculated('boolean', true, 'TRUE()'), text: 'WAHR' },
    ],
    [
      'a comparison of an Excel file that LibreOffice has saved',
      valued('float', 0, 'FALSE', formula('of:=[.A2]&gt;2')),
      calculated('boolean', false, '[.A2]>2'),
    ],
    ['a one that is calculated', valued('float', 1, '1', formula('of:=[.A2]')), calculated('number', 1, '[.A2]')],
    ['a formula without cached value', cell(formula('of:=NOW()')), calculated('text', null, 'NOW()')],
    ['nothing', cell('table:style-name="ce1"'), null],
    ['an empty paragraph', text(''), null],
  ])('%s', async (_, element, expected) => {
    expect(await read(element)).toEqual(expected);
  });
});

test('days count from the date that the file names', async () => {
  const moment = valued('time', 'PT868323H07M05S', '3:07 AM');
  const settings =
    '<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings>';
  expect(await cellsOf('a.ods', ods(settings + table(row(moment))))).toEqual([
    [{ kind: 'datetime', value: '2003-01-21T03:07:05', text: '3:07 AM' }],
  ]);
});

describe('texts', () => {
  test.each([
    ['several paragraphs', '<text:p>one</text:p><text:p/><text:p>three</text:p>', 'one\n\nthree'],
    ['spans and links', '<text:p>a<text:span>b<text:a>c</text:a></text:span>d</text:p>', 'abcd'],
    [
      'spaces, tabs and breaks',
      '<text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d<text:s/>e</text:p>',
      'a   b\tc\nd e',
    ],
    ['a negative count of spaces', '<text:p>a<text:s text:c="-1"/>b</text:p>', 'ab'],
    ['white space between words', '<text:p>\n   a \n  <text:span> b</text:span>\n c </text:p>', 'a b c '],
    [
      'spaces as LibreOffice writes them in several paragraphs',
      '<text:p>one  two</text:p><text:p>  three   four </text:p>',
      'one  two\n  three   four ',
    ],
    ['a note', '<office:annotation><text:p>note</text:p></office:annotation><text:p>text</text:p>', 'text'],
    ['a drawing', '<draw:frame><text:p>drawn</text:p></draw:frame><text:p>text</text:p>', 'text'],
    ['shapes', '<text:p>text</text:p><draw:rect><text:p>1</text:p></draw:rect><draw:g><draw:line/></draw:g>', 'text'],
    [
      'its phonetic reading',
      '<text:p><text:ruby><text:ruby-base>東</text:ruby-base><text:ruby-text>ひがし</text:ruby-text></text:ruby></text:p>',
      '東',
    ],
    ['references', '<text:p>a &amp; b</text:p>', 'a & b'],
  ])('%s', async (_, paragraphs, expected) => {
    expect(await read(`<table:table-cell office:value-type="string">${paragraphs}</table:table-cell>`)).toBe(expected);
  });

  test('an excessive count of spaces is cut', async () => {
    const cells = await read('<table:table-cell><text:p>a<text:s text:c="999999999"/></text:p></table:table-cell>');
    expect(cells).toHaveLength(50_000);
  });
});

describe('repeats', () => {
  test('repeated cells and rows are expanded, each row with its own id', async () => {
    const repeated = row(number(1, 'table:number-columns-repeated="3"') + text('x'), 'table:number-rows-repeated="2"');
    const { tabs } = await importBytes('a.ods', ods(table(repeated + row(number(9)))));
    const rows = tabs[0] ? await rawRows(tabs[0]) : [];
    expect(rows.map(({ row: at, cells }) => [at, ...cells])).toEqual([
      [1, 1, 1, 1, 'x'],
      [2, 1, 1, 1, 'x'],
      [3, 9],
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
  });

  test('repeated blanks to the end of the sheet are ignored', async () => {
    const tail = cell('table:style-name="ce1" table:number-columns-repeated="16380"');
    const rows =
      row(tail, 'table:number-rows-repeated="3"') +
      row(cell('table:number-columns-repeated="2"') + text('C4') + tail) +
      row(tail, 'table:number-rows-repeated="1048572"');
    const { tabs } = await importBytes('a.ods', ods(table(rows)));
    expect(tabs[0] && (await rawRows(tabs[0]))).toEqual([
      { id: expect.any(String), row: 4, cells: [null, null, 'C4'] },
    ]);
  });

  test('a value repeated over every column is refused at the first that is too far', async () => {
    const wide = ods(table(row(number(1, 'table:number-columns-repeated="16384"'))));
    await expect(importBytes('a.ods', wide)).rejects.toMatchObject({
      code: 'too_large',
      extras: { errors: [{ cell: 'T!BXY1' }] },
    });
  });

  test('a value far below is refused', async () => {
    const deep = ods(table(row(cell(''), 'table:number-rows-repeated="10000000"') + row(number(1))));
    await expect(importBytes('a.ods', deep)).rejects.toMatchObject({ code: 'too_large' });
  });
});

test('groups and header rows are rows like others', async () => {
  const rows = `<table:table-header-rows>${row(text('h'))}</table:table-header-rows><table:table-row-group>${row(text('g'))}</table:table-row-group>`;
  expect(await cellsOf('a.ods', ods(table(rows)))).toEqual([['h'], ['g']]);
});

test('merged cells: their range, and the covered ones blank', async () => {
  const merged = text('top', 'table:number-columns-spanned="2" table:number-rows-spanned="3"');
  const covered = '<table:covered-table-cell><text:p>under</text:p></table:covered-table-cell>';
  const rows = row(text('first') + merged + covered + text('last'));
  const { tabs } = await importBytes('a.ods', ods(table(rows)));
  expect(tabs[0]?.head.merges).toEqual([[1, 2, 3, 3]]);
  expect(tabs[0] && (await rawRows(tabs[0]))[0]?.cells).toEqual(['first', 'top', null, 'last']);
});

test.each(['1e999', '2.5', '-2', '99999999999'])('a range of %s merged rows and columns is none', async (count) => {
  const merged = text('top', `table:number-columns-spanned="${count}" table:number-rows-spanned="${count}"`);
  const { tabs } = await importBytes('a.ods', ods(table(row(merged))));
  expect(tabs[0]?.head.merges).toEqual([]);
});

test('tables: hidden ones are marked, copies of other files and drawn ones left out', async () => {
  const style = (name: string, shown: boolean) =>
    `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${shown}"/></style:style>`;
  const drawn = `<table:table-cell>${table(row(text('inner')))}</table:table-cell>`;
  const tables = [
    table(row(text('a') + drawn), 'table:name="Shown" table:style-name="s"'),
    table(row(text('b')), `table:name="'file:///x.ods'#$Other"`),
    table(row(text('b')), `table:name="'file:///D:/x.xlsx'#Other"`),
    table(row(text('c')), 'table:name="Hidden" table:style-name="h"'),
    table('', 'table:name=""'),
  ];
  const { tabs } = await importBytes('a.ods', ods(tables.join(''), style('s', true) + style('h', false)));
  expect(tabs.map(({ head: { sheetId, title, hidden } }) => [sheetId, title, hidden])).toEqual([
    [0, 'Shown', false],
    [1, 'Hidden', true],
    [2, 'Sheet3', false],
  ]);
  expect(tabs[0] && (await rawRows(tabs[0])).map(({ cells }) => cells)).toEqual([['a']]);
});

test('tracked changes are not part of the sheet', async () => {
  const history = `<table:tracked-changes>${table(row(text('old')))}</table:tracked-changes>`;
  expect(await cellsOf('a.ods', ods(history + table(row(text('new')))))).toEqual([['new']]);
});

test('a manifest that names its document type, as OpenOffice 2 writes it, is read', async () => {
  const type = '<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd">';
  const parts = { 'META-INF/manifest.xml': `<?xml version="1.0"?>${type}<manifest:manifest/>` };
  expect(await cellsOf('a.ods', ods(table(row(text('a'))), '', parts))).toEqual([['a']]);
});
