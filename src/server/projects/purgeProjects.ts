import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { deleteUnused } from '../database/blobs';
import type { Database } from '../database/schema';
import { keyringOf } from '../keys/keyring';
import { listDeletedBefore, removeRows } from './projectsRepository';

/** How long a deleted project is kept. */
const KEPT_DAYS = 30;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Removes projects for good that were deleted more than 30 days before `now`. */
export async function purgeProjects(db: Kysely<Database>, now: Date): Promise<void> {
  const ids = await listDeletedBefore(db, new Date(now.getTime() - KEPT_DAYS * DAY).toISOString());
  for (const id of ids) {
    const blobs = await db.transaction().execute((trx) => removeRows(trx, id));
    for (const blob of blobs) await deleteUnused(db, blob);
  }
  if (ids.length > 0) await keyringOf({ db }).forgetMissing();
}

/** Purges when the server starts and then every hour. */
export function purgeHourly(app: FastifyInstance, db: Kysely<Database>, report: (error: unknown) => void): void {
  let running = Promise.resolve();
  const purge = () => (running = running.then(() => purgeProjects(db, new Date())).catch(report));
  const timer = setInterval(() => void purge(), HOUR).unref();
  app.addHook('onReady', async () => void purge());
  app.addHook('onClose', () => {
    clearInterval(timer);
    return running;
  });
}
