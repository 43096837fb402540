import type { Kysely } from 'kysely';
import type { Database, ProjectsTable } from '../database/schema';
import { Refusal } from '../refusal';
import { findDeleted, findProject, findProjectOfSheet, unmarkDeleted } from './projectsRepository';
import { tellProjectChanged } from './projectNews';
import { noProject } from './projectsService';

const replaced = ({ title }: ProjectsTable) =>
  new Refusal('in_use', `This spreadsheet has been made into a project again: “${title}”. It cannot be two projects.`, {
    hint: 'Delete that one first, then restore this one.',
  });

/**
 * Undoes the deletion of a project: its endpoints and keys work again at their old address. One that was not deleted stays as
 * it is.
 *
 * @throws Refusal `not_found` when there is none, or its 30 days are over; `in_use` when its spreadsheet is another project now
 */
export async function restoreProject(db: Kysely<Database>, ownerId: string, id: string): Promise<ProjectsTable> {
  const restored = await db.transaction().execute(async (trx) => {
    const deleted = await findDeleted(trx, ownerId, id);
    if (deleted === undefined) return findProject(trx, ownerId, id);
    const other = await findProjectOfSheet(trx, ownerId, deleted.sheet_id);
    if (other !== undefined) throw replaced(other);
    return unmarkDeleted(trx, id);
  });
  if (restored === undefined) throw noProject();
  tellProjectChanged(db, id);
  return restored;
}
