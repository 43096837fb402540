import type { ProjectsTable } from '../database/tables/projects';
import { findProjectOfSheet } from '../projects/projectsRepository';
import { Refusal } from '../refusal';
import { lineOf } from './lines';
import { progressOf } from './progress';
import { changeLinesOf } from './rowChanges';
import { type NoteSync, statusAfter, type SyncContext, syncProject, type SyncTask } from './syncProject';
import { insertRun, noteRun } from './syncRuns';

/** A sync that the server's end has cut off goes on later, and being busy says nothing of the sheet: neither is history. */
const isWorthNoting = (task: SyncTask, error: unknown) =>
  !task.signal.aborted && !(error instanceof Refusal && error.code === 'busy');

/**
 * One sync, with its progress told and its line written into the project's history.
 *
 * @throws as `syncProject` does
 */
export async function notedSync(context: SyncContext, task: SyncTask): Promise<ProjectsTable> {
  const { db, report } = context;
  const { owner, sheetId, startedBy } = task;
  const startedAt = new Date();
  const line = lineOf(owner, sheetId);
  const hub = progressOf(db);
  const progress = hub.begin(line);
  try {
    const note: NoteSync = (trx, published, compared) =>
      insertRun(trx, published, { startedAt, startedBy, changes: changeLinesOf(compared) });
    const project = await syncProject(context, { ...task, progress, note });
    hub.end(line, 'done');
    return project;
  } catch (error) {
    const project = isWorthNoting(task, error) ? await findProjectOfSheet(db, owner.id, sheetId) : undefined;
    const reason = statusAfter(error).status_reason;
    if (project !== undefined)
      await noteRun(db, project.id, { startedAt, startedBy, changes: [], reason }).catch(report);
    hub.end(line, 'failed');
    throw error;
  }
}
