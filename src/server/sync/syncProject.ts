import type { Kysely } from 'kysely';
import type { Database, ProjectsTable } from '../database/schema';
import { withBlobs } from '../database/blobDraft';
import type { Plan } from '../../contract/plans';
import { planLimitsOf } from '../plans/planLimits';
import { noRoomForRows } from '../plans/planRefusals';
import { newProjectId } from '../projects/projectIds';
import { tellProjectChanged } from '../projects/projectNews';
import { findProjectOfSheet } from '../projects/projectsRepository';
import { Refusal } from '../refusal';
import type { FetchedSpreadsheet, Owner } from '../sources/source';
import type { Sources } from '../sources/sources';
import type { Workers } from '../workers/workers';
import { deriveAndKeep, type KeptTab, type TabToDerive } from './deriveTabs';
import { type PlannedTab, planTabs, settingsOf, type TabPlan } from './planTabs';
import { publishSync } from './publishSync';
import type { SyncMarker } from './syncMarker';
import { listAllTabs, setSynced } from './syncRepository';

export interface SyncContext {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly sources: Sources;
  /** Takes blobs that nothing refers to any more, though an answer may still be reading them. */
  readonly retire: (blobs: readonly string[]) => void;
}

/** One sync of one person's spreadsheet. */
export interface SyncTask {
  readonly owner: Owner;
  readonly sheetId: string;
  /** Whether what a check has just read is good enough. */
  readonly afterLook: boolean;
  readonly marker: SyncMarker;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
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
  revision: 0,
  synced_at: null,
  created_at: new Date().toISOString(),
  deleted_at: null,
});

const withRights = (project: ProjectsTable, { writable, readOnlyReason }: FetchedSpreadsheet): ProjectsTable => ({
  ...project,
  writable: Number(writable),
  read_only_reason: readOnlyReason ?? null,
});

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
  await setSynced(context.db, project.id, statusAfter(error));
  tellProjectChanged(context.db, project.id);
}

/**
 * Whether nothing has happened to a tab but what was written through its endpoint, which it has already. Its rows go on as
 * they are, whatever is written meanwhile.
 */
const isOnlyWritten = ({ found: { writtenOver }, known }: PlannedTab) =>
  known !== undefined && known.gone_at === null && writtenOver !== undefined && known.derived_from === writtenOver;

const toDerive = ({ found, known }: PlannedTab): TabToDerive => ({
  raw: () => found.raw(),
  rawBlob: found.rawBlob,
  settings: known === undefined ? {} : settingsOf(known),
  snapshot: known?.snapshot_blob,
});

/** @throws Refusal `plan_limit` for a tab with more rows than the plan has room for */
function refuseTooLong(limits: Plan | undefined, plan: TabPlan, kept: readonly (KeptTab | undefined)[]) {
  if (limits === undefined) return;
  for (const [index, tab] of kept.entries()) {
    const title = plan.tabs[index]?.found.title ?? '';
    if (tab !== undefined && tab.rows > limits.rowsPerTab) throw noRoomForRows(limits, title, tab.rows);
  }
}

async function readAndPublish(context: SyncContext, task: SyncTask, stored: ProjectsTable | undefined) {
  const { db, workers, sources, retire } = context;
  const { owner, sheetId, afterLook, marker, signal } = task;
  const spreadsheet = await sources.read(owner, sheetId, signal, afterLook);
  const project = withRights(stored ?? newProject(owner, sheetId, spreadsheet), spreadsheet);
  const limits = planLimitsOf({ db });
  if (stored === undefined) marker.about(project, false);
  const plan = planTabs(spreadsheet, stored === undefined ? [] : await listAllTabs(db, project.id));
  return withBlobs(db, async (write) => {
    const changing = plan.tabs.filter((tab) => !isOnlyWritten(tab));
    const derived = await deriveAndKeep({ db, workers, write, signal }, changing.map(toDerive));
    const kept = plan.tabs.map((tab) => derived[changing.indexOf(tab)]);
    refuseTooLong(await limits.of(owner.id), plan, kept);
    const isStored = (await marker.close()) !== undefined || stored !== undefined;
    const published = await publishSync(db, { project, isStored, limits, plan, kept });
    retire(published.replaced);
    return published.project;
  });
}

/**
 * Reads a spreadsheet, derives its endpoints' rows and publishes them; the first time, that makes the project.
 *
 * @throws Refusal `source_…` and what else keeps it from being read; an existing project then keeps its rows and says why
 */
export async function syncProject(context: SyncContext, task: SyncTask): Promise<ProjectsTable> {
  const stored = await findProjectOfSheet(context.db, task.owner.id, task.sheetId);
  if (stored !== undefined) task.marker.about(stored, true);
  try {
    return await readAndPublish(context, task, stored);
  } catch (error) {
    await markFailed(context, task, stored, error);
    throw error;
  }
}
