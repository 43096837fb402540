import { type QueryExecutorProvider, sql, SqliteAdapter } from 'kysely';

/** The two databases the server runs on. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** Whether a database, or a transaction on it, is one of SQLite; else it is one of PostgreSQL. */
export const isSqlite = (db: QueryExecutorProvider): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

/** Which of the two a database, or a transaction on it, is. */
export const kindOf = (db: QueryExecutorProvider): DatabaseKind => (isSqlite(db) ? 'sqlite' : 'postgres');

const postgresTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision`;

const sqliteTime = sql<number>`(unixepoch('subsec') * 1000)`;

/** The time by the clock of a database, in milliseconds since 1970: servers' own clocks may differ, and jump. */
export const timeOf = (db: QueryExecutorProvider) => (isSqlite(db) ? sqliteTime : postgresTime);
