import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { writeBlob } from '../../../src/server/database/blobs';
import { openDatabase } from '../../../src/server/database/database';
import { migrate } from '../../../src/server/database/migrate';
import type { Database } from '../../../src/server/database/schema';
import { SQLITE_FILE } from '../../../src/server/database/sqlite';
import { authOptionsOf } from '../../../src/server/session/auth';
import { readSettings, type Settings } from '../../../src/server/settings';
import { StartFailure } from '../../../src/server/startFailure';

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

test('commits are left to those who bring them to the disk, and foreign keys hold', async () => {
  const db = await openAndMigrate();
  const pragma = pragmaOf(db);
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(1);
  expect(await pragma('foreign_keys')).toBe(1);
  expect(await pragma('busy_timeout')).toBeGreaterThanOrEqual(1000);
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
