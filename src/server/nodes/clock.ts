import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema';
import { sqliteOf } from '../database/sqlite';

/** The time by PostgreSQL's clock, in milliseconds since 1970: servers' own clocks may differ, and jump. */
export const databaseTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision`;

const sqliteTime = sql<number>`(unixepoch('subsec') * 1000)`;

/** The time by the clock of whichever database there is, as {@link databaseTime}. */
export const timeOf = (db: Kysely<Database>) => (sqliteOf(db) === undefined ? databaseTime : sqliteTime);
