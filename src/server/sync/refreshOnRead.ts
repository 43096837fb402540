import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDriveSheetId } from '../../contract/sheetUrl';
import type { ProjectBeingRead } from '../database/events';
import type { Db } from '../database/schema';
import type { GoogleRefreshesTable } from '../database/tables/google';
import type { Channels } from '../google/push';
import type { Base } from '../parts';
import { Refusal, retryAfterOf } from '../refusal';
import type { Sources } from './sources';
import type { Syncs } from './syncs';

export interface RefreshParts extends Pick<Base, 'db' | 'events' | 'report'> {
  readonly syncs: Pick<Syncs, 'refresh'>;
  /** Returns the version of a spreadsheet without reading it, if its source has one. */
  readonly sources?: Pick<Sources, 'version'>;
  /** Channels for Google's change notifications. */
  readonly channels?: Pick<Channels, 'ensureOpen'> | undefined;
  readonly now?: () => number;
  /** Random number from 0 to 1. */
  readonly chance?: () => number;
}

/** Maximum concurrent refreshes; others are triggered by a later read. */
const MAX_CONCURRENT = 4;

/** Milliseconds before the next attempt when all refreshes are taken, and when another server runs this one. */
const SLOT_RETRY_MS = 1_000;
const CLAIMED_RETRY_MS = 10_000;

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
 * @param first milliseconds after the first one
 * @param chance from 0 to 1
 */
