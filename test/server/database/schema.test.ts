import { getMigrations } from 'better-auth/db/migration';
import { type Kysely, sql } from 'kysely';
import { authOptionsOf } from '../../../src/server/auth/auth';
import { openDatabase } from '../../../src/server/database/database';
import { type Database, ensureSchema, requireSchema, SCHEMA_VERSION } from '../../../src/server/database/schema';
import { StartFailure } from '../../../src/server/refusal';
import { readSettings } from '../../../src/server/settings';
import { freshDatabase, type FreshDatabase, testDatabase } from '../../fixtures/databases';

let place: FreshDatabase;
let db: Kysely<Database>;
const open = async () => {
  place = await freshDatabase();
  db = await openDatabase(place);
};
const close = async () => {
  await db.destroy();
  await place.drop();
};
beforeEach(open);
afterEach(close);

const ensured = () => ensureSchema(db);
const run = (statement: string) => sql.raw(statement).execute(db);

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartFailure);
  return (error as StartFailure).message;
}

/** Returns all tables with their columns and number of rows. */
async function tableCounts() {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const counted = tables.map(async ({ name, columns }) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
    return [name, columns.map((column) => column.name), rows[0]?.n];
  });
  return Promise.all(counted);
}

it('is created in an empty database once, and unchanged by the next start', async () => {
  await ensured();
  const before = await tableCounts();
  expect(before.length).toBeGreaterThan(30);
  await ensured();
  await requireSchema(db);
  expect(await tableCounts()).toEqual(before);
});

/** Tables as they were before the schema had a version. */
const FORMER = [
  'create table kysely_migration (name text primary key, timestamp text not null)',
  "insert into kysely_migration values ('001 first tables', '2026'), ('019 sheet numbers', '2026')",
  'create table projects (id text primary key, title text not null)',
  "insert into projects values ('p', 'Prices')",
];

it.each<[string, () => Promise<unknown>, RegExp]>([
  [
    'from before there were versions',
    async () => {
      for (const statement of FORMER) await run(statement);
    },
    /version of Tabpoint from before its first release\. Nothing was changed\. Start that version, or set DATA_DIR/,
  ],
  [
    'of a newer version',
    async () => {
      await ensured();
      await run(`update schema_version set version = ${SCHEMA_VERSION + 1}`);
    },
    /newer version of Tabpoint \(its schema has version \d+, this one uses \d+\)\. Nothing was changed\. Start that version/,
  ],
  [
    'of an older version',
    async () => {
      await ensured();
      await run(`update schema_version set version = ${SCHEMA_VERSION - 1}`);
    },
    /older version of Tabpoint \(its schema has version \d+, this one uses \d+\)\. Nothing was changed\. Start that version/,
  ],
  [
    'whose version was lost',
    async () => {
      await ensured();
      await run('delete from schema_version');
    },
    /older version of Tabpoint/,
  ],
  [
    'of another program',
    () => run('create table bookmarks (url text)'),
    /tables in the database that Tabpoint did not make \(bookmarks\)\. .* Give Tabpoint a database of its own\./,
  ],
])('a database %s is refused and left unchanged', async (_what, make, sentence) => {
  await make();
  const before = await tableCounts();
  expect(await failureOf(ensured())).toMatch(sentence);
  expect(await failureOf(requireSchema(db))).toMatch(sentence);
  expect(await tableCounts()).toEqual(before);
});

it('is not created by a command that only uses it', async () => {
  expect(await failureOf(requireSchema(db))).toBe('The database is empty. Start the server on it once.');
  expect(await tableCounts()).toEqual([]);
});

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

const describeTables = async (of: Kysely<Database>) => (await sql.raw<Line>(catalogue[testDatabase]).execute(of)).rows;

const linesOf = (lines: readonly Line[]) => lines.map(({ table, what, line }) => `${table} ${what}: ${line}`).sort();

it('has the tables that the auth library creates, and one more index', async () => {
  const settings = { ...readSettings({}, { appDir: '', version: '0' }), authSecret: 'x'.repeat(32) };
  const options = authOptionsOf({ settings, db }, false);
  const database = { ...options.database, type: testDatabase };
  const rateLimit = { ...options.rateLimit, storage: 'database' as const };
  await (await getMigrations({ ...options, database, rateLimit })).runMigrations();
  const theirs = await describeTables(db);
  await close();
  await open();
  await ensured();
  const ours = await describeTables(db);
  const tables = new Set(theirs.map(({ table }) => table));
  const same = ours.filter(({ table, line }) => tables.has(table) && !line.includes('two_factor_person'));
  expect([...tables].sort()).toEqual(['account', 'rateLimit', 'session', 'twoFactor', 'user', 'verification']);
  expect(linesOf(same)).toEqual(linesOf(theirs));
});
