import { unzipSync } from 'fflate';
import type { GridRowsAnswer } from '../../../../src/contract/driveGrid';
import { editText } from '../../../../src/contract/gridCells';
import { apiPaths } from '../../../../src/contract/paths';
import { ColumnFormats } from '../../../../src/server/rawTab/cellFormats';
import { readRawHead } from '../../../../src/server/rawTab/packedRaw';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { madeWorkbook, type SentFile, uploaded, uploadVersion, workbookFile } from '../../../fixtures/driveFiles';
import { cellXml, escaped, importBytes, ods, rawRows, rowXml, xlsx } from '../../../fixtures/workbookFiles';
import { sheetOf } from './sheet';

const test = beforeTests(() => buildTestApp());
const who = beforeTests(() => test.signUp());

const download = async (url: string) => {
  const { statusCode, rawPayload, headers } = await test.app.inject({ method: 'GET', url, headers: who.headers });
  return { status: statusCode, bytes: rawPayload, headers };
};

/** Parts of the exported file that describe the whole workbook. */
async function workbookPart(id: string) {
  const parts = unzipSync((await download(apiPaths.driveExport(id))).bytes);
  return Buffer.from(parts['xl/workbook.xml'] ?? []).toString();
}

/** Uploads the exported spreadsheet again. */
async function again(id: string) {
  const { bytes, status } = await download(apiPaths.driveExport(id));
  expect(status).toBe(200);
  const file: SentFile = { name: 'again.xlsx', bytes };
  return sheetOf(test, who, file);
}

