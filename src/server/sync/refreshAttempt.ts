import type { Kysely } from 'kysely';
import type { ProjectBeingRead, ServerEvents } from '../database/events';
import type { Database } from '../database/schema';
import type { GoogleRefreshesTable } from '../database/tables/google';
import type { ProjectsTable } from '../database/tables/projects';
import type { Channels } from '../google/push';
import { Refusal } from '../refusal';
import type { Sources } from './sources';
import { setSynced } from './syncRepository';
import type { Syncs } from './syncs';

export interface AttemptParts {
  readonly db: Kysely<Database>;
  readonly events: ServerEvents;
  readonly syncs: Pick<Syncs, 'refresh'>;
  /** Says cheaply whether a spreadsheet has changed, where that can be told. */
  readonly sources?: Pick<Sources, 'version'>;
  /** Where this server is told of changes. */
  readonly channels?: Pick<Channels, 'keep'> | undefined;
  /** Told of what went wrong, as nobody waits for it. */
  readonly report: (error: unknown) => void;
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly chance?: () => number;
}

/** How a refresh has ended. */
type RefreshEnd =
  /** It was not to be done now: it is not due yet, or somebody else does it. */
  | { readonly notOurs: true }
  /** The project is as a sync has left it. */
  | { readonly synced: ProjectsTable }
  /** The spreadsheet is as it was. */
  | { readonly unchanged: true }
  /** When to come again is noted. */
  | { readonly failed: unknown };

/** Refreshes a project, where that is due and nobody else does. Never rejects but where the database does. */
export type RefreshProject = (project: ProjectBeingRead) => Promise<RefreshEnd>;

/** A refresh whose server has died is taken up by another one after so many milliseconds. */
export const LEASE = 3 * 60_000;

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

export const intervalOf = ({ refresh_seconds }: Pick<ProjectBeingRead, 'refresh_seconds'>) => refresh_seconds * 1000;

/** What a refusal asks for, in milliseconds. */
const pauseAskedBy = (error: unknown) =>
  error instanceof Refusal ? Number(error.extras.headers?.['Retry-After'] ?? 0) * 1000 : 0;

/**
 * The refreshes of a server: each takes the refresh for itself, looks at the version where that can be told, syncs unless it is as
 * it was, and notes when to come again.
 */
export function createRefresh(parts: AttemptParts): RefreshProject {
  const { db, events, syncs, sources, channels, report, now = Date.now, chance = Math.random } = parts;

  async function versionOf({ owner_id, sheet_id }: ProjectBeingRead): Promise<string | undefined> {
    const looking = sources?.version({ id: owner_id }, sheet_id);
    // Why it could not be told, the sync says better.
    const version = await looking?.catch(() => undefined);
    if (version !== undefined) void channels?.keep(sheet_id);
    return version;
  }

  const isAsBefore = ({ status }: ProjectBeingRead, claimed: ClaimedRefresh, version: string | undefined) =>
    version !== undefined &&
    status === 'live' &&
    claimed.version === version &&
    now() - Number(claimed.read_at ?? 0) < REREAD;

  async function settleAsBefore({ id, ...project }: ProjectBeingRead): Promise<RefreshEnd> {
    await setSynced(db, id, { synced_at: new Date(now()).toISOString() });
    events.projectChanged.emit(id);
    await settleRefresh(db, id, { next_at: now() + intervalOf(project), failures: 0 });
    return { unchanged: true };
  }

  async function sync(project: ProjectBeingRead, version: string | undefined): Promise<RefreshEnd> {
    const { id, owner_id, sheet_id } = project;
    const begun = now();
    const synced = await syncs.refresh({ id: owner_id }, sheet_id);
    const read = { version: version ?? null, read_at: begun };
    await settleRefresh(db, id, { next_at: now() + intervalOf(project), failures: 0, ...read });
    return { synced };
  }

  async function settleFailed(project: ProjectBeingRead, failures: number, error: unknown): Promise<RefreshEnd> {
    const isBusy = error instanceof Refusal && error.code === 'busy';
    const count = isBusy ? failures : failures + 1;
    // A part is left to chance in both: those that found no turn together do not come back together.
    const pause = isBusy
      ? backOff(1, BUSY_PAUSE, chance())
      : backOff(count, Math.max(FIRST_PAUSE, intervalOf(project)), chance());
    const next_at = now() + Math.max(pause, pauseAskedBy(error));
    await settleRefresh(db, project.id, { next_at, failures: count });
    if (!(error instanceof Refusal)) report(error);
    return { failed: error };
  }

  async function attempt(project: ProjectBeingRead, claimed: ClaimedRefresh): Promise<RefreshEnd> {
    try {
      const version = await versionOf(project);
      return await (isAsBefore(project, claimed, version) ? settleAsBefore(project) : sync(project, version));
    } catch (error) {
      return settleFailed(project, claimed.failures, error);
    }
  }

  return async (project) => {
    const time = now();
    const isLive = project.status === 'live';
    const claimed = await claimRefresh(db, project.id, { now: time, until: time + LEASE, isLive });
    return claimed === undefined ? { notOurs: true } : attempt(project, claimed);
  };
}

type Db = Kysely<Database>;

/** A wish to refresh a project. */
interface Claim {
  readonly now: number;
  /** When somebody else may begin, should this one never end. */
  readonly until: number;
  /** Whether the last sync of the project, whoever has asked for it, has succeeded. */
  readonly isLive: boolean;
}

/** What is known of a refresh that is to be done. */
type ClaimedRefresh = Pick<GoogleRefreshesTable, 'failures' | 'version' | 'read_at'>;

/** Whether a refresh that rests until a time, after so many failures, may begin. */
const isDue = ({ next_at, failures }: Pick<GoogleRefreshesTable, 'next_at' | 'failures'>, { now, isLive }: Claim) =>
  Number(next_at) <= now || (isLive && failures > 0);

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
 * Takes the refresh of a project for oneself, if it is due and nobody else has. Readers ask again and again: while it is not due
 * nothing is written.
 *
 * @returns how many have failed in a row before, and what was read last; undefined where it is not to be done now
 */
async function claimRefresh(db: Db, projectId: string, claim: Claim): Promise<ClaimedRefresh | undefined> {
  const before = await db
    .selectFrom('google_refreshes')
    .select(['next_at', 'failures'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return before === undefined || isDue(before, claim) ? takeRefresh(db, projectId, claim) : undefined;
}

/** How a refresh has ended. */
type SettledRefresh = Pick<GoogleRefreshesTable, 'next_at' | 'failures'> &
  Partial<Pick<GoogleRefreshesTable, 'version' | 'read_at'>>;

/** Says how a refresh has ended, and when the next one may begin. */
const settleRefresh = (db: Db, projectId: string, settled: SettledRefresh) =>
  db.updateTable('google_refreshes').set(settled).where('project_id', '=', projectId).execute();

/** Everybody's projects of a spreadsheet. */
export const listProjectsOfSheet = (db: Db, sheetId: string): Promise<ProjectsTable[]> =>
  db.selectFrom('projects').selectAll().where('sheet_id', '=', sheetId).where('deleted_at', 'is', null).execute();
