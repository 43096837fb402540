import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../src/server/database/schema';
import { openSqlite } from '../../../src/server/database/sqlite';
import { pragma } from '../../fixtures/pragma';

let dataDir: string;
let first: Kysely<Database>;
let second: Kysely<Database>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tabpoint-two-'));
  first = openSqlite(dataDir);
  await sql`create table notes (id integer primary key)`.execute(first);
  second = openSqlite(dataDir);
  await pragma(second, 'busy_timeout = 0');
});
afterEach(async () => {
  await second.destroy();
  await first.destroy();
  rmSync(dataDir, { recursive: true });
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
