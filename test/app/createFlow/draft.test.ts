import { draftAccepted, draftCleared, draftRejected } from '../../../src/app/createFlow/createFlowSlice';
import { draftEventFor } from '../../../src/app/createFlow/draft';

const hosts = ['https://docs.google.com', 'https://tabpoint.example'];

it('clears on an empty text', () => {
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
])('rejects "%s" and keeps it', (text) => {
  expect(draftEventFor(text, hosts)).toEqual(draftRejected({ text }));
});
