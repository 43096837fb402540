import type { Db } from '../database/schema';

/** More revisions than a project gets in a millisecond. */
const PER_MILLISECOND = 10;

/** Difference of the clocks of two machines, at most, in milliseconds. */
const CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Raises the revisions of a restored database above those that are lost with the writes since the backup. Each of them would be given to
 * other rows, and entity tags and cursors that clients still have would fit those.
 *
 * @param madeAt time of the backup
 */
export async function skipLostRevisions(trx: Db, madeAt: string): Promise<void> {
  const elapsed = Math.max(0, Date.now() - Date.parse(madeAt));
  const lost = PER_MILLISECOND * (elapsed + CLOCK_DIFFERENCE_MS);
  await trx
    .updateTable('projects')
    .set((eb) => ({ revision: eb('revision', '+', lost) }))
    .execute();
  await trx
    .updateTable('project_tabs')
    .set((eb) => ({ revision: eb('revision', '+', lost), snapshot_revision: eb('revision', '+', lost) }))
    .execute();
}
