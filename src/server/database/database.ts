import { sql } from 'kysely';
import type { Db } from './schema';
import { openPostgres } from './postgres';
import { isSqlite, openSqlite } from './sqlite';

/** The two databases the server runs on. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** Where a database is: a PostgreSQL by its address, else SQLite in a folder. */
export interface DatabasePlace {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

/** Which of the two a database, or a transaction on it, is. */
export const kindOf = (db: Db): DatabaseKind => (isSqlite(db) ? 'sqlite' : 'postgres');

/**
 * Opens the database; `db.destroy()` closes it.
 *
 * SQLite is one connection: inside `db.transaction()` everything must be asked of the `trx`, as `db` waits for its end.
 *
 * @throws StartFailure with a sentence for the administrator when it cannot be used
 */
export async function openDatabase(settings: DatabasePlace): Promise<Db> {
  return settings.databaseUrl === undefined ? openSqlite(settings.dataDir) : openPostgres(settings.databaseUrl);
}

const postgresTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision`;

const sqliteTime = sql<number>`(unixepoch('subsec') * 1000)`;

/** The time by the clock of a database, in milliseconds since 1970: servers' own clocks may differ, and jump. */
export const timeOf = (db: Db) => (isSqlite(db) ? sqliteTime : postgresTime);
