import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DriveSpreadsheet, DriveSpreadsheetsAnswer } from '../../../src/contract/drive';
import { apiPaths } from '../../../src/contract/paths';
import { DRIVE_BYTES } from '../../../src/contract/plans';
import type { Project } from '../../../src/contract/projects';
import type { OwnerRowsAnswer } from '../../../src/contract/rows';
import { templateCategories } from '../../../src/contract/templateCategories';
import type { TemplatesAnswer } from '../../../src/contract/templates';
import { templatePath, templates } from '../../../src/server/templates/templates';
import { importWorkbook } from '../../../src/server/workbook/importWorkbook';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import type { SignedIn } from '../../fixtures/people';

const test = beforeTests(() => buildTestApp());
const who = beforeTests(() => test.signUp());

const post = (url: string, payload: object, person: SignedIn = who) =>
  test.app.inject({ method: 'POST', url, headers: person.headers, payload });

const use = (payload: object, person?: SignedIn) => post(apiPaths.driveSpreadsheets, payload, person);

const get = async <Answer>(url: string) => (await test.app.inject({ url, headers: who.headers })).json<Answer>();

const ids = templates.map(({ id }) => id);

describe('the workbooks', () => {
  it('belong to templates, one each', () => {
    const files = readdirSync(dirname(templatePath('crm')));
    expect(files.sort()).toEqual(ids.map((id) => `${id}.xlsx`).sort());
  });

  it.each(ids)('%s is read without warnings, its headers in the first row', async (id) => {
    const { kind, tabs } = await importWorkbook({ path: templatePath(id), fileName: `${id}.xlsx` });
    expect(kind).toBe('xlsx');
    expect(tabs.map(({ head }) => head.sheetId)).toEqual(tabs.map((_, at) => at + 1));
    expect(tabs.map(({ derived: { headerRow, warnings } }) => ({ headerRow, warnings }))).toEqual(
      tabs.map(() => ({ headerRow: 1, warnings: [] })),
    );
    expect(tabs[0]?.derived.rows).toBeGreaterThanOrEqual(12);
  });
});

describe('GET /api/templates', () => {
  it('lists ten, each with its tabs and their first rows', async () => {
    const { templates: listed } = await get<TemplatesAnswer>(apiPaths.templates);
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(ids).toHaveLength(10);
    const categories = new Set(listed.map(({ category }) => category));
    expect([...categories].sort()).toEqual([...templateCategories].sort());
    expect(listed[0]).toMatchObject({
      id: 'product-catalogue',
      line: 'Prices, stock and photos for a small shop.',
      tabs: [
        {
          sheetId: 1,
          title: 'products',
          rows: 14,
          columns: [{ key: 'name', type: 'text' }, { key: 'price' }, {}, {}, {}, {}, {}, {}],
        },
        { sheetId: 2, title: 'categories', rows: 5 },
      ],
    });
    expect(listed[0]?.tabs[0]?.first).toHaveLength(8);
    expect(listed[0]?.tabs[0]?.first[0]?.slice(0, 4)).toEqual(['Oak stool', 129, 14, '00412']);
  });
});

