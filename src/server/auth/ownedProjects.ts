import { isOrphan } from '../database/databaseErrors';
import type { Db } from '../database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import { Refusal } from '../refusal';

/** Query of a person's projects, without deleted ones. */
export const owned = (db: Db, ownerId: string) =>
  db.selectFrom('projects').selectAll().where('owner_id', '=', ownerId).where('deleted_at', 'is', null);

/** Finds one of a person's projects; undefined for another person's. */
export const findProject = (db: Db, ownerId: string, id: string): Promise<ProjectsTable | undefined> =>
  owned(db, ownerId).where('id', '=', id).executeTakeFirst();

/** Returns the ids of a person's projects. */
export async function projectIdsOf(db: Db, ownerId: string): Promise<string[]> {
  const projects = await owned(db, ownerId).clearSelect().select('id').execute();
  return projects.map(({ id }) => id);
}

/** Counts a person's projects, without deleted ones. */
export async function countProjects(db: Db, ownerId: string): Promise<number> {
  const counting = owned(db, ownerId)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number | string>().as('count'));
  return Number((await counting.executeTakeFirstOrThrow()).count);
}

/** Lists the current tabs of projects, in the order of the sheet. */
export async function listTabsOf(db: Db, projectIds: readonly string[]): Promise<ProjectTabsTable[]> {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom('project_tabs')
    .selectAll()
    .where('project_id', 'in', [...projectIds])
    .where('gone_at', 'is', null)
    .orderBy('position')
    .execute();
}

/** Returns the refusal for an unknown id or another person's project. */
export const noProject = () =>
  new Refusal('not_found', 'There is no such project.', {
    hint: 'It may have been deleted, or it belongs to another account.',
  });

/** @throws Refusal `not_found` */
export async function requireProject(db: Db, ownerId: string, id: string): Promise<ProjectsTable> {
  const project = await findProject(db, ownerId, id);
  if (project === undefined) throw noProject();
  return project;
}

/** Rethrows the error of an insert for a person. @throws Refusal `signed_out` if the account was deleted meanwhile */
export function refuseDeletedPerson(error: unknown): never {
  throw isOrphan(error) ? new Refusal('signed_out', 'This account has been deleted.') : error;
}
