import { type QueryExecutorProvider, sql, SqliteAdapter } from 'kysely';

/** Databases the server supports. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** Returns whether a database or a transaction is SQLite's; otherwise it is PostgreSQL's. */
export const isSqlite = (db: QueryExecutorProvider): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

/** Returns the kind of a database or a transaction. */
export const kindOf = (db: QueryExecutorProvider): DatabaseKind => (isSqlite(db) ? 'sqlite' : 'postgres');

const postgresTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision`;

const sqliteTime = sql<number>`(unixepoch('subsec') * 1000)`;

/** Returns the expression of the database's current time, in milliseconds since 1970: the clocks of servers may differ, and jump. */
export const timeOf = (db: QueryExecutorProvider) => (isSqlite(db) ? sqliteTime : postgresTime);
