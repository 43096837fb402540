import { readFileSync } from 'node:fs';
import { importWorkbook } from '../../../src/server/workbook/importWorkbook';
import type { RawCell } from '../../../src/server/rawTab/rawCells';
import type { Refusal } from '../../../src/server/refusal';
import { cellsOf, importBytes, ods, rawRows, sample, xlsx, zip } from '../../fixtures/workbookFiles';

const open = (name: string) => importWorkbook({ path: sample(name), fileName: name });

const refusalOf = (fileName: string, bytes: Uint8Array | string) =>
  importBytes(fileName, bytes).then(
    () => Promise.reject(new Error('It was read.')),
    ({ code, status, detail, extras }: Refusal) => ({ code, status, said: `${detail} ${extras?.hint}` }),
  );

test('every row of a real workbook has an id of its own', async () => {
  const { tabs } = await open('world-reference.xlsx');
  const ids = (await Promise.all(tabs.map(rawRows))).flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^r_[0-9a-hjkmnp-tv-z]{12}$/.test(id))).toEqual([]);
});

test('country-codes.csv has the countries of world-reference.xlsx, as text', async () => {
  const [csv, book] = await Promise.all([open('country-codes.csv'), open('world-reference.xlsx')]);
  expect(csv).toMatchObject({ kind: 'csv', tabs: [{ derived: { rows: 249, headerRow: 1 } }] });
  const [texts, cells] = await Promise.all([csv, book].map(({ tabs }) => rawRows(tabs[0]!)));
  const asText = (row: readonly RawCell[] = []) => row.map((cell) => (typeof cell === 'number' ? String(cell) : cell));
  expect(asText(cells?.[100]?.cells)).toEqual(texts?.[100]?.cells);
});

describe('the kind of a file', () => {
  const book = xlsx({ sheets: [{ rows: '<row><c t="str"><v>name</v></c></row>' }] });

  test('is detected by its content, whatever its name', async () => {
    expect((await importBytes('data.csv', book)).kind).toBe('xlsx');
    expect((await importBytes('data.xlsx', readFileSync(sample('merge_cells.ods')))).kind).toBe('ods');
  });

  test.each(['data.csv', 'DATA.CSV', 'data.txt', 'data.tsv', 'data'])('text named %s is CSV', async (name) => {
    expect((await importBytes(name, 'a,b\n1,2\n')).kind).toBe('csv');
  });

  const oldXls = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)]);
  const locked = readFileSync(sample('locked_password.xlsx'));
  const exe = Buffer.concat([Buffer.from('MZ\x90\x00\x03'), Buffer.alloc(512)]);
  const word = zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<a/>' });
  const text = zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a/>' });
  const lockedOds = ods('', '', {
    'META-INF/manifest.xml': '<manifest:manifest><manifest:encryption-data/></manifest:manifest>',
    'content.xml': 'not XML at all',
  });
  const binaryBook = zip({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': '<R><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></R>',
    'xl/workbook.bin': '',
  });

  test.each([
    ['an empty file', 'a.xlsx', '', /empty/],
    ['an old .xls', 'a.xls', oldXls, /old Office format.*Save it as \.xlsx/],
    ['a workbook with a password', 'a.xlsx', locked, /password/],
    ['a locked .ods', 'a.ods', lockedOds, /password/],
    ['an .xlsb', 'a.xlsb', binaryBook, /\.xlsb.*Save it as \.xlsx/],
    ['a renamed .exe', 'a.xlsx', exe, /program/],
    ['a renamed .exe as CSV', 'a.csv', exe, /program/],
    ['a PDF', 'a.csv', '%PDF-1.7\n', /PDF/],
    ['a web page', 'a.csv', '\n<!DOCTYPE html><html></html>', /web page/],
    ['a document', 'a.xlsx', word, /document/],
    ['an OpenDocument text', 'a.ods', text, /not a spreadsheet/],
    [
      'a renamed Numbers document',
      'a.xlsx',
      zip({ 'Index/Document.iwa': 'x' }),
      /Apple Numbers or Pages.*Export it to Excel/,
    ],
    [
      'a document of an older Numbers',
      'a.xlsx',
      zip({ 'Index.zip': 'x', 'Data/a.png': 'x' }),
      /Apple Numbers or Pages/,
    ],
    ['another archive', 'a.zip', zip({ 'readme.txt': 'hello' }), /archive/],
    ['an Office file without workbook', 'a.xlsx', zip({ '[Content_Types].xml': '<Types/>' }), /not a workbook/],
    ['text named .xlsx', 'a.xlsx', 'a,b\n1,2\n', /named \.xlsx/],
    ['bytes named .csv', 'a.csv', Buffer.from([65, 66, 0, 67]), /not text/],
    ['a workbook of charts only', 'a.xlsx', xlsx({ sheets: [{ type: 'chartsheet' }] }), /no sheet/],
  ])('%s is refused with its own sentence', async (_, name, bytes, sentence) => {
    expect(await refusalOf(name, bytes)).toEqual({
      code: 'not_a_workbook',
      status: 422,
      said: expect.stringMatching(sentence),
    });
  });
});

test('text over the limit of a cell is cut, with a warning', async () => {
  const emoji = '😀';
  const [head, long] = ['note', `${'x'.repeat(49_999)}${emoji}`];
  const { tabs } = await importBytes('a.csv', `${head}\n${long}\n`);
  expect(tabs[0]?.derived.warnings).toEqual([
    expect.objectContaining({ code: 'cut_text', cell: 'A2', detail: expect.stringContaining('50,000') }),
  ]);
  expect(await cellsOf('a.csv', `${head}\n${long}\n`)).toEqual([['note'], ['x'.repeat(49_999)]]);
});
