import type { SyncStarter } from '../../contract/syncs';
import { withBlobs } from '../database/blobs';
import { spreadsheetLock } from '../database/locks';
import type { Db } from '../database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import type { Author } from '../database/tables/records';
import type { Base } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import { Refusal } from '../refusal';
import type { FetchedSpreadsheet, Owner } from '../workbook/source';
import { derivePlan } from './deriveTabs';
import { planTabs } from './planTabs';
import type { ProgressHub, ProgressReporter } from './progress';
import { projectGone, publishSync } from './publishSync';
import { changeLinesOf, compareAndAddTombstones, removedTab } from './rowChanges';
import { refuseEmpty, type Sources } from './sources';
import { findProjectOfSheet, insertProject, listAllTabs, newProjectId, setSynced } from './syncRepository';
import { insertRun } from './syncRuns';

/** Dependencies of syncs. */
export interface SyncContext extends Pick<Base, 'db' | 'workers' | 'locks' | 'events' | 'report'> {
  readonly sources: Sources;
  readonly planLimits: PlanLimits;
  readonly progressHub: ProgressHub;
}

/** Marks a long sync in the database. For a spreadsheet without a project, the mark is the project itself, without tabs. */
export class SyncMarker {
  #setPutMark: (putMark: () => Promise<ProjectsTable>) => void = () => undefined;
  readonly #putMark = new Promise<() => Promise<ProjectsTable>>((resolve) => (this.#setPutMark = resolve));
  #marking: Promise<ProjectsTable> | undefined;
  #isClosed = false;

  constructor(private readonly context: Pick<SyncContext, 'db' | 'events' | 'planLimits'>) {}

  /** Sets the project to mark. */
  setTarget(project: ProjectsTable, isStored: boolean): void {
    this.#setPutMark(() => this.#markProject(project, isStored));
  }

  /** Marks the project as soon as it is known. @returns undefined when the sync is about to be published anyway */
  async mark(): Promise<ProjectsTable | undefined> {
    const putMark = await this.#putMark;
    return this.#isClosed ? undefined : (this.#marking ??= putMark());
  }

  /** Prevents further marks. @returns the project, if it was marked */
  async close(): Promise<ProjectsTable | undefined> {
    this.#isClosed = true;
    return this.#marking;
  }

  async #markProject(project: ProjectsTable, isStored: boolean): Promise<ProjectsTable> {
    const { db, events } = this.context;
    const marked = isStored
      ? await setSynced(db, project, { status: 'syncing', status_reason: null })
      : await this.#insert(project);
    if (marked === undefined) throw projectGone();
    events.projectChanged.emit(marked.id);
    return marked;
  }

  #insert(project: ProjectsTable) {
    const { db, planLimits } = this.context;
    return db.transaction().execute(async (trx) => {
      await planLimits.reserveProject(trx, project.owner_id);
      return insertProject(trx, { ...project, status: 'syncing' });
    });
  }
}

