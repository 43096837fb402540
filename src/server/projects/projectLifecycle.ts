import type { NotNull } from 'kysely';
import type { TrashAnswer } from '../../contract/drive';
import type { AccountDeletion } from '../auth/auth';
import { findProject, noProject, projectIdsOf } from '../auth/ownedProjects';
import { untilCommitted } from '../database/databaseErrors';
import { type Db, withAuthTables } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import { listTabs } from '../drive/driveRepository';
import { removeTrashed, restoreFromTrash } from '../drive/trash';
import type { Connections } from '../google/consent/connections';
import { listKeys } from '../keys/keysService';
import { lockedPlanNameOf } from '../plans/planLimits';
import { Refusal } from '../refusal';
import { findProjectOfSheet, newProjectId } from '../sync/syncRepository';
import type { Syncs } from '../sync/syncs';
import type { ProjectServices } from './updateProject';

/** Returns a query of a person's projects in the trash. */
const trashed = (db: Db, ownerId: string) =>
  db.selectFrom('projects').where('owner_id', '=', ownerId).where('deleted_at', 'is not', null);

/** Returns a person's projects in the trash, last deleted first. */
export const listDeleted = (db: Db, ownerId: string): Promise<TrashAnswer['projects']> =>
  trashed(db, ownerId)
    .select(['id', 'title', 'source', 'deleted_at as deletedAt'])
    .orderBy('deleted_at', 'desc')
    .$narrowType<{ deletedAt: NotNull }>()
    .execute();

/** Returns the ids of the tabs of projects. */
export async function listTabIds(db: Db, projects: readonly string[]): Promise<string[]> {
  if (projects.length === 0) return [];
  const tabs = await db.selectFrom('project_tabs').select('id').where('project_id', 'in', projects).execute();
  return tabs.map(({ id }) => id);
}

/**
 * Changes the id of a project, and of everything that belongs to it.
 *
 * @returns undefined if there is no such project
 */
async function moveProject(trx: Db, from: string, to: string, at: string): Promise<ProjectsTable | undefined> {
  const moved = await trx
    .updateTable('projects')
    .set({ id: to })
    .where('id', '=', from)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  // Notifies all servers that its keys have changed.
  await trx.updateTable('api_keys').set({ changed_at: at }).where('project_id', '=', to).execute();
  return moved;
}

/** Syncs a moved project again after its running sync ends, in case that sync belonged to a process that has ended. */
function syncAgain(syncs: Syncs, { owner_id, sheet_id }: ProjectsTable) {
  const owner = { id: owner_id };
  void syncs
    .exclusively(owner, sheet_id, async () => undefined)
    .then(() => syncs.syncExisting(owner, sheet_id))
    // The sync has stored its failure with the project.
    .catch(() => undefined);
}

/**
 * Gives a project a new address; the old one responds with 404 from then on. Its tabs, keys and counts are kept.
 *
 * @throws Refusal `not_found` if it was deleted meanwhile
 */
export async function changeAddress(
  { db, events, syncs, keyring, usage }: ProjectServices,
  project: ProjectsTable,
): Promise<ProjectsTable> {
  const at = new Date();
  await usage.flush(at.getTime());
  const moved = await db.transaction().execute((trx) => moveProject(trx, project.id, newProjectId(), at.toISOString()));
  if (moved === undefined) throw noProject();
  events.projectChanged.emit(project.id);
  events.projectChanged.emit(moved.id);
  for (const key of await listKeys(db, moved.id)) keyring.apply(key);
  if (project.status === 'syncing') syncAgain(syncs, moved);
  return moved;
}

/**
 * Deletes a project: its endpoints stop at once, and it can be restored for 30 days.
 *
 * @throws Refusal `not_found`
 */
export async function deleteProject({ db, events }: ProjectServices, ownerId: string, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('projects')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw noProject();
  events.projectChanged.emit(id);
  events.deleted.emit([id, ...(await listTabIds(db, [id]))]);
}

/** Returns the tabs of a deleted project whose sheets have changed since, through another project of the same spreadsheet. */
async function outdatedTabs(trx: Db, id: string): Promise<string[]> {
  const tabs = await trx
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .innerJoin('drive_tabs as drive', (join) =>
      join.onRef('drive.spreadsheet_id', '=', 'project.sheet_id').onRef('drive.sheet_id', '=', 'tab.sheet_id'),
    )
    .leftJoin('record_log as log', (join) =>
      join
        .onRef('log.spreadsheet_id', '=', 'drive.spreadsheet_id')
        .onRef('log.sheet_id', '=', 'drive.sheet_id')
        .onRef('log.tab_id', '<>', 'tab.id'),
    )
    .select('tab.id')
    .distinct()
    .where('project.id', '=', id)
    .where((eb) => eb.or([eb('drive.raw_blob', '<>', eb.ref('tab.raw_blob')), eb('log.sequence', 'is not', null)]))
    .execute();
  return tabs.map((tab) => tab.id);
}

/** Returns whether tabs of a drive spreadsheet were added, removed, renamed or moved while its project was deleted. */
async function hasOtherTabs(trx: Db, { id, sheet_id }: ProjectsTable): Promise<boolean> {
  const current = await listTabs(trx, sheet_id);
  const own = await trx
    .selectFrom('project_tabs')
    .select(['sheet_id', 'title'])
    .where('project_id', '=', id)
    .where('gone_at', 'is', null)
    .orderBy('position')
    .execute();
  if (current.length === 0) return false;
  if (current.length !== own.length) return true;
  return own.some((tab, at) => current[at]?.sheet_id !== tab.sheet_id || current[at].title !== tab.title);
}

