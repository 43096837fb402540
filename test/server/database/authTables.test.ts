import { getMigrations } from 'better-auth/db/migration';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../../src/server/database/database';
import { type Database, ensureSchema } from '../../../src/server/database/schema';
import { authOptionsOf } from '../../../src/server/auth/auth';
import { readSettings } from '../../../src/server/settings';
import { freshDatabase, testDatabase } from '../../fixtures/databases';

/** Describes tables with their columns, then indexes and foreign keys, each as one line. */
const catalogue = {
  sqlite: `
    select m.name as "table", 'column' as what, c.name || ' ' || lower(c.type) || ' ' || c."notnull" || ' ' || c.pk
      || ' ' || coalesce(c.dflt_value, '') as line
    from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table'
    union all
    select m.name, 'index', i.name || ' ' || i."unique" || ' ' || (select group_concat(x.name) from pragma_index_info(i.name) x)
    from sqlite_schema m join pragma_index_list(m.name) i where m.type = 'table'
    union all
    select m.name, 'reference', f."from" || ' ' || f."table" || ' ' || coalesce(f."to", '') || ' ' || f.on_delete
    from sqlite_schema m join pragma_foreign_key_list(m.name) f where m.type = 'table'`,
  postgres: `
    select table_name as "table", 'column' as what,
      concat_ws(' ', column_name, data_type, is_nullable, column_default) as line
    from information_schema.columns where table_schema = current_schema()
    union all
    select tablename, 'index', indexdef from pg_indexes where schemaname = current_schema()
    union all
    select c.relname, 'reference', pg_get_constraintdef(f.oid) from pg_constraint f join pg_class c on c.oid = f.conrelid
    where f.contype = 'f' and c.relnamespace = current_schema()::regnamespace`,
} as const;

interface Line {
  readonly table: string;
  readonly what: string;
  readonly line: string;
}

/** Describes an empty database after `make`. */
async function madeBy(make: (db: Kysely<Database>) => Promise<unknown>): Promise<Line[]> {
  const { dataDir, databaseUrl, drop } = await freshDatabase();
  const db = await openDatabase({ dataDir, databaseUrl });
  try {
    await make(db);
    return (await sql.raw<Line>(catalogue[testDatabase]).execute(db)).rows;
  } finally {
    await db.destroy();
    await drop();
  }
}

const linesOf = (lines: readonly Line[]) => lines.map(({ table, what, line }) => `${table} ${what}: ${line}`).sort();

it('has the tables that the auth library creates, and one more index', async () => {
  const settings = { ...readSettings({}, { appDir: '', version: '0' }), authSecret: 'x'.repeat(32) };
  const theirs = await madeBy(async (db) => {
    const options = authOptionsOf({ settings, db });
    const database = { ...options.database, type: testDatabase };
    const rateLimit = { ...options.rateLimit, storage: 'database' as const };
    await (await getMigrations({ ...options, database, rateLimit })).runMigrations();
  });
  const tables = new Set(theirs.map(({ table }) => table));
  const ours = await madeBy((db) => ensureSchema(db));
  const same = ours.filter(({ table, line }) => tables.has(table) && !line.includes('two_factor_person'));
  expect([...tables].sort()).toEqual(['account', 'rateLimit', 'session', 'twoFactor', 'user', 'verification']);
  expect(linesOf(same)).toEqual(linesOf(theirs));
});
