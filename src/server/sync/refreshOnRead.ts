import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDriveSheetId } from '../../contract/sheetUrl';
import type { ProjectBeingRead } from '../database/events';
import type { Db } from '../database/schema';
import type { GoogleRefreshesTable } from '../database/tables/google';
import type { ProjectsTable } from '../database/tables/projects';
import type { Channels } from '../google/push';
import type { Base } from '../parts';
import { Refusal, retryAfterOf } from '../refusal';
import type { Sources } from './sources';
import type { Syncs } from './syncs';

export interface RefreshParts extends Pick<Base, 'db' | 'events' | 'report'> {
  readonly syncs: Pick<Syncs, 'refresh'>;
  /** Says cheaply whether a spreadsheet has changed, where its source can say so. */
  readonly sources?: Pick<Sources, 'version'>;
  /** Where Google sends notices of changes. */
  readonly channels?: Pick<Channels, 'keep'> | undefined;
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly chance?: () => number;
}

/** Refreshes that go on while others wait for their turn: readers come again. */
const AT_ONCE = 4;

/** A project that is woken while others have their turn is tried again after so many milliseconds; while another server has it, after so many. */
const TURN = 1_000;
const ELSEWHERE = 10_000;

/** A refresh whose server has died is taken up by another one after so many milliseconds. */
const LEASE = 3 * 60_000;

/** First pause after a failure, in milliseconds, and the one after there was no turn. */
const FIRST_PAUSE = 60_000;
const BUSY_PAUSE = 30_000;

/**
 * A spreadsheet of the same version is read anew all the same when its last reading is so many milliseconds ago: what formulas
 * come to may change without a new version.
 */
const REREAD = 10 * 60_000;

/** Longest pause after failures, in milliseconds. */
const LONGEST = 15 * 60_000;

/**
 * How long to wait after failures in a row: twice as long each time, a part of it left to chance so that not everybody comes
 * back at once.
 *
 * @param failures 1 or more
 * @param first milliseconds after the first one
 * @param chance from 0 to 1
 */
export function backOff(failures: number, first: number, chance: number): number {
  const whole = Math.min(LONGEST, first * 2 ** (failures - 1));
  return Math.round(whole * (0.75 + chance / 2));
}

const intervalOf = ({ refresh_seconds }: Pick<ProjectBeingRead, 'refresh_seconds'>) => refresh_seconds * 1000;

/** What a refusal asks for, in milliseconds. */
const pauseAskedBy = (error: unknown) => (error instanceof Refusal ? (retryAfterOf(error) ?? 0) * 1000 : 0);

/** When what is served is older than its owner wants it. */
const dueAt = (project: ProjectBeingRead) =>
  project.synced_at === null ? Infinity : Date.parse(project.synced_at) + intervalOf(project);

const isRefreshable = ({ sheet_id, paused, status }: ProjectBeingRead) =>
  !isDriveSheetId(sheet_id) && paused === 0 && status !== 'syncing';

/** A wish to refresh a project. */
interface Claim {
  readonly now: number;
  /** When another refresh may begin, should this one never end. */
  readonly until: number;
  /** Whether the last sync of the project, however it was started, has succeeded. */
  readonly isLive: boolean;
}

/** What is known of a refresh that is to be done. */
type ClaimedRefresh = Pick<GoogleRefreshesTable, 'failures' | 'version' | 'read_at'>;

/** One statement, so that of several servers one gets it. */
const takeRefresh = (db: Db, projectId: string, { now, until, isLive }: Claim): Promise<ClaimedRefresh | undefined> =>
  db
    .insertInto('google_refreshes')
    .values({ project_id: projectId, next_at: until, failures: 0, version: null, read_at: null })
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet({ next_at: until, ...(isLive && { failures: 0 }) })
        .where((eb) => {
          const due = eb('google_refreshes.next_at', '<=', now);
          return isLive ? eb.or([due, eb('google_refreshes.failures', '>', 0)]) : due;
        }),
    )
    .returning(['failures', 'version', 'read_at'])
    .executeTakeFirst();

/**
 * Takes the refresh of a project, if it is due and no other server has taken it. Readers ask again and again: while it is not due they
 * lock and write nothing.
 *
 * @returns how many have failed in a row before, and what was read last; undefined where it is not to be done now
 */
async function claimRefresh(db: Db, projectId: string, claim: Claim): Promise<ClaimedRefresh | undefined> {
  const { now, isLive } = claim;
  const known = db.selectFrom('google_refreshes').select('failures').where('project_id', '=', projectId);
  const resting = await known.where('next_at', '>', now).executeTakeFirst();
  const isDue = resting === undefined || (isLive && resting.failures > 0);
  return isDue ? takeRefresh(db, projectId, claim) : undefined;
}

/** How a refresh has ended. */
type SettledRefresh = Pick<GoogleRefreshesTable, 'next_at' | 'failures'> &
  Partial<Pick<GoogleRefreshesTable, 'version' | 'read_at'>>;

/** Says how a refresh has ended, and when the next one may begin. */
const settleRefresh = (db: Db, projectId: string, settled: SettledRefresh) =>
  db.updateTable('google_refreshes').set(settled).where('project_id', '=', projectId).execute();

const noteSynced = (db: Db, projectId: string, time: number) =>
  db
    .updateTable('projects')
    .set({ synced_at: new Date(time).toISOString() })
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute();

/** Everybody's projects of a spreadsheet. */
const listProjectsOfSheet = (db: Db, sheetId: string): Promise<ProjectsTable[]> =>
  db.selectFrom('projects').selectAll().where('sheet_id', '=', sheetId).where('deleted_at', 'is', null).execute();

