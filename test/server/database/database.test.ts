import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { countCall } from '../../../src/server/database/callWindows';
import { isOutOfReach, refusalOfDatabase } from '../../../src/server/database/databaseErrors';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { collectedBlobs } from '../../fixtures/collectedBlobs';
import { PASSWORD } from '../../fixtures/people';
import { writable } from '../endpoints/write/writing';

const server = beforeTests(() => buildTestApp());

test.each([
  ['a blob', { snapshot_blob: 'no blob' }],
  ['a project', { project_id: 'no project' }],
])('foreign keys hold: a tab refers to %s that is there', async (_what, change) => {
  const { tabId } = await writable(server);
  const changing = server.db.updateTable('project_tabs').set(change).where('id', '=', tabId).execute();
  await expect(changing).rejects.toMatchObject({ message: expect.stringMatching(/foreign key/i) });
});

test('a sheet is one project of a person, besides deleted ones', async () => {
  const { project } = await writable(server);
  const values = await server.db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow();
  const add = (over: Partial<typeof values>) =>
    server.db
      .insertInto('projects')
      .values({ ...values, id: randomUUID(), ...over })
      .execute();
  for (let n = 0; n < 2; n += 1) await add({ deleted_at: new Date().toISOString() });
  await expect(add({})).rejects.toMatchObject({ message: expect.stringMatching(/unique/i) });
  await add({ owner_id: (await server.signUp()).person.id });
});

const tables = [
  ...['blobs', 'blob_chunks', 'projects', 'project_tabs', 'drive_spreadsheets', 'drive_tabs', 'record_log', 'api_keys'],
];

/** Counts the rows of each table. */
async function countAll() {
  const counts = tables.map(async (table) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(server.db);
    return [table, rows[0]?.n ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

test('deleting an account removes everything of it, blobs included, and nothing of others', async () => {
  const addProject = async () => {
    const cafes = await writable(server);
    await cafes.call('POST', '', { body: { Name: 'Written' } });
    return cafes.owner;
  };
  await addProject();
  await collectedBlobs(server.db);
  const remaining = await countAll();
  const { headers } = await addProject();
  const payload = { password: PASSWORD };
  const response = await server.app.inject({ method: 'POST', url: '/api/auth/delete-user', headers, payload });
  expect(response.statusCode).toBe(200);
  await collectedBlobs(server.db);
  expect(await countAll()).toEqual(remaining);
});

it('a window of calls that a clock a day ahead has begun ends with it', async () => {
  await countCall(server.db, 'a wrong clock', 60_000);
  await countCall(server.db, 'a wrong clock', 60_000);
  const began_at = Date.now() + 86_400_000;
  await server.db.updateTable('call_windows').set({ began_at }).where('name', '=', 'a wrong clock').execute();
  expect(await countCall(server.db, 'a wrong clock', 60_000)).toMatchObject({ current: 1 });
  expect(await countCall(server.db, 'a wrong clock', 60_000)).toMatchObject({ current: 2 });
});

it.each([
  ['25P03', true, 'a timeout of idle transactions'],
  ['28P01', true, 'another password'],
  ['3D000', true, 'a database that was dropped'],
  ['53300', true, 'no free connection'],
  ['57014', true, 'a timeout of statements'],
  ['57P05', true, 'a timeout of idle sessions'],
  ['25006', false, 'a replica, which only reads'],
])('an error %s of PostgreSQL is no fault of the request (out of reach: %s), as with %s', (code, isGone) => {
  const error = Object.assign(new Error('PostgreSQL'), { code });
  expect(refusalOfDatabase(error)).toMatchObject({ code: 'busy', status: 503 });
  expect(isOutOfReach(error)).toBe(isGone);
});