describe('using a template', () => {
  it('copies it into the drive, where it works like any spreadsheet', async () => {
    const response = await use({ templateId: 'event-rsvp' });
    expect(response.statusCode).toBe(201);
    const { spreadsheet } = response.json<{ spreadsheet: DriveSpreadsheet }>();
    expect(spreadsheet).toMatchObject({ title: 'Event RSVP', fileName: 'Event RSVP.xlsx' });
    expect(spreadsheet.tabs.map(({ title, rows }) => [title, rows])).toEqual([
      ['guests', 13],
      ['events', 4],
    ]);
    const made = await post(apiPaths.projectsSync, { sheetId: spreadsheet.id });
    const { project } = made.json<{ project: Project }>();
    const { data } = await get<OwnerRowsAnswer>(apiPaths.projectTabRows(project.id, 2));
    expect(data[0]).toMatchObject({ event: 'Opening', day: '2026-05-08', doors: '18:00:00', seats: 120, open: true });
  });

  it('copies it anew each time, and leaves the template unchanged', async () => {
    const before = readFileSync(templatePath('faq'));
    const copies = await Promise.all([use({ templateId: 'faq' }), use({ templateId: 'faq' })]);
    const ids = copies.map((copy) => copy.json<{ spreadsheet: DriveSpreadsheet }>().spreadsheet.id);
    expect(new Set(ids).size).toBe(2);
    const file = await test.app.inject({ url: apiPaths.driveFile(ids[0] ?? ''), headers: who.headers });
    expect(file.rawPayload.equals(before)).toBe(true);
    const removed = await test.app.inject({
      method: 'DELETE',
      url: apiPaths.driveSpreadsheet(ids[0] ?? ''),
      headers: who.headers,
    });
    expect(removed.statusCode).toBe(204);
    expect(readFileSync(templatePath('faq')).equals(before)).toBe(true);
  });

  it('copies it once for each attempt, also if it is repeated, or sent twice at a time', async () => {
    const once = { templateId: 'faq', attempt: 'one' };
    const copies = [...(await Promise.all([use(once), use(once)])), await use(once)];
    expect(copies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const other = await use(once, await test.signUp());
    const ids = [...copies, other].map((copy) => copy.json<{ spreadsheet: DriveSpreadsheet }>().spreadsheet.id);
    expect(ids).toEqual([ids[0], ids[0], ids[0], expect.not.stringMatching(ids[0] ?? '')]);
  });

  it('copies it again for an attempt whose copy was moved to the trash', async () => {
    const once = { templateId: 'faq', attempt: 'deleted' };
    const copy = async () => (await use(once)).json<{ spreadsheet: DriveSpreadsheet }>().spreadsheet.id;
    const first = await copy();
    await test.app.inject({ method: 'DELETE', url: apiPaths.driveSpreadsheet(first), headers: who.headers });
    const second = await copy();
    const { spreadsheets } = await get<DriveSpreadsheetsAnswer>(apiPaths.driveSpreadsheets);
    const ids = spreadsheets.map(({ id }) => id);
    expect([ids.includes(first), ids.includes(second)]).toEqual([false, true]);
  });

  it.each([
    ['an unknown one', { templateId: 'tea-leaves' }, 404, 'not_found'],
    ['a path', { templateId: '../templates/workbooks/faq' }, 404, 'not_found'],
    ['none', {}, 400, 'invalid_request'],
    ['a number', { templateId: 7 }, 400, 'invalid_request'],
    ['an unknown field', { templateId: 'faq', title: 'Mine' }, 400, 'invalid_request'],
  ])('refuses %s', async (_what, payload, status, code) => {
    const before = await test.db.selectFrom('drive_spreadsheets').select('id').execute();
    const response = await use(payload);
    expect(response.json()).toMatchObject({ status, code });
    expect(response.statusCode).toBe(status);
    expect(await test.db.selectFrom('drive_spreadsheets').select('id').execute()).toEqual(before);
  });

  it('refuses broken and missing JSON', async () => {
    const send = (payload: string) =>
      test.app.inject({
        method: 'POST',
        url: apiPaths.driveSpreadsheets,
        headers: { ...who.headers, 'content-type': 'application/json' },
        payload,
      });
    expect((await send('{"templateId":')).json()).toMatchObject({ status: 400, code: 'malformed_request' });
    expect((await send('')).json()).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it('needs space in the drive, as an upload does', async () => {
    const full = await test.signUp();
    const id = (await use({ templateId: 'faq' }, full)).json<{ spreadsheet: DriveSpreadsheet }>().spreadsheet.id;
    await test.db.updateTable('drive_spreadsheets').set({ file_bytes: DRIVE_BYTES }).where('id', '=', id).execute();
    const response = await use({ templateId: 'faq' }, full);
    expect(response.json()).toMatchObject({ status: 403, code: 'drive_full' });
  });
});
