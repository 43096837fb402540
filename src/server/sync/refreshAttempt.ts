import type { Kysely } from 'kysely';
import { behindOthers } from '../behindOthers';
import type { Database } from '../database/schema';
import { backOff } from '../google/backOff';
import type { Watches } from '../google/push/watches';
import { tellProjectChanged } from '../projects/projectNews';
import type { ProjectBeingRead } from '../projects/projectReads';
import { Refusal } from '../refusal';
import type { Sources } from '../sources/sources';
import type { ClaimedRefresh, Refreshes } from './refreshRepository';
import type { Syncs } from './syncs';

export interface AttemptParts {
  readonly db: Kysely<Database>;
  readonly syncs: Pick<Syncs, 'sync'>;
  readonly refreshes: Refreshes;
  /** Says cheaply whether a spreadsheet has changed, where that can be told. */
  readonly sources?: Pick<Sources, 'version'>;
  /** Loads the new rows of a project, so that its next reader need not wait for that. */
  readonly loadRows?: (projectId: string) => Promise<void>;
  /** Where this server is told of changes. */
  readonly watches?: Watches;
  /** Told of what went wrong, as nobody waits for it. */
  readonly report: (error: unknown) => void;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly chance: () => number;
}

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

/** One refresh of a project: a look at its version where that can be told, and a sync unless it is as it was. */
export function createAttempt({ db, syncs, refreshes, sources, loadRows, watches, report, now, chance }: AttemptParts) {
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

  async function settleUnchanged({ id, ...project }: ProjectBeingRead) {
    const synced_at = new Date(now()).toISOString();
    await refreshes.unchanged(id, synced_at);
    tellProjectChanged(db, id);
    await refreshes.settle(id, { next_at: now() + intervalOf(project), failures: 0 });
  }

  async function sync(project: ProjectBeingRead, version: string | undefined) {
    const { id, owner_id, sheet_id } = project;
    const begun = now();
    const { status } = await syncs.sync({ id: owner_id }, sheet_id, false, 'schedule');
    if (status !== 'live') return;
    await behindOthers();
    // Why they cannot be loaded, their reader is told.
    await loadRows?.(id).catch(() => undefined);
    await behindOthers();
    const read = { version: version ?? null, read_at: begun };
    await refreshes.settle(id, { next_at: now() + intervalOf(project), failures: 0, ...read });
  }

  async function settleFailed(project: ProjectBeingRead, failures: number, error: unknown) {
    const isBusy = error instanceof Refusal && error.code === 'busy';
    const count = isBusy ? failures : failures + 1;
    // A part is left to chance in both: those that found no turn together do not come back together.
    const pause = isBusy
      ? backOff(1, BUSY_PAUSE, chance())
      : backOff(count, Math.max(FIRST_PAUSE, intervalOf(project)), chance());
    const next_at = now() + Math.max(pause, pauseAskedBy(error));
    await refreshes.settle(project.id, { next_at, failures: count });
    if (!(error instanceof Refusal)) report(error);
  }

  return async (project: ProjectBeingRead, claimed: ClaimedRefresh): Promise<void> => {
    try {
      const version = await versionOf(project);
      if (isAsBefore(project, claimed, version)) await settleUnchanged(project);
      else await sync(project, version);
    } catch (error) {
      await settleFailed(project, claimed.failures, error);
    }
  };
}
