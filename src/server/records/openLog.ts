import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { durableOf } from '../database/sqlite';
import type { LogStore } from './logStore';
import { createPostgresLog } from './postgresLog';
import { createSqliteLog } from './sqliteLog';

/** The log of a database, whichever it is. */
export function openLog(db: Kysely<Database>): LogStore {
  const durable = durableOf(db);
  return durable === undefined ? createPostgresLog(db) : createSqliteLog(db, durable);
}
