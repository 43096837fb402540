import { randomBytes } from 'node:crypto';
import { owned, refuseDeletedPerson } from '../auth/ownedProjects';
import type { Db } from '../database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import type { Author } from '../database/tables/records';
import { noSheet } from './sources';

/** Crockford's base 32 in lower case: no i, l, o, u, so that an id can be read aloud. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const ID_LENGTH = 26;

/**
 * Generates a project id, the random part of its public addresses: 26 characters, 130 random bits (ASVS 5.0, 11.5.1, requires 128).
 * Older projects have ids of 20 characters.
 */
export const newProjectId = () =>
  Array.from(randomBytes(ID_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');

/** Finds the project of a person's spreadsheet. */
export const findProjectOfSheet = (db: Db, ownerId: string, sheetId: string): Promise<ProjectsTable | undefined> =>
  owned(db, ownerId).where('sheet_id', '=', sheetId).executeTakeFirst();

/** Columns that identify a project even after its id has changed. */
type KnownProject = Pick<ProjectsTable, 'owner_id' | 'sheet_id' | 'created_at'>;

/** Lists every tab a project has had, including vanished ones, in the order of the sheet; empty when the project was deleted meanwhile. */
export const listAllTabs = (db: Db, { owner_id, sheet_id, created_at }: KnownProject): Promise<ProjectTabsTable[]> =>
  db
    .selectFrom('project_tabs')
    .innerJoin('projects', 'projects.id', 'project_tabs.project_id')
    .selectAll('project_tabs')
    .where('projects.owner_id', '=', owner_id)
    .where('projects.sheet_id', '=', sheet_id)
    .where('projects.created_at', '=', created_at)
    .where('projects.deleted_at', 'is', null)
    .orderBy('project_tabs.position')
    .execute();

/**
 * Locks a spreadsheet of the drive until the end of the transaction, so that it cannot be deleted below its new project.
 *
 * @throws Refusal `source_not_found` if it was deleted meanwhile
 */
async function lockSpreadsheet(trx: Db, { source, sheet_id }: ProjectsTable): Promise<void> {
  if (source !== 'drive') return;
  const locking = trx.updateTable('drive_spreadsheets').set({ deleted_at: null });
  const found = locking.where('id', '=', sheet_id).where('deleted_at', 'is', null).returning('id');
  if ((await found.executeTakeFirst()) === undefined) throw noSheet();
}

/**
 * @returns the new project, or undefined when a project of the same spreadsheet was created meanwhile
 * @throws Refusal `source_not_found` if its spreadsheet was deleted meanwhile, `signed_out` if the account was
 */
export async function insertProject(trx: Db, project: ProjectsTable): Promise<ProjectsTable | undefined> {
  await lockSpreadsheet(trx, project);
  return trx
    .insertInto('projects')
    .values(project)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
    .catch(refuseDeletedPerson);
}

/** Columns of a project that a sync changes, besides its revision. */
type SyncedFields = Partial<
  Pick<ProjectsTable, 'source' | 'status' | 'status_reason' | 'synced_at' | 'writable' | 'read_only_reason'>
>;

/** Stores the outcome of a sync. @returns the project, possibly with a new id; undefined when it was deleted */
export const setSynced = (
  trx: Db,
  { owner_id, sheet_id, created_at }: KnownProject,
  fields: SyncedFields,
  newRevision = false,
): Promise<ProjectsTable | undefined> =>
  trx
    .updateTable('projects')
    .set((eb) => ({ ...fields, revision: newRevision ? eb('revision', '+', 1) : eb.ref('revision') }))
    .where((eb) => eb.and({ owner_id, sheet_id, created_at }))
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/**
 * Increments the revision of a project for a change of its rows. Also locks the project against writes by other servers until the
 * transaction ends.
 *
 * @returns undefined when the project was deleted, or its id has changed
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

/** Returns the columns of a tab for the revision and author of its rows. Set them with every snapshot of other rows. */
export const madeBy = ({ actor, reason }: Author, revision: number) => ({
  actor,
  reason,
  revision,
  authored_revision: revision,
  authored_at: new Date().toISOString(),
});

export const insertTab = (trx: Db, tab: ProjectTabsTable) => trx.insertInto('project_tabs').values(tab).execute();

export const updateTab = (trx: Db, id: string, change: Partial<ProjectTabsTable>) =>
  trx.updateTable('project_tabs').set(change).where('id', '=', id).execute();

/** Lists projects whose sync was in progress when the process ended. */
export const listSyncing = (db: Db): Promise<ProjectsTable[]> =>
  db.selectFrom('projects').selectAll().where('status', '=', 'syncing').where('deleted_at', 'is', null).execute();