/**
 * One refresh: it looks at the version where that can be told, syncs unless it is as it was, and notes when to come again.
 *
 * @returns whether it was this server's to do: it is not where it is not due yet, or another server does it
 */
function createRefresh(parts: RefreshParts) {
  const { db, events, syncs, sources, channels, report, now = Date.now, chance = Math.random } = parts;

  async function versionOf({ owner_id, sheet_id }: ProjectBeingRead): Promise<string | undefined> {
    // Why it could not be told, the sync says better.
    const version = await sources?.version({ id: owner_id }, sheet_id).catch(() => undefined);
    if (version !== undefined) void channels?.keep(sheet_id);
    return version;
  }

  const isAsBefore = ({ status }: ProjectBeingRead, claimed: ClaimedRefresh, version: string | undefined) =>
    version !== undefined &&
    status === 'live' &&
    claimed.version === version &&
    now() - Number(claimed.read_at ?? 0) < REREAD;

  async function settleDone({ id, ...project }: ProjectBeingRead, read: Partial<SettledRefresh> = {}) {
    await settleRefresh(db, id, { next_at: now() + intervalOf(project), failures: 0, ...read });
  }

  async function syncUnlessAsBefore(project: ProjectBeingRead, claimed: ClaimedRefresh) {
    const { id, owner_id, sheet_id } = project;
    const version = await versionOf(project);
    if (isAsBefore(project, claimed, version)) {
      await noteSynced(db, id, now());
      events.projectChanged.emit(id);
      return settleDone(project);
    }
    const begun = now();
    await syncs.refresh({ id: owner_id }, sheet_id);
    return settleDone(project, { version: version ?? null, read_at: begun });
  }

  async function settleFailed(project: ProjectBeingRead, failures: number, error: unknown) {
    const isBusy = error instanceof Refusal && error.code === 'busy';
    const count = isBusy ? failures : failures + 1;
    // A part is left to chance in both: those that found no turn together do not come back together.
    const pause = isBusy
      ? backOff(1, BUSY_PAUSE, chance())
      : backOff(count, Math.max(FIRST_PAUSE, intervalOf(project)), chance());
    const next_at = now() + Math.max(pause, pauseAskedBy(error));
    await settleRefresh(db, project.id, { next_at, failures: count });
    if (!(error instanceof Refusal)) report(error);
  }

  return async (project: ProjectBeingRead): Promise<boolean> => {
    const time = now();
    const isLive = project.status === 'live';
    const claimed = await claimRefresh(db, project.id, { now: time, until: time + LEASE, isLive });
    if (claimed === undefined) return false;
    await syncUnlessAsBefore(project, claimed).catch((error: unknown) =>
      settleFailed(project, claimed.failures, error),
    );
    return true;
  };
}

/**
 * Keeps projects of Google fresh as long as they are read. Readers never wait: they get the copy there is, and one refresh
 * goes on behind them, at most once in the interval of a project, whatever the number of readers and servers. After failures
 * the pauses grow; nothing but success is needed for all to be as before. What Google tells of changes wakes the same refresh,
 * no sooner than the interval is over.
 *
 * @returns ends it, after the refreshes under way
 */
export function refreshOnRead(parts: RefreshParts): () => Promise<void> {
  const { db, events, report, now = Date.now } = parts;
  const refreshProject = createRefresh(parts);
  const running = new Map<string, Promise<void>>();
  const woken = new Map<string, NodeJS.Timeout>();
  let isOver = false;

  async function refresh(project: ProjectBeingRead, notOurs?: () => void) {
    // Its reader is answered first.
    await nextTurn();
    if (!(await refreshProject(project))) notOurs?.();
  }

  /**
   * @param notOurs hears that another server has it, or that it may not begin yet
   * @returns whether it had its turn
   */
  function begin(project: ProjectBeingRead, notOurs?: () => void): boolean {
    if (running.has(project.id) || running.size >= AT_ONCE) return false;
    const done = refresh(project, notOurs)
      .catch(report)
      .finally(() => running.delete(project.id));
    running.set(project.id, done);
    return true;
  }

  /** @param since when Google has told it: what was read later knows it */
  async function wake(sheetId: string, since: number, only?: string) {
    for (const project of await listProjectsOfSheet(db, sheetId)) {
      const isOther = only !== undefined && only !== project.id;
      if (isOther || !isRefreshable(project) || Date.parse(project.synced_at ?? '') > since) continue;
      const wait = Math.max(0, dueAt(project) - now());
      // What another server reads now may have begun before the change.
      const notOurs = () => wakeLater(project, since, ELSEWHERE);
      if (wait > 0 || !begin(project, notOurs)) wakeLater(project, since, Math.max(wait, TURN));
    }
  }

  function wakeLater({ id, sheet_id }: ProjectBeingRead, since: number, milliseconds: number) {
    if (isOver || woken.has(id)) return;
    const again = () => {
      woken.delete(id);
      void wake(sheet_id, since, id).catch(report);
    };
    woken.set(id, setTimeout(again, Math.min(milliseconds, LEASE)).unref());
  }

  const stopReads = events.projectRead.on((project) => {
    if (isRefreshable(project) && dueAt(project) <= now()) begin(project);
  });
  const stopNews = events.sheetChanged.on((sheetId) => void wake(sheetId, now()).catch(report));

  return async () => {
    isOver = true;
    stopReads();
    stopNews();
    for (const timer of woken.values()) clearTimeout(timer);
    await Promise.all(running.values());
  };
}
