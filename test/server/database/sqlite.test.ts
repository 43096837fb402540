import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { writeBlob } from '../../../src/server/database/blobs';
import { openDatabase } from '../../../src/server/database/database';
import { migrate } from '../../../src/server/database/migrate';
import { notWaiting } from '../../../src/server/database/notWaiting';
import type { Database } from '../../../src/server/database/schema';
import { SQLITE_FILE } from '../../../src/server/database/sqlite';
import { authOptionsOf } from '../../../src/server/session/auth';
import { readSettings, type Settings } from '../../../src/server/settings';
import { StartFailure } from '../../../src/server/startFailure';
import { createGate } from '../../fixtures/gates';

let settings: Settings;
let file: string;

beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tabpoint-sqlite-'));
  file = join(dataDir, SQLITE_FILE);
  settings = { ...readSettings({}, { appDir: '', version: '0' }), dataDir, authSecret: 'x'.repeat(32) };
});
afterEach(() => rm(settings.dataDir, { recursive: true, force: true }));

async function openAndMigrate() {
  const db = await openDatabase(settings);
  await migrate(db, 'sqlite', { options: () => authOptionsOf({ settings, db }) });
  return db;
}

async function makeDatabase() {
  const db = await openAndMigrate();
  await writeBlob(db, randomBytes(2_000_000));
  await db.destroy();
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartFailure);
  return (error as StartFailure).message;
}

const pragmaOf = (db: Kysely<Database>) => async (name: string) =>
  Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0];

test('what is committed is on disk, and foreign keys hold', async () => {
  const db = await openAndMigrate();
  const pragma = pragmaOf(db);
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('foreign_keys')).toBe(1);
  expect(await pragma('busy_timeout')).toBeGreaterThanOrEqual(1000);
  await db.destroy();
});

test('what need not outlive a power cut is not waited for, alone and only then', async () => {
  const db = await openAndMigrate();
  const waits = pragmaOf(db);
  const held = createGate();
  const gate = { name: 'a', due_at: 0, closed_until: 0 };
  const written = notWaiting(db, async (free) => {
    await free.insertInto('google_gates').values(gate).execute();
    await held.opened;
    return pragmaOf(free)('synchronous');
  });
  const meanwhile = waits('synchronous');
  held.open();
  expect(await Promise.all([written, meanwhile, waits('synchronous')])).toEqual([1, 2, 2]);
  expect(await db.selectFrom('google_gates').selectAll().execute()).toEqual([gate]);
  await expect(notWaiting(db, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await waits('synchronous')).toBe(2);
  await db.destroy();
});

test.each<[string, () => Promise<unknown>]>([
  ['text', () => writeFile(file, 'This is not a database, whatever its name says.\n'.repeat(50))],
  ['cut off', async () => truncate(file, Math.floor((await stat(file)).size / 2))],
  [
    'overwritten at the start',
    async () => writeFile(file, Buffer.concat([randomBytes(100), (await readFile(file)).subarray(100)])),
  ],
  [
    'overwritten in the middle',
    async () => {
      const bytes = await readFile(file);
      randomBytes(65_536).copy(bytes, 8192);
      await writeFile(file, bytes);
    },
  ],
])('a database that is %s is refused and left as it is', async (_what, damage) => {
  await makeDatabase();
  await damage();
  const before = await readFile(file);
  const message = await failureOf(openAndMigrate());
  expect(message).toContain(file);
  expect(message).toContain('damaged');
  expect((await readFile(file)).equals(before)).toBe(true);
});

test('another program’s database is refused and left as it is', async () => {
  const other = new BetterSqlite3(file);
  other.exec("create table bookmarks (url text); insert into bookmarks values ('x')");
  other.close();
  const before = await readFile(file);
  expect(await failureOf(openAndMigrate())).toContain('another program');
  expect((await readFile(file)).equals(before)).toBe(true);
});

test('a database of a newer version is refused', async () => {
  const db = await openAndMigrate();
  await sql`insert into kysely_migration (name, timestamp) values ('999 the future', '2099')`.execute(db);
  await db.destroy();
  expect(await failureOf(openAndMigrate())).toContain('newer version');
});
