import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { isDriveSheetId } from '../../contract/sheetUrl';
import type { ProjectBeingRead } from '../database/events';
import type { Db } from '../database/schema';
import type { GoogleRefreshesTable } from '../database/tables/google';
import type { Channels } from '../google/push';
import type { Base } from '../parts';
import { Refusal, retryAfterOf } from '../refusal';
import { repeat } from '../timeLimits';
import type { Sources } from './sources';
import type { Syncs } from './syncs';

interface RefreshParts extends Pick<Base, 'db' | 'events' | 'report'> {
  readonly syncs: Pick<Syncs, 'refresh'>;
  /** Returns the version of a spreadsheet without reading it, if its source has one. */
  readonly sources?: Pick<Sources, 'version'>;
  /** Channels for Google's change notifications. */
  readonly channels?: Pick<Channels, 'ensureOpen'> | undefined;
  readonly now?: () => number;
  /** Milliseconds between two looks for reported changes. Default 1,000. */
  readonly pollMs?: number;
  /** Random number from 0 to 1. */
  readonly chance?: () => number;
}

/** Maximum concurrent refreshes; others are triggered by a later read. */
const MAX_CONCURRENT = 4;

/** Milliseconds between two looks for reported changes. */
const POLL_MS = 1_000;

/** Milliseconds after which another server may take over the refresh of a dead one. */
const LEASE_MS = 3 * 60_000;

/** Pause in milliseconds after the first failure, and after the refusal `busy`. */
const FIRST_PAUSE_MS = 60_000;
const BUSY_PAUSE_MS = 30_000;

/**
 * Milliseconds after which a spreadsheet is read again even with an unchanged version: results of formulas may change without a new
 * version.
 */
const MAX_UNREAD_MS = 10 * 60_000;

/** Maximum pause after failures, in milliseconds. */
const MAX_PAUSE_MS = 15 * 60_000;

/**
 * Returns the pause after consecutive failures: doubled each time, with jitter so that retries do not coincide.
 *
 * @param failures 1 or more
 * @param firstPauseMs after the first one
 * @param chance random number from 0 to 1
 */
function backOff(failures: number, firstPauseMs: number, chance: number): number {
  const pauseMs = Math.min(MAX_PAUSE_MS, firstPauseMs * 2 ** (failures - 1));
  return Math.round(pauseMs * (0.75 + chance / 2));
}

const intervalOf = ({ refresh_seconds }: ProjectBeingRead) => refresh_seconds * 1000;

/** Returns the maximum milliseconds until a refresh: a later time was stored before the clock was set back. */
const longestWait = (project: ProjectBeingRead) => 2 * Math.max(MAX_PAUSE_MS, intervalOf(project));

/** Returns the time at which the refresh interval of a project is over. */
function dueAt(project: ProjectBeingRead, now: number): number {
  if (project.synced_at === null) return Infinity;
  const due = Date.parse(project.synced_at) + intervalOf(project);
  return due > now + longestWait(project) ? now : due;
}

const isRefreshable = ({ sheet_id, paused }: ProjectBeingRead) => !isDriveSheetId(sheet_id) && paused === 0;

/** State of a claimed refresh. */
type ClaimedRefresh = Pick<GoogleRefreshesTable, 'failures' | 'version' | 'read_at' | 'changed_at'>;

/**
 * Claims the refresh of a project if it is due and unclaimed. Called for every read: while the refresh is not due, it takes no
 * locks and writes nothing. A sync that has succeeded, however it was started, ends the pause after failures.
 *
 * @returns the number of preceding failures, and the last read version; undefined when not claimed
 */