describe('an exported workbook', () => {
  it.each(['world-reference.xlsx', 'mixed_sheets.xlsx'])(
    '%s has the same cells and formulas when uploaded again',
    async (name) => {
      const first = await sheetOf(test, who, workbookFile(name));
      const second = await again(first.id);
      const titles = ({ spreadsheet }: typeof first) => spreadsheet.tabs.map(({ title }) => title);
      expect(titles(second)).toEqual(titles(first));
      for (const [at, { sheetId }] of first.spreadsheet.tabs.entries()) {
        const texts = ({ rows }: GridRowsAnswer) => rows.map(({ row, cells }) => [row, cells.map(editText)]);
        const there = second.spreadsheet.tabs[at]?.sheetId ?? 0;
        expect(texts(await second.rows(there))).toEqual(texts(await first.rows(sheetId)));
      }
    },
  );

  it('has formulas with their values, also of a new version, and only values once rows were moved', async () => {
    const cells = '<c><f>1+1&lt;3</f><v>2</v></c><c t="str"><f>"x"</f><v>x</v></c>';
    const rows = `${rowXml(['name', 'sum', 'x'])}<row>${cellXml('a')}${cells}</row>`;
    const file = { name: 'sums.xlsx', bytes: xlsx({ sheets: [{ name: 'sums', rows }] }) };
    const sheet = await sheetOf(test, who, file);
    const secondRow = async (one: typeof sheet) => (await one.rows()).rows[1]?.cells;
    expect(await secondRow(sheet)).toMatchObject(['a', { value: 2, formula: '1+1<3' }, { value: 'x' }]);
    for (const version of [1, 2]) {
      if (version === 2) await uploadVersion(test, who, sheet.id, file);
      expect(await workbookPart(sheet.id)).toContain('<calcPr fullCalcOnLoad="1"/>');
      expect(await secondRow(await again(sheet.id))).toEqual(await secondRow(sheet));
    }
    const refused = await sheet.edit({ row: 2, column: 2, value: '3' });
    expect([refused.status, refused.body.code]).toEqual([409, 'cell_not_writable']);
    await sheet.operate({ kind: 'insertRows', at: 1, count: 1 });
    expect(await workbookPart(sheet.id)).not.toContain('calcPr');
    expect(await secondRow(await again(sheet.id))).toEqual(['a', 2, 'x']);
  });

  it('has formulas still after a new version and so many changes that they are not listed', async () => {
    const names = Array.from({ length: 1_001 }, (_, n) => `c${n}`);
    const rows = `${rowXml(names).repeat(101)}<row><c><f>1+1</f><v>2</v></c></row>`;
    const file = { name: 'wide.xlsx', bytes: xlsx({ sheets: [{ name: 'wide', rows }] }) };
    const sheet = await sheetOf(test, who, file);
    await sheet.project();
    await uploadVersion(test, who, sheet.id, file);
    await sheet.edit(...Array.from({ length: 101 }, (_, n) => ({ row: n + 1, column: 1, value: 'x' })));
    const { id } = await test.db
      .selectFrom('project_tabs')
      .innerJoin('projects', 'projects.id', 'project_id')
      .select('project_tabs.id')
      .where('projects.sheet_id', '=', sheet.id)
      .executeTakeFirstOrThrow();
    await test.services.records.compaction.fold(id);
    expect(await workbookPart(sheet.id)).toContain('calcPr');
    await sheet.operate({ kind: 'insertRows', at: 102, count: 1 });
    expect(await workbookPart(sheet.id)).not.toContain('calcPr');
  });

  it('has only the values of formulas that need a name, a table, another file or another sheet', async () => {
    const formulas = ["'My data'!A1*2", 'SUM(Mine!A1:Mine!A2)+TRUE', '_xlfn.LET(_xlpm.x,1,_xlpm.x)', '"a.b"&A1'];
    const others = ['Rate*A1', 'Table1[Sum]', "'[1]My data'!A1", '[1]Mine!A1', 'Gone!A1', 'Table1[[#This Row],[A]]'];
    const cells = [...formulas, ...others].map((f) => `<c><f>${escaped(f)}</f><v>2</v></c>`);
    const rows = `${rowXml(['n'])}<row>${cells.join('')}</row>`;
    const bytes = xlsx({
      sheets: [
        { name: 'Mine', rows },
        { name: 'My data', rows: rowXml(['a', 1]) },
        { name: 'Gone', rows: rowXml(['b', 1]) },
        { name: 'Other', rows: rowXml(['c', 1]) },
      ],
    });
    const sheet = await sheetOf(test, who, { name: 'names.xlsx', bytes });
    for (const [at, title] of ['Renamed', 'Gone'].entries()) {
      const { sheetId } = sheet.spreadsheet.tabs[at + 2]!;
      expect((await sheet.patch({ title }, sheetId)).status).toBe(200);
    }
    const second = await again(sheet.id);
    expect(second.spreadsheet.tabs.map(({ title }) => title)).toEqual(['Mine', 'My data', 'Renamed', 'Gone']);
    const { rows: found } = await second.rows();
    expect(found[1]?.cells).toEqual([
      ...formulas.map((formula) => ({ kind: 'number', value: 2, formula })),
      ...others.map(() => 2),
    ]);
  });

  it('has array formulas of one cell, and the values of those of several', async () => {
    const array = (ref: string) => `<f t="array" ref="${ref}">SUM(D1:D2*D3:D4)</f><v>2</v>`;
    const cells = `<c r="A2">${array('A2')}</c><c r="B2">${array('B2:B3')}</c><c r="C2">${array('C2:C2')}</c>`;
    const rows = `${rowXml(['a', 'b', 'c'])}<row r="2">${cells}</row><row r="3"><c r="B3"><v>3</v></c></row>`;
    const sheet = await sheetOf(test, who, { name: 'arrays.xlsx', bytes: xlsx({ sheets: [{ rows }] }) });
    const parts = unzipSync((await download(apiPaths.driveExport(sheet.id))).bytes);
    const xml = Buffer.from(parts['xl/worksheets/sheet1.xml'] ?? []).toString();
    const written = (cell: string) => `<c r="${cell}"><f t="array" ref="${cell}">SUM(D1:D2*D3:D4)</f><v>2</v></c>`;
    expect(xml).toContain(`<row r="2">${written('A2')}<c r="B2"><v>2</v></c>${written('C2')}</row>`);
  });

  it('keeps a formula as in its file, and white space around its text', async () => {
    const cell = '<c t="str"><f>" "&amp;"_x0041_"</f><v xml:space="preserve"> n </v></c>';
    const bytes = xlsx({ sheets: [{ rows: `${rowXml(['n'])}<row>${cell}</row>` }] });
    const sheet = await sheetOf(test, who, { name: 'spaces.xlsx', bytes });
    const { rows } = await (await again(sheet.id)).rows();
    expect(rows[1]?.cells).toMatchObject([{ value: ' n ', formula: '" "&"_x0041_"' }]);
  });

  it('has only errors that every program knows', async () => {
    const errors = ['#REF!', 'Err:502'].map(
      (error) =>
        `<table:table-row><table:table-cell table:formula="of:=A1" office:value-type="string"><text:p>${error}</text:p></table:table-cell></table:table-row>`,
    );
    const header =
      '<table:table-row><table:table-cell office:value-type="string"><text:p>n</text:p></table:table-cell></table:table-row>';
    const bytes = ods(`<table:table table:name="T">${header}${errors.join('')}</table:table>`);
    const sheet = await sheetOf(test, who, { name: 'errors.ods', bytes });
    const { rows } = await (await again(sheet.id)).rows();
    expect(rows.slice(1).map(({ cells }) => cells)).toEqual([
      [{ kind: 'error', value: '#REF!' }],
      [{ kind: 'error', value: '#VALUE!' }],
    ]);
  });

  it('has the edits, and the file name of its format', async () => {
    const sheet = await sheetOf(test, who);
    await sheet.edit({ row: 2, column: 1, value: 'Ünïcode & <tags>' }, { row: 9, column: 4, value: '2026-02-03' });
    expect((await (await again(sheet.id)).shown())[2]).toEqual(['Ünïcode & <tags>', '12.5', '007', 'TRUE']);
    const { headers } = await download(apiPaths.driveExport(sheet.id));
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="beans.xlsx"; filename*=UTF-8''beans.xlsx`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('has the number formats of its cells, also of edited and moved ones', async () => {
    const formats = ['0.0%', '#,##0.00\\ "€"', 14, 'dd\\.mm\\.yyyy', 0];
    const numbers = [0.125, 1200, 45000, 45001, 3].map((value, style) => `<c s="${style}"><v>${value}</v></c>`);
    const rows = rowXml(['share', 'price', 'day', 'until', 'count']) + `<row>${numbers.join('')}</row>`;
    const sheet = await sheetOf(test, who, { name: 'prices.xlsx', bytes: xlsx({ sheets: [{ rows }], formats }) });
    await sheet.edit(
      { row: 3, column: 1, value: '0.5' },
      { row: 3, column: 2, value: 'soon' },
      { row: 3, column: 3, value: '2026-02-03' },
      { row: 3, column: 4, value: '7' },
    );
    await sheet.operate({ kind: 'insertRows', at: 1, count: 2 });
    const { bytes } = await download(apiPaths.driveExport(sheet.id));
    const tab = (await importBytes('again.xlsx', bytes)).tabs[0]!;
    const codesAt = async (row: number) => {
      const head = await readRawHead(tab.raw);
      return [0, 1, 2, 3, 4].map((column) => new ColumnFormats(head.formats, column).find(row));
    };
    expect((await rawRows(tab)).map(({ row, cells }) => [row, cells])).toEqual([
      [3, ['share', 'price', 'day', 'until', 'count']],
      [4, [0.125, 1200, { kind: 'date', value: '2023-03-15' }, { kind: 'date', value: '2023-03-16' }, 3]],
      [5, [0.5, 'soon', { kind: 'date', value: '2026-02-03' }, 7]],
    ]);
    expect(await codesAt(4)).toEqual(['0.0%', '#,##0.00\\ "€"', 'm/d/yy', 'dd\\.mm\\.yyyy', 'General']);
    expect(await codesAt(5)).toEqual(['0.0%', 'General', 'm/d/yy', 'General', 'General']);
    const styles = Buffer.from(unzipSync(bytes)['xl/styles.xml']!).toString();
    expect(styles).toContain('numFmtId="14"');
    expect(styles).not.toContain('formatCode="m/d/yy"');
  });

  it.each([
    ['rows', { at: 2, count: 2 }],
    ['columns', { at: 1, count: 1 }],
  ])('has the number formats of %s that came back', async (what, place) => {
    const cells = (...styles: number[]) =>
      `<row>${styles.map((style) => `<c s="${style}"><v>0.5</v></c>`).join('')}</row>`;
    const rows = rowXml(['share', 'price']) + cells(0, 1) + cells(1, 1) + cells(2, 1);
    const formats = ['0.0%', '#,##0.00', '0.000'];
    const sheet = await sheetOf(test, who, { name: 'shares.xlsx', bytes: xlsx({ sheets: [{ rows }], formats }) });
    const codes = async () => {
      const { bytes } = await download(apiPaths.driveExport(sheet.id));
      const { formats: found } = await readRawHead((await importBytes('again.xlsx', bytes)).tabs[0]!.raw);
      return [2, 3, 4].map((row) => [0, 1].map((column) => new ColumnFormats(found, column).find(row)));
    };
    const before = await codes();
    const kind = what === 'rows' ? ('Rows' as const) : ('Columns' as const);
    const { body } = await sheet.operate({ kind: `delete${kind}`, ...place });
    await sheet.operate({ kind: `insert${kind}`, ...place, restore: body.removed });
    expect(await codes()).toEqual(before);
  });

  it('is refused with more rows than the format has', async () => {
    const sheet = await sheetOf(test, who);
    await sheet.edit({ row: 1_048_577, column: 1, value: 'too far' });
    const { status, bytes } = await download(apiPaths.driveExport(sheet.id));
    expect([status, JSON.parse(bytes.toString())]).toEqual([413, expect.objectContaining({ code: 'too_large' })]);
    expect((await download(apiPaths.driveTabExport(sheet.id, sheet.sheetId))).status).toBe(200);
  });

  it('gives each sheet a unique name, however long', async () => {
    const long = 'x'.repeat(40);
    const { id } = await uploaded(
      test,
      who,
      madeWorkbook(['1', '2'].map((end) => ({ title: long + end, cells: [['name'], ['Kaffa']] }))),
    );
    const titles = (await again(id)).spreadsheet.tabs.map(({ title }) => title);
    expect(new Set(titles).size).toBe(2);
  });
});

describe('a tab as CSV', () => {
  it('keeps numbers as they are and escapes texts that look like formulas', async () => {
    const sheet = await sheetOf(test, who);
    await sheet.edit({ row: 6, column: 1, value: '=1+1' }, { row: 6, column: 3, value: 'a "b", c' });
    const { bytes, headers } = await download(apiPaths.driveTabExport(sheet.id, sheet.sheetId));
    expect(bytes.toString()).toBe(
      'name,price,code,open\r\nKaffa,12.50,007,TRUE\r\nYirga,14,008,FALSE\r\nHuila,15,009,TRUE\r\n\r\n\'=1+1,,"a ""b"", c"\r\n',
    );
    expect(headers['content-type']).toBe('text/csv');
  });

  it.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
    'escapes a text that begins with %j',
    async (sign) => {
      const sheet = await sheetOf(test, who);
      await sheet.edit({ row: 6, column: 1, value: `${sign}cmd()` });
      const { bytes } = await download(apiPaths.driveTabExport(sheet.id, sheet.sheetId));
      expect(bytes.toString().split('\r\n\r\n')[1]).toMatch(/^"?'/);
    },
  );

  it('escapes numbers whose file shows a formula, and no others', async () => {
    const shown = ['=HYPERLINK("http://x")', "-2+3+cmd|' /C calc'!A0", '@SUM(1)', '-5.00 €', '+47 %', '(5)'];
    const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`;
    const cells = shown.map(
      (text) =>
        `<table:table-cell office:value-type="float" office:value="5"><text:p>${text}</text:p></table:table-cell>`,
    );
    const header = '<table:table-cell office:value-type="string"><text:p>n</text:p></table:table-cell>';
    const bytes = ods(`<table:table table:name="T">${[header, ...cells].map(row).join('')}</table:table>`);
    const sheet = await sheetOf(test, who, { name: 'numbers.ods', bytes });
    const { bytes: csv } = await download(apiPaths.driveTabExport(sheet.id, sheet.sheetId));
    expect(csv.toString().trimEnd().split('\r\n').slice(1)).toEqual([
      `"'=HYPERLINK(""http://x"")"`,
      `'-2+3+cmd|' /C calc'!A0`,
      `'@SUM(1)`,
      '-5.00 €',
      '+47 %',
      '(5)',
    ]);
  });

  it('is not found for an unknown tab', async () => {
    const { id } = await sheetOf(test, who);
    expect((await download(apiPaths.driveTabExport(id, 99))).status).toBe(404);
  });
});
