import type { Kysely } from 'kysely';
import { notWaiting } from '../database/notWaiting';
import type { Database } from '../database/schema';
import type { TabComparison } from './rowChanges';

/** Ids that are noted by one statement. */
const NOTED_AT_ONCE = 500;

/**
 * Notes the ids that are about to vanish, so that they answer 410. Done before the rows are published, in small steps: an id
 * that is noted and yet there answers as ever. The commit that publishes takes these along to the disk.
 */
export async function noteGone(db: Kysely<Database>, compared: readonly TabComparison[]): Promise<void> {
  for (const { tabId, gone } of compared) {
    if (tabId === undefined) continue;
    for (let at = 0; at < gone.length; at += NOTED_AT_ONCE) {
      const values = gone.slice(at, at + NOTED_AT_ONCE).map((row_id) => ({ tab_id: tabId, row_id }));
      await notWaiting(db, (free) =>
        free
          .insertInto('gone_rows')
          .values(values)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
    }
  }
}
