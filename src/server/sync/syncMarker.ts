import { spreadsheetLock } from '../database/locks';
import type { ProjectsTable } from '../database/tables/projects';
import { Refusal } from '../refusal';
import { changeLinesOf } from './rowChanges';
import { type NoteSync, statusAfter, type SyncContext, syncProject, type SyncTask } from './syncProject';
import { findProjectOfSheet, followSynced, insertProject } from './syncRepository';
import { insertRun, noteRun } from './syncRuns';

/**
 * Says in the database that a sync is under way. Only a sync that takes long is marked; for a spreadsheet that is no
 * project yet, the mark is the project itself, without tabs.
 */
export interface SyncMarker {
  /** Tells what a mark is to be put on. */
  about(project: ProjectsTable, isStored: boolean): void;
  /** Puts the mark as soon as it is known on what. @returns undefined when the sync is about to be published anyway */
  mark(): Promise<ProjectsTable | undefined>;
  /** No mark is put after this. @returns the project, if it was marked */
  close(): Promise<ProjectsTable | undefined>;
}

/** What marks are put with. */
type MarkContext = Pick<SyncContext, 'db' | 'events' | 'planLimits'>;

const insertMarked = ({ db, planLimits }: MarkContext, project: ProjectsTable) =>
  db.transaction().execute(async (trx) => {
    await planLimits.takeProject(trx, project.owner_id);
    return insertProject(trx, { ...project, status: 'syncing' });
  });

async function putMark(context: MarkContext, project: ProjectsTable, isStored: boolean): Promise<ProjectsTable> {
  const { db, events } = context;
  const marked = isStored
    ? await followSynced(db, project, { status: 'syncing', status_reason: null })
    : await insertMarked(context, project);
  if (marked === undefined) throw new Refusal('not_found', 'The project was deleted while it was being synced.');
  events.projectChanged.emit(marked.id);
  return marked;
}

export function createSyncMarker(context: MarkContext): SyncMarker {
  let put: (() => Promise<ProjectsTable>) | undefined;
  let announce: () => void = () => undefined;
  const known = new Promise<void>((resolve) => (announce = resolve));
  let marking: Promise<ProjectsTable> | undefined;
  let closed = false;
  return {
    about(project, isStored) {
      put = () => putMark(context, project, isStored);
      announce();
    },
    async mark() {
      await known;
      if (closed || put === undefined) return undefined;
      marking ??= put();
      return marking;
    },
    async close() {
      closed = true;
      return marking;
    },
  };
}

/** A sync that the server's end has cut off goes on later, and being busy says nothing of the sheet: neither is history. */
const isWorthNoting = ({ isQuiet = false, signal }: SyncTask, error: unknown) =>
  !isQuiet && !signal.aborted && !(error instanceof Refusal && error.code === 'busy');

/**
 * One sync, with its progress told and its line written into the project's history.
 *
 * @throws as `syncProject` does
 */
export async function notedSync(context: SyncContext, task: SyncTask): Promise<ProjectsTable> {
  const { db, progressHub: hub, report } = context;
  const { owner, sheetId, startedBy, isQuiet = false } = task;
  const startedAt = new Date();
  const line = spreadsheetLock(owner, sheetId);
  const progress = hub.begin(line);
  try {
    const note: NoteSync = async (trx, published, compared) => {
      const changes = changeLinesOf(compared);
      if (!isQuiet || changes.length > 0) await insertRun(trx, published, { startedAt, startedBy, changes });
    };
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
