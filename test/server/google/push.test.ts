import { GOOGLE_NOTIFICATIONS } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import { Channels } from '../../../src/server/google/push';
import { beforeTests } from '../../fixtures/beforeTests';
import { newGoogleId, TEA_TABS } from '../../fixtures/google/googleWorld';
import { ROBOT, startOwnAccountServer } from '../../fixtures/google/ownAccount';
import { until } from '../../fixtures/eventually';

const PLACE = 'http://localhost';

let project: Project;
const server = beforeTests(() => startOwnAccountServer({ googlePush: true, publicUrl: PLACE }));
beforeAll(async () => {
  server.google.channels.deliver = async (address, headers) => (await post(headers, address)).statusCode;
  const who = await server.test.signUp();
  const { id } = server.google.world.add('Tea house', TEA_TABS, { sharing: 'private', readers: [ROBOT] });
  project = (await server.sync(who, id)).body.project;
});

/** Sends a notification as Google does, without a body. */
const post = (headers: Readonly<Record<string, string>>, address = PLACE + GOOGLE_NOTIFICATIONS) =>
  server.test.app.inject({
    method: 'POST',
    url: new URL(address).pathname,
    headers: { ...headers, 'content-type': 'application/json; utf-8', 'content-length': '0' },
  });

const stored = () =>
  server.test.db.selectFrom('projects').selectAll().where('id', '=', project.id).executeTakeFirstOrThrow();

/** Whether a refresh is running, which delays others for longer than any interval here. */
const isUnderWay = async () => {
  const rows = await server.test.db.selectFrom('google_refreshes').select('next_at').execute();
  return rows.some(({ next_at }) => Number(next_at) > Date.now() + 100_000);
};

/** Makes the copy older, so that it is due, or nearly. */
async function age(milliseconds: number) {
  const { db } = server.test;
  await until(async () => !(await isUnderWay()));
  const synced_at = new Date(Date.now() - milliseconds).toISOString();
  await db.updateTable('projects').set({ synced_at }).where('id', '=', project.id).execute();
  await db.updateTable('google_refreshes').set({ next_at: 0 }).execute();
  return synced_at;
}

/** Times of the reads of the sheet at Google. */
const reads = () => server.google.faults.calls.flatMap(({ path, at }) => (path.startsWith('/v4/') ? [at] : []));
const channels = () => [...server.google.channels.all.values()];
const isSynced = async (since: string) => ((await stored()).synced_at ?? '') > since;

it('subscribes to changes of a sheet that is being read, and receives that the channel is open', async () => {
  // The second refresh knows that the version has not changed.
  for (let times = 0; times < 2; times += 1) {
    const since = await age(120_000);
    // Emits repeatedly: the refresh before may still be running.
    await until(async () => {
      server.test.services.events.projectRead.emit(await stored());
      return isSynced(since);
    });
  }
  await until(() => channels()[0]?.messages === 1);
  expect(channels()).toMatchObject([{ fileId: project.sheetId, address: PLACE + GOOGLE_NOTIFICATIONS }]);
  const kept = await server.test.db.selectFrom('google_channels').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(channels()[0]?.token);
});

it('a notification refreshes a changed sheet, although nobody reads it', async () => {
  const since = await age(120_000);
  server.google.world.edit(project.sheetId, ({ tabs: [teas] }) => void teas?.cells.push(['Matcha', 20]));
  expect(await server.google.channels.notify(project.sheetId)).toEqual([204]);
  await until(() => isSynced(since));
  const { rows } = await server.test.db
    .selectFrom('project_tabs')
    .select('rows')
    .where('project_id', '=', project.id)
    .where('title', '=', 'Teas')
    .executeTakeFirstOrThrow();
  expect(rows).toBe(4);
});

it('notifications refresh once in an interval, at its end', async () => {
  const since = await age(59_000);
  const before = reads().length;
  server.google.world.edit(project.sheetId, ({ tabs: [teas] }) => void teas?.cells.push(['Gyokuro', 30]));
  for (let n = 0; n < 3; n += 1) await server.google.channels.notify(project.sheetId);
  await until(() => isSynced(since));
  const [at = 0, ...more] = reads().slice(before);
  expect([at - Date.parse(since) >= 60_000, more]).toEqual([true, []]);
});

