import { cellsOf, xlsx } from '../../fixtures/workbookFiles';

/** Returns a number in a cell with a format, by id or code. */
async function read(serial: number, format: number | string, date1904 = false) {
  const workbookPr = date1904 ? '<workbookPr date1904="1"/>' : '';
  const rows = `<row r="1"><c r="A1" s="1"><v>${serial}</v></c></row>`;
  return (await cellsOf('a.xlsx', xlsx({ sheets: [{ rows }], formats: [0, format], workbookPr })))[0]?.[0];
}

const date = (value: string) => ({ kind: 'date', value });
const datetime = (value: string) => ({ kind: 'datetime', value });
const time = (value: string) => ({ kind: 'time', value });

describe('days of 1900', () => {
  test.each([
    [1, date('1900-01-01')],
    [59, date('1900-02-28')],
    [60, 60],
    [61, date('1900-03-01')],
    [25569, date('1970-01-01')],
    [39904, date('2009-04-01')],
    [2_958_465, date('9999-12-31')],
    [2_958_466, 2_958_466],
    [0, 0],
    [-1, -1],
  ])('%d', async (serial, expected) => {
    expect(await read(serial, 14)).toEqual(expected);
  });
});

describe('days of 1904', () => {
  test.each([
    [0, date('1904-01-01')],
    [1, date('1904-01-02')],
    [60, date('1904-03-01')],
    [38442, date('2009-04-01')],
    [2_957_003, date('9999-12-31')],
    [2_957_004, 2_957_004],
  ])('%d', async (serial, expected) => {
    expect(await read(serial, 14, true)).toEqual(expected);
  });
});

test('days count from 1904 in workbooks of Excel for Mac, which has extensions', async () => {
  const workbookPr = '<workbookPr date1904="1"/><extLst><ext><x14:workbookPr defaultImageDpi="32767"/></ext></extLst>';
  const rows = '<row r="1"><c r="A1" s="0"><v>38442</v></c></row>';
  const bytes = xlsx({ sheets: [{ rows }], formats: [14], workbookPr });
  expect(await cellsOf('a.xlsx', bytes)).toEqual([[date('2009-04-01')]]);
});

describe('times', () => {
  test.each([
    ['a datetime', 39904.520833333336, 22, datetime('2009-04-01T12:30:00')],
    ['midnight of a datetime', 39904, 22, datetime('2009-04-01T00:00:00')],
    ['a time of day', 0.520833333333333, 20, time('12:30:00')],
    ['midnight', 0, 20, time('00:00:00')],
    ['a datetime without a day', 0.25, 22, time('06:00:00')],
    ['a time that its format hides', 39904.5, 14, datetime('2009-04-01T12:00:00')],
    ['a day that its format hides', 39904.5, 20, datetime('2009-04-01T12:00:00')],
    ['a duration', 1.0625, 46, time('25:30:00')],
    ['a duration by code', 2.5, '[hh]:mm', time('60:00:00')],
    ['part of a second', 39904.5208217, 22, datetime('2009-04-01T12:29:58.995')],
    ['part of a second in a duration', 1.06250289351852, 46, time('25:30:00.250')],
    ['a second but for a rounding error', 39904.520833333, 22, datetime('2009-04-01T12:30:00')],
    ['a day but for a rounding error', 39904.9999999999, 22, datetime('2009-04-02T00:00:00')],
  ])('%s', async (_, serial, format, expected) => {
    expect(await read(serial, format)).toEqual(expected);
  });

  test('include a datetime on the first day of 1904', async () => {
    expect(await read(0.25, 22, true)).toEqual(datetime('1904-01-01T06:00:00'));
  });
});

describe('formats of dates', () => {
  const day = date('2009-04-01');
  const moment = datetime('2009-04-01T00:00:00');
  test.each([
    ['yyyy-mm-dd', day],
    ['d/m/yy', day],
    ['dddd, mmmm dd, yyyy', day],
    ['[$-409]d-mmm-yy;@', day],
    ['[$-F800]dddd\\,\\ mmmm\\ dd', day],
    ['mmm', day],
    ['yyyy"年"m"月"d"日"', day],
    ['[Red]yyyy', day],
    ['e"年"', day],
    ['m/d/yy h:mm', moment],
    ['yyyy-mm-dd hh:mm:ss.000', moment],
    ['d.m.yyyy h:mm AM/PM', moment],
  ])('%s', async (code, expected) => {
    expect(await read(39904, code)).toEqual(expected);
  });

  test.each(['mm:ss', 'h:mm', 'mm:ss.0', 'h AM/PM', '"上午/下午 "hh"時"mm"分"'])('%s is a time', async (code) => {
    expect(await read(0.5, code)).toEqual(time('12:00:00'));
  });

  test.each([
    ...['General', '0.00', '#,##0', '0.00E+00', '0%', '# ?/?', '@', '"day" 0', '0" hrs"', '\\d0', '[Red]0'],
    ...['_-* #,##0.00 [$€-407]_-', '"yyyy"', '#,##0 "days"'],
  ])('%s is a plain number', async (code) => {
    expect(await read(39904, code)).toBe(39904);
  });

  test.each([0, 1, 2, 9, 10, 11, 12, 13, 37, 48, 49])('built-in format %i is a plain number', async (id) => {
    expect(await read(39904, id)).toBe(39904);
  });

  test.each([14, 15, 16, 17, 27, 36, 50, 58])('built-in format %i is a date', async (id) => {
    expect(await read(39904, id)).toEqual(day);
  });

  test('a code of the file overrides the built-in format of the same number', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="14" formatCode="0.0"/></numFmts><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>';
    const rows = '<row r="1"><c r="A1" s="0"><v>5</v></c></row>';
    expect(await cellsOf('a.xlsx', xlsx({ sheets: [{ rows }], parts: { 'xl/styles.xml': styles } }))).toEqual([[5]]);
  });

  test('a code of a table or a conditional format is not that of cells', async () => {
    const styles =
      '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs><dxfs><dxf><numFmt numFmtId="14" formatCode="0.00%"/></dxf></dxfs></styleSheet>';
    const rows = '<row r="1"><c r="A1" s="0"><v>39904</v></c></row>';
    expect(await cellsOf('a.xlsx', xlsx({ sheets: [{ rows }], parts: { 'xl/styles.xml': styles } }))).toEqual([[day]]);
  });

  test('ISO dates at midnight are dates if their format shows only the day', async () => {
    const cell = (style: number) => `<c t="d" s="${style}"><v>2009-04-01T00:00:00.000Z</v></c>`;
    const rows = `<row r="1">${cell(0)}${cell(1)}</row>`;
    expect(await cellsOf('a.xlsx', xlsx({ sheets: [{ rows }], formats: [22, 14] }))).toEqual([[moment, day]]);
  });
});
