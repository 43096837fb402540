import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema';
import { inTime, refusalOfDatabase } from '../database/trouble';
import { Refusal } from '../refusal';

/** How long, in milliseconds, the database is waited for. */
const PATIENCE = 2_000;

/**
 * Does work of the auth library, which keeps to itself what its database has said: when the work fails and the database does
 * not answer either, that is the reason.
 */
export async function blamingDatabase<T>(db: Kysely<Database>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) && refusalOfDatabase(error) === undefined) {
      await inTime(sql`select 1`.execute(db), PATIENCE);
    }
    throw error;
  }
}
