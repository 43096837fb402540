import { isDriveSheetId, sheetIdOf } from '../../src/contract/sheetUrl';

const hosts = ['https://docs.google.com', 'http://localhost:4000'];

test.each([
  ['https://docs.google.com/spreadsheets/d/1mXv8qKc4TzR', '1mXv8qKc4TzR'],
  ['https://docs.google.com/spreadsheets/d/abc/edit#gid=0', 'abc'],
  ['https://docs.google.com/spreadsheets/d/abc!', 'abc'],
  ['https://docs.google.com/spreadsheets/d/a-b_C9', 'a-b_C9'],
  ['https://docs.google.com/spreadsheets/d/abc%20def', 'abc'],
  ['https://docs.google.com/spreadsheets/d/e/2PACX-1v/pubhtml', 'e'],
  ['http://localhost:4000/spreadsheets/d/tpd_0123', 'tpd_0123'],
])('%s contains the id %s', (text, id) => {
  expect(sheetIdOf(text, hosts)).toBe(id);
});

test.each([
  '',
  '   ',
  'coffee roasters sheet',
  ' https://docs.google.com/spreadsheets/d/abc',
  'http://docs.google.com/spreadsheets/d/abc',
  'docs.google.com/spreadsheets/d/abc',
  'https://docs.google.com/spreadsheets/d/',
  'https://docs.google.com/spreadsheets/d/!abc',
  'https://docs.google.com/spreadsheets/u/0/d/abc',
  'https://docs.google.com/document/d/abc',
  'https://docs.google.com.evil.example/spreadsheets/d/abc',
  'https://evil.example/https://docs.google.com/spreadsheets/d/abc',
  'https://DOCS.GOOGLE.COM/spreadsheets/d/abc',
  'http://localhost:4001/spreadsheets/d/abc',
])('“%s” is not a URL of a spreadsheet', (text) => {
  expect(sheetIdOf(text, hosts)).toBeUndefined();
});

test('an id alone shows whether it belongs to the drive', () => {
  expect(isDriveSheetId('tpd_0123456789abcdefghijklmn')).toBe(true);
  expect(isDriveSheetId('1mXv8qKc4TzR2eWj7uYb0LsHn5pGdA')).toBe(false);
});
