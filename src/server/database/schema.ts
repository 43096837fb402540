import { type Kysely, sql } from 'kysely';
import { StartFailure } from '../refusal';
import { type DatabaseKind, kindOf } from './databaseKind';
import { type AccessTables, createAccessTables } from './tables/access';
import { type AuthTables, createAuthTables } from './tables/auth';
import { bigint, bytes, double, integer, nullable, statementsOf, type TablesOf, text } from './tables/columns';
import { createDriveTables, type DriveTables } from './tables/drive';
import { createGoogleTables, type GoogleTables } from './tables/google';
import { createProjectTables, type ProjectTables } from './tables/projects';
import { createRecordTables, type RecordTables } from './tables/records';
import { createTriggers } from './triggers';

/** Tables of no single feature: blobs, and state that servers on one database share. */
const sharedTables = (kind: DatabaseKind) => ({
  /** Large data: uploaded files, raw tabs, snapshots of rows. Written in chunks, then referenced by a small transaction. */
  blobs: {
    id: text('primary key'),
    bytes: bigint(),
    /** When to check whether it is still referenced, in milliseconds since 1970 by the database's clock; null while it is known to be. */
    collect_at: nullable.double(),
  },
  blob_chunks: {
    blob_id: text('references blobs (id) on delete cascade'),
    n: integer(),
    bytes: bytes(kind === 'sqlite' ? 'blob' : 'bytea'),
  },
  /** Locks shared by all servers (`../locks.ts`), one row for each name that was locked lately. */
  leases: {
    name: text('primary key'),
    holder: text(),
    /** Fencing token: grows each time the lease is acquired, so that a former holder who has not noticed its loss is rejected. */
    fence: bigint(),
    /** When it expires, in milliseconds since 1970 by the database's clock. */
    until: double(),
  },
  /** Rate limit windows shared by all servers, for calls, sign-ins and password guesses (`auth/signInAttempts.ts`). */
  call_windows: {
    name: text('primary key'),
    /** Start of the window, in milliseconds since 1970 by the database's clock. */
    began_at: double(),
    calls: integer(),
  },
});

type SharedTables = TablesOf<ReturnType<typeof sharedTables>>;

/** Statements that create {@link SharedTables}. A referenced blob cannot be deleted. */
const createSharedTables = (kind: DatabaseKind): readonly string[] => [
  ...statementsOf(sharedTables(kind), { blob_chunks: 'blob_id, n' }),
  'create index blobs_collect on blobs (collect_at) where collect_at is not null',
];

/**
 * All tables but those of Better Auth (`tables/auth.ts`), which reads and writes them itself. Times are ISO 8601 text, flags 0 or
 * 1, and JSON is text, so that both databases store the same values.
 */
export interface Database extends SharedTables, DriveTables, ProjectTables, RecordTables, AccessTables, GoogleTables {}

/** The database, or a transaction on it. */
export type Db = Kysely<Database>;

/** Returns the database for queries of the auth library's tables. */
export const withAuthTables = (db: Db) => db.withTables<AuthTables>();

/** Schema version; raise it with each change of a table, index or trigger, and of the encoding of blobs. */
export const SCHEMA_VERSION = 17;

/** Table with one row: the {@link SCHEMA_VERSION} that created the tables. */
export const VERSION_TABLE = 'schema_version';

/** Table of migrations from before the schema version existed. */
const LEGACY_TABLE = 'kysely_migration';

/** Statements for every table, index and trigger, referenced ones first. */
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

/** Returns the names of all tables of this version, referenced tables first. */
export const tablesInOrder = (kind: DatabaseKind): string[] =>
  statementsFor(kind).flatMap((statement) => /^\s*create table "?(\w+)/.exec(statement)?.[1] ?? []);

/** Returns the names of all tables in a database; on PostgreSQL, in the current schema. */
export async function tableNamesIn(db: Db): Promise<string[]> {
  const query =
    kindOf(db) === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

/** Number of the PostgreSQL advisory lock that serializes servers starting at the same time. */
const SCHEMA_LOCK = 5_462_501;

/** Creates the whole schema in an empty database, or nothing. Of several servers that start at once, one does. */
const createSchema = (db: Db): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const kind = kindOf(trx);
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${SCHEMA_LOCK})`.execute(trx);
    if ((await tableNamesIn(trx)).length > 0) return;
    for (const statement of statementsFor(kind)) await sql.raw(statement).execute(trx);
  });

/** Returns the schema version of a database. */
export async function schemaVersionIn(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from ${sql.table(VERSION_TABLE)}`.execute(db);
  return rows[0]?.version ?? 0;
}

const ANOTHER_PLACE = 'Nothing was changed. Start that version, or set DATA_DIR or DATABASE_URL to an empty place.';

/** Returns why existing tables cannot be used by this version; undefined if they can. */
async function refusalOf(db: Db, names: readonly string[]): Promise<string | undefined> {
  if (names.includes(LEGACY_TABLE)) {
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
 * Checks, without changes, that this version can use a database.
 *
 * @throws StartFailure if it is empty, or created by another version or program
 */
export async function requireSchema(db: Db): Promise<void> {
  const names = await tableNamesIn(db);
  if (names.length === 0) throw new StartFailure('The database is empty. Start the server on it once.');
  const refusal = await refusalOf(db, names);
  if (refusal !== undefined) throw new StartFailure(refusal);
}

/**
 * Creates the tables in an empty database; leaves existing tables unchanged.
 *
 * @throws StartFailure if they are another version's or program's, or cannot be created
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
