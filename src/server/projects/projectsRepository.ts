import { owned } from '../auth/ownedProjects';
import type { Kysely } from 'kysely';
import type { TrashAnswer } from '../../contract/drive';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';

type Db = Kysely<Database>;

/** Where a page of the list begins: after this project. */
export interface After {
  readonly createdAt: string;
  readonly id: string;
}

/** What a person may decide about a project. */
export type ProjectChange = Partial<
  Pick<ProjectsTable, 'title' | 'access' | 'refresh_seconds' | 'max_age_seconds' | 'paused'>
>;

/** A person's projects, newest first. */
export function listProjects(db: Db, ownerId: string, limit: number, after?: After): Promise<ProjectsTable[]> {
  const all = owned(db, ownerId).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  if (after === undefined) return all.execute();
  return all.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id))).execute();
}

/** @returns the changed project, or undefined when it is deleted */
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

/** Marks a project as deleted. @returns whether there was one */
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

/** A person's project that is marked as deleted. */
export const findDeleted = (db: Db, ownerId: string, id: string): Promise<ProjectsTable | undefined> =>
  db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();

export const unmarkDeleted = (trx: Db, id: string): Promise<ProjectsTable | undefined> =>
  trx.updateTable('projects').set({ deleted_at: null }).where('id', '=', id).returningAll().executeTakeFirst();

/** A person's projects in the trash, those deleted last first. */
export async function listDeleted(db: Db, ownerId: string): Promise<TrashAnswer['projects']> {
  const deleted = await db
    .selectFrom('projects')
    .select(['id', 'title', 'source', 'deleted_at'])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .execute();
  return deleted.map(({ deleted_at, ...project }) => ({ ...project, deletedAt: deleted_at ?? '' }));
}

/** Ids of the tabs of projects. */
export async function listTabIds(db: Db, projects: readonly string[]): Promise<string[]> {
  const tabs = db.selectFrom('project_tabs').select('id').where('project_id', 'in', projects);
  return projects.length === 0 ? [] : (await tabs.execute()).map(({ id }) => id);
}

/** Ids of projects that were deleted before a time. */
export async function listDeletedBefore(db: Db, time: string): Promise<string[]> {
  const rows = await db.selectFrom('projects').select('id').where('deleted_at', '<', time).execute();
  return rows.map(({ id }) => id);
}

/** Removes projects for good, with all that belongs to them. */
export async function removeProjects(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) await db.deleteFrom('projects').where('id', '=', id).execute();
}
