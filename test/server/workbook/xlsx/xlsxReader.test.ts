import { cellsOf, importBytes, rawRows, xlsx, type XlsxParts } from '../../../fixtures/workbookFiles';

const headsOf = async (parts: XlsxParts) => (await importBytes('a.xlsx', xlsx(parts))).tabs.map(({ head }) => head);
const row = (text: string) => `<row><c t="str"><v>${text}</v></c></row>`;

test('sheets are in the order of the workbook, with their own numbers', async () => {
  const heads = await headsOf({
    sheets: [{ name: 'B', sheetId: 7 }, { name: 'A', sheetId: 3 }, { name: 'C &amp; D' }],
  });
  expect(heads.map(({ sheetId, title }) => [sheetId, title])).toEqual([
    [7, 'B'],
    [3, 'A'],
    [8, 'C & D'],
  ]);
});

test('hidden and very hidden sheets are read and marked', async () => {
  const heads = await headsOf({ sheets: [{}, { listed: 'state="hidden"' }, { listed: 'state="veryHidden"' }] });
  expect(heads.map(({ hidden }) => hidden)).toEqual([false, true, true]);
});

test('charts, dialogs and macro sheets are left out', async () => {
  const sheets = ['chartsheet', 'worksheet', 'dialogsheet', 'xlMacrosheet'].map((type) => ({ type, name: type }));
  expect((await headsOf({ sheets })).map(({ title }) => title)).toEqual(['worksheet']);
});

test('merged ranges are read', async () => {
  const after = '<mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="B2:B4"/></mergeCells>';
  const [head] = await headsOf({ sheets: [{ rows: row('a'), after }] });
  expect(head?.merges).toEqual([
    [1, 1, 1, 3],
    [2, 2, 4, 2],
  ]);
});

