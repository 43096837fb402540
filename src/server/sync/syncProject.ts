import type { Kysely } from 'kysely';
import type { SyncStarter } from '../../contract/syncs';
import { withBlobs } from '../database/blobs';
import type { Locks } from '../database/locks';
import type { Database } from '../database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import type { Author } from '../database/tables/records';
import type { ServerEvents } from '../database/events';
import type { PlanLimits } from '../plans/planLimits';
import { Refusal } from '../refusal';
import type { FetchedSpreadsheet, Owner } from '../workbook/source';
import { refuseEmpty, type Sources } from './sources';
import type { Workers } from '../workers/workers';
import { compareAndNote, derivePlan, refuseTooLong } from './planSteps';
import type { DerivedDrafts } from './deriveTabs';
import { planTabs } from './planTabs';
import type { ProgressHub, ProgressTeller } from './progress';
import { publishSync } from './publishSync';
import type { TabComparison } from './rowChanges';
import type { SyncMarker } from './syncMarker';
import { findProjectOfSheet, followSynced, listAllTabs, newProjectId } from './syncRepository';

/** What syncs work with. */
export interface SyncContext {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly locks: Locks;
  readonly events: ServerEvents;
  readonly sources: Sources;
  readonly planLimits: PlanLimits;
  readonly progressHub: ProgressHub;
  readonly derivedDrafts: DerivedDrafts;
  /** Takes blobs that nothing refers to any more, though an answer may still be reading them. */
  readonly deleteLater: (blobs: readonly string[]) => void;
  /** Told of what went wrong when nobody waits for it any more. */
  readonly report: (error: unknown) => void;
}

/** Writes down what a sync has come to, in the transaction that publishes it. */
export type NoteSync = (
  trx: Kysely<Database>,
  project: ProjectsTable,
  compared: readonly TabComparison[],
) => Promise<void>;

/** One sync of one person's spreadsheet. */
export interface SyncTask {
  readonly owner: Owner;
  readonly sheetId: string;
  /** Whether what a check has just read is good enough. */
  readonly afterLook: boolean;
  readonly startedBy: SyncStarter;
  /** Whether the history keeps its changes alone: not that there were none, and not its failure. */
  readonly isQuiet?: boolean;
  readonly marker: SyncMarker;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

interface TaskWithProgress extends SyncTask {
  readonly progress: ProgressTeller;
  readonly note?: NoteSync;
}

/** Asked at most this often while it is being read; a person can choose another time. */
const REFRESH_SECONDS = 60;

const newProject = (owner: Owner, sheetId: string, { source, title }: FetchedSpreadsheet): ProjectsTable => ({
  id: newProjectId(),
  owner_id: owner.id,
  sheet_id: sheetId,
  source,
  title,
  access: source === 'googleLink' ? 'public' : 'private',
  writable: 0,
  read_only_reason: null,
  status: 'live',
  status_reason: null,
  paused: 0,
  refresh_seconds: REFRESH_SECONDS,
  max_age_seconds: null,
  revision: 0,
  synced_at: null,
  created_at: new Date().toISOString(),
  deleted_at: null,
});

const withRights = (
  project: ProjectsTable,
  { source, writable, readOnlyReason }: FetchedSpreadsheet,
): ProjectsTable => ({
  ...project,
  source,
  writable: Number(writable),
  read_only_reason: readOnlyReason ?? null,
});

/** How a project is after a sync that failed. */
export const statusAfter = (error: unknown) => ({
  status: error instanceof Refusal && error.code === 'source_private' ? ('needsAccess' as const) : ('stale' as const),
  status_reason:
    error instanceof Refusal ? error.detail : 'The last sync did not finish. Its cause is in the log of the server.',
});

/** The last good copy stays; the project says why it is not newer. Being busy is no reason to call it stale. */
async function markFailed(context: SyncContext, task: SyncTask, stored: ProjectsTable | undefined, error: unknown) {
  const marked = await task.marker.close();
  const isBusy = error instanceof Refusal && error.code === 'busy';
  const project = isBusy ? marked : (stored ?? marked);
  if (project === undefined || task.signal.aborted) return;
  const failed = await followSynced(context.db, project, statusAfter(error));
  if (failed !== undefined) context.events.projectChanged.emit(failed.id);
}

/** Somebody who clears a sheet to fill it anew must not take its endpoints away; who clears one of ours means it. */
function refuseCleared(spreadsheet: FetchedSpreadsheet, known: readonly ProjectTabsTable[]) {
  const isDecided = known.some(({ header_row }) => header_row !== null);
  if (spreadsheet.source !== 'drive' && !isDecided) refuseEmpty(spreadsheet);
}

/** Who is noted as the author of what a sync finds: who has started it, as nobody knows who has changed the sheet. */
const authorOf = ({ owner, startedBy }: SyncTask): Author => ({
  actor: startedBy === 'schedule' ? 'server' : `person:${owner.id}`,
  reason: 'sync',
});

async function readAndPublish(context: SyncContext, task: TaskWithProgress, stored: ProjectsTable | undefined) {
  const { db, sources, planLimits: limits, deleteLater } = context;
  const { owner, sheetId, afterLook, marker, signal } = task;
  const spreadsheet = await sources.read(owner, sheetId, signal, afterLook, stored !== undefined);
  const project = withRights(stored ?? newProject(owner, sheetId, spreadsheet), spreadsheet);
  if (stored === undefined) marker.about(project, false);
  // Another way of reading numbers the tabs in another way.
  const steadyNumbers = spreadsheet.steadyNumbers && (stored === undefined || stored.source === spreadsheet.source);
  const known = stored === undefined ? [] : await listAllTabs(db, project);
  refuseCleared(spreadsheet, known);
  const plan = planTabs({ ...spreadsheet, steadyNumbers }, known);
  return withBlobs(db, async (write) => {
    const kept = await derivePlan(context, task, write, plan);
    refuseTooLong(await limits.of(owner.id), plan, kept);
    const compared = await compareAndNote(context, plan, kept);
    const isStored = (await marker.close()) !== undefined || stored !== undefined;
    const author = authorOf(task);
    const alongside = async (trx: Kysely<Database>, noted: ProjectsTable) => task.note?.(trx, noted, compared);
    const published = await publishSync(context, { project, isStored, limits, plan, kept, author, alongside });
    deleteLater(published.replaced);
    return published.project;
  });
}

/**
 * Reads a spreadsheet, derives its endpoints' rows and publishes them; the first time, that makes the project.
 *
 * @throws Refusal `source_…` and what else keeps it from being read; an existing project then keeps its rows and says why
 */
export async function syncProject(context: SyncContext, task: TaskWithProgress): Promise<ProjectsTable> {
  const stored = await findProjectOfSheet(context.db, task.owner.id, task.sheetId);
  if (stored !== undefined) task.marker.about(stored, true);
  try {
    return await readAndPublish(context, task, stored);
  } catch (error) {
    await markFailed(context, task, stored, error);
    throw error;
  }
}
