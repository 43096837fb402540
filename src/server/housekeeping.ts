import type { FastifyInstance } from 'fastify';
import { longestHistoryDays } from '../contract/plans';
import { collectBlobs } from './database/blobs';
import { purgeCallWindows } from './database/callWindows';
import { purgeLeases } from './database/locks';
import { purgeMonthlyCalls } from './plans/planLimits';
import { purgeTrash } from './projects/projectLifecycle';
import { Refusal } from './refusal';
import type { Services } from './services';
import { removeExpired, shrinkFormer } from './store/log/history';
import { purgeKeptAnswers } from './store/log/idempotency';
import { purgeRuns } from './sync/syncRuns';
import { repeat } from './timeLimits';
import { purgeCounts } from './usage/usage';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Task = readonly [intervalMs: number, run: () => Promise<unknown>];

/** Returns the cleanup tasks of every server. */
function tasksOf(
  { db, events, memory, settings, googleWriter, keyring, ...services }: Services,
  signal: AbortSignal,
): Task[] {
  const history = { ...services, db, retention: settings.history };
  return [
    [MINUTE_MS, async () => memory.evictIdle()],
    [MINUTE_MS, async () => events.deleted.emit(await collectBlobs(db, services.report, signal))],
    [MINUTE_MS, () => shrinkFormer(history, signal)],
    [HOUR_MS, () => removeExpired(history, signal)],
    [HOUR_MS, () => purgeTrash({ db, keyring }, new Date())],
    [HOUR_MS, () => purgeRuns(db, longestHistoryDays(settings.plans), new Date())],
    [HOUR_MS, () => purgeKeptAnswers(db)],
    [HOUR_MS, () => googleWriter.purge()],
    [HOUR_MS, () => purgeCallWindows(db)],
    [HOUR_MS, () => purgeLeases(db)],
    [HOUR_MS, () => keyring.forgetMissing()],
    [HOUR_MS, () => keyring.purgeRevoked(Date.now())],
    [HOUR_MS, () => purgeCounts(db, Date.now())],
    [HOUR_MS, () => purgeMonthlyCalls(db, Date.now())],
  ];
}

/**
 * Runs each cleanup task once the app is ready and then at its interval. Closing the app waits for running tasks. A failed task is
 * retried at the next interval; a slow one does not delay others.
 */
export function runHousekeeping(app: FastifyInstance, services: Services): void {
  const ending = new AbortController();
  const report = (error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'busy')) services.report(error);
  };
  const repeated = tasksOf(services, ending.signal).map(([intervalMs, run]) => repeat(intervalMs, run, report));
  app.addHook('onReady', async () => {
    for (const { begin } of repeated) begin();
  });
  app.addHook('onClose', async () => {
    ending.abort();
    await Promise.all(repeated.map(({ end }) => end()));
  });
}
