import { openPostgres } from './postgres';
import type { Db } from './schema';
import { openSqlite } from './sqlite';

/** Location of a database: the address of a PostgreSQL, else a folder for SQLite. */
export interface DatabasePlace {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

/**
 * Opens the database; `db.destroy()` closes it.
 *
 * SQLite has one connection: inside `db.transaction()` every query has to use `trx`, as `db` would wait for the transaction's
 * end.
 *
 * @throws StartFailure with a message for the administrator if the database is unusable
 */
export async function openDatabase(settings: DatabasePlace): Promise<Db> {
  return settings.databaseUrl === undefined ? openSqlite(settings.dataDir) : openPostgres(settings.databaseUrl);
}