it('a notification without the secret of a channel is refused', async () => {
  const changes = server.test.db
    .selectFrom('google_refreshes')
    .select('changed_at')
    .where('changed_at', 'is not', null);
  await until(async () => (await changes.execute()).length === 0);
  const [channel] = channels();
  const known = {
    'x-goog-channel-id': channel?.id ?? '',
    'x-goog-channel-token': channel?.token ?? '',
    'x-goog-resource-id': channel?.resourceId ?? '',
    'x-goog-resource-state': 'update',
  };
  const tried = [
    {},
    { ...known, 'x-goog-channel-token': 'guess' },
    { ...known, 'x-goog-channel-token': '' },
    { ...known, 'x-goog-resource-id': 'another' },
    { ...known, 'x-goog-channel-id': '00000000-0000-4000-8000-000000000000' },
    { ...known, 'x-goog-channel-id': "' or 1=1" },
  ];
  for (const headers of tried) expect((await post(headers)).statusCode).toBe(404);
  await server.test.db.updateTable('google_channels').set({ until: Date.now() }).execute();
  expect((await post(known)).statusCode).toBe(404);
  expect((await server.test.app.inject({ url: GOOGLE_NOTIFICATIONS })).statusCode).toBe(405);
  expect(await changes.execute()).toEqual([]);
});

it('a server without push notifications has no address for them', async () => {
  const other = await startOwnAccountServer({ publicUrl: PLACE });
  const response = await other.test.app.inject({ method: 'POST', url: GOOGLE_NOTIFICATIONS });
  expect(response.statusCode).toBe(404);
  await other.close();
});

describe('channels', () => {
  const MINUTE = 60_000;

  function setUp() {
    const { test, google } = server;
    google.faults.clear();
    google.channels.all.clear();
    google.channels.deliver = async () => 204;
    const clock = { now: Date.now() };
    const reported: unknown[] = [];
    const watches = new Channels({
      ...test.services,
      account: { token: async () => test.services.serviceAccount?.token() ?? '' },
      address: 'https://tabpoint.example/google/notifications',
      report: (error) => void reported.push(error),
      now: () => clock.now,
    });
    const sheetId = google.world.add('Tea house', TEA_TABS, { sharing: 'private', readers: [ROBOT] }).id;
    const kept = async () =>
      (
        await test.db
          .selectFrom('google_channels')
          .select(['id', 'resource_id'])
          .where('sheet_id', '=', sheetId)
          .execute()
      ).map(({ id, resource_id: resourceId }) => ({ id, resourceId }));
    const open = () => [...google.channels.all.values()].map(({ id, resourceId }) => ({ id, resourceId }));
    return { clock, reported, watches, sheetId, kept, open };
  }

  it('opens one channel for a sheet, for an hour, and replaces it before it expires', async () => {
    const { clock, watches, sheetId, kept, open } = setUp();
    await Promise.all([watches.ensureOpen(sheetId), watches.ensureOpen(sheetId)]);
    await watches.ensureOpen(sheetId);
    const first = open();
    expect(first).toHaveLength(1);
    expect(await kept()).toEqual(first);
    clock.now += 51 * MINUTE;
    await watches.ensureOpen(sheetId);
    await watches.ensureOpen(sheetId);
    const second = open();
    expect([second.length, second[0]?.id === first[0]?.id]).toEqual([1, false]);
    expect(await kept()).toEqual(second);
    clock.now += 51 * MINUTE;
    server.google.faults.nextOf(/\/stop$/, 'cut');
    await watches.ensureOpen(sheetId);
    expect([await kept(), open().length]).toEqual([open().slice(1), 2]);
  });

  it('stores no channel that Google refuses, and retries after five minutes', async () => {
    const { clock, reported, watches, sheetId, kept, open } = setUp();
    await watches.ensureOpen(newGoogleId());
    expect(reported).toHaveLength(1);
    const calls = server.google.faults.calls.length;
    await watches.ensureOpen(sheetId);
    expect(server.google.faults.calls).toHaveLength(calls);
    clock.now += 5 * MINUTE;
    await watches.ensureOpen(sheetId);
    expect([open().length, (await kept()).length, reported.length]).toEqual([1, 1, 1]);
  });
});
