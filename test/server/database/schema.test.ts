import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../../src/server/database/database';
import { type Database, ensureSchema, requireSchema, SCHEMA_VERSION } from '../../../src/server/database/schema';
import { StartFailure } from '../../../src/server/refusal';
import { freshDatabase, type FreshDatabase } from '../../fixtures/databases';

let place: FreshDatabase;
let db: Kysely<Database>;
beforeEach(async () => {
  place = await freshDatabase();
  db = await openDatabase({ dataDir: place.dataDir, databaseUrl: place.databaseUrl });
});
afterEach(async () => {
  await db.destroy();
  await place.drop();
});

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
