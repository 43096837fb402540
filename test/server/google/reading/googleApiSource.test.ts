import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { apiPaths } from '../../../../src/contract/paths';
import type { Project } from '../../../../src/contract/projects';
import { beforeEachTest } from '../../../fixtures/beforeTests';
import { createdProject } from '../../../fixtures/driveFiles';
import { connectGoogle, GOOGLE_CLIENT, MARA } from '../../../fixtures/google/consenting';
import { exportFile } from '../../../fixtures/google/exportFile';
import { overQuota } from '../../../fixtures/google/faults';
import { type GoogleServer, googleServerOnce } from '../../../fixtures/google/googleServer';
import { moment, TEA_TABS } from '../../../fixtures/google/googleWorld';
import { ODD_TABS } from '../../../fixtures/google/oddTabs';
import type { SignedIn } from '../../../fixtures/people';

let server: GoogleServer;
googleServerOnce((made) => (server = made), { googleClient: GOOGLE_CLIENT });
const who = beforeEachTest(() => server.test.signUp());

const addPrivate = () => server.google.world.add('Tea house', TEA_TABS, { sharing: 'private', readers: [MARA] }).id;
const calls = (path: string) => server.google.faults.calls.filter((call) => call.path.startsWith(path));

async function rowsOf(person: SignedIn, { id, tabs }: Project, query = '') {
  const all = [];
  for (const { sheetId, title } of tabs) {
    const url = apiPaths.projectTabRows(id, sheetId);
    const response = await server.test.app.inject({ url: `${url}?_fields=-_id${query}`, headers: person.headers });
    all.push({ title, rows: response.json<{ data: unknown }>().data });
  }
  return all;
}

const syncNow = async (person: SignedIn, id: string) =>
  server.test.app.inject({ method: 'POST', url: apiPaths.projectSyncNow(id), headers: person.headers });

const projectOf = async (person: SignedIn, id: string) =>
  (await server.test.app.inject({ url: apiPaths.project(id), headers: person.headers })).json<{ project: Project }>()
    .project;

