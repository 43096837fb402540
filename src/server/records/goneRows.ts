import type { Kysely } from 'kysely';
import { NUL } from '../http/nulCharacters';
import type { Database } from '../database/schema';

/** Whether a tab once had a row with this id, which was removed. Of ids that hold NUL nobody knows. */
export async function wasRow(db: Kysely<Database>, tabId: string, id: string): Promise<boolean> {
  if (id.includes(NUL)) return false;
  const found = await db
    .selectFrom('gone_rows')
    .select('row_id')
    .where('tab_id', '=', tabId)
    .where('row_id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}
