import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../database/schema';
import { NUL } from '../../http/jsonText';

/** Ids that are noted by one statement: SQLite answers in the same turn of the event loop. */
const AT_ONCE = 500;

/**
 * Keeps ids of rows that were removed (table `gone_rows`), in small steps: they answer 410, and are never given again. Where that is
 * done before the rows go, an id that has a tombstone and is yet there answers as ever.
 */
export async function addTombstones(db: Db, tabId: string, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    if (at > 0) await nextTurn();
    await db
      .insertInto('gone_rows')
      .values(ids.slice(at, at + AT_ONCE).map((row_id) => ({ tab_id: tabId, row_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Whether a tab once had a row with this id, which was removed. Ids that hold NUL are not kept. */
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