function backOff(failures: number, first: number, chance: number): number {
  const whole = Math.min(MAX_PAUSE_MS, first * 2 ** (failures - 1));
  return Math.round(whole * (0.75 + chance / 2));
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
type ClaimedRefresh = Pick<GoogleRefreshesTable, 'failures' | 'version' | 'read_at'>;

/**
 * Claims the refresh of a project if it is due and unclaimed. Called for every read: while the refresh is not due, it takes no
 * locks and writes nothing. A sync that has succeeded, however it was started, ends the pause after failures.
 *
 * @returns the number of preceding failures, and the last read version; undefined when not claimed
 */
async function claimRefresh(db: Db, project: ProjectBeingRead, now: number): Promise<ClaimedRefresh | undefined> {
  const [projectId, isLive, latest] = [project.id, project.status === 'live', now + longestWait(project)];
  const known = db.selectFrom('google_refreshes').select('failures').where('project_id', '=', projectId);
  const notDue = await known.where('next_at', '>', now).where('next_at', '<=', latest).executeTakeFirst();
  if (notDue !== undefined && !(isLive && notDue.failures > 0)) return undefined;
  const next_at = now + LEASE_MS;
  // A single statement, so that only one of several servers succeeds.
  return db
    .insertInto('google_refreshes')
    .values({ project_id: projectId, next_at, failures: 0, version: null, read_at: null })
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
    .returning(['failures', 'version', 'read_at'])
    .executeTakeFirst();
}

/** Stores the outcome of a refresh, and the time of the next one. */
const settleRefresh = (db: Db, projectId: string, settled: Partial<GoogleRefreshesTable>) =>
  db.updateTable('google_refreshes').set(settled).where('project_id', '=', projectId).execute();

const recordSynced = (db: Db, projectId: string, time: number) =>
  db
    .updateTable('projects')
    .set({ synced_at: new Date(time).toISOString() })
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute();

/**
 * Creates the refresh of one project: checks the version where possible, syncs unless it is unchanged, and schedules the next
 * refresh.
 *
 * @returns (the created function) false when the refresh is not due, or claimed by another server
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

  async function settleFailed(project: ProjectBeingRead, failures: number, error: unknown) {
    const isBusy = error instanceof Refusal && error.code === 'busy';
    const count = isBusy ? failures : failures + 1;
    // Both have jitter, so that refreshes refused together do not retry together.
    const pause = isBusy
      ? backOff(1, BUSY_PAUSE_MS, chance())
      : backOff(count, Math.max(FIRST_PAUSE_MS, intervalOf(project)), chance());
    const demandedPause = error instanceof Refusal ? (retryAfterOf(error) ?? 0) * 1000 : 0;
    const next_at = now() + Math.max(pause, demandedPause);
    await settleRefresh(db, project.id, { next_at, failures: count });
    if (!(error instanceof Refusal)) report(error);
  }

  return async (project: ProjectBeingRead): Promise<boolean> => {
    const claimed = await claimRefresh(db, project, now());
    if (claimed === undefined) return false;
    try {
      const read = await syncUnlessUnchanged(project, claimed);
      await settleRefresh(db, project.id, { next_at: now() + intervalOf(project), failures: 0, ...read });
    } catch (error) {
      await settleFailed(project, claimed.failures, error);
    }
    return true;
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
  const { db, events, report, now = Date.now } = parts;
  const refreshProject = createRefresh(parts);
  const running = new Map<string, Promise<void>>();
  /** Projects to wake later, by id, and since when their last reported change is. */
  const woken = new Map<string, { readonly timer: NodeJS.Timeout; since: number }>();
  let isStopped = false;

  async function refresh(project: ProjectBeingRead, onNotClaimed?: () => void) {
    // Lets the response go out first.
    await nextTurn();
    if (!(await refreshProject(project))) onNotClaimed?.();
  }

  /**
   * @param onNotClaimed called when another server runs the refresh, or it is not due
   * @returns false when no refresh slot is free
   */
  function begin(project: ProjectBeingRead, onNotClaimed?: () => void): boolean {
    if (running.has(project.id) || running.size >= MAX_CONCURRENT) return false;
    const done = refresh(project, onNotClaimed)
      .catch(report)
      .finally(() => running.delete(project.id));
    running.set(project.id, done);
    return true;
  }

  /** @param since time of Google's notification; a read that began later includes the change */
  async function wake(sheetId: string, since: number, only?: string) {
    const ofSheet = db
      .selectFrom('projects')
      .leftJoin('google_refreshes', 'google_refreshes.project_id', 'projects.id')
      .selectAll('projects')
      .select('read_at')
      .where('sheet_id', '=', sheetId)
      .where('deleted_at', 'is', null);
    for (const { read_at, ...project } of await ofSheet.execute()) {
      const isOther = only !== undefined && only !== project.id;
      if (isOther || !isRefreshable(project) || Number(read_at ?? 0) > since) continue;
      // A sync in progress may have read the sheet before the change.
      const wait = project.status === 'syncing' ? CLAIMED_RETRY_MS : Math.max(0, dueAt(project, now()) - now());
      // Another server's read may have begun before the change.
      const onNotClaimed = () => wakeAfter(project, since, CLAIMED_RETRY_MS);
      if (wait > 0 || !begin(project, onNotClaimed)) wakeAfter(project, since, Math.max(wait, SLOT_RETRY_MS));
    }
  }

  function wakeAfter({ id, sheet_id }: ProjectBeingRead, since: number, milliseconds: number) {
    const waiting = woken.get(id);
    if (waiting !== undefined) waiting.since = Math.max(waiting.since, since);
    if (isStopped || waiting !== undefined) return;
    const onTimeout = () => {
      woken.delete(id);
      void wake(sheet_id, later.since, id).catch(report);
    };
    const later = { timer: setTimeout(onTimeout, Math.min(milliseconds, LEASE_MS)).unref(), since };
    woken.set(id, later);
  }

  const stopReads = events.projectRead.on((project) => {
    if (isRefreshable(project) && project.status !== 'syncing' && dueAt(project, now()) <= now()) begin(project);
  });
  const stopNotifications = events.sheetChanged.on((sheetId) => void wake(sheetId, now()).catch(report));

  return async () => {
    isStopped = true;
    stopReads();
    stopNotifications();
    for (const { timer } of woken.values()) clearTimeout(timer);
    await Promise.all(running.values());
  };
}
