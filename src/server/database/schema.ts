import { type Kysely, sql } from 'kysely';
import { StartFailure } from '../refusal';
import { type DatabaseKind, kindOf } from './databaseKind';
import { type AccessTables, createAccessTables } from './tables/access';
import { createAuthTables } from './tables/auth';
import { bigint, bytes, double, integer, nullable, statementsOf, type TablesOf, text } from './tables/columns';
import { createDriveTables, type DriveTables } from './tables/drive';
import { createGoogleTables, type GoogleTables } from './tables/google';
import { createProjectTables, type ProjectTables } from './tables/projects';
import { createRecordTables, type RecordTables } from './tables/records';
import { createTriggers } from './triggers';

/** What belongs to no feature: bytes of any size, and what servers on one database have to agree on. */
const sharedTables = (kind: DatabaseKind) => ({
  /** Anything large: uploaded files, raw tabs, snapshots of rows. Written in chunks, then referred to by a tiny commit. */
  blobs: {
    id: text('primary key'),
    bytes: bigint(),
    /** When to look whether anything refers to it, in milliseconds since 1970 by the database's clock; null while something does. */
    collect_at: nullable.double(),
  },
  blob_chunks: {
    blob_id: text('references blobs (id) on delete cascade'),
    n: integer(),
    bytes: bytes(kind === 'sqlite' ? 'blob' : 'bytea'),
  },
  /** Locks of all servers (`../locks.ts`), one row for each name that was ever locked. */
  leases: {
    name: text('primary key'),
    holder: text(),
    /** Grows each time the lease is taken, so that a former holder who has not noticed its end is refused. */
    fence: bigint(),
    /** When it ends by itself, in milliseconds since 1970 by the database's clock. */
    until: double(),
  },
  /** Calls that are counted together by all servers, and guesses at passwords (`../../session/guesses`). */
  call_windows: {
    name: text('primary key'),
    /** When counting began, in milliseconds since 1970 by the database's clock. */
    began_at: double(),
    calls: integer(),
  },
});

type SharedTables = TablesOf<ReturnType<typeof sharedTables>>;

/** Statements that make {@link SharedTables}. A blob that is referred to cannot be removed. */
const createSharedTables = (kind: DatabaseKind): readonly string[] => [
  ...statementsOf(sharedTables(kind), { blob_chunks: 'blob_id, n' }),
  'create index blobs_collect on blobs (collect_at) where collect_at is not null',
];

/**
 * Our tables, by subject. Those of Better Auth (`tables/auth.ts`) have no types here: it reads and writes
 * them itself. Times are ISO 8601 text, flags are 0 or 1, and JSON is text, so that both databases hold the same.
 */
export interface Database extends SharedTables, DriveTables, ProjectTables, RecordTables, AccessTables, GoogleTables {}

/** The database, or a transaction of it. */
export type Db = Kysely<Database>;

/** Raised by one with each change of a table, an index or a trigger, or of what is packed in blobs. */
export const SCHEMA_VERSION = 9;

/** Holds {@link SCHEMA_VERSION} as it was when the tables were made, in one row. */
export const VERSION_TABLE = 'schema_version';

/** What made the tables before they had a version: a list of steps, in a table of its own. */
const FORMER_TABLE = 'kysely_migration';

/** Every table, index and trigger, in an order in which each finds what it refers to. */
const statementsFor = (kind: DatabaseKind): readonly string[] => [
  ...createAuthTables(kind),
  ...createSharedTables(kind),
  ...createDriveTables,
  ...createProjectTables,
  ...createRecordTables,
  ...createAccessTables,
  ...createGoogleTables,
  ...createTriggers(kind),
  `create table ${VERSION_TABLE} (version integer not null)`,
  `insert into ${VERSION_TABLE} (version) values (${SCHEMA_VERSION})`,
];

/** Names of all tables of this version, each behind those that it refers to. */
export const tablesInOrder = (kind: DatabaseKind): string[] =>
  statementsFor(kind).flatMap((statement) => /^\s*create table "?(\w+)/.exec(statement)?.[1] ?? []);

/** Names of all tables of a database; on PostgreSQL, of the schema that is used. */
export async function tableNamesIn(db: Db): Promise<string[]> {
  const query =
    kindOf(db) === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

/** Of PostgreSQL's advisory locks, the one that servers starting at the same time queue for. */
const SCHEMA_LOCK = 5_462_501;

/** Makes everything in an empty database, or nothing; of several servers that start at once one does. */
const createSchema = (db: Db): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const kind = kindOf(trx);
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${SCHEMA_LOCK})`.execute(trx);
    if ((await tableNamesIn(trx)).length > 0) return;
    for (const statement of statementsFor(kind)) await sql.raw(statement).execute(trx);
  });

/** The version of the tables that are there. */
export async function schemaVersionIn(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from ${sql.table(VERSION_TABLE)}`.execute(db);
  return rows[0]?.version ?? 0;
}

const ANOTHER_PLACE = 'Nothing was changed. Start that version, or set DATA_DIR or DATABASE_URL to an empty place.';

/** Why tables that are there are not those of this version; undefined where they are. */
async function refusalOf(db: Db, names: readonly string[]): Promise<string | undefined> {
  if (names.includes(FORMER_TABLE)) {
    return `The database was made by a version of Tabpoint from before its first release. ${ANOTHER_PLACE}`;
  }
  if (!names.includes(VERSION_TABLE)) {
    return `There are tables in the database that Tabpoint did not make (${names.toSorted()[0]}). Nothing was changed. Give Tabpoint a database of its own.`;
  }
  const version = await schemaVersionIn(db);
  if (version === SCHEMA_VERSION) return undefined;
  const age = version > SCHEMA_VERSION ? 'a newer' : 'an older';
  const numbers = `its schema has version ${version}, this one uses ${SCHEMA_VERSION}`;
  return `The database was made by ${age} version of Tabpoint (${numbers}). ${ANOTHER_PLACE}`;
}

/**
 * Looks whether this version can use a database, and changes nothing.
 *
 * @throws StartFailure where it is empty, or its tables were made by another version or another program
 */
export async function requireSchema(db: Db): Promise<void> {
  const names = await tableNamesIn(db);
  if (names.length === 0) throw new StartFailure('The database is empty. Start the server on it once.');
  const refusal = await refusalOf(db, names);
  if (refusal !== undefined) throw new StartFailure(refusal);
}

/**
 * Makes the tables in an empty database. One that has tables is left as it is.
 *
 * @throws StartFailure where they were made by another version or another program, or cannot be made
 */
export async function ensureSchema(db: Db): Promise<void> {
  if ((await tableNamesIn(db)).length === 0) {
    await createSchema(db).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartFailure(`The tables of the database could not be made: ${reason}`, error);
    });
  }
  await requireSchema(db);
}
