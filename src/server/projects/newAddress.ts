import type { Kysely } from 'kysely';
import { keyringOf } from '../keys/keyring';
import { listKeys } from '../keys/keysRepository';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import type { Syncs } from '../sync/syncs';
import { usageOf } from '../usage/usage';
import { newProjectId } from './projectIds';
import { moveProject } from './moveProject';
import { tellProjectChanged } from './projectNews';
import { noProject } from './projectsService';

type Db = Kysely<Database>;

/** A sync that is under way follows its project; one that the end of a process has cut off is done again. */
function syncAgain(syncs: Syncs, { owner_id, sheet_id }: ProjectsTable) {
  const owner = { id: owner_id };
  void syncs
    .exclusively(owner, sheet_id, async () => undefined)
    .then(() => syncs.sync(owner, sheet_id))
    // The project says itself why its sync failed.
    .catch(() => undefined);
}

/**
 * Gives a project another id: the address it had answers 404 from now on. Its tabs, keys and counts go with it.
 *
 * @throws Refusal `not_found` when it was deleted meanwhile
 */
export async function giveNewAddress(db: Db, syncs: Syncs, project: ProjectsTable): Promise<ProjectsTable> {
  const at = new Date();
  await usageOf({ db }).flush(at.getTime());
  const moved = await db.transaction().execute((trx) => moveProject(trx, project.id, newProjectId(), at.toISOString()));
  if (moved === undefined) throw noProject();
  tellProjectChanged(db, project.id);
  tellProjectChanged(db, moved.id);
  for (const key of await listKeys(db, moved.id)) keyringOf({ db }).take(key);
  if (project.status === 'syncing') syncAgain(syncs, moved);
  return moved;
}
