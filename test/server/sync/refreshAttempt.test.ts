import type { Kysely } from 'kysely';
import { apiPaths } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import type { Database } from '../../../src/server/database/schema';
import { createEvents } from '../../../src/server/database/events';
import { createDriveSource } from '../../../src/server/drive/driveSource';
import { createGoogleSource } from '../../../src/server/google/reading/googleSource';
import { createSources, type Sources } from '../../../src/server/sync/sources';
import { createSyncs, type Syncs } from '../../../src/server/sync/syncs';
import type { GoogleServer } from '../../fixtures/google/googleServer';
import { TEA_TABS } from '../../fixtures/google/googleWorld';
import { ROBOT, startOwnAccountServer } from '../../fixtures/google/ownAccount';
import type { SignedIn } from '../../fixtures/people';
import { refreshOnRead } from '../../../src/server/sync/refreshOnRead';

let server: GoogleServer;
let who: SignedIn;
let db: Kysely<Database>;
/** Events that the app does not receive: it would start refreshes itself. */
const events = createEvents();
let syncs: Syncs;
let sources: Sources;
const clock = { ahead: 0 };
const now = () => Date.now() + clock.ahead;
const fail = (error: unknown) => {
  throw error;
};

beforeAll(async () => {
  server = await startOwnAccountServer();
  who = await server.test.signUp();
  db = server.test.db;
  sources = createSources({
    drive: createDriveSource(server.test.services),
    google: createGoogleSource(server.test.services),
  });
  syncs = createSyncs({ ...server.test.services, events, sources, report: fail });
});
beforeEach(async () => {
  server.google.faults.clear();
  await db.deleteFrom('google_gates').execute();
});
afterAll(async () => {
  await syncs.close();
  await server.close();
});

const calls = (path: string) => server.google.faults.calls.filter((call) => call.path.startsWith(path)).length;
const asked = () => ({ looks: calls('/drive/'), reads: calls('/v4/') });

const stored = (projectId: string) =>
  db.selectFrom('projects').selectAll().where('id', '=', projectId).executeTakeFirstOrThrow();

/** Reads a project after its interval; resolves after the refresh that this starts. */
async function readLater(projectId: string, seconds = 61) {
  clock.ahead += seconds * 1000;
  server.google.faults.calls.length = 0;
  const end = refreshOnRead({ db, events, syncs, sources, report: fail, now, chance: () => 0 });
  events.projectRead.emit(await stored(projectId));
  await end();
}

async function made(): Promise<Project> {
  const { id } = server.google.world.add('Tea house', TEA_TABS, { sharing: 'private', readers: [ROBOT] });
  return (await server.sync(who, id)).body.project;
}

const names = async ({ id, tabs }: Project) => {
  const url = `${apiPaths.projectTabRows(id, tabs[0]?.sheetId ?? 0)}?_fields=name`;
  return (await server.test.app.inject({ url, headers: who.headers })).json<{ data: { name: string }[] }>().data;
};

it('checks the version first, and reads the sheet only if it has changed', async () => {
  const project = await made();
  await readLater(project.id);
  expect(asked()).toEqual({ looks: 1, reads: 1 });
  await readLater(project.id);
  expect(asked()).toEqual({ looks: 2, reads: 1 });
  await readLater(project.id);
  expect(asked()).toEqual({ looks: 1, reads: 0 });
  expect(Date.parse((await stored(project.id)).synced_at ?? '')).toBeGreaterThan(now() - 30_000);
  server.google.world.edit(project.sheetId, ({ tabs: [teas] }) => void teas?.cells.push(['Matcha', 20]));
  await readLater(project.id);
  expect(asked()).toEqual({ looks: 2, reads: 1 });
  expect(await names(project)).toHaveLength(4);
});

it('reads an unchanged version after ten minutes all the same: results of formulas may change', async () => {
  const project = await made();
  await readLater(project.id);
  await readLater(project.id);
  await readLater(project.id, 9 * 60);
  expect(asked().reads).toBe(0);
  await readLater(project.id);
  expect(asked().reads).toBe(1);
});

it('reads a sheet as before after a clock that was a day ahead', async () => {
  const project = await made();
  await readLater(project.id, 86_400);
  const synced_at = new Date(now()).toISOString();
  await db.updateTable('projects').set({ synced_at }).where('id', '=', project.id).execute();
  server.google.world.edit(project.sheetId, ({ tabs: [teas] }) => void teas?.cells.push(['Matcha', 20]));
  await readLater(project.id, -86_400);
  expect(await names(project)).toHaveLength(4);
  await readLater(project.id, 1);
  expect(asked().looks).toBe(0);
});

it('reads the sheet if the version is unknown', async () => {
  const project = await made();
  await readLater(project.id);
  await readLater(project.id);
  server.google.faults.next({ status: 500, body: '{}' });
  await readLater(project.id);
  expect(asked().reads).toBe(1);
});

it('marks a project whose sheet is in the trash as stale, and continues after it is restored', async () => {
  const project = await made();
  await readLater(project.id);
  server.google.world.trash(project.sheetId);
  await readLater(project.id);
  expect(await stored(project.id)).toMatchObject({
    status: 'stale',
    status_reason: 'There is no spreadsheet at this URL.',
  });
  expect(asked().reads).toBe(0);
  expect(await names(project)).toHaveLength(3);
  server.google.world.trash(project.sheetId, false);
  await readLater(project.id);
  expect((await stored(project.id)).status).toBe('live');
});