/** Restored project. */
export interface Restored {
  readonly project: ProjectsTable;
  /** Whether its rows are older than its spreadsheet, so that it has to be synced. */
  readonly isOutdated: boolean;
}

/**
 * Undoes the deletion of a project: its endpoints and keys are valid again at their old address. A project that was not deleted
 * stays unchanged.
 *
 * @throws Refusal `not_found` if it does not exist, or its 30 days are over; `in_use` if its spreadsheet has another project now;
 * `plan_limit` if its owner's plan allows no more projects, or fewer rows
 */
export async function restoreProject(
  { db, events, planLimits }: ProjectServices,
  ownerId: string,
  id: string,
): Promise<Restored> {
  const { project, isOutdated } = await db.transaction().execute(async (trx) => {
    // Locked first: a concurrent call that restores it too finds it restored.
    await lockedPlanNameOf(trx, ownerId);
    const deleted = await trashed(trx, ownerId).selectAll().where('id', '=', id).executeTakeFirst();
    if (deleted === undefined) {
      const present = await findProject(trx, ownerId, id);
      if (present === undefined) throw noProject();
      return { project: present, isOutdated: false };
    }
    await planLimits.reserveRestored(trx, ownerId, id);
    // Its spreadsheet is restored with it, and locked until then: of two projects of it only one is restored. If it was removed
    // permanently, the project keeps its rows.
    await restoreFromTrash(trx, ownerId, deleted.sheet_id);
    const other = await findProjectOfSheet(trx, ownerId, deleted.sheet_id);
    if (other?.id === id) return { project: other, isOutdated: false };
    if (other !== undefined) {
      const detail = `This spreadsheet has been made into a project again: “${other.title}”. It cannot be two projects.`;
      throw new Refusal('in_use', detail, { hint: 'Delete that one first, then restore this one.' });
    }
    const outdated = await outdatedTabs(trx, id);
    if (outdated.length > 0) {
      // The next sync derives their rows again.
      await trx.updateTable('project_tabs').set({ raw_blob: null }).where('id', 'in', outdated).execute();
    }
    const restoring = trx.updateTable('projects').set({ deleted_at: null }).where('id', '=', id).returningAll();
    const isOutdated = outdated.length > 0 || (await hasOtherTabs(trx, deleted));
    return { project: await restoring.executeTakeFirstOrThrow(), isOutdated };
  });
  events.projectChanged.emit(id);
  return { project, isOutdated };
}

/** Days after which deleted projects and spreadsheets are removed. */
const RETENTION_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes projects and spreadsheets permanently that were deleted more than 30 days before `now`, in transactions that end soon; one
 * that is restored meanwhile is kept. Continues the removals of spreadsheets that have begun.
 */
export async function purgeTrash({ db, keyring }: Pick<ProjectServices, 'db' | 'keyring'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS).toISOString();
  const expiredIn = (table: 'projects' | 'drive_spreadsheets') =>
    db.selectFrom(table).select('id').where('deleted_at', '<', before).execute();
  for (const { id } of await expiredIn('projects')) {
    await db.deleteFrom('projects').where('id', '=', id).where('deleted_at', '<', before).execute();
  }
  for (const { id } of await expiredIn('drive_spreadsheets')) await removeTrashed(db, id, before);
  await keyring.forgetMissing();
}

/**
 * Removes a project in the trash permanently.
 *
 * @throws Refusal `not_found` if it is not in the trash
 */
export async function removeFromTrash(
  { db, keyring, usage }: ProjectServices,
  ownerId: string,
  id: string,
): Promise<void> {
  // Its requests stay counted for the month.
  await usage.flushed();
  const { numDeletedRows } = await db
    .deleteFrom('projects')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw noProject();
  await keyring.forgetMissing();
}

/** Dependencies of the deletion of accounts. */
interface AccountDeletionParts extends Pick<ProjectServices, 'db' | 'events' | 'keyring'> {
  /** Undefined if no Google client is configured. */
  readonly connections: Connections | undefined;
}

/**
 * Creates the hooks around the deletion of an account. Afterwards its projects and keys are removed from memory. The Google consent is
 * revoked after the response, because that may take longer than a browser waits.
 */
export function accountDeletion({ db, events, keyring, connections }: AccountDeletionParts): AccountDeletion {
  /** Reads what is needed after the person's rows are deleted. */
  const read = async (id: string) => {
    const projects = await projectIdsOf(db, id);
    return { projects, tabs: await listTabIds(db, projects), googleToken: await connections?.tokenOf(id) };
  };
  const deleting = new Map<string, Awaited<ReturnType<typeof read>>>();
  return {
    beforeDelete: async ({ id }) => {
      const before = await read(id);
      // The auth library would delete sessions, password and person one after the other: if it failed halfway, nobody could sign in.
      // Foreign keys delete everything else of the person in the same statement, which may deadlock with writes to it.
      await untilCommitted(() => withAuthTables(db).deleteFrom('user').where('id', '=', id).execute());
      deleting.set(id, before);
    },
    afterDelete: async ({ id }) => {
      const { projects = [], tabs = [], googleToken } = deleting.get(id) ?? {};
      deleting.delete(id);
      for (const project of projects) events.projectChanged.emit(project);
      events.deleted.emit([...projects, ...tabs]);
      // A key that stays in memory now is removed within the hour; it grants no access.
      await keyring.forgetMissing().catch(() => undefined);
      if (googleToken !== undefined) void connections?.revoke(googleToken);
    },
  };
}
