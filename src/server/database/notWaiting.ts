import type { Kysely } from 'kysely';
import { behindOthers } from '../behindOthers';
import type { Database } from './schema';
import { durableOf } from './sqlite';

/**
 * Writes whose commit is not waited for until the next one's: everybody sees them at once, and they outlive this process, but a
 * power cut may undo them. For bytes that nothing refers to yet, for what is only to keep servers out of each other's way, and for
 * what is brought to the disk together after (`flushLog.ts`). With SQLite the wait for the disk, which may have much else to write, is one of the whole server, and as it writes within
 * the event loop, others have their turn after each; with PostgreSQL, or in a transaction, all is as ever.
 */
export async function notWaiting<T>(
  db: Kysely<Database>,
  work: (connection: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const durable = durableOf(db);
  if (durable === undefined) return work(db);
  const done = await db.connection().execute(async (connection) => {
    try {
      return await work(connection);
    } finally {
      durable.statements.takeWritten();
    }
  });
  await behindOthers();
  return done;
}
