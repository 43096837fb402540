import type { Refusal } from '../../../src/server/refusal';
import { createWorkers } from '../../../src/server/workers/workers';
import * as hostile from '../../fixtures/hostileFiles';
import { ods, rawRows, withFile, xlsx } from '../../fixtures/workbookFiles';
import { workerPath } from '../../fixtures/workerPath';

/** Workers as on the server, which are several times faster than Jest, without a timeout. */
const workers = createWorkers({ entry: workerPath, timeoutMs: 600_000 });
afterAll(() => workers.close());

const importBytes = (fileName: string, bytes: Uint8Array | string) =>
  withFile(bytes, (path) => workers.run('importWorkbook', { path, fileName }));

/** Returns the error of an upload. */
const refusalOf = (bytes: Uint8Array | string, fileName = 'upload.xlsx') =>
  importBytes(fileName, bytes).then(
    () => Promise.reject(new Error('It was read.')),
    ({ code, status, detail, extras }: Refusal) => ({ code, status, detail, hint: extras.hint, errors: extras.errors }),
  );

const book = xlsx({ sheets: [{ rows: '<row><c><v>1</v></c></row>' }] });

test.each([
  ['a zip bomb', hostile.zipBomb, 'unsafe_workbook', /times its size/],
  ['a directory that makes a part smaller', () => hostile.lyingDirectory(10), 'unsafe_workbook', /lies about the size/],
  [
    'a directory that makes a part larger',
    () => hostile.lyingDirectory(9_999),
    'unsafe_workbook',
    /lies about the size/,
  ],
  ['a part with a wrong checksum', hostile.wrongChecksum, 'damaged_workbook', /checksum/],
  ['entities that expand', hostile.entityExpansion, 'unsafe_workbook', /document type/],
  ['an entity that names a file', hostile.externalEntity, 'unsafe_workbook', /document type/],
  ['tags fifty thousand deep', hostile.deepXml, 'unsafe_workbook', /nested too deeply/],
  ['an unclosed tag', hostile.endlessTag, 'too_large', /4 million characters/],
  ['an unclosed text', () => hostile.longCell(5), 'too_large', /4 million characters/],
  ['an unclosed text, in short pieces', hostile.textInPieces, 'too_large', /4 million characters/],
  ['more sheets in the list than any workbook has', hostile.manyListed, 'too_large', /200 tabs/],
  ['an unclosed list of parts', hostile.manyRelations, 'unsafe_workbook', /does not end/],
  ['more than 200 tabs', hostile.manyTabs, 'too_large', /200 tabs/],
  ['more than 10,000 parts', hostile.manyParts, 'unsafe_workbook', /1000\d parts/],
  ['a part with a path outside its folder', hostile.climbingName, 'unsafe_workbook', /unsafe name/],
  ['one text in ten million cells', hostile.repeatedText, 'too_large', /500 million characters/],
  ['twenty million cells from a kilobyte', hostile.repeatedCells, 'too_large', /10 million cells/],
  ['an archive of zeros', hostile.zerosInZip, 'not_a_workbook', /archive/],
  ['the first half of a zip', () => book.subarray(0, book.length / 2), 'damaged_workbook', /ends too early/],
  [
    'a zip without its first half',
    () => Buffer.concat([Buffer.from('PK\x03\x04'), book.subarray(book.length / 2)]),
    'damaged_workbook',
    /damaged/,
  ],
])('%s is refused', async (_, make, code, sentence) => {
  const said = await refusalOf(make());
  expect(said).toMatchObject({ code, detail: expect.stringMatching(sentence), hint: expect.stringMatching(/\.$/) });
  expect(said.status).toBeGreaterThanOrEqual(400);
  expect(said.status).toBeLessThan(500);
});

test('20,000 columns are refused at the first cell that is too far', async () => {
  expect(await refusalOf(hostile.manyColumns(20_000))).toMatchObject({
    code: 'too_large',
    detail: 'The sheet Wide has a value in BXY1. A tab may have 2,000 columns: its last one is BXX.',
    errors: [{ cell: 'Wide!BXY1' }],
  });
  const csv = `${Array.from({ length: 20_000 }, (_, at) => `c${at}`).join(',')}\n`;
  expect(await refusalOf(csv, 'wide.csv')).toMatchObject({ code: 'too_large', errors: [{ cell: 'wide!BXY1' }] });
});

test('2,000 columns are read, and blank cells beyond them do not count', async () => {
  const { tabs } = await importBytes('a.csv', `${Array.from({ length: 2_000 }, (_, at) => `c${at}`).join(',')},,,,\n`);
  expect(tabs[0]?.derived.columns).toHaveLength(2_000);
});

