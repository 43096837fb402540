import { draftAccepted, draftCleared, draftRejected } from '../../../src/app/createFlow/createFlowSlice';
import { draftEventFor, isFileLink, suggestedUrl } from '../../../src/app/createFlow/draft';

const hosts = ['https://docs.google.com', 'https://tabpoint.example'];

it('an empty text clears the draft', () => {
  expect(draftEventFor('', hosts)).toEqual(draftCleared());
});

it.each([
  ['https://docs.google.com/spreadsheets/d/abc', 'abc'],
  ['https://docs.google.com/spreadsheets/d/abc/edit#gid=0', 'abc'],
  ['https://docs.google.com/spreadsheets/d/abc!', 'abc'],
  ['https://docs.google.com/spreadsheets/d/A-z_09?usp=sharing', 'A-z_09'],
  ['https://docs.google.com/spreadsheets/d/abc ', 'abc'],
  ['https://docs.google.com/spreadsheets/d/e/2PACX-1v/pubhtml', 'e'],
  ['https://tabpoint.example/spreadsheets/d/tpd_a1b2', 'tpd_a1b2'],
])('accepts %s', (text, sheetId) => {
  expect(draftEventFor(text, hosts)).toEqual(draftAccepted({ text, sheetId }));
});

it.each([
  '   ',
  'coffee',
  'https://docs.google.com/spreadsheets/d/',
  'https://docs.google.com/spreadsheets/d/!abc',
  'https://docs.google.com/spreadsheets/u/0/d/abc',
  'https://docs.google.com/document/d/abc',
  'http://docs.google.com/spreadsheets/d/abc',
  'docs.google.com/spreadsheets/d/abc',
  'HTTPS://DOCS.GOOGLE.COM/spreadsheets/d/abc',
  ' https://docs.google.com/spreadsheets/d/abc',
  'See https://docs.google.com/spreadsheets/d/abc',
  'https://docs.google.com.example.org/spreadsheets/d/abc',
  'https://elsewhere.example/spreadsheets/d/abc',
])('rejects "%s" and keeps the text', (text) => {
  expect(draftEventFor(text, hosts)).toEqual(draftRejected({ text }));
});

const id = '1mXv8qKc4TzR2eWj7uYb0LsHn5pGdA';
const google = `https://docs.google.com/spreadsheets/d/${id}`;
const drive = 'tpd_0123456789abcdefghijklmn';

it.each([
  [`docs.google.com/spreadsheets/d/${id}/edit`, google],
  [`http://docs.google.com/spreadsheets/d/${id}`, google],
  [`https://docs.google.com/spreadsheets/u/0/d/${id}/edit#gid=0`, google],
  [`https://docs.google.com/a/acme.com/spreadsheets/d/${id}`, google],
  [`<${google}>`, google],
  [`My sheet: ${google}/edit?usp=sharing`, google],
  [`${id}${id}`.slice(0, 44), `https://docs.google.com/spreadsheets/d/${`${id}${id}`.slice(0, 44)}`],
  [`http://localhost:4000/spreadsheets/d/${drive}`, `https://tabpoint.example/spreadsheets/d/${drive}`],
])('%s was meant as %s', (text, url) => {
  expect(suggestedUrl(text, hosts)).toBe(url);
});

it.each([
  '',
  'tea',
  'https://docs.google.com/spreadsheets',
  `https://docs.google.com/document/d/${id}`,
  `x ${id}${id.slice(0, 14)}`,
  `${id}${id.slice(0, 14)} x`,
])('“%s” was meant as no sheet', (text) => {
  expect(suggestedUrl(text, hosts)).toBeUndefined();
});

it.each([
  ['https://drive.google.com/file/d/1abc/view', true],
  ['www.dropbox.com/s/x/teas.xlsx', true],
  ['https://1drv.ms/x/s!Abc', true],
  ['https://tea.sharepoint.com/:x:/g/teas', true],
  ['https://example.com/teas.xlsx', false],
  ['https://example.com/?from=drive.google.com/file', false],
])('%s is the link of a file: %s', (text, is) => {
  expect(isFileLink(text)).toBe(is);
});
