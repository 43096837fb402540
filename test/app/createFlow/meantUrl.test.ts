import { isFileLink, meantUrl } from '../../../src/app/createFlow/draft';

const hosts = ['https://docs.google.com', 'https://tabpoint.example'];
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
  expect(meantUrl(text, hosts)).toBe(url);
});

it.each(['', 'tea', 'https://docs.google.com/spreadsheets', `https://docs.google.com/document/d/${id}`])(
  '“%s” was meant as no sheet',
  (text) => {
    expect(meantUrl(text, hosts)).toBeUndefined();
  },
);

it.each([
  ['https://drive.google.com/file/d/1abc/view', true],
  ['www.dropbox.com/s/x/teas.xlsx', true],
  ['https://1drv.ms/x/s!Abc', true],
  ['https://tea.sharepoint.com/:x:/g/teas', true],
  ['https://example.com/teas.xlsx', false],
])('%s is the link of a file: %s', (text, is) => {
  expect(isFileLink(text)).toBe(is);
});
