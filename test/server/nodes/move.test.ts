import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authPaths } from '../../../src/contract/paths';
import { move, progressBar } from '../../../src/server/backup/backup';
import { openDatabase } from '../../../src/server/database/database';
import { SQLITE_FILE } from '../../../src/server/database/sqlite';
import type { Settings } from '../../../src/server/settings';
import { buildTestApp } from '../../fixtures/apps';
import { freshDatabase, type FreshDatabase } from '../../fixtures/databases';
import { requirePostgres } from '../../fixtures/nodes';
import { firstStep, postTo, turnOn, type TwoStepPerson } from '../../fixtures/secondFactors';
import { dumpOf } from '../backup/dump';
import { writable } from '../endpoints/write/writing';

let folder: string;
let postgres: FreshDatabase;
let settings: Settings;
let two: TwoStepPerson;
beforeAll(async () => {
  requirePostgres();
  [folder, postgres] = await Promise.all([mkdtemp(join(tmpdir(), 'tabpoint-move-')), freshDatabase()]);
});
afterAll(async () => {
  await postgres.drop();
  await rm(folder, { recursive: true });
});

/** Creates a SQLite database with data in every table. */
async function makeSqlite(): Promise<Settings> {
  const test = await buildTestApp({ databaseUrl: undefined });
  const cafes = await writable(test);
  await cafes.call('POST', '', {
    body: [{ Name: 'Ålesund 👋', Note: ' ' }, { Name: 'x' }],
    headers: { 'idempotency-key': 'k' },
  });
  await cafes.call('DELETE', `/${String((await cafes.rows())[0]?._id)}`);
  await cafes.fold();
  await cafes.call('POST', '', { body: { Name: 'after the fold' } });
  two = await turnOn(test, await test.signUp());
  const dataDir = join(folder, 'first');
  await test.app.close();
  await test.db.destroy();
  await mkdir(dataDir);
  await copyFile(join(test.settings.dataDir, SQLITE_FILE), join(dataDir, SQLITE_FILE));
  await test.workers.close();
  return { ...test.settings, dataDir };
}

const dump = async (of: Settings) => {
  const db = await openDatabase(of);
  try {
    return await dumpOf(db);
  } finally {
    await db.destroy();
  }
};

it('moves from SQLite to PostgreSQL and back without changes', async () => {
  settings = await makeSqlite();
  const told: string[] = [];
  const progress = progressBar({ write: (text) => told.push(text) });
  const rows = await move(settings, postgres.databaseUrl ?? '', progress);
  expect(told.join('')).toMatch(/Writing {2}: 100 %.*Comparing: 100 %/s);
  const there: Settings = { ...settings, databaseUrl: postgres.databaseUrl };
  expect(await move(there, join(folder, 'second'), progress)).toBe(rows);
  const before = await dump(settings);
  expect(await dump(there)).toEqual(before);
  expect(await dump({ ...settings, dataDir: join(folder, 'second') })).toEqual(before);
  expect([...before.values()].flat()).toHaveLength(rows);
});

it('is served from the other database as from the first', async () => {
  const databaseUrl = `${postgres.databaseUrl}?application_name=of-the-administrator`;
  const moved = await buildTestApp({ databaseUrl });
  const project = await moved.db.selectFrom('projects').selectAll().executeTakeFirstOrThrow();
  await moved.db.updateTable('projects').set({ access: 'public' }).execute();
  const answer = await moved.app.inject({ url: `/v1/${project.id}/cafes` });
  expect(answer.json<{ data: { Name: string }[] }>().data.map(({ Name }) => Name)).toEqual([
    ...['Bønne', 'Prufrock', 'Ålesund 👋', 'x', 'after the fold'],
  ]);
  const challenge = await firstStep(moved, two.person.email);
  expect((await postTo(moved)(authPaths.verifyCode, { code: two.app.next() }, challenge)).statusCode).toBe(200);
  const there = { ...settings, databaseUrl };
  const error: unknown = await move(there, join(folder, 'third'), () => undefined).catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/is running on this database/);
  await moved.close();
});

it('writes nothing into a database that is not empty', async () => {
  const before = await readFile(join(folder, 'second', SQLITE_FILE));
  const silent = () => undefined;
  await expect(move(settings, join(folder, 'second'), silent)).rejects.toThrow(/already/);
  await expect(move(settings, postgres.databaseUrl ?? '', silent)).rejects.toThrow(/something in this database/);
  expect(await readFile(join(folder, 'second', SQLITE_FILE))).toEqual(before);
});
