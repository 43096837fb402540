import type { Kysely } from 'kysely';
import type { Database } from './schema';
import { durableOf } from './sqlite';

/**
 * Brings to the disk what was committed without waiting for that (`notWaiting.ts`), so that the next commit that waits has less to
 * wait for. With PostgreSQL nothing need be done.
 *
 * @throws LogNotFlushed
 */
export const flushLog = async (db: Kysely<Database>): Promise<void> => durableOf(db)?.log.flush();
