import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';

type Db = Kysely<Database>;

/** Every tab a project has had, vanished ones too, in the order of the sheet. */
export const listAllTabs = (db: Db, projectId: string): Promise<ProjectTabsTable[]> =>
  db.selectFrom('project_tabs').selectAll().where('project_id', '=', projectId).orderBy('position').execute();

/** @returns the new project, or undefined when the person has made one of the same spreadsheet meanwhile */
export const insertProject = (trx: Db, project: ProjectsTable): Promise<ProjectsTable | undefined> =>
  trx
    .insertInto('projects')
    .values(project)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** What a sync changes of a project besides its revision. */
export type SyncedFields = Partial<
  Pick<ProjectsTable, 'source' | 'status' | 'status_reason' | 'synced_at' | 'writable' | 'read_only_reason'>
>;

/** @returns the changed project, or undefined when it was deleted meanwhile */
export const setSynced = (
  trx: Db,
  id: string,
  fields: SyncedFields,
  newRevision = false,
): Promise<ProjectsTable | undefined> =>
  trx
    .updateTable('projects')
    .set((eb) => ({ ...fields, revision: newRevision ? eb('revision', '+', 1) : eb.ref('revision') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/**
 * The revision that a change of a project's rows makes. It also keeps other servers from writing to the project until the
 * transaction ends.
 *
 * @returns undefined when the project is gone, or has got another address
 */
export async function nextRevision(trx: Db, projectId: string): Promise<number | undefined> {
  const updated = await trx
    .updateTable('projects')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', projectId)
    .returning('revision')
    .executeTakeFirst();
  return updated?.revision;
}

export const insertTab = (trx: Db, tab: ProjectTabsTable) => trx.insertInto('project_tabs').values(tab).execute();

export const updateTab = (trx: Db, id: string, change: Partial<ProjectTabsTable>) =>
  trx.updateTable('project_tabs').set(change).where('id', '=', id).execute();

/** Projects whose sync was under way when the process ended. */
export const listSyncing = (db: Db): Promise<ProjectsTable[]> =>
  db.selectFrom('projects').selectAll().where('status', '=', 'syncing').where('deleted_at', 'is', null).execute();
