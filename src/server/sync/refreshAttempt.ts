import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import { LRUCache } from 'lru-cache';
import type { ProjectBeingRead, ServerEvents } from '../database/events';
import { backOff } from '../google/client';
import type { Watches } from '../google/push/watches';
import { Refusal } from '../refusal';
import type { Sources } from './sources';
import {
  type ClaimedRefresh,
  claimRefresh,
  type RestingRefresh,
  settleRefresh,
  settleUnchanged,
} from './refreshRepository';
import type { Syncs } from './syncs';

/** Milliseconds after which it is asked again all the same: somebody may have made it due before. */
const BELIEVED = 5_000;

/** Projects of which so much is known at a time; those that have been read most lately. */
const MOST = 10_000;

interface Rest {
  readonly until: number;
  /** How the project was then: once it is synced in another way, all may be different. */
  readonly as: string;
}

const asIs = ({ synced_at, status }: ProjectBeingRead) => `${status} ${synced_at}`;

/** Projects whose refresh rests, so that the database is not asked for each time that one is read. */
export class Resting {
  readonly #rests = new LRUCache<string, Rest>({ max: MOST });

  constructor(private readonly now: () => number) {}

  /** @param until when its refresh may begin */
  put(project: ProjectBeingRead, until: number): void {
    this.#rests.set(project.id, { until: Math.min(until, this.now() + BELIEVED), as: asIs(project) });
  }

  /** Whether it is known that nothing can begin yet. */
  has(project: ProjectBeingRead): boolean {
    const rest = this.#rests.get(project.id);
    if (rest === undefined) return false;
    if (rest.as === asIs(project) && this.now() < rest.until) return true;
    this.#rests.delete(project.id);
    return false;
  }
}

export interface AttemptParts {
  readonly db: Kysely<Database>;
  readonly events: ServerEvents;
  readonly syncs: Pick<Syncs, 'refresh'>;
  /** Says cheaply whether a spreadsheet has changed, where that can be told. */
  readonly sources?: Pick<Sources, 'version'>;
  /** Where this server is told of changes. */
  readonly watches?: Watches;
  /** Told of what went wrong, as nobody waits for it. */
  readonly report: (error: unknown) => void;
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly chance?: () => number;
}

/** How a refresh has ended. */
export type RefreshEnd =
  /** It was not to be done now: it is not due yet, or somebody else does it. */
  | RestingRefresh
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

export const intervalOf = ({ refresh_seconds }: Pick<ProjectBeingRead, 'refresh_seconds'>) => refresh_seconds * 1000;

/** What a refusal asks for, in milliseconds. */
const pauseAskedBy = (error: unknown) =>
  error instanceof Refusal ? Number(error.extras.headers?.['Retry-After'] ?? 0) * 1000 : 0;

/**
 * The refreshes of a server: each takes the refresh for itself, looks at the version where that can be told, syncs unless it is as
 * it was, and notes when to come again.
 */
export function createRefresh(parts: AttemptParts): RefreshProject {
  const { db, events, syncs, sources, watches, report, now = Date.now, chance = Math.random } = parts;

  async function versionOf({ owner_id, sheet_id }: ProjectBeingRead): Promise<string | undefined> {
    const looking = sources?.version({ id: owner_id }, sheet_id);
    // Why it could not be told, the sync says better.
    const version = await looking?.catch(() => undefined);
    if (version !== undefined) void watches?.keep(sheet_id);
    return version;
  }

  const isAsBefore = ({ status }: ProjectBeingRead, claimed: ClaimedRefresh, version: string | undefined) =>
    version !== undefined &&
    status === 'live' &&
    claimed.version === version &&
    now() - Number(claimed.read_at ?? 0) < REREAD;

  async function settleAsBefore({ id, ...project }: ProjectBeingRead): Promise<RefreshEnd> {
    await settleUnchanged(db, id, new Date(now()).toISOString());
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
    return 'restsUntil' in claimed ? claimed : attempt(project, claimed);
  };
}
