import { buildTestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { apiPaths } from '../../../src/contract/paths';
import type { Project, SheetPreview } from '../../../src/contract/projects';
import { createdProject, madeWorkbook, SMALL_CSV, uploaded, workbookFile } from '../../fixtures/driveFiles';

const test = beforeTests(() => buildTestApp());
const who = beforeEachTest(() => test.signUp());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, { headers } = who) =>
  test.app.inject({ method, url, headers, payload });
const check = (payload: object, person = who) => call('POST', apiPaths.projectsCheck, payload, person);

describe('a check', () => {
  it('returns the title and the tabs', async () => {
    const { id } = await uploaded(test, who, workbookFile('world-reference.xlsx'));
    const response = await check({ sheetId: id });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      title: 'world-reference',
      tabs: [
        { sheetId: expect.any(Number), title: 'Countries', rows: 249, columns: 56 },
        {
          sheetId: expect.any(Number),
          title: 'S&P 500',
          rows: expect.any(Number),
          columns: expect.any(Number),
          address: 's-p-500',
        },
        { sheetId: expect.any(Number), title: 'Notes', rows: expect.any(Number), columns: expect.any(Number) },
      ],
      source: 'drive',
      writable: true,
      warnings: expect.any(Array),
    });
  });

  it('names each tab as the address of its endpoint will', async () => {
    const titles = ['Teas', 'Opening hours', 'opening hours!', '_lists'];
    const file = madeWorkbook(titles.map((title) => ({ title, cells: [['a'], [1]] })));
    const { id } = await uploaded(test, who, file);
    const { tabs } = (await check({ sheetId: id })).json<SheetPreview>();
    const names = tabs.map(({ title, address = title }) => address);
    expect(names).toEqual(['Teas', 'opening-hours', 'opening-hours-2', '__lists']);
    const { project } = (await call('POST', apiPaths.projectsSync, { sheetId: id })).json<{ project: Project }>();
    expect(project.tabs.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))).toEqual(names);
  });

  it('creates nothing', async () => {
    const { id } = await uploaded(test, who);
    await check({ sheetId: id });
    expect((await call('GET', apiPaths.projects)).json()).toEqual({ projects: [] });
  });

  it('has warnings with the sheet and the cell', async () => {
    const file = { name: 'Prices.csv', bytes: 'price,price\n1,2\n' };
    const { id } = await uploaded(test, who, file);
    expect((await check({ sheetId: id })).json()).toMatchObject({
      warnings: [{ code: 'duplicate_header', cell: 'Prices!B1' }],
    });
  });

  it('reports that the spreadsheet is a project already', async () => {
    const project = await createdProject(test, who);
    expect((await check({ sheetId: project.sheetId })).json()).toMatchObject({ alreadyProject: project.id });
  });

  it('gives each tab the number that it has in the project', async () => {
    const { sheetId, tabs } = await createdProject(test, who, workbookFile('world-reference.xlsx'));
    const numbers = tabs.map((tab) => tab.sheetId);
    expect(new Set(numbers).size).toBe(3);
    const { tabs: checked } = (await check({ sheetId })).json<SheetPreview>();
    expect(checked.map((tab) => tab.sheetId)).toEqual(numbers);
  });

  it('has the current title', async () => {
    const { id } = await uploaded(test, who);
    await check({ sheetId: id });
    await call('PATCH', apiPaths.driveSpreadsheet(id), { title: 'Herbs' });
    expect((await check({ sheetId: id })).json()).toMatchObject({ title: 'Herbs' });
  });
});

describe('a check fails', () => {
  const nowhere = 'There is no spreadsheet at this URL.';
  it.each([
    [`tpd_${'x'.repeat(24)}`, 'source_not_found', nowhere],
    ['tpd_short', 'source_not_found', nowhere],
    ['abc', 'source_not_found', nowhere],
    [
      'e',
      'source_published_page',
      'This is the address of a published page. Paste the address of the spreadsheet itself, which has /edit in it.',
    ],
    [
      '1mXv8kQeY3nRtBzLw5pJhGfDsAaCcVbNm0123456789x',
      'source_unavailable',
      'Google cannot be reached from this server. Try again in a moment.',
    ],
  ])('%s', async (sheetId, code, detail) => {
    const response = await check({ sheetId });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ status: 422, code, detail });
  });

  it('for the spreadsheet of another person, and for a deleted one, without revealing it', async () => {
    const { id } = await uploaded(test, who);
    const other = await test.signUp();
    expect((await check({ sheetId: id }, other)).json()).toMatchObject({ code: 'source_not_found', detail: nowhere });
    await call('DELETE', apiPaths.driveSpreadsheet(id));
    expect((await check({ sheetId: id })).json()).toMatchObject({ code: 'source_not_found', detail: nowhere });
  });

  it.each([
    {},
    { sheetId: '' },
    { sheetId: 'a b' },
    { sheetId: '../x' },
    { sheetId: 5 },
    { sheetId: 'x'.repeat(201) },
    { sheetId: 'abc', more: 1 },
  ])('for an invalid body: %j', async (payload) => {
    const response = await check(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'invalid_request' });
  });
});

describe('the limit of checks a minute', () => {
  it('is thirty for one person, and does not affect others', async () => {
    const { id } = await uploaded(test, who, SMALL_CSV);
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) statuses.push((await check({ sheetId: id })).statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await check({ sheetId: id });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(10);
    expect((await check({ sheetId: 'abc' }, await test.signUp())).statusCode).toBe(422);
  });
});
