import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { sqliteOf } from '../database/sqlite';
import type { LogStore } from './logStore';
import { createPostgresLog } from './postgresLog';
import { createSqliteLog } from './sqliteLog';

/** The log of a database, whichever it is. */
export function openLog(db: Kysely<Database>): LogStore {
  const sqlite = sqliteOf(db);
  return sqlite === undefined ? createPostgresLog(db) : createSqliteLog(db, sqlite);
}
