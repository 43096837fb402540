import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import { tellProjectChanged } from '../../projects/projectNews';

/** Said of sheets of an account that lets them be read only. */
export const READING_ONLY =
  'Read only: your Google account lets Tabpoint read your sheets. To let calls write to them, allow it on your account page, under Google.';

/** What may be done with sheets that are read with a person's account. */
export const rightsOf = (writes: boolean) =>
  writes ? { writable: true } : { writable: false, readOnlyReason: READING_ONLY };

/** What a person has allowed counts at once for the projects that are read with their account; for others, when they are synced. */
export async function writableFrom(db: Kysely<Database>, personId: string, writes: boolean): Promise<void> {
  const { writable, readOnlyReason = null } = { readOnlyReason: null, ...rightsOf(writes) };
  const changed = await db
    .updateTable('projects')
    .set({ writable: Number(writable), read_only_reason: readOnlyReason })
    .where('owner_id', '=', personId)
    .where('source', '=', 'googleApi')
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of changed) tellProjectChanged(db, id);
}
