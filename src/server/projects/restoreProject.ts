import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import { planLimitsOf } from '../plans/planLimits';
import { Refusal } from '../refusal';
import { findDeleted, findProject, findProjectOfSheet, unmarkDeleted } from './projectsRepository';
import { tellProjectChanged } from './projectNews';
import { noProject } from './projectsService';

const replaced = ({ title }: ProjectsTable) =>
  new Refusal('in_use', `This spreadsheet has been made into a project again: “${title}”. It cannot be two projects.`, {
    hint: 'Delete that one first, then restore this one.',
  });

/** Tabs that another project of the same spreadsheet has written to since this one was deleted. */
const tabsBehind = (trx: Kysely<Database>, id: string) =>
  trx
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
    .where('project.id', '=', id)
    .where((eb) => eb.or([eb('drive.raw_blob', '<>', eb.ref('tab.derived_from')), eb('log.sequence', 'is not', null)]))
    .execute();

/** Lets the next sync derive the rows of such tabs anew. @returns whether there are any */
async function deriveAnew(trx: Kysely<Database>, id: string): Promise<boolean> {
  const behind = [...new Set((await tabsBehind(trx, id)).map((tab) => tab.id))];
  if (behind.length === 0) return false;
  await trx.updateTable('project_tabs').set({ derived_from: null }).where('id', 'in', behind).execute();
  return true;
}

/** A project that is there again. */
export interface Restored {
  readonly project: ProjectsTable;
  /** Whether its rows are older than its spreadsheet, so that it has to be synced. */
  readonly isBehind: boolean;
}

/**
 * Undoes the deletion of a project: its endpoints and keys work again at their old address. One that was not deleted stays as
 * it is.
 *
 * @throws Refusal `not_found` when there is none, or its 30 days are over; `in_use` when its spreadsheet is another project now;
 * `plan_limit` when its owner's plan has no room for it any more
 */
export async function restoreProject(db: Kysely<Database>, ownerId: string, id: string): Promise<Restored> {
  const restored = await db.transaction().execute(async (trx) => {
    const deleted = await findDeleted(trx, ownerId, id);
    if (deleted === undefined) return { project: await findProject(trx, ownerId, id), isBehind: false };
    const other = await findProjectOfSheet(trx, ownerId, deleted.sheet_id);
    if (other !== undefined) throw replaced(other);
    await planLimitsOf({ db }).takeProject(trx, ownerId);
    const isBehind = await deriveAnew(trx, id);
    return { project: await unmarkDeleted(trx, id), isBehind };
  });
  const { project, isBehind } = restored;
  if (project === undefined) throw noProject();
  tellProjectChanged(db, id);
  return { project, isBehind };
}