describe('a private sheet of a person who has connected an account', () => {
  it('is checked and synced by one read: titles, gids, rows', async () => {
    await connectGoogle(server, who);
    const id = addPrivate();
    const { status, body } = await server.check(who, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'Tea house',
      source: 'googleApi',
      writable: false,
      tabs: [
        { sheetId: TEA_TABS[0]?.gid, title: 'Teas', rows: 3, columns: 5 },
        { sheetId: 812_345_678, title: 'Opening hours', rows: 2, columns: 3 },
        { sheetId: 1_402_220_617, title: 'Notes', rows: 1, columns: 1 },
      ],
    });
    const { project } = (await server.sync(who, id)).body;
    expect(project).toMatchObject({ source: 'googleApi', access: 'private', status: 'live' });
    expect(calls('/v4/')).toHaveLength(1);
    expect(calls('/spreadsheets/')).toHaveLength(0);
  });

  it('is read in one request whatever its size, and leaves no file', async () => {
    await connectGoogle(server, who);
    const cells = [['tea', 'note'], ...Array.from({ length: 4_000 }, (_, n) => [`Tea ${n}`, `${n} `.repeat(40)])];
    const tabs = [{ gid: 7, title: 'Long', cells }];
    const { id } = server.google.world.add('Long', tabs, { sharing: 'private', readers: [MARA] });
    const { project } = (await server.sync(who, id)).body;
    expect(project.tabs).toMatchObject([{ title: 'Long', rows: 4_000 }]);
    const [last] = await rowsOf(who, project, '&_sort=-tea&_limit=1&tea=Tea%203999');
    expect(last?.rows).toEqual([{ tea: 'Tea 3999', note: '3999 '.repeat(40) }]);
    expect(readdirSync(join(server.test.settings.dataDir, 'google'))).toEqual([]);
  });

  it('has the days of Google’s calendar, which has no 29th of February in 1900 and earlier years', async () => {
    await connectGoogle(server, who);
    const days = ['1900-02-28', '1900-01-01', '1899-12-31', '1850-05-01', '0001-01-01', '1900-03-01'];
    const cells = [['day', 'at'], ...days.map((day) => [moment('DATE', day), moment('DATE_TIME', `${day}T10:20:30`)])];
    const sheet = server.google.world.add('Old', [{ gid: 7, title: 'Old', cells }], { readers: [MARA] });
    const { project } = (await server.sync(who, sheet.id)).body;
    expect(project.source).toBe('googleApi');
    expect(await rowsOf(who, project)).toEqual([
      { title: 'Old', rows: days.map((day) => ({ day, at: `${day}T10:20:30` })) },
    ]);
  });

  it('is private for everybody else', async () => {
    await connectGoogle(server, who);
    const other = await server.test.signUp();
    expect((await server.check(other, addPrivate())).body).toMatchObject({ code: 'source_private' });
  });

  it('is requested by its new name and keeps its endpoint', async () => {
    await connectGoogle(server, who);
    const id = addPrivate();
    const { project } = (await server.sync(who, id)).body;
    server.google.world.edit(id, ({ tabs }) => {
      tabs.reverse();
      tabs.at(-1)!.title = 'CO2';
    });
    await syncNow(who, project.id);
    const { tabs } = await projectOf(who, project.id);
    expect(tabs.map(({ sheetId, title }) => [sheetId, title])).toEqual([
      [1_402_220_617, 'Notes'],
      [812_345_678, 'Opening hours'],
      [TEA_TABS[0]?.gid, 'CO2'],
    ]);
  });

  it.each([
    ['of one person', 'PerUser', 200],
    ['of all', '', 503],
  ] as const)(
    'waits when a quota %s is reached, and other people only if it is theirs',
    async (_whose, quota, status) => {
      await connectGoogle(server, who);
      const other = await server.test.signUp();
      await connectGoogle(server, other);
      server.google.faults.next(overQuota(quota, { 'retry-after': '30' }));
      expect((await server.check(who, addPrivate())).body.detail).toMatch(/^The request limit of Google is reached/);
      const before = calls('/v4/').length;
      expect((await server.check(who, addPrivate())).status).toBe(503);
      expect(calls('/v4/')).toHaveLength(before);
      expect((await server.check(other, addPrivate())).status).toBe(status);
    },
  );

  it('is retried once when Google fails', async () => {
    await connectGoogle(server, who);
    server.google.faults.next({ status: 503, body: '{}' });
    expect((await server.check(who, addPrivate())).status).toBe(200);
  });

  it('is not retried when Google sends Retry-After', async () => {
    await connectGoogle(server, who);
    server.google.faults.next({ status: 503, headers: { 'retry-after': '120' }, body: '{}' });
    expect((await server.check(who, addPrivate())).body.detail).toMatch(/^Google could not hand out this spreadsheet/);
    expect(calls('/v4/')).toHaveLength(1);
  });
});

