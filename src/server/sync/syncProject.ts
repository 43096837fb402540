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
import { refuseEmpty, type Sources } from './sources';
import { derivePlan, type KeptTab } from './deriveTabs';
import { planTabs, type TabPlan } from './planTabs';
import type { ProgressHub, ProgressReporter } from './progress';
import { publishSync } from './publishSync';
import { changeLinesOf, compareAndNote, removedTab } from './rowChanges';
import { findProjectOfSheet, setSynced, insertProject, listAllTabs, newProjectId } from './syncRepository';
import { insertRun, noteRun } from './syncRuns';

/** What syncs work with. */
export interface SyncContext extends Pick<Base, 'db' | 'workers' | 'locks' | 'events' | 'report'> {
  readonly sources: Sources;
  readonly planLimits: PlanLimits;
  readonly progressHub: ProgressHub;
}

/**
 * Says in the database that a sync is under way. Only a sync that takes long is marked; for a spreadsheet that is no
 * project yet, the mark is the project itself, without tabs.
 */
export class SyncMarker {
  #announce: () => void = () => undefined;
  readonly #known = new Promise<void>((resolve) => (this.#announce = resolve));
  #put: (() => Promise<ProjectsTable>) | undefined;
  #marking: Promise<ProjectsTable> | undefined;
  #isClosed = false;

  constructor(private readonly context: Pick<SyncContext, 'db' | 'events' | 'planLimits'>) {}

  /** Tells what a mark is to be put on. */
  about(project: ProjectsTable, isStored: boolean): void {
    this.#put = () => this.#putOn(project, isStored);
    this.#announce();
  }

  /** Puts the mark as soon as it is known on what. @returns undefined when the sync is about to be published anyway */
  async mark(): Promise<ProjectsTable | undefined> {
    await this.#known;
    if (!this.#isClosed) this.#marking ??= this.#put?.();
    return this.#isClosed ? undefined : this.#marking;
  }

  /** No mark is put after this. @returns the project, if it was marked */
  async close(): Promise<ProjectsTable | undefined> {
    this.#isClosed = true;
    return this.#marking;
  }

  async #putOn(project: ProjectsTable, isStored: boolean): Promise<ProjectsTable> {
    const { db, events } = this.context;
    const marked = isStored
      ? await setSynced(db, project, { status: 'syncing', status_reason: null })
      : await this.#insert(project);
    if (marked === undefined) throw new Refusal('not_found', 'The project was deleted while it was being synced.');
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

/** A sync that is under way. */
interface RunningSync extends SyncTask {
  readonly startedAt: Date;
  readonly progress: ProgressReporter;
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
const statusAfter = (error: unknown) => ({
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
  const failed = await setSynced(context.db, project, statusAfter(error));
  if (failed !== undefined) context.events.projectChanged.emit(failed.id);
}

/** A person who clears a Google Sheet to fill it anew must not take its endpoints away; in the drive, clearing is meant. */
function refuseCleared(spreadsheet: FetchedSpreadsheet, known: readonly ProjectTabsTable[]) {
  const isDecided = known.some(({ header_row }) => header_row !== null);
  if (spreadsheet.source !== 'drive' && !isDecided) refuseEmpty(spreadsheet);
}

/** The author of what a sync finds: who has started it, as it is not known who has changed the sheet. */
const authorOf = ({ owner, startedBy }: SyncTask): Author => ({
  actor: startedBy === 'schedule' ? 'server' : `person:${owner.id}`,
  reason: 'sync',
});

/** What the rows that are about to be published differ in from those they replace. The ids that go are noted. */
async function compared(context: SyncContext, plan: TabPlan, kept: readonly (KeptTab | undefined)[]) {
  const pairs = plan.tabs.map(({ found: { sheetId, title }, known }, at) => ({
    sheetId,
    title,
    known,
    kept: kept[at],
  }));
  const vanished = plan.vanished.map((tab) => removedTab(tab, tab.rows));
  return changeLinesOf([...(await compareAndNote(context, pairs)), ...vanished]);
}

async function readAndPublish(context: SyncContext, task: RunningSync, stored: ProjectsTable | undefined) {
  const { db, sources, planLimits: limits } = context;
  const { owner, sheetId, afterLook, marker, signal, startedAt, startedBy, isQuiet = false } = task;
  const spreadsheet = await sources.read(owner, sheetId, signal, afterLook, stored !== undefined);
  const project = withRights(stored ?? newProject(owner, sheetId, spreadsheet), spreadsheet);
  if (stored === undefined) marker.about(project, false);
  // Another way of reading numbers the tabs in another way.
  const steadyNumbers = spreadsheet.steadyNumbers && (stored === undefined || stored.source === spreadsheet.source);
  const known = stored === undefined ? [] : await listAllTabs(db, project);
  refuseCleared(spreadsheet, known);
  const plan = planTabs({ ...spreadsheet, steadyNumbers }, known);
  return withBlobs(db, async (write) => {
    const kept = await derivePlan(context, { ...task, ownerId: owner.id }, write, plan);
    const changes = await compared(context, plan, kept);
    const isStored = (await marker.close()) !== undefined || stored !== undefined;
    const alongside = async (trx: Db, published: ProjectsTable) => {
      if (!isQuiet || changes.length > 0) await insertRun(trx, published, { startedAt, startedBy, changes });
    };
    const author = authorOf(task);
    return publishSync(context, { project, isStored, limits, plan, kept, author, alongside });
  });
}

/** A sync that the server's end has cut off goes on later, and being busy says nothing of the sheet: neither is history. */
const isWorthNoting = ({ isQuiet = false, signal }: SyncTask, error: unknown) =>
  !isQuiet && !signal.aborted && !(error instanceof Refusal && error.code === 'busy');

async function noteFailed({ db, report }: SyncContext, task: RunningSync, error: unknown) {
  const { owner, sheetId, startedAt, startedBy } = task;
  const project = isWorthNoting(task, error) ? await findProjectOfSheet(db, owner.id, sheetId) : undefined;
  if (project === undefined) return;
  const reason = statusAfter(error).status_reason;
  await noteRun(db, project.id, { startedAt, startedBy, changes: [], reason }).catch(report);
}

/**
 * Reads a spreadsheet, derives its endpoints' rows and publishes them; the first time, that makes the project. It reports its
 * progress, and writes its line into the project's history.
 *
 * @throws Refusal `source_…` and what else keeps it from being read; an existing project then keeps its rows and says why
 */
export async function syncProject(context: SyncContext, task: SyncTask): Promise<ProjectsTable> {
  const { progressHub: hub } = context;
  const line = spreadsheetLock(task.owner, task.sheetId);
  const running = { ...task, startedAt: new Date(), progress: hub.begin(line) };
  let stored: ProjectsTable | undefined;
  try {
    stored = await findProjectOfSheet(context.db, task.owner.id, task.sheetId);
    if (stored !== undefined) task.marker.about(stored, true);
    const project = await readAndPublish(context, running, stored);
    hub.end(line, 'done');
    return project;
  } catch (error) {
    try {
      await markFailed(context, task, stored, error);
      await noteFailed(context, running, error);
    } finally {
      hub.end(line, 'failed');
    }
    throw error;
  }
}
