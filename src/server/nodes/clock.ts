import { sql } from 'kysely';

/** The time by PostgreSQL's clock, in milliseconds since 1970: servers' own clocks may differ, and jump. */
export const databaseTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision`;
