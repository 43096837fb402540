import type { Db } from './schema';
import { openPostgres } from './postgres';
import { openSqlite } from './sqlite';

/** Where a database is: a PostgreSQL by its address, else SQLite in a folder. */
export interface DatabasePlace {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

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