async function claimRefresh(db: Db, project: ProjectBeingRead, now: number): Promise<ClaimedRefresh | undefined> {
  const { id: projectId } = project;
  const isLive = project.status === 'live';
  const latest = now + longestWait(project);
  const known = db.selectFrom('google_refreshes').select('failures').where('project_id', '=', projectId);
  const notDue = await known.where('next_at', '>', now).where('next_at', '<=', latest).executeTakeFirst();
  if (notDue !== undefined && !(isLive && notDue.failures > 0)) return undefined;
  const next_at = now + LEASE_MS;
  // A single statement, so that only one of several servers succeeds.
  return db
    .insertInto('google_refreshes')
    .values({ project_id: projectId, next_at, failures: 0, version: null, read_at: null, changed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet({ next_at, ...(isLive && { failures: 0 }) })
        .where((eb) => {
          const next = eb.ref('google_refreshes.next_at');
          const due = eb.or([eb(next, '<=', now), eb(next, '>', latest)]);
          return isLive ? eb.or([due, eb('google_refreshes.failures', '>', 0)]) : due;
        }),
    )
    .returning(['failures', 'version', 'read_at', 'changed_at'])
    .executeTakeFirst();
}

/**
 * Stores the outcome of a refresh, and the time of the next one.
 *
 * @param known the last reported change at its beginning; a later one stays
 */
const settleRefresh = (db: Db, projectId: string, known: number | null, settled: Partial<GoogleRefreshesTable>) =>
  db
    .updateTable('google_refreshes')
    .set({ ...settled, changed_at: sql<number | null>`nullif(changed_at, ${known})` })
    .where('project_id', '=', projectId)
    .execute();

const recordSynced = (db: Db, projectId: string, time: number) =>
  db
    .updateTable('projects')
    .set({ synced_at: new Date(time).toISOString() })
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute();

/**
 * Creates the refresh of one project: checks the version where possible, syncs unless it is unchanged, and schedules the next
 * refresh. Does nothing when the refresh is not due, or claimed by another server.
 */
function createRefresh(parts: RefreshParts) {
  const { db, events, syncs, sources, channels, report, now = Date.now, chance = Math.random } = parts;

  async function versionOf({ owner_id, sheet_id }: ProjectBeingRead): Promise<string | undefined> {
    // The sync reports the cause better.
    const version = await sources?.version({ id: owner_id }, sheet_id).catch(() => undefined);
    if (version !== undefined) void channels?.ensureOpen(sheet_id);
    return version;
  }

  const isUnchanged = ({ status }: ProjectBeingRead, claimed: ClaimedRefresh, version: string | undefined) =>
    version !== undefined &&
    status === 'live' &&
    claimed.version === version &&
    Math.abs(now() - Number(claimed.read_at ?? 0)) < MAX_UNREAD_MS;

  /** Syncs a project, unless the version of its spreadsheet is unchanged. @returns what was read; nothing if unchanged */
  async function syncUnlessUnchanged(project: ProjectBeingRead, claimed: ClaimedRefresh) {
    const { id, owner_id, sheet_id } = project;
    const version = await versionOf(project);
    if (isUnchanged(project, claimed, version)) {
      await recordSynced(db, id, now());
      events.projectChanged.emit(id);
      return {};
    }
    const read_at = now();
    await syncs.refresh({ id: owner_id }, sheet_id);
    return { version: version ?? null, read_at };
  }

  async function settleFailed(project: ProjectBeingRead, { failures, changed_at }: ClaimedRefresh, error: unknown) {
    const isBusy = error instanceof Refusal && error.code === 'busy';
    const count = isBusy ? failures : failures + 1;
    // Both have jitter, so that refreshes refused together do not retry together.
    const pause = isBusy
      ? backOff(1, BUSY_PAUSE_MS, chance())
      : backOff(count, Math.max(FIRST_PAUSE_MS, intervalOf(project)), chance());
    const demandedPause = error instanceof Refusal ? (retryAfterOf(error) ?? 0) * 1000 : 0;
    const next_at = now() + Math.max(pause, demandedPause);
    await settleRefresh(db, project.id, changed_at, { next_at, failures: count });
    if (!(error instanceof Refusal)) report(error);
  }

  return async (project: ProjectBeingRead): Promise<void> => {
    const claimed = await claimRefresh(db, project, now());
    if (claimed === undefined) return;
    try {
      const read = await syncUnlessUnchanged(project, claimed);
      const next_at = now() + intervalOf(project);
      await settleRefresh(db, project.id, claimed.changed_at, { next_at, failures: 0, ...read });
    } catch (error) {
      await settleFailed(project, claimed, error);
    }
  };
}

/**
 * Refreshes Google projects while they are in use. Reads never wait: they get the current copy, and a single refresh runs in the
 * background, at most once per interval of a project, for any number of readers and servers. Pauses grow after failures, and one
 * success resets them. Google's change notifications trigger the same refresh, but not before the interval is over.
 *
 * @returns a function that stops it and waits for the refreshes in flight
 */
export function refreshOnRead(parts: RefreshParts): () => Promise<void> {
  const { db, events, channels, report, now = Date.now, pollMs = POLL_MS } = parts;
  const refreshProject = createRefresh(parts);
  const running = new Map<string, Promise<void>>();

  async function refresh(project: ProjectBeingRead) {
    // Lets the response go out first.
    await nextTurn();
    await refreshProject(project);
  }

  function beginIfDue(project: ProjectBeingRead) {
    if (!isRefreshable(project) || project.status === 'syncing' || dueAt(project, now()) > now()) return;
    if (running.has(project.id) || running.size >= MAX_CONCURRENT) return;
    const refreshing = refresh(project)
      .catch(report)
      .finally(() => running.delete(project.id));
    running.set(project.id, refreshing);
  }

  /** Begins the refreshes of projects whose spreadsheets have changed, as Google has reported to any server. */
  async function refreshChanged() {
    const changed = db
      .selectFrom('projects')
      .innerJoin('google_refreshes', 'google_refreshes.project_id', 'projects.id')
      .selectAll('projects')
      .where('changed_at', 'is not', null)
      .where('next_at', '<=', now())
      .where('deleted_at', 'is', null);
    for (const project of await changed.execute()) beginIfDue(project);
  }

  const stopReads = events.projectRead.on(beginIfDue);
  const polling = channels && repeat(pollMs, refreshChanged, report);

  return async () => {
    stopReads();
    await polling?.end();
    await Promise.all(running.values());
  };
}
