import { Kysely, PostgresDialect, sql } from 'kysely';
import { StartFailure } from '../refusal';
import type { Database, Db } from './schema';

/** OID of int8. Parsed as a number (counts and times fit a double): as text, `+` would concatenate it. */
const INT8 = 20;

/**
 * Timeouts, in milliseconds, of connecting and of queries: without them the server would wait for a vanished database until the
 * operating system gives up.
 */
const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 60_000, keepAlive: true };

/** Returns the address without user and password. */
function shown(databaseUrl: string) {
  const url = new URL(databaseUrl);
  return `${url.hostname}:${url.port === '' ? '5432' : url.port}${url.pathname}`;
}

/**
 * Returns the address of sessions with an application name, by which commands find running servers. A name in the address would
 * take precedence over an option of the library.
 */
export function addressOfSessions(databaseUrl: string, applicationName: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', applicationName);
  return url.href;
}

/**
 * Opens a connection pool to a PostgreSQL and runs a first query.
 *
 * @param name application name of its sessions
 * @throws StartFailure if the query fails
 */
export async function openPostgres(databaseUrl: string, name = 'tabpoint'): Promise<Db> {
  // Loaded lazily: a server on SQLite starts without it.
  const { Pool, types } = await import('pg');
  types.setTypeParser(INT8, Number);
  const pool = new Pool({ connectionString: addressOfSessions(databaseUrl, name), ...timeouts });
  // A connection that breaks while idle is replaced at the next query; without a listener the error would end the process.
  pool.on('error', () => undefined);
  // A connection that breaks while in use fails its query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    throw new StartFailure(
      `PostgreSQL at ${shown(databaseUrl)} cannot be used (${reason}). Check its address: DATABASE_URL, or the one behind --to.`,
      error,
    );
  }
  return db;
}
