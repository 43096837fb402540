import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../database/schema';
import { NUL } from '../../http/jsonText';

/** Ids per statement: SQLite blocks the event loop for each. */
const BATCH_SIZE = 500;

/**
 * Stores ids of removed rows (table `gone_rows`), in small steps. They are answered with 410 and never reused. They may be stored
 * before the rows are removed: an existing row takes precedence over a tombstone.
 */
export async function addTombstones(db: Db, tabId: string, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    if (at > 0) await nextTurn();
    await db
      .insertInto('gone_rows')
      .values(ids.slice(at, at + BATCH_SIZE).map((row_id) => ({ tab_id: tabId, row_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Returns whether a tab once had a row with this id, which was removed. Ids with NUL are not stored. */
export async function hasTombstone(db: Db, tabId: string, id: string): Promise<boolean> {
  if (id.includes(NUL)) return false;
  const found = await db
    .selectFrom('gone_rows')
    .select('row_id')
    .where('tab_id', '=', tabId)
    .where('row_id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}
