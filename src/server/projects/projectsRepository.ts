import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';

type Db = Kysely<Database>;

/** Where a page of the list begins: after this project. */
export interface After {
  readonly createdAt: string;
  readonly id: string;
}

/** What a person may decide about a project. */
export type ProjectChange = Partial<Pick<ProjectsTable, 'title' | 'access' | 'refresh_seconds' | 'paused'>>;

const owned = (db: Db, ownerId: string) =>
  db.selectFrom('projects').selectAll().where('owner_id', '=', ownerId).where('deleted_at', 'is', null);

/** A person's projects, newest first. */
export function listProjects(db: Db, ownerId: string, most: number, after?: After): Promise<ProjectsTable[]> {
  const all = owned(db, ownerId).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most);
  const rest =
    after === undefined
      ? all
      : all.where((eb) =>
          eb.or([
            eb('created_at', '<', after.createdAt),
            eb.and([eb('created_at', '=', after.createdAt), eb('id', '<', after.id)]),
          ]),
        );
  return rest.execute();
}

/** One of a person's projects; another person's is as unknown as one that does not exist. */
export const findProject = (db: Db, ownerId: string, id: string): Promise<ProjectsTable | undefined> =>
  owned(db, ownerId).where('id', '=', id).executeTakeFirst();

/** The one project a person has made of a spreadsheet. */
export const findProjectOfSheet = (db: Db, ownerId: string, sheetId: string): Promise<ProjectsTable | undefined> =>
  owned(db, ownerId).where('sheet_id', '=', sheetId).executeTakeFirst();

/** The tabs that projects have now, in the order of the sheet. */
export const listTabsOf = async (db: Db, projectIds: readonly string[]): Promise<ProjectTabsTable[]> =>
  projectIds.length === 0
    ? []
    : db
        .selectFrom('project_tabs')
        .selectAll()
        .where('project_id', 'in', [...projectIds])
        .where('gone_at', 'is', null)
        .orderBy('position')
        .execute();

/** @returns the changed project, or undefined when it is gone */
export const changeProject = (
  trx: Db,
  id: string,
  change: ProjectChange,
  newRevision: boolean,
): Promise<ProjectsTable | undefined> =>
  trx
    .updateTable('projects')
    .set((eb) => ({ ...change, revision: newRevision ? eb('revision', '+', 1) : eb.ref('revision') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Hides a project; it is kept for a while. @returns whether there was one */
export async function markDeleted(db: Db, ownerId: string, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('projects')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A person's project that was deleted and is still kept. */
export const findDeleted = (db: Db, ownerId: string, id: string): Promise<ProjectsTable | undefined> =>
  db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();

/** Shows a deleted project again. */
export const unmarkDeleted = (trx: Db, id: string): Promise<ProjectsTable | undefined> =>
  trx.updateTable('projects').set({ deleted_at: null }).where('id', '=', id).returningAll().executeTakeFirst();

/** Ids of projects that were deleted before a time. */
export async function listDeletedBefore(db: Db, time: string): Promise<string[]> {
  const rows = await db.selectFrom('projects').select('id').where('deleted_at', '<', time).execute();
  return rows.map(({ id }) => id);
}

/** Removes a project's rows for good and answers the blobs that nothing refers to any more. */
export async function removeRows(trx: Db, id: string): Promise<string[]> {
  const tabs = await trx
    .deleteFrom('project_tabs')
    .where('project_id', '=', id)
    .returning(['snapshot_blob', 'raw_blob'])
    .execute();
  await trx.deleteFrom('projects').where('id', '=', id).execute();
  return tabs.flatMap(({ snapshot_blob, raw_blob }) => [snapshot_blob, ...(raw_blob === null ? [] : [raw_blob])]);
}
