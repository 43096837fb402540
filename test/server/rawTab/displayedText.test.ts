import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sized } from '../../fixtures/runs';
import { shownByFormat, shownInGeneral, shownText } from '../../../src/server/rawTab/displayedText';

/** Values as Excel displays them, one a line with the source: value, format, text between bars, source. */
const SEEN = readFileSync(join(__dirname, 'displayFormats.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [value: string, code: string, shown: string, source: string]);

test('formats are displayed as in Excel', () => {
  expect(new Set(SEEN.map(([, code]) => code)).size).toBeGreaterThanOrEqual(150);
  const own = SEEN.map(([value, code, , source]) => {
    const number = Number(value);
    return [value, code, `|${shownByFormat(Number.isNaN(number) ? value : number, code)}|`, source];
  });
  expect(own).toEqual(SEEN);
});

describe('the General format', () => {
  test.each([
    [0.1 + 0.2, '0.3'],
    [1 / 3, '0.333333333'],
    [-1234567.891234, '-1234567.891'],
    [0.00012345678, '0.000123457'],
    [0.00001, '0.00001'],
    [0.0000123456, '1.23456E-05'],
    [12345678901, '12345678901'],
    [123456789012, '1.23457E+11'],
    [99999999999.9, '1E+11'],
    [9999999999.95, '10000000000'],
    [1e21, '1E+21'],
    [1.23456789e-104, '1.2346E-104'],
    [Number.MIN_VALUE, '4.9407E-324'],
    [0, '0'],
  ])('%d is %s', (value, shown) => {
    expect(shownInGeneral(value)).toBe(shown);
  });
});

describe('a displayed text', () => {
  test.each([
    ['0.00;-0.00;0;"text: "@', 'text: a'],
    ['_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)', ' a '],
    [';;;', ''],
    ['0.00', 'a'],
    ['General', 'a'],
    ['0 "open', 'a'],
  ])('by %s', (code, shown) => {
    expect(shownText('a', code)).toBe(shown);
  });
});

describe('a displayed datetime', () => {
  test.each([
    // Days before 1900, which only Google Sheets has.
    ['1850-01-02', 'd.m.yyyy', '2.1.1850'],
    ['1850-01-02', 'dddd', undefined],
    ['1899-12-29T23:59:59', 'yyyy-mm-dd hh:mm:ss', '1899-12-29 23:59:59'],
    ['0001-01-01', 'yyyy', '0001'],
    ['1900-01-01', 'ddd d mmm', 'Sun 1 Jan'],
    ['1900-02-28', 'dddd', 'Tuesday'],
    ['1900-03-01', 'dddd', 'Thursday'],
    // Fractions of a second are rounded before the day is computed.
    ['2023-12-31T23:59:59.600', 'yyyy-mm-dd h:mm:ss', '2024-01-01 0:00:00'],
    ['2023-12-31T23:59:59.600', 'yyyy', '2023'],
    ['12:30:00.250', 'h:mm:ss.0', '12:30:00.3'],
    ['9999-12-31T23:59:59', 'yyyy-mm-dd h:mm:ss AM/PM', '9999-12-31 11:59:59 PM'],
    ['25:30:05', '[h]:mm:ss', '25:30:05'],
    ['25:30:05', '[H]', '25'],
    ['2009-04-01', 'h:mm', '0:00'],
    // Day 0 of 1900, and a format without a date.
    ['12:30:00', 'd.m. h:mm', '0.1. 12:30'],
    ['2009-04-01', '0.00', undefined],
    ['soon', 'yyyy', undefined],
  ])('%s by %s is %s', (moment, code, shown) => {
    expect(shownByFormat(moment, code)).toBe(shown);
  });
});

describe('more decimals than a spreadsheet stores are zeros', () => {
  test.each([
    [9139086.3325069, '0.00000000000000', '9139086.33250690000000'],
    [-416570.057531165, '0.000000000000000;(0.000000000000000)', '(416570.057531165000000)'],
    [0.0880808798626067, '0.000000000000000000', '0.088080879862606700'],
    [416570.057531165, '0.0#############', '416570.057531165'],
  ])('%d by %s is %s', (value, code, shown) => {
    expect(shownByFormat(value, code)).toBe(shown);
  });
});

test('each second of a day is displayed exactly', () => {
  for (let second = 0; second < 86_400; second += sized(61, 1)) {
    const time = new Date(second * 1000).toISOString().slice(11, 19);
    expect(shownByFormat(`2024-02-29T${time}`, 'd hh:mm:ss')).toBe(`29 ${time}`);
  }
});

test('a format with many decimal points is not displayed', () => {
  const code = '0.'.repeat(127);
  for (let n = 0; n < 200; n += 1) expect(shownByFormat(-3 - n, code)).toBeUndefined();
});

test('a format cannot repeat a text beyond the length of a cell', () => {
  expect(shownText('ab', '@@@')).toBe('ababab');
  const text = 'x'.repeat(50_000);
  expect(shownText(text, '@')).toBe(text);
  expect(shownText(text, '@'.repeat(255))).toBe(text);
});

test('the cache of formats is limited: beyond five thousand, formats are not displayed', () => {
  for (let at = 0; at < 5_000; at += 1) shownByFormat(1, `0"${at}"`);
  expect(shownByFormat(1, '0"one more"')).toBeUndefined();
  expect(shownByFormat(1, '0"5"')).toBe('15');
  // Of built-in formats there are few.
  expect(shownByFormat(12_345, '##0.0E+0')).toBe('12.3E+3');
});
