import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGoogleLinkSource, exportTitle } from '../../../../src/server/google/reading/linkSource';
import { createSources } from '../../../../src/server/sync/sources';
import { type GoogleServer, startGoogleServer } from '../../../fixtures/google/googleServer';
import { newGoogleId, TEA_TABS } from '../../../fixtures/google/googleWorld';
import type { SignedIn } from '../../../fixtures/people';

let server: GoogleServer;
let who: SignedIn;
beforeAll(async () => {
  server = await startGoogleServer();
});
beforeEach(async () => {
  server.google.faults.clear();
  server.google.contentFaults.clear();
  await server.test.db.deleteFrom('google_gates').execute();
  who = await server.test.signUp();
});
afterAll(() => server.close());

function sourceOfTest() {
  const { settings, services, workers } = server.test;
  return createGoogleLinkSource({ google: services.google, folder: join(settings.dataDir, 'google'), workers });
}

const left = () => readdirSync(join(server.test.settings.dataDir, 'google'));

describe('a sheet that is shared by link', () => {
  it('has a title and tabs when checked, and is read only', async () => {
    const { id } = server.google.world.add('Tea “house” & more', TEA_TABS);
    const { status, body } = await server.check(who, id);
    expect(status).toBe(200);
    expect(body).toEqual({
      title: 'Tea “house” & more',
      tabs: [
        { sheetId: 1, title: 'Teas', rows: 3, columns: 5 },
        { sheetId: 2, title: 'Opening hours', rows: 2, columns: 3, address: 'opening-hours' },
        { sheetId: 3, title: 'Notes', rows: 1, columns: 1, hidden: true },
      ],
      source: 'googleLink',
      writable: false,
      readOnlyReason: 'Read only: a sheet that is shared by link cannot be written to.',
      warnings: [],
    });
    expect(left()).toEqual([]);
  });

  it('is read once by a check and the sync after it', async () => {
    const { id } = server.google.world.add('Tea house', TEA_TABS);
    await server.check(who, id);
    const { body } = await server.sync(who, id);
    expect(body.project).toMatchObject({ source: 'googleLink', access: 'public', status: 'live', writable: false });
    expect(server.google.faults.calls).toHaveLength(1);
  });

  it('is requested without cookies, even after Google set some', async () => {
    const { id } = server.google.world.add('Tea house', TEA_TABS);
    await server.check(who, id);
    const calls = [...server.google.faults.calls, ...server.google.contentFaults.calls];
    expect(calls.map(({ headers }) => [headers.cookie, headers.referer])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
});

describe('errors of a sheet that cannot be read', () => {
  const add = () => server.google.world.add('Tea house', TEA_TABS).id;
  const hidden = (change: (id: string) => void) => () => {
    const id = add();
    change(id);
    return id;
  };
  it.each([
    [
      'private',
      hidden((id) => server.google.world.share(id, 'private')),
      'source_private',
      'This spreadsheet is private. Share it with anyone who has the link, then try again.',
    ],
    [
      'not for downloading',
      hidden((id) => server.google.world.share(id, 'noDownloads')),
      'source_private',
      'This spreadsheet cannot be downloaded by those who have its link.',
    ],
    ['gone', newGoogleId, 'source_not_found', 'There is no spreadsheet at this URL.'],
    [
      'in the trash',
      hidden((id) => server.google.world.trash(id)),
      'source_not_found',
      'There is no spreadsheet at this URL.',
    ],
    [
      'another kind of document',
      hidden((id) => server.google.world.edit(id, (file) => void (file.isSpreadsheet = false))),
      'not_a_workbook',
      'This is not a spreadsheet, but another kind of document.',
    ],
    [
      'without a header',
      () => server.google.world.add('Empty', [{ gid: 0, title: 'Sheet1', cells: [] }]).id,
      'source_empty',
      'There is nothing in this spreadsheet yet.',
    ],
  ])('%s', async (_what, id, code, detail) => {
    const { status, body } = await server.check(who, id());
    expect({ status, code: body.code, detail: body.detail }).toEqual({ status: 422, code, detail });
    expect(server.google.contentFaults.calls.length).toBeLessThan(2);
  });

  it.each([
    ['a page that asks to sign in', { status: 200, body: '<html>Sign in</html>' }, 'source_private'],
    ['a request for a user name and a password', { status: 401 }, 'source_private'],
    ['a missing page', { status: 410 }, 'source_not_found'],
  ])('%s', async (_what, fault, code) => {
    server.google.faults.always(fault);
    expect((await server.check(who, add())).body).toMatchObject({ code });
  });

  it('a redirect to another server', async () => {
    server.google.faults.always({ status: 307, headers: { location: 'http://127.0.0.1:1/secret' } });
    expect((await server.check(who, add())).body).toMatchObject({
      code: 'source_unavailable',
      detail: 'Google cannot be reached from this server. Try again in a moment.',
    });
  });

  it('a file that is no workbook', async () => {
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    server.google.contentFaults.always({
      status: 200,
      headers: { 'content-type': xlsx },
      body: 'PK\u0003\u0004 nothing',
    });
    expect((await server.check(who, add())).body).toMatchObject({
      code: 'source_unavailable',
      detail: 'What Google hands out for this spreadsheet could not be read.',
    });
    expect(left()).toEqual([]);
  });

  it('a Content-Length that is too large', async () => {
    const headers = { 'content-type': 'application/octet-stream', 'content-length': String(101 * 1024 * 1024) };
    server.google.contentFaults.always({ status: 200, headers, body: 'a' });
    expect((await server.check(who, add())).body).toMatchObject({ code: 'too_large' });
  });
});

describe('when Google fails', () => {
  it.each([
    ['a response that announces it', { status: 503 } as const],
    ['a broken connection', 'cut' as const],
  ])('%s is retried once', async (_what, fault) => {
    const { id } = server.google.world.add('Tea house', TEA_TABS);
    server.google.faults.next(fault);
    expect((await server.check(who, id)).status).toBe(200);
    expect(server.google.faults.calls).toHaveLength(2);
  });

  it('an interrupted file is retried once, and leaves nothing behind', async () => {
    const { id } = server.google.world.add('Tea house', TEA_TABS);
    server.google.contentFaults.next('half');
    expect((await server.check(who, id)).status).toBe(200);
    expect(left()).toEqual([]);
  });

  it('there is a sentence of ours if that does not help', async () => {
    const { id } = server.google.world.add('Tea house', TEA_TABS);
    server.google.faults.always({ status: 500, body: 'Error 500 (Server Error)!!1' });
    const { body } = await server.check(who, id);
    expect(body).toMatchObject({
      code: 'source_unavailable',
      detail: 'Google could not hand out this spreadsheet. Try again in a moment.',
    });
    expect(server.google.faults.calls).toHaveLength(2);
  });

  it('requests pause for as long as Google asks', async () => {
    const { id } = server.google.world.add('Tea house', TEA_TABS);
    server.google.faults.next({ status: 429, headers: { 'retry-after': '120' } });
    expect((await server.check(who, id)).body).toMatchObject({
      code: 'source_unavailable',
      detail: 'The request limit of Google is reached for now. Try again in a minute.',
    });
    const other = server.google.world.add('Other', TEA_TABS);
    expect(await server.check(who, other.id)).toMatchObject({ status: 503, body: { code: 'busy' } });
    expect(server.google.faults.calls).toHaveLength(1);
  });
});

it('a request is not retried if Google sends Retry-After', async () => {
  const { id } = server.google.world.add('Tea house', TEA_TABS);
  server.google.faults.always({ status: 503, headers: { 'retry-after': '120' } });
  await expect(sourceOfTest().read(who.person, id, new AbortController().signal)).rejects.toMatchObject({
    detail: 'Google could not hand out this spreadsheet. Try again in a moment.',
    extras: { headers: { 'Retry-After': '120' } },
  });
  expect(server.google.faults.calls).toHaveLength(1);
});

describe('when Google does not answer', () => {
  it.each([
    ['to the address of the export', 'faults' as const],
    ['to the file host', 'contentFaults' as const],
  ])('%s times out before the browser does, and leaves nothing behind', async (_what, which) => {
    const { google } = server;
    const { id } = google.world.add('Tea house', TEA_TABS);
    google[which].always('hang');
    const source = sourceOfTest();
    const sources = createSources({ drive: source, google: source, giveUpMilliseconds: 100 });
    await expect(sources.look(who.person, id, new AbortController().signal)).rejects.toMatchObject({
      code: 'source_unavailable',
      detail: 'Google did not answer in time. Try again in a moment.',
    });
    expect(left()).toEqual([]);
  });
});

describe('the title', () => {
  it.each([
    [`attachment; filename="Teas.xlsx"; filename*=UTF-8''T%C3%A9s%20%26%20more.xlsx`, 'Tés & more'],
    ['attachment; filename="Teas \\"2026\\".xlsx"', 'Teas "2026"'],
    [`attachment; filename="a.xlsx"; filename*=UTF-8''%E0%A4%A.xlsx`, 'a'],
    [`attachment; filename*=UTF-8''2026.xlsx.xlsx`, '2026.xlsx'],
    ['attachment', 'Untitled spreadsheet'],
    [undefined, 'Untitled spreadsheet'],
    ['attachment; filename="\u202e\u0000.xlsx"', 'Untitled spreadsheet'],
  ])('of %s', (header, title) => {
    expect(exportTitle({ 'content-disposition': header })).toBe(title);
  });
});
