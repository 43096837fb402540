import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import { moveKeys } from '../keys/keysRepository';

/** What belongs to a project goes to another id of the same project. */
async function moveBelongings(trx: Kysely<Database>, from: string, to: string, at: string) {
  await trx.updateTable('project_tabs').set({ project_id: to }).where('project_id', '=', from).execute();
  await trx.updateTable('sync_runs').set({ project_id: to }).where('project_id', '=', from).execute();
  await trx.updateTable('usage_counts').set({ project_id: to }).where('project_id', '=', from).execute();
  await trx.updateTable('usage_times').set({ project_id: to }).where('project_id', '=', from).execute();
  await moveKeys(trx, from, to, at);
}

/**
 * Gives a project another id, within a transaction. References name the id, so a copy is made, everything goes over to it, and
 * the old one is removed; it counts as deleted meanwhile, as a spreadsheet is one project only.
 *
 * @param at the time, as ISO 8601
 * @returns the project with its new id, or undefined when there is none to move
 */
export async function moveProject(
  trx: Kysely<Database>,
  from: string,
  to: string,
  at: string,
): Promise<ProjectsTable | undefined> {
  const old = await trx
    .updateTable('projects')
    .set({ deleted_at: at })
    .where('id', '=', from)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (old === undefined) return undefined;
  const moved = { ...old, id: to, deleted_at: null };
  await trx.insertInto('projects').values(moved).execute();
  await moveBelongings(trx, from, to, at);
  await trx.deleteFrom('projects').where('id', '=', from).execute();
  return moved;
}
