import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ApiKeysTable } from '../database/tables/access';

type Db = Kysely<Database>;

export type KeyRow = ApiKeysTable;

/** Columns that a key hides: by id of the tab, keys of the columns. Kept as JSON. */
export type HiddenColumns = Readonly<Record<string, readonly string[]>>;

export const hiddenColumnsOf = ({ hidden_columns }: Pick<KeyRow, 'hidden_columns'>) =>
  hidden_columns === null ? {} : (JSON.parse(hidden_columns) as HiddenColumns);

/** A list that is kept as JSON; undefined where none is. */
export const listOf = <T>(json: string | null) => (json === null ? undefined : (JSON.parse(json) as readonly T[]));

const good = (db: Db) => db.selectFrom('api_keys').selectAll().where('revoked_at', 'is', null);

/** Every key that has not been revoked, of every project. */
export const allKeys = (db: Db): Promise<KeyRow[]> => good(db).execute();

/** Ids of the keys that have not been revoked. */
export async function goodKeyIds(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('api_keys').select('id').where('revoked_at', 'is', null).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Keys that were made, moved or revoked since a time. */
export const keysChangedSince = (db: Db, time: string): Promise<KeyRow[]> =>
  db.selectFrom('api_keys').selectAll().where('changed_at', '>', time).execute();

/** A key as it is stored, revoked or not. */
export const keyNow = (db: Db, id: string): Promise<KeyRow | undefined> =>
  db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();

/** As {@link keyNow}, by the hash of its text. */
export const keyOfHash = (db: Db, hash: string): Promise<KeyRow | undefined> =>
  db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst();

/** The keys of a project, newest first. */
export const listKeys = (db: Db, projectId: string): Promise<KeyRow[]> =>
  good(db).where('project_id', '=', projectId).orderBy('created_at', 'desc').orderBy('id').execute();

/** The keys of projects that have not been revoked, with when they were last used. */
export const listUses = (
  db: Db,
  projectIds: readonly string[],
): Promise<Pick<KeyRow, 'id' | 'project_id' | 'last_used_at'>[]> =>
  db
    .selectFrom('api_keys')
    .select(['id', 'project_id', 'last_used_at'])
    .where('project_id', 'in', projectIds)
    .where('revoked_at', 'is', null)
    .execute();

export const addKey = async (db: Db, key: KeyRow): Promise<void> => {
  await db.insertInto('api_keys').values(key).execute();
};

/** A key that has not been revoked. */
export const findKey = (db: Db, projectId: string, id: string): Promise<KeyRow | undefined> =>
  good(db).where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst();

/**
 * Binds a key to sites.
 *
 * @param origins a list as JSON
 * @returns the key as it is now, or undefined when the project has no such key
 */
export const setOrigins = (db: Db, { project_id, id }: KeyRow, origins: string, at: string) =>
  db
    .updateTable('api_keys')
    .set({ origins, changed_at: at })
    .where('id', '=', id)
    .where('project_id', '=', project_id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** @returns the revoked key, or undefined when the project has no such key */
export const revokeKey = (db: Db, projectId: string, id: string, at: string): Promise<KeyRow | undefined> =>
  db
    .updateTable('api_keys')
    .set({ revoked_at: at, changed_at: at })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Notes that the keys of a project have changed, as it has got another address: every server hears of it. */
export const noteMoved = async (db: Db, projectId: string, at: string): Promise<void> => {
  await db.updateTable('api_keys').set({ changed_at: at }).where('project_id', '=', projectId).execute();
};

/** Keeps when keys were last used, by id in milliseconds since 1970; a later time that is kept already stays. */
export const noteLastUsed = (db: Db, used: ReadonlyMap<string, number>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const [id, time] of used) {
      const at = new Date(time).toISOString();
      await trx
        .updateTable('api_keys')
        .set({ last_used_at: at })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
        .execute();
    }
  });

/** Forgets keys that were revoked before a time: by then every server knows. */
export const forgetRevokedBefore = async (db: Db, time: string): Promise<void> => {
  await db.deleteFrom('api_keys').where('revoked_at', '<', time).execute();
};
