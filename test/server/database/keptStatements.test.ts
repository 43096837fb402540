import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../src/server/database/schema';
import { openSqlite, sqliteOf } from '../../../src/server/database/sqlite';

let dataDir: string;
let db: Kysely<Database>;
let prepared: jest.SpyInstance;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tabpoint-statements-'));
  db = openSqlite(dataDir);
  await sql`create table notes (id integer primary key, text text not null)`.execute(db);
  const sqlite = sqliteOf(db);
  if (sqlite === undefined) throw new Error('There is no SQLite.');
  prepared = jest.spyOn(sqlite, 'prepare');
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

const add = (id: number, text: string) => sql`insert into notes values (${id}, ${text})`.execute(db);
const all = async () => (await sql`select * from notes order by id`.execute(db)).rows;

test('a query is prepared once, in and out of transactions, and answers with what is given each time', async () => {
  for (let id = 1; id <= 3; id += 1) await add(id, `note ${id}`);
  for (let id = 4; id <= 6; id += 1) {
    await db.transaction().execute((trx) => sql`insert into notes values (${id}, ${'in turn'})`.execute(trx));
  }
  expect((await all()).length).toBe((await all()).length);
  const texts = prepared.mock.calls.map(([text]) => String(text));
  expect(texts).toEqual([
    'insert into notes values (?, ?)',
    'begin immediate',
    'commit',
    'select * from notes order by id',
  ]);
  expect(await all()).toContainEqual({ id: 2, text: 'note 2' });
  await expect(add(2, 'again')).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
  await add(7, 'after a failure');
});

test('a table that has changed since is read as it is', async () => {
  await add(1, 'one');
  expect(await all()).toEqual([{ id: 1, text: 'one' }]);
  await sql`alter table notes add column colour text default 'red'`.execute(db);
  expect(await all()).toEqual([{ id: 1, text: 'one', colour: 'red' }]);
  await sql`drop table notes`.execute(db);
  await expect(all()).rejects.toMatchObject({ message: 'no such table: notes' });
  await sql`create table notes (id integer)`.execute(db);
  expect(await all()).toEqual([]);
});

test('what is worked out while it is prepared is prepared each time', async () => {
  const version = async () => (await sql`pragma user_version`.execute(db)).rows[0];
  expect(await version()).toEqual({ user_version: 0 });
  await sql`pragma user_version = 5`.execute(db);
  expect(await version()).toEqual({ user_version: 5 });
});

test('only so many are kept, those that were used last', async () => {
  for (let n = 0; n < 300; n += 1) {
    await sql`select ${sql.lit(n)} as n`.execute(db);
    await all();
  }
  prepared.mockClear();
  await all();
  await sql`select ${sql.lit(299)} as n`.execute(db);
  expect(prepared).not.toHaveBeenCalled();
  await sql`select ${sql.lit(0)} as n`.execute(db);
  expect(prepared).toHaveBeenCalledTimes(1);
});
