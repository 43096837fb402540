import type { Kysely } from 'kysely';
import { isDriveSheetId } from '../../contract/sheetUrl';
import type { Database } from '../database/schema';
import { backOff } from '../google/backOff';
import { onProjectRead, type ProjectBeingRead } from '../projects/projectReads';
import { Refusal } from '../refusal';
import { claimRefresh, settleRefresh } from './refreshRepository';
import type { Syncs } from './syncs';

interface RefreshingOptions {
  readonly db: Kysely<Database>;
  readonly syncs: Pick<Syncs, 'sync'>;
  /** Told of what went wrong, as nobody waits for it. */
  readonly report: (error: unknown) => void;
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly chance?: () => number;
}

/** Refreshes that go on while others wait for their turn: readers come again. */
const AT_ONCE = 4;

/** A refresh whose server has died is taken up by another one after so many milliseconds. */
const LEASE = 3 * 60_000;

/** First pause after a failure, in milliseconds. */
const FIRST_PAUSE = 60_000;

const intervalOf = ({ refresh_seconds }: ProjectBeingRead) => refresh_seconds * 1000;

/** Whether what is served is older than its owner wants it. */
const isOld = (project: ProjectBeingRead, now: number) =>
  project.synced_at !== null && now - Date.parse(project.synced_at) >= intervalOf(project);

const isRefreshable = ({ sheet_id, paused, status }: ProjectBeingRead) =>
  !isDriveSheetId(sheet_id) && paused === 0 && status !== 'syncing';

/** What a refusal asks for, in milliseconds. */
const pauseAskedBy = (error: unknown) =>
  error instanceof Refusal ? Number(error.extras.headers?.['Retry-After'] ?? 0) * 1000 : 0;

/**
 * Keeps projects of Google fresh as long as somebody reads them. Readers never wait: they get the copy there is, and one refresh
 * goes on behind them, at most once in the interval of a project, whatever the number of readers and servers. After failures
 * the pauses grow; nothing but success is needed for all to be as before.
 *
 * @returns ends it, after the refreshes under way
 */
export function refreshOnRead(options: RefreshingOptions): () => Promise<void> {
  const { db, syncs, report, now = Date.now, chance = Math.random } = options;
  const running = new Map<string, Promise<void>>();

  async function attempt(project: ProjectBeingRead, failures: number) {
    const { id, owner_id, sheet_id } = project;
    try {
      const { status } = await syncs.sync({ id: owner_id }, sheet_id, false, 'schedule');
      if (status === 'live') await settleRefresh(db, id, now() + intervalOf(project), 0);
    } catch (error) {
      const isBusy = error instanceof Refusal && error.code === 'busy';
      const count = isBusy ? failures : failures + 1;
      const pause = isBusy ? FIRST_PAUSE / 2 : backOff(count, Math.max(FIRST_PAUSE, intervalOf(project)), chance());
      await settleRefresh(db, id, now() + Math.max(pause, pauseAskedBy(error)), count);
      if (!(error instanceof Refusal)) report(error);
    }
  }

  async function refresh(project: ProjectBeingRead) {
    const time = now();
    const failures = await claimRefresh(db, project.id, {
      now: time,
      until: time + LEASE,
      isLive: project.status === 'live',
    });
    if (failures !== undefined) await attempt(project, failures);
  }

  const stop = onProjectRead(db, (project) => {
    if (!isRefreshable(project) || !isOld(project, now())) return;
    if (running.has(project.id) || running.size >= AT_ONCE) return;
    const done = refresh(project)
      .catch(report)
      .finally(() => running.delete(project.id));
    running.set(project.id, done);
  });

  return async () => {
    stop();
    await Promise.all(running.values());
  };
}
