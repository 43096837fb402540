import { Kysely, PostgresDialect, sql } from 'kysely';
import { StartFailure } from '../refusal';
import type { Database, Db } from './schema';

/** OID of int8. Counts and times fit a double; as text they would be joined instead of added. */
const INT8 = 20;

/**
 * How long is waited for a connection, and for an answer on one: a database that has vanished without a word would otherwise be
 * waited for as long as the system likes. In milliseconds.
 */
const waits = { connectionTimeoutMillis: 5_000, query_timeout: 60_000, keepAlive: true };

/** The address without its password. */
function shown(databaseUrl: string) {
  const url = new URL(databaseUrl);
  return `${url.hostname}:${url.port === '' ? '5432' : url.port}${url.pathname}`;
}

/**
 * Opens a pool of connections to a PostgreSQL and asks it once.
 *
 * @param name what its sessions are called there
 * @throws StartFailure when it does not answer
 */
export async function openPostgres(databaseUrl: string, name = 'tabpoint'): Promise<Db> {
  // Read where it is used, as a server on SQLite starts without it.
  const { Pool, types } = await import('pg');
  types.setTypeParser(INT8, Number);
  const pool = new Pool({ connectionString: databaseUrl, application_name: name, ...waits });
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  // A connection that breaks while it is in use fails the query that uses it.
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
