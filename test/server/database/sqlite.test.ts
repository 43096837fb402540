import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { writeBlob } from '../../../src/server/database/blobs';
import { openDatabase } from '../../../src/server/database/database';
import { type Database, ensureSchema } from '../../../src/server/database/schema';
import { openSqlite, SQLITE_FILE } from '../../../src/server/database/sqlite';
import { Sqlite } from '../../../src/server/database/sqliteLibrary';
import { readSettings, type Settings } from '../../../src/server/settings';
import { StartFailure } from '../../../src/server/refusal';
import { pragma } from '../../fixtures/pragma';

let settings: Settings;
let file: string;

beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tabpoint-sqlite-'));
  file = join(dataDir, SQLITE_FILE);
  settings = { ...readSettings({}, { appDir: '', version: '0' }), dataDir, authSecret: 'x'.repeat(32) };
});
afterEach(() => rm(settings.dataDir, { recursive: true, force: true }));

async function openWithTables() {
  const db = await openDatabase(settings);
  await ensureSchema(db);
  return db;
}

async function makeDatabase() {
  const db = await openWithTables();
  await writeBlob(db, randomBytes(2_000_000));
  await db.destroy();
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartFailure);
  return (error as StartFailure).message;
}

test('a commit is on the disk when it returns, and foreign keys hold', async () => {
  const db = await openWithTables();
  expect(await pragma(db, 'journal_mode')).toBe('wal');
  expect(await pragma(db, 'synchronous')).toBe(2);
  expect(await pragma(db, 'foreign_keys')).toBe(1);
  expect(await pragma(db, 'busy_timeout')).toBeGreaterThanOrEqual(1000);
  await db.destroy();
});

test.each<[string, () => Promise<unknown>]>([
  ['text', () => writeFile(file, 'This is not a database, whatever its name says.\n'.repeat(50))],
  ...[1, 99, 511, 512, 4095, 4096, 65_536].map((bytes): [string, () => Promise<unknown>] => [
    `cut off after ${bytes} bytes`,
    () => truncate(file, bytes),
  ]),
  ['cut off by a page', async () => truncate(file, (await stat(file)).size - 4096)],
  ['cut off by a byte', async () => truncate(file, (await stat(file)).size - 1)],
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
])('a database that is %s is refused and left unchanged', async (_what, damage) => {
  await makeDatabase();
  await damage();
  const before = await readFile(file);
  const message = await failureOf(openWithTables());
  expect(message).toContain(file);
  expect(message).toContain('damaged');
  expect((await readFile(file)).equals(before)).toBe(true);
});

test('an empty database file is refused and left unchanged', async () => {
  await makeDatabase();
  await truncate(file);
  const message = await failureOf(openWithTables());
  expect(message).toContain(`${file} is empty`);
  expect(await readdir(settings.dataDir)).toEqual([SQLITE_FILE]);
  expect((await stat(file)).size).toBe(0);
});

test('a large database that is truncated is refused, however it was closed', async () => {
  const db = await openWithTables();
  await writeBlob(db, randomBytes(20_000_000));
  await db.destroy();
  await truncate(file, (await stat(file)).size - 4096);
  expect(await failureOf(openWithTables())).toContain('damaged');
});

test('a log without its database is refused and left unchanged: it may hold the only copy of rows', async () => {
  const db = await openWithTables();
  await writeBlob(db, randomBytes(100_000));
  const log = await readFile(`${file}-wal`);
  await db.destroy();
  await rm(file);
  await writeFile(`${file}-wal`, log);
  expect(await failureOf(openWithTables())).toContain(`${file} is missing`);
  expect(await readdir(settings.dataDir)).toEqual([`${SQLITE_FILE}-wal`]);
  expect((await readFile(`${file}-wal`)).equals(log)).toBe(true);
});

test('a database whose creation was interrupted is created again', async () => {
  await writeFile(`${file}-new`, '');
  await (await openWithTables()).destroy();
  expect(await readdir(settings.dataDir)).toEqual([SQLITE_FILE]);
});

test('another program’s database is refused and left unchanged', async () => {
  const other = new Sqlite(file);
  other.exec("create table bookmarks (url text); insert into bookmarks values ('x')");
  other.close();
  const before = await readFile(file);
  expect(await failureOf(openWithTables())).toContain('another program');
  expect((await readFile(file)).equals(before)).toBe(true);
});

describe('two connections', () => {
  let first: Kysely<Database>;
  let second: Kysely<Database>;

  beforeEach(async () => {
    first = openSqlite(settings.dataDir);
    await sql`create table notes (id integer primary key)`.execute(first);
    second = openSqlite(settings.dataDir);
    await pragma(second, 'busy_timeout = 0');
  });
  afterEach(async () => {
    await second.destroy();
    await first.destroy();
  });

  const add = (db: Kysely<Database>, id: number) => sql`insert into notes values (${id})`.execute(db);
  const count = async (db: Kysely<Database>) => (await sql`select * from notes`.execute(db)).rows.length;

  test('each connection reads what the other writes, and readers block nobody', async () => {
    await add(first, 1);
    expect(await count(second)).toBe(1);
    const reading = first
      .selectFrom(sql`notes`.as('notes'))
      .selectAll()
      .stream();
    await reading.next();
    await add(second, 2);
    await reading.return?.();
    expect(await count(first)).toBe(2);
  });

  test('a transaction that reads first can write later, since it locks out other writers from its start', async () => {
    await first.transaction().execute(async (trx) => {
      expect(await count(trx)).toBe(0);
      await expect(add(second, 1)).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
      await add(trx, 2);
    });
    await add(second, 1);
    expect(await count(first)).toBe(2);
  });
});