/** A sync of one person's spreadsheet. */
interface SyncTask {
  readonly owner: Owner;
  readonly sheetId: string;
  /** Whether a recent read by a check may be reused. */
  readonly reuseCheck: boolean;
  readonly startedBy: SyncStarter;
  /** Whether the project is created if there is none. */
  readonly creates: boolean;
  /** Whether only changes are recorded in the history: neither an unchanged result nor a failure. */
  readonly onlyChanges?: boolean;
  readonly marker: SyncMarker;
  /** Called before the spreadsheet is read. */
  readonly settle?: () => Promise<void>;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** A sync in progress. */
interface RunningSync extends SyncTask {
  readonly startedAt: Date;
  readonly progress: ProgressReporter;
}

/** Default refresh interval of a project in use; its owner can change it. */
const DEFAULT_REFRESH_SECONDS = 60;

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
  refresh_seconds: DEFAULT_REFRESH_SECONDS,
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

/** Returns the status of a project after a failed sync. */
function statusAfter(error: unknown) {
  if (!(error instanceof Refusal)) {
    const reason = 'The last sync did not finish. Its cause is in the log of the server.';
    return { status: 'stale', status_reason: reason } as const;
  }
  const status = error.code === 'source_private' ? 'needsAccess' : 'stale';
  return { status, status_reason: error.detail } as const;
}

/**
 * Records a failure in the status and the history of a project; the last good copy stays. The refusal `busy` says nothing about
 * the sheet, and a sync that a shutdown aborted is resumed later.
 *
 * @param stored the project before the sync
 */
async function recordFailure(
  { db, events, report }: SyncContext,
  { marker, signal, startedAt, startedBy, onlyChanges = false }: RunningSync,
  stored: ProjectsTable | undefined,
  error: unknown,
) {
  const marked = await marker.close();
  const isBusy = error instanceof Refusal && error.code === 'busy';
  const project = isBusy ? marked : (stored ?? marked);
  if (project === undefined || signal.aborted) return;
  const failure = statusAfter(error);
  const failed = await setSynced(db, project, failure);
  if (failed === undefined) return;
  events.projectChanged.emit(failed.id);
  if (isBusy || onlyChanges) return;
  await insertRun(db, failed, { startedAt, startedBy, changes: [], reason: failure.status_reason }).catch(report);
}

/** Protects the endpoints of a Google sheet that a person clears to fill it again; in the drive, clearing is intended. */
function refuseCleared(spreadsheet: FetchedSpreadsheet, known: readonly ProjectTabsTable[]) {
  const isDecided = known.some(({ header_row }) => header_row !== null);
  if (spreadsheet.source !== 'drive' && !isDecided) refuseEmpty(spreadsheet);
}

/** Returns the author of a sync's changes: who started it, as it is unknown who changed the sheet. */
const authorOf = ({ owner, startedBy }: SyncTask): Author => ({
  actor: startedBy === 'schedule' ? 'server' : `person:${owner.id}`,
  reason: 'sync',
});

/** Reads the spreadsheet, and matches its tabs with the endpoints of the project. */
async function readAndPlan({ db, sources }: SyncContext, task: RunningSync, stored: ProjectsTable | undefined) {
  const { owner, sheetId, reuseCheck, marker, signal } = task;
  await task.settle?.();
  const spreadsheet = await sources.read(owner, sheetId, signal, { reuseCheck, isBackground: stored !== undefined });
  const project = withRights(stored ?? newProject(owner, sheetId, spreadsheet), spreadsheet);
  if (stored === undefined) marker.setTarget(project, false);
  // Another source numbers the tabs differently.
  const steadyNumbers = spreadsheet.steadyNumbers && (stored === undefined || stored.source === spreadsheet.source);
  const known = stored === undefined ? [] : await listAllTabs(db, project);
  refuseCleared(spreadsheet, known);
  return { project, planned: planTabs({ ...spreadsheet, steadyNumbers }, known) };
}

async function readAndPublish(context: SyncContext, task: RunningSync, stored: ProjectsTable | undefined) {
  const { db, planLimits: limits } = context;
  const { owner, marker, startedAt, startedBy, onlyChanges = false } = task;
  const { project, planned } = await readAndPlan(context, task, stored);
  return withBlobs(db, async (write) => {
    const plan = await derivePlan(context, { ...task, ownerId: owner.id }, write, planned);
    const compared = await compareAndAddTombstones(context, plan.tabs);
    const vanished = plan.vanished.map((tab) => removedTab(tab, tab.rows));
    const changes = changeLinesOf([...compared, ...vanished]);
    const isStored = (await marker.close()) !== undefined || stored !== undefined;
    const alongside = async (trx: Db, published: ProjectsTable) => {
      if (!onlyChanges || changes.length > 0) await insertRun(trx, published, { startedAt, startedBy, changes });
    };
    const author = authorOf(task);
    return publishSync(context, { project, isStored, limits, plan, author, alongside });
  });
}

/**
 * Reads a spreadsheet, derives the rows of its endpoints and publishes them; the first sync creates the project. Reports progress,
 * and adds an entry to the project's history.
 *
 * @throws Refusal `not_found` if there is no project, and the sync may not create it
 * @throws Refusal `source_…` and others when it cannot be read; an existing project then keeps its rows, and its status has the
 * reason
 */
export async function syncProject(context: SyncContext, task: SyncTask): Promise<ProjectsTable> {
  const { progressHub: hub } = context;
  const lockKey = spreadsheetLock(task.owner, task.sheetId);
  const running = { ...task, startedAt: new Date(), progress: hub.begin(lockKey) };
  let stored: ProjectsTable | undefined;
  try {
    stored = await findProjectOfSheet(context.db, task.owner.id, task.sheetId);
    if (stored === undefined && !task.creates) throw projectGone();
    if (stored !== undefined) task.marker.setTarget(stored, true);
    const project = await readAndPublish(context, running, stored);
    hub.end(lockKey, 'done');
    return project;
  } catch (error) {
    try {
      await recordFailure(context, running, stored, error);
    } finally {
      hub.end(lockKey, 'failed');
    }
    throw error;
  }
}
