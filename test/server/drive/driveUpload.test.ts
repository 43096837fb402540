import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiPaths, authPaths } from '../../../src/contract/paths';
import type { DriveSpreadsheet } from '../../../src/contract/drive';
import { buildApp } from '../../../src/server/app';
import { importIntoDrive } from '../../../src/server/drive/driveImport';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { multipartOf, SMALL_CSV, upload, uploaded, uploadTraces, workbookFile } from '../../fixtures/driveFiles';
import { PASSWORD } from '../../fixtures/people';

const test = beforeTests(() => buildTestApp());
const who = beforeTests(() => test.signUp());

const traces = () => uploadTraces(test);

describe('an upload', () => {
  it('returns the new spreadsheet', async () => {
    const response = await upload(test, who, SMALL_CSV);
    expect(response.statusCode).toBe(201);
    const { spreadsheet } = response.json<{ spreadsheet: DriveSpreadsheet }>();
    expect(spreadsheet).toEqual({
      id: expect.stringMatching(/^tpd_[A-Za-z0-9_-]{24}$/),
      title: 'teas',
      url: `http://localhost:80/spreadsheets/d/${spreadsheet.id}`.replace(':80', ''),
      tabs: [{ sheetId: 0, title: 'teas', rows: 2, columns: 2 }],
      fileName: 'teas.csv',
      bytes: Buffer.byteLength(SMALL_CSV.bytes as string),
      reading: { encoding: 'utf-8', separator: ',', decimals: '.', chosen: {} },
      changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('reads a real workbook with all its tabs', async () => {
    const { tabs, title } = await uploaded(test, who, workbookFile('world-reference.xlsx'));
    expect(title).toBe('world-reference');
    expect(tabs.map((tab) => tab.title)).toEqual(['Countries', 'S&P 500', 'Notes']);
    expect(tabs[0]).toMatchObject({ rows: 249, columns: 56 });
  });

  it('reads an OpenDocument spreadsheet', async () => {
    expect((await uploaded(test, who, workbookFile('sheet_visibility.ods'))).tabs.length).toBeGreaterThan(1);
  });

  it('leaves no temporary file', async () => {
    await uploaded(test, who);
    expect((await traces()).files).toEqual([]);
  });
});

it('an upload during which its account is deleted is refused: its person is signed out', async () => {
  const leaving = await test.signUp();
  const before = await traces();
  const run = test.workers.run.bind(test.workers);
  const running = jest.spyOn(test.workers, 'run').mockImplementation(async (...job) => {
    const { headers } = leaving;
    const payload = { password: PASSWORD };
    await test.app.inject({ method: 'POST', url: authPaths.deleteUser, headers, payload });
    return run(...job);
  });
  const response = await upload(test, leaving, SMALL_CSV);
  running.mockRestore();
  expect([response.statusCode, response.json().code]).toEqual([401, 'signed_out']);
  expect(await traces()).toEqual(before);
});

describe('titles and file names', () => {
  const names = [
    ['../../etc/passwd.csv', 'passwd', 'passwd.csv'],
    ['..\\..\\windows\\system.csv', 'system', 'system.csv'],
    ['a"quoted" name.csv', 'a%22quoted%22 name', 'a%22quoted%22 name.csv'],
    ['🫖 tea & Käse.csv', '🫖 tea & Käse', '🫖 tea & Käse.csv'],
    ['Kaese\u0308.csv', 'Kaes\u00eb', 'Kaes\u00eb.csv'],
    ['UPPER.CSV', 'UPPER', 'UPPER.csv'],
    ['.csv', 'Untitled', 'Untitled.csv'],
    ['tab\there.csv', 'tab here', 'tab here.csv'],
    [`${'n'.repeat(400)}.csv`, 'n'.repeat(300), `${'n'.repeat(300)}.csv`],
    [`${'🫖'.repeat(301)}.csv`, '🫖'.repeat(300), `${'🫖'.repeat(300)}.csv`],
  ] as const;
  const labelled = names.map((row) => [row[0].length > 40 ? `of ${row[0].length} units` : row[0], ...row] as const);

  it.each(labelled)('%s', async (_label, name, title, fileName) => {
    expect(await uploaded(test, who, { ...SMALL_CSV, name })).toMatchObject({ title, fileName });
  });
});

describe('is also accepted', () => {
  it.each([
    ['teas.tsv', 'name\tprice\nAssam\t4\n', 2],
    ['teas.txt', 'name|price\nAssam|4\n', 2],
    ['macros.xlsm', workbookFile('world-reference.xlsx').bytes, undefined],
    ['numbers.csv', '1;2;3\n4;5;6\n', 3],
  ])('%s', async (name, bytes, columns) => {
    const { fileName, tabs } = await uploaded(test, who, { name, bytes });
    expect(fileName).toBe(name);
    expect(tabs[0]).toMatchObject({ columns: columns ?? expect.any(Number) });
  });
});

describe('is refused', () => {
  const csv = SMALL_CSV.bytes;
  it.each([
    ['setup.exe', csv, 415, 'unsupported_media_type', 'Upload an .xlsx, .ods or .csv file.'],
    ['no ending', csv, 415, 'unsupported_media_type', 'Upload an .xlsx, .ods or .csv file.'],
    ['old.xls', csv, 415, 'unsupported_media_type', expect.stringContaining('Save it as .xlsx')],
    ['a.xlsb', csv, 415, 'unsupported_media_type', expect.stringContaining('a binary workbook. Save it as .xlsx')],
    ['a.numbers', csv, 415, 'unsupported_media_type', expect.stringContaining('Export it to Excel')],
    ['a.pages', csv, 415, 'unsupported_media_type', expect.stringContaining('save that as .xlsx')],
    ['a.pdf', csv, 415, 'unsupported_media_type', expect.stringContaining('a printed page')],
    ['renamed.xlsx', Buffer.from('MZ\0\0 this is a program'), 422, 'not_a_workbook', expect.any(String)],
    ['empty.xlsx', '', 422, 'not_a_workbook', expect.any(String)],
    ['blank.csv', '\n\n \n', 422, 'source_empty', 'There is nothing in this spreadsheet yet.'],
  ])('%s', async (name, bytes, status, code, detail) => {
    const before = await traces();
    const response = await upload(test, who, { name, bytes });
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(response.json()).toMatchObject({ status, code, detail });
    expect(response.statusCode).toBe(status);
    expect(await traces()).toEqual(before);
  });

  const post = ({ headers = {}, payload }: { headers?: Record<string, string>; payload?: Buffer | string }) =>
    test.app.inject({
      ...{ method: 'POST', url: apiPaths.driveSpreadsheets, payload },
      headers: { ...who.headers, ...headers },
    });

  it.each([
    [
      'of application/json-seq',
      { headers: { 'content-type': 'application/json-seq' }, payload: '{"templateId":"crm"}' },
    ],
    ['of text/csv', { headers: { 'content-type': 'text/csv' }, payload: 'name\nAssam' }],
    ['that is missing', {}],
  ])('with a body %s', async (_what, body) => {
    const response = await post(body);
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({
      code: 'unsupported_media_type',
      detail: 'Send the spreadsheet as multipart/form-data, in a field called file.',
    });
  });

  it('with the file in another field', async () => {
    const response = await post(multipartOf(SMALL_CSV, 'document'));
    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ field: 'file' }] });
  });

  it('without a file', async () => {
    const { headers, payload } = multipartOf(SMALL_CSV);
    const text = payload.toString().replace('; filename="teas.csv"', '');
    expect((await post({ headers, payload: text })).json()).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it.each([
    ['that breaks off in the file', (body: Buffer) => body.subarray(0, body.length - 20)],
    ['that breaks off in its head', (body: Buffer) => body.subarray(0, 30)],
    ['that is empty', () => Buffer.alloc(0)],
    ['that is something else', () => Buffer.from('hello')],
  ])('with a body %s', async (_what, cut) => {
    const before = await traces();
    const { headers, payload } = multipartOf(SMALL_CSV);
    const response = await post({ headers, payload: cut(payload) });
    expect(response.statusCode).toBe(400);
    expect(await traces()).toEqual(before);
  });

  it('with a multipart body without a boundary', async () => {
    const { payload } = multipartOf(SMALL_CSV);
    const response = await post({ headers: { 'content-type': 'multipart/form-data' }, payload });
    expect(response.json()).toMatchObject({ status: 400, code: 'malformed_request' });
  });
});

describe('a file whose blobs are stored but cannot be published', () => {
  it('leaves nothing behind', async () => {
    const before = await traces();
    const path = join(__dirname, '../../fixtures/workbooks/country-codes.csv');
    const file = { path, fileName: 'country-codes.csv', title: 'country-codes', bytes: 1 };
    const { signal } = new AbortController();
    const imported = importIntoDrive({ ...test.services, signal }, 'somebody who has just left', file);
    await expect(imported).rejects.toMatchObject({ code: 'signed_out' });
    expect(await traces()).toEqual(before);
  });
});

describe('temporary files of a killed process', () => {
  it('are removed at the next start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tabpoint-left-'));
    await mkdir(join(folder, 'uploads'));
    await writeFile(join(folder, 'uploads', 'half a workbook'), 'half');
    const { app } = await buildApp({ ...test, settings: { ...test.settings, dataDir: folder } });
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
    await app.close();
    await rm(folder, { recursive: true });
  });
});