test('cells at A1 and XFD1048576 are refused by the far one', async () => {
  expect(await refusalOf(hostile.farCell())).toMatchObject({
    code: 'too_large',
    detail: expect.stringContaining('XFD1048576'),
    errors: [{ cell: 'Far!XFD1048576' }],
  });
});

test('zeros named .csv are refused from their first bytes', async () => {
  expect(await refusalOf(Buffer.alloc(1024 ** 2), 'zeros.csv')).toMatchObject({ code: 'not_a_workbook' });
});

test('one endless line of text is refused', async () => {
  expect(await refusalOf('0'.repeat(6 * 1024 ** 2), 'digits.csv')).toMatchObject({
    code: 'too_large',
    detail: expect.stringContaining('Row 1'),
  });
});

test.each(['[', '"', "'", '$', 'A', '1', ':'])('a million times %s for a formula is read', async (character) => {
  const { tabs } = await importBytes('a.xlsx', hostile.slowFormula(character));
  expect(tabs[0]?.derived.warnings).toContainEqual(expect.objectContaining({ code: 'cut_text', cell: 'B1' }));
});

test.each([
  ['a text', '<is><t>', '</t></is>', 'inlineStr'],
  ['a value', '<v>', '</v>', 'str'],
])('a million spaces in %s are read', async (_, before, after, type) => {
  const cells = `<c t="${type}">${before}a${' '.repeat(1_000_000)}b${after}</c>`;
  const { tabs } = await importBytes('a.xlsx', xlsx({ sheets: [{ rows: `<row>${cells}</row>` }] }));
  expect(tabs[0]?.derived.warnings).toContainEqual(expect.objectContaining({ code: 'cut_text', cell: 'A1' }));
});

test('a thousand numbers shown as texts of zeros are read', async () => {
  const shown = `1${'0'.repeat(49_000)}1`;
  const cell = (attributes: string, text: string) =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const rows = (count: number, cells: string) =>
    `<table:table-row table:number-rows-repeated="${count}">${cells}</table:table-row>`;
  const many = rows(1_000, cell('office:value-type="float" office:value="1.5"', shown));
  const bytes = ods(`<table:table table:name="T">${rows(1, cell('', 'x'))}${many}</table:table>`);
  expect((await importBytes('a.ods', bytes)).tabs[0]?.derived.columns).toHaveLength(1);
});

test('a formula of a million characters is read for many cells', async () => {
  const first = `<row><c><f t="shared" si="0">${'A1+'.repeat(333_333)}1</f><v>1</v></c></row>`;
  const rows = first + '<row><c><f t="shared" si="0"/><v>2</v></c></row>'.repeat(200);
  expect((await importBytes('a.xlsx', xlsx({ sheets: [{ rows }] }))).tabs[0]?.derived.rows).toBe(201);
});

test('a hundred thousand styles of one long format are read', async () => {
  const styles = `<numFmts><numFmt numFmtId="200" formatCode="${'s.0'.repeat(333)}"/></numFmts><cellXfs>${'<xf numFmtId="200"/>'.repeat(100_000)}</cellXfs>`;
  const parts = { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` };
  const bytes = xlsx({ sheets: [{ rows: '<row><c s="99999"><v>1</v></c></row>' }], parts });
  expect((await importBytes('a.xlsx', bytes)).tabs[0]?.derived.rows).toBe(1);
});

test('a hundred thousand merged ranges over each other are read', async () => {
  const row = `<row>${'<c><v>1</v></c>'.repeat(10)}</row>`;
  const after = `<mergeCells>${'<mergeCell ref="ZZ1:AAA1048576"/>'.repeat(100_000)}</mergeCells>`;
  const bytes = xlsx({ sheets: [{ rows: row.repeat(5_000), after }] });
  expect((await importBytes('a.xlsx', bytes)).tabs[0]?.derived.rows).toBe(5_000);
});

test('five gigabytes of spaces are cut like any long text', async () => {
  const { tabs } = await importBytes('a.ods', hostile.spacesBomb());
  expect(tabs[0]?.derived.warnings).toContainEqual(expect.objectContaining({ code: 'cut_text', cell: 'A1' }));
});

test('of several values in one cell the last is used', async () => {
  const rows = '<row><c><v>1</v><v>2</v></c></row>';
  const { tabs } = await importBytes('a.xlsx', xlsx({ sheets: [{ rows }] }));
  expect(tabs[0] && (await rawRows(tabs[0]))[0]?.cells).toEqual([2]);
});

test('a million empty rows and a distant style cost nothing', async () => {
  const rows = '<row r="1"><c t="str"><v>a</v></c></row><row r="1048576"><c r="XFD1048576" s="1"/></row>';
  const { tabs } = await importBytes('a.xlsx', xlsx({ sheets: [{ rows }] }));
  expect(tabs[0]?.derived).toMatchObject({ rows: 0, columns: [{ key: 'a' }] });
});
