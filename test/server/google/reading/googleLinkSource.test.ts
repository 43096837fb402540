import fs, { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createGoogleLinkSource, exportTitle } from '../../../../src/server/google/reading/linkSource';
import { beforeEachTest } from '../../../fixtures/beforeTests';
import { type GoogleServer, googleServerOnce } from '../../../fixtures/google/googleServer';
import { TEA_TABS } from '../../../fixtures/google/googleWorld';

let server: GoogleServer;
googleServerOnce((made) => (server = made));
const who = beforeEachTest(() => server.test.signUp());

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

  it('a sheet that viewers may not download', async () => {
    const id = add();
    server.google.world.share(id, 'noDownloads');
    expect((await server.check(who, id)).body).toMatchObject({
      code: 'source_private',
      detail: 'This spreadsheet cannot be downloaded by those who have its link.',
    });
    expect(server.google.contentFaults.calls).toEqual([]);
  });

  it.each([
    ['a page that asks to sign in', { status: 200, body: '<html>Sign in</html>' }, 'source_private'],
    ['a request for a user name and a password', { status: 401 }, 'source_private'],
    ['a missing page', { status: 410 }, 'source_not_found'],
  ])('%s', async (_what, fault, code) => {
    server.google.faults.always(fault);
    expect((await server.check(who, add())).body).toMatchObject({ code });
  });

  it('a full disk, which is no failure of Google', async () => {
    const write = jest.spyOn(fs, 'createWriteStream').mockImplementationOnce(() => {
      const error = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      return new PassThrough().destroy(error) as unknown as fs.WriteStream;
    });
    const { status, body } = await server.check(who, add());
    expect([status, body.code]).toEqual([503, 'busy']);
    write.mockRestore();
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
    server.google.faults.always(fault);
    expect((await server.check(who, id)).body).toMatchObject({ code: 'source_unavailable' });
    expect(server.google.faults.calls).toHaveLength(2);
    server.google.faults.clear();
    server.google.faults.next(fault);
    expect((await server.check(who, id)).status).toBe(200);
  });

  it('an interrupted file is retried once, and leaves nothing behind', async () => {
    const { id } = server.google.world.add('Tea house', TEA_TABS);
    server.google.contentFaults.next('half');
    expect((await server.check(who, id)).status).toBe(200);
    expect(left()).toEqual([]);
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
  const { settings, services, workers } = server.test;
  const source = createGoogleLinkSource({ google: services.google, folder: settings.dataDir, workers });
  await expect(source.read(who.person, id, new AbortController().signal)).rejects.toMatchObject({
    detail: 'Google could not hand out this spreadsheet. Try again in a moment.',
    extras: { headers: { 'Retry-After': '120' } },
  });
  expect(server.google.faults.calls).toHaveLength(1);
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
