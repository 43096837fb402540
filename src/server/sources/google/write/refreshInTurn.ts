import type { Kysely } from 'kysely';
import type { Database } from '../../../database/schema';
import { notReadable } from '../../../google/write/writeRefusals';
import { Refusal } from '../../../refusal';
import { lineOf } from '../../../sync/lines';
import { progressOf } from '../../../sync/progress';
import { changeLinesOf } from '../../../sync/rowChanges';
import { createSyncMarker } from '../../../sync/syncMarker';
import { type NoteSync, type SyncContext, syncProject } from '../../../sync/syncProject';
import { insertRun } from '../../../sync/syncRuns';
import type { Workers } from '../../../workers/workers';
import type { Sources } from '../../sources';

export interface RefreshContext extends Omit<SyncContext, 'workers' | 'sources'> {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly sources: Sources;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/**
 * Reads a spreadsheet anew before it is written. What has changed in it stands in the history; that nothing has, does not.
 *
 * @throws Refusal `busy` where it cannot be read now; `source_…` where it cannot be read at all
 */
export async function refreshInTurn(context: RefreshContext, ownerId: string, sheetId: string): Promise<void> {
  const { db, signal } = context;
  const owner = { id: ownerId };
  const line = lineOf(owner, sheetId);
  const progress = progressOf(db).begin(line);
  const startedAt = new Date();
  const marker = createSyncMarker(db);
  const startedBy = 'schedule';
  const note: NoteSync = async (trx, project, compared) => {
    const changes = changeLinesOf(compared);
    if (changes.length > 0) await insertRun(trx, project, { startedAt, startedBy, changes });
  };
  try {
    await syncProject(context, { owner, sheetId, afterLook: false, startedBy, marker, signal, progress, note });
    progressOf(db).end(line, 'done');
  } catch (error) {
    progressOf(db).end(line, 'failed');
    if (!(error instanceof Refusal) || error.code !== 'source_unavailable') throw error;
    throw notReadable(error.detail, error.extras.headers?.['Retry-After']);
  }
}