test('parts are found by their relationships, wherever they are', async () => {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`;
  const parts = {
    '_rels/.rels': `<R>${relation('a', 'officeDocument', '/book/main.xml')}</R>`,
    'book/main.xml': '<workbook xmlns:d="x"><sheets><sheet name="Moved" sheetId="1" d:id="s"/></sheets></workbook>',
    'book/_rels/main.xml.rels': `<R>${relation('s', 'worksheet', '../PAGES/one.xml')}${relation('t', 'sharedStrings', '/texts.xml')}</R>`,
    'pages/One.xml': '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>',
    'texts.xml': '<sst><si><t>found</t></si></sst>',
    'xl/workbook.xml': undefined,
  };
  expect(await cellsOf('a.xlsx', xlsx({ sheets: [], parts }))).toEqual([['found']]);
});

test('rows and cells without an address follow each other', async () => {
  const rows =
    '<row><c><v>1</v></c><c><v>2</v></c></row><row r="4"><c r="C4"><v>3</v></c><c><v>4</v></c></row><row><c><v>5</v></c></row>';
  const { tabs } = await importBytes('a.xlsx', xlsx({ sheets: [{ rows }] }));
  expect(tabs[0] && (await rawRows(tabs[0])).map(({ row: number, cells }) => [number, cells])).toEqual([
    [1, [1, 2]],
    [4, [null, null, 3, 4]],
    [5, [5]],
  ]);
});

test('cells of a row can be in any order', async () => {
  const rows = '<row r="1"><c r="C1"><v>3</v></c><c r="A1"><v>1</v></c></row>';
  expect(await cellsOf('a.xlsx', xlsx({ sheets: [{ rows }] }))).toEqual([[1, null, 3]]);
});

test('a row may be in several elements', async () => {
  const rows =
    '<row r="1"><c r="A1"><v>1</v></c></row><row r="1"><c r="B1"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c></row>';
  expect(await cellsOf('a.xlsx', xlsx({ sheets: [{ rows }] }))).toEqual([[1, 2], [3]]);
});

test('rows to which drawings are anchored are no rows', async () => {
  const after = '<controls><anchor><from><xdr:col>1</xdr:col><xdr:row>0</xdr:row></from></anchor></controls>';
  expect(await cellsOf('a.xlsx', xlsx({ sheets: [{ rows: row('a'), after }] }))).toEqual([['a']]);
});

test('blank rows and trailing blanks are left out', async () => {
  const rows = '<row r="1"><c r="A1" s="0"/></row><row r="2"><c r="A2"><v>1</v></c><c r="B2" s="0"/></row>';
  const { tabs } = await importBytes('a.xlsx', xlsx({ sheets: [{ rows }] }));
  expect(tabs[0] && (await rawRows(tabs[0]))).toEqual([{ id: expect.any(String), row: 2, cells: [1] }]);
});

test('extensions inside a sheet are no cells', async () => {
  const after = '<extLst><ext><x14:conditionalFormatting><xm:f>A1</xm:f></x14:conditionalFormatting></ext></extLst>';
  expect(await cellsOf('a.xlsx', xlsx({ sheets: [{ rows: row('a'), after }] }))).toEqual([['a']]);
});

test.each([
  ['a byte order mark', '\uFEFF'],
  ['no byte order mark', ''],
])('parts in UTF-16 with %s are read', async (_, mark) => {
  const sheet = `${mark}<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData>${row('žluťoučký')}</sheetData></worksheet>`;
  const little = Buffer.from(sheet, 'utf16le');
  for (const part of [little, Buffer.from(little).swap16()]) {
    const parts = { 'xl/worksheets/sheet1.xml': part };
    expect(await cellsOf('a.xlsx', xlsx({ parts }))).toEqual([['žluťoučký']]);
  }
});

test('a sheet without any cell is an empty tab', async () => {
  const { tabs } = await importBytes('a.xlsx', xlsx({ sheets: [{ name: 'Empty' }] }));
  expect(tabs.map(({ derived }) => derived)).toMatchObject([{ rows: 0, columns: [], headerRow: null }]);
});

test.each([
  ['a missing sheet', { parts: { 'xl/worksheets/sheet1.xml': undefined } }, /sheet1\.xml is missing/],
  ['truncated XML', { sheets: [{ xml: '<worksheet><sheetData><row>' }] }, /not well-formed/],
  [
    'bytes that are not text',
    { parts: { 'xl/worksheets/sheet1.xml': Buffer.from([60, 97, 255, 62]) } },
    /not well-formed/,
  ],
  ['an undefined entity', { sheets: [{ rows: '<row><c><v>&x;</v></c></row>' }] }, /not well-formed/],
  [
    'rows out of order',
    { sheets: [{ name: 'Odd', rows: '<row r="2"/><row r="1"/>' }] },
    /Odd, row 1 stands below row 2/,
  ],
  ['an invalid row', { sheets: [{ rows: '<row r="0"/>' }] }, /a row has the number 0/],
  ['an invalid cell', { sheets: [{ rows: '<row><c r="7"><v>1</v></c></row>' }] }, /a cell has the address 7/],
  [
    'a cell outside of rows',
    { sheets: [{ rows: '<row r="1"><c r="B1"/></row><c r="A2"/>' }] },
    /a cell stands outside/,
  ],
  ['a row within a row', { sheets: [{ rows: '<row r="1"><row r="2"/></row>' }] }, /a row begins within another one/],
  ['a cell beyond any sheet', { sheets: [{ rows: '<row><c r="ZZZZ1"><v>1</v></c></row>' }] }, /address ZZZZ1/],
  [
    'an invalid merge',
    { sheets: [{ after: '<mergeCells><mergeCell ref="A1:7"/></mergeCells>' }] },
    /merges the cells A1:7/,
  ],
])('%s means that the file is damaged', async (_, parts: XlsxParts, sentence) => {
  await expect(importBytes('a.xlsx', xlsx(parts))).rejects.toMatchObject({
    code: 'damaged_workbook',
    detail: expect.stringMatching(sentence),
  });
});
