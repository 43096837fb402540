import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../database/schema';
import type { GoogleConnectionsTable, GoogleConsentsTable } from '../../database/tables/google';

type Db = Kysely<Database>;

/** Keeps what is being asked for; what nobody has answered in time goes. */
export async function putConsent(db: Db, consent: GoogleConsentsTable, now: number): Promise<void> {
  await db.deleteFrom('google_consents').where('until', '<=', now).execute();
  await db.insertInto('google_consents').values(consent).execute();
}

/** Takes it out: each can be taken once. */
export const takeConsent = (
  db: Db,
  stateHash: string,
  personId: string,
): Promise<Selectable<GoogleConsentsTable> | undefined> =>
  db
    .deleteFrom('google_consents')
    .where('state_hash', '=', stateHash)
    .where('person_id', '=', personId)
    .returningAll()
    .executeTakeFirst();

export const findConnection = (db: Db, personId: string): Promise<Selectable<GoogleConnectionsTable> | undefined> =>
  db.selectFrom('google_connections').selectAll().where('person_id', '=', personId).executeTakeFirst();

/** There is one for each person: another one takes its place. */
export async function putConnection(db: Db, connection: GoogleConnectionsTable): Promise<void> {
  await db
    .insertInto('google_connections')
    .values(connection)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(connection))
    .execute();
}

/** What could not be read may be by now: a person's projects are refreshed when they are next read. */
export const refreshSoon = (db: Db, personId: string) =>
  db
    .updateTable('google_refreshes')
    .set({ next_at: 0, failures: 0 })
    .where('project_id', 'in', (eb) => eb.selectFrom('projects').select('id').where('owner_id', '=', personId))
    .where('failures', '>', 0)
    .execute();

/** Changes a connection unless another one has taken its place meanwhile. */
export const changeConnection = (
  db: Db,
  { person_id, refresh_token }: Pick<GoogleConnectionsTable, 'person_id' | 'refresh_token'>,
  change: Partial<Pick<GoogleConnectionsTable, 'access_token' | 'access_until' | 'withdrawn_at'>>,
) =>
  db
    .updateTable('google_connections')
    .set(change)
    .where('person_id', '=', person_id)
    .where('refresh_token', '=', refresh_token)
    .execute();

/** @returns what it was */
export const removeConnection = (db: Db, personId: string): Promise<Selectable<GoogleConnectionsTable> | undefined> =>
  db.deleteFrom('google_connections').where('person_id', '=', personId).returningAll().executeTakeFirst();

/** Said of sheets of an account that lets them be read only. */
export const READING_ONLY =
  'Read only: your Google account lets Tabpoint read your sheets. To let calls write to them, allow it on your account page, under Google.';

/** What may be done with sheets that are read with a person's account. */
export const rightsOf = (writes: boolean) =>
  writes ? { writable: true } : { writable: false, readOnlyReason: READING_ONLY };

/**
 * What a person has allowed counts at once for the projects that are read with their account; for others, when they are synced.
 *
 * @returns ids of the projects that it counts for
 */
export async function writableFrom(db: Kysely<Database>, personId: string, writes: boolean): Promise<string[]> {
  const { writable, readOnlyReason = null } = { readOnlyReason: null, ...rightsOf(writes) };
  const changed = await db
    .updateTable('projects')
    .set({ writable: Number(writable), read_only_reason: readOnlyReason })
    .where('owner_id', '=', personId)
    .where('source', '=', 'googleApi')
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return changed.map(({ id }) => id);
}
