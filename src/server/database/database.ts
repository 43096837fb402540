import type { Kysely } from 'kysely';
import type { Settings } from '../settings';
import type { Database } from './schema';
import { openSqlite, openSqliteBeside } from './sqlite';

/** The two databases the server runs on. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** Which database the settings name. */
export const databaseKindOf = ({ databaseUrl }: Pick<Settings, 'databaseUrl'>): DatabaseKind =>
  databaseUrl === undefined ? 'sqlite' : 'postgres';

/**
 * Opens the database; `db.destroy()` closes it.
 *
 * SQLite is one connection for each thread: inside `db.transaction()` everything must be asked of the `trx`, as `db` waits for its end.
 *
 * @throws StartFailure with a sentence for the administrator when it cannot be used
 */
export async function openDatabase(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Kysely<Database>> {
  if (settings.databaseUrl === undefined) return openSqlite(settings.dataDir);
  const { openPostgres } = await import('./postgres');
  return openPostgres(settings.databaseUrl);
}

/**
 * Opens it once more, with connections of its own, for a thread of the server that has opened it by {@link openDatabase}.
 *
 * @throws what {@link openDatabase} throws
 */
export async function openDatabaseBeside(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<Kysely<Database>> {
  if (settings.databaseUrl === undefined) return openSqliteBeside(settings.dataDir);
  const { openPostgres } = await import('./postgres');
  return openPostgres(settings.databaseUrl, 'tabpoint refresher');
}
