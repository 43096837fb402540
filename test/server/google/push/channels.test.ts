import { Channels } from '../../../../src/server/google/push';
import type { GoogleServer } from '../../../fixtures/google/googleServer';
import { newGoogleId, TEA_TABS } from '../../../fixtures/google/googleWorld';
import { ROBOT, startOwnAccountServer } from '../../../fixtures/google/ownAccount';

let server: GoogleServer;
beforeAll(async () => {
  server = await startOwnAccountServer();
  server.google.channels.deliver = async () => 204;
});
afterAll(() => server.close());

const MINUTE = 60_000;

function setUp() {
  const { test, google } = server;
  google.faults.clear();
  google.channels.all.clear();
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

it('opens one channel for a sheet, for an hour, and the next one before it expires', async () => {
  const { clock, watches, sheetId, kept, open } = setUp();
  await Promise.all([watches.ensureOpen(sheetId), watches.ensureOpen(sheetId)]);
  await watches.ensureOpen(sheetId);
  const first = open();
  expect(first).toHaveLength(1);
  expect(await kept()).toEqual(first);
  clock.now += 51 * MINUTE;
  await watches.ensureOpen(sheetId);
  await watches.ensureOpen(sheetId);
  expect(open()).toHaveLength(2);
  expect(await kept()).toEqual(expect.arrayContaining(open()));
  clock.now += 10 * MINUTE;
  await watches.ensureOpen(sheetId);
  expect(await kept()).toEqual(open().slice(1));
});

it('deletes expired channels', async () => {
  const { clock, watches, sheetId, kept } = setUp();
  await watches.ensureOpen(sheetId);
  clock.now += 61 * MINUTE;
  server.google.channels.all.clear();
  await watches.ensureOpen(sheetId);
  expect(await kept()).toHaveLength(1);
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
