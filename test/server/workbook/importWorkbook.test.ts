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

describe('world-reference.xlsx', () => {
  test('keeps every script and leading zeros', async () => {
    const { tabs } = await open('world-reference.xlsx');
    const [countries, , notes] = await Promise.all(tabs.map(rawRows));
    const afghanistan = countries?.[1]?.cells;
    expect(afghanistan).toEqual(expect.arrayContaining(['阿富汗伊斯兰共和国', 'Исламская Республика Афганистан', 93]));
    expect(countries?.[2]?.cells).toContain('جزر ألاند');
    expect(notes?.map(({ row, cells }) => [row, ...cells])).toEqual([
      [1, 'World reference 2025'],
      [3, 'key', 'value', 'since'],
      [4, 'source', 'public domain tables', { kind: 'date', value: '2025-01-15' }],
      [5, 'zip example', '00501'],
    ]);
  });

  test('gives every row an id of its own', async () => {
    const { tabs } = await open('world-reference.xlsx');
    const ids = (await Promise.all(tabs.map(rawRows))).flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^r_[0-9a-hjkmnp-tv-z]{12}$/.test(id))).toEqual([]);
  });
});

describe('other real files', () => {
  test('country-codes.csv has the same countries, as text', async () => {
    const [csv, book] = await Promise.all([open('country-codes.csv'), open('world-reference.xlsx')]);
    expect(csv).toMatchObject({ kind: 'csv', tabs: [{ derived: { rows: 249, headerRow: 1 } }] });
    expect(csv.tabs[0]?.derived.columns).toHaveLength(56);
    expect(csv.tabs[0]?.head).toEqual({ sheetId: 0, title: 'country-codes', hidden: false, merges: [], typed: false });
    const [texts, cells] = await Promise.all([csv.tabs[0], book.tabs[0]].map(async (tab) => (tab ? rawRows(tab) : [])));
    const asText = (row: readonly RawCell[] = []) =>
      row.map((cell) => (typeof cell === 'number' ? String(cell) : cell));
    expect(asText(cells?.[100]?.cells)).toEqual(asText(texts?.[100]?.cells));
  });

  test.each(['sheet_visibility.xlsx', 'sheet_visibility.ods'])('%s: hidden and very hidden sheets', async (name) => {
    const { tabs } = await open(name);
    expect(tabs.map(({ head }) => [head.title, head.hidden])).toEqual([
      ['Visible', false],
      ['Hidden', true],
      ['VeryHidden', true],
    ]);
  });

  test('sheet_visibility: formulas with their cached values', async () => {
    const [excel, libre] = await Promise.all([open('sheet_visibility.xlsx'), open('sheet_visibility.ods')]);
    const second = async (book: typeof excel) =>
      book.tabs[0] ? (await rawRows(book.tabs[0]))[1]?.cells[0] : undefined;
    expect(await second(excel)).toEqual({ kind: 'number', value: 118, formula: 'CODE(A1)' });
    expect(await second(libre)).toEqual({ kind: 'number', value: 118, formula: 'CODE([.A1])' });
  });

  test('merge_cells.ods: merged ranges, their value in the first cell', async () => {
    const { tabs } = await open('merge_cells.ods');
    expect(tabs[0]?.head.merges).toEqual([
      [1, 1, 2, 2],
      [1, 3, 2, 3],
      [1, 4, 2, 4],
      [3, 1, 3, 2],
      [4, 1, 4, 2],
    ]);
    expect(tabs[0] && (await rawRows(tabs[0]))[0]?.cells).toEqual(['A1:B2', null, 'C1:C2', 'Separate blocks']);
  });

  test('number_format.ods: displayed texts beside the values', async () => {
    const { tabs } = await open('number_format.ods');
    const rows = tabs[0] ? await rawRows(tabs[0]) : [];
    expect(rows[2]?.cells[1]).toEqual({ kind: 'number', value: 12345.6789, text: '12346' });
    expect(rows[1]?.cells[2]).toEqual({ kind: 'error', value: '#NAME?', formula: 'NumFmt([.B2])' });
  });
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

test('names that programs reserve for themselves are ordinary text', async () => {
  const cells = await cellsOf('a.csv', '__proto__,constructor,toString\n1,2,3\n');
  expect(cells[0]).toEqual(['__proto__', 'constructor', 'toString']);
  expect({}.constructor).toBe(Object);
});