describe('tokens', () => {
  it('are renewed once for all concurrent requests', async () => {
    await connectGoogle(server, who);
    await server.test.db.updateTable('google_connections').set({ access_until: 0 }).execute();
    const before = calls('/token').length;
    server.google.faults.latency = 30;
    const ids = [addPrivate(), addPrivate(), addPrivate()];
    const checks = await Promise.all(ids.map((id) => server.check(who, id)));
    expect(checks.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(calls('/token')).toHaveLength(before + 1);
  });

  it('that Google refuses early are renewed', async () => {
    await connectGoogle(server, who);
    const before = calls('/token').length;
    server.google.faults.next({ status: 401, body: '{}' });
    expect((await server.check(who, addPrivate())).status).toBe(200);
    expect(calls('/token')).toHaveLength(before + 1);
  });

  it('cannot be read with another secret of the server', async () => {
    await connectGoogle(server, who);
    await server.test.db
      .updateTable('google_connections')
      .set({ refresh_token: 'v1.AAAA', access_token: 'v1.AAAA' })
      .where('person_id', '=', who.person.id)
      .execute();
    expect((await server.check(who, addPrivate())).body.detail).toMatch(/^Google no longer lets Tabpoint read/);
  });
});

describe('a withdrawn consent', () => {
  it('sets the project to "needs access" while its rows are still served, until consent is given again', async () => {
    await connectGoogle(server, who);
    const { project } = (await server.sync(who, addPrivate())).body;
    const before = await rowsOf(who, project);
    server.google.accounts.withdraw(MARA);
    const response = await syncNow(who, project.id);
    expect(response.json()).toMatchObject({ code: 'source_private' });
    expect(await projectOf(who, project.id)).toMatchObject({
      status: 'needsAccess',
      statusReason:
        'Google no longer lets Tabpoint read your sheets. Connect your Google account again, or share this spreadsheet with anyone who has the link.',
    });
    expect(await rowsOf(who, project)).toEqual(before);
    await connectGoogle(server, who);
    await syncNow(who, project.id);
    expect(await projectOf(who, project.id)).toMatchObject({ status: 'live', source: 'googleApi' });
  });

  it('keeps sheets readable that are shared by link, with the same endpoints', async () => {
    await connectGoogle(server, who);
    const { id } = server.google.world.add('Odd', ODD_TABS);
    const { project } = (await server.sync(who, id)).body;
    const urls = project.tabs.map(({ url }) => url);
    server.google.accounts.withdraw(MARA);
    await syncNow(who, project.id);
    const after = await projectOf(who, project.id);
    expect(after).toMatchObject({ status: 'live', source: 'googleLink', access: 'private' });
    expect(after.tabs.map(({ url }) => url)).toEqual(urls);
  });
});

describe('the same workbook', () => {
  it('gives the same rows and types by upload, by link and by the Sheets API', async () => {
    const file = server.google.world.add('Odd', ODD_TABS);
    const ways = await Promise.all([server.test.signUp(), server.test.signUp(), server.test.signUp()]);
    const [uploader, linked, connected] = ways;
    await connectGoogle(server, connected);
    const projects = [
      [uploader, await createdProject(server.test, uploader, { name: 'odd.xlsx', bytes: exportFile(file) })],
      [linked, (await server.sync(linked, file.id)).body.project],
      [connected, (await server.sync(connected, file.id)).body.project],
    ] as const;
    expect(projects.map(([, { source }]) => source)).toEqual(['drive', 'googleLink', 'googleApi']);
    const [upload, ...others] = await Promise.all(projects.map(([person, project]) => rowsOf(person, project)));
    expect(upload?.[0]?.rows).toContainEqual(
      expect.objectContaining({
        Code: '00501',
        Born: '1987-02-28',
        Seen: '2025-03-30T02:30:00',
        At: '09:15:00',
        Twice: '9',
      }),
    );
    expect(upload).toHaveLength(ODD_TABS.length);
    expect(others).toEqual([upload, upload]);
    const rowOf = (title: string, place: number) =>
      (upload?.find((tab) => tab.title === title)?.rows as unknown[] | undefined)?.[place];
    expect(rowOf('Formats', 0)).toEqual({
      ...{ Share: 0.25, Price: 12.5, Length: '25:30:00', Born: '1987-02-28', Due: '2025-03-30T12:00:00' },
      ...{ Month: '2025-04-01', At: '18:00:00', Paid: true, Broken: null },
    });
    expect(rowOf('Formats', 1)).toMatchObject({ Born: '2000-02-29', Due: '2024-12-31T00:00:00', At: '00:00:00' });
    expect(rowOf('Grouped', 1)).toEqual({ Name: null, Grade: 'BOP', 'Per kilo': 18, 'Per chest': 450 });
    for (const values of ['text', 'formula']) {
      const [first, ...same] = await Promise.all(
        projects.map(([person, project]) => rowsOf(person, project, `&_values=${values}`)),
      );
      expect(same).toEqual([first, first]);
    }
    const columns = await server.test.db
      .selectFrom('project_tabs')
      .select(['project_id', 'title', 'columns', 'warnings'])
      .where(
        'project_id',
        'in',
        projects.map(([, { id }]) => id),
      )
      .orderBy('position')
      .execute();
    const told = projects.map(([, { id }]) =>
      columns
        .filter((tab) => tab.project_id === id)
        .map(({ title, columns: found, warnings }) => ({ title, found, warnings })),
    );
    expect(told[1]).toEqual(told[0]);
    expect(told[2]).toEqual(told[0]);
  });
});
