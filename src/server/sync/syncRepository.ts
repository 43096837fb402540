import { randomBytes } from 'node:crypto';
import type { Db } from '../database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import type { Author } from '../database/tables/records';

/** Crockford's base 32 in lower case: no i, l, o, u, so that an id can be read aloud. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const CHARACTERS = 26;

/**
 * A new project's id, the random part of its public addresses: 26 characters, 130 random bits (ASVS 5.0, 11.5.1, wants 128).
 * Projects that were made when there were 20 keep theirs.
 */
export const newProjectId = () =>
  Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');

/** The project of a person's spreadsheet, if there is one. */
export const findProjectOfSheet = (db: Db, ownerId: string, sheetId: string): Promise<ProjectsTable | undefined> =>
  db
    .selectFrom('projects')
    .selectAll()
    .where((eb) => eb.and({ owner_id: ownerId, sheet_id: sheetId }))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** What a project is known by, also after it has got another address. */
type KnownProject = Pick<ProjectsTable, 'owner_id' | 'sheet_id' | 'created_at'>;

/** Every tab a project has had, vanished ones too, in the order of the sheet; none when it was deleted meanwhile. */
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

/** @returns the new project, or undefined when the person has made one of the same spreadsheet meanwhile */
export const insertProject = (trx: Db, project: ProjectsTable): Promise<ProjectsTable | undefined> =>
  trx
    .insertInto('projects')
    .values(project)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** What a sync changes of a project besides its revision. */
type SyncedFields = Partial<
  Pick<ProjectsTable, 'source' | 'status' | 'status_reason' | 'synced_at' | 'writable' | 'read_only_reason'>
>;

/** Says what has become of a sync. @returns the project, which may have got another address meanwhile; undefined when it was deleted */
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

/** The columns of a tab that say which revision its rows are of, and who has made it. Goes with every other snapshot of other rows. */
export const madeBy = ({ actor, reason }: Author, revision: number) => ({
  ...{ actor, reason, revision },
  authored_revision: revision,
  authored_at: new Date().toISOString(),
});

export const insertTab = (trx: Db, tab: ProjectTabsTable) => trx.insertInto('project_tabs').values(tab).execute();

export const updateTab = (trx: Db, id: string, change: Partial<ProjectTabsTable>) =>
  trx.updateTable('project_tabs').set(change).where('id', '=', id).execute();

/** Projects whose sync was under way when the process ended. */
export const listSyncing = (db: Db): Promise<ProjectsTable[]> =>
  db.selectFrom('projects').selectAll().where('status', '=', 'syncing').where('deleted_at', 'is', null).execute();
