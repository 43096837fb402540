import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';

/** A character that PostgreSQL keeps in no text, so that no row kept there has it in its id. */
const NUL = '\0';

/** Whether a tab once had a row with this id, which was removed. */
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
