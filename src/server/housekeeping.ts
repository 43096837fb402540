import type { FastifyInstance } from 'fastify';
import { longestHistoryDays } from '../contract/plans';
import { collectBlobs } from './database/blobs';
import { purgeCallWindows } from './database/callWindows';
import { purgeLeases } from './database/locks';
import { purgeMonthlyCalls } from './plans/planLimits';
import { purgeTrash } from './projects/projectLifecycle';
import { Refusal } from './refusal';
import type { Services } from './services';
import { shrinkFormer, removeExpired } from './store/log/history';
import { purgeKeptAnswers } from './store/log/idempotency';
import { purgeRuns } from './sync/syncRuns';
import { repeat } from './timeLimits';
import { purgeCounts } from './usage/usage';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Work = readonly [interval: number, run: () => Promise<unknown>];

/** Returns the cleanup work of every server. */
function workOf(
  { db, events, memory, settings, googleWriter, keyring, ...services }: Services,
  signal: AbortSignal,
): Work[] {
  const history = { ...services, db, retention: settings.history };
  return [
    [MINUTE, async () => memory.evictIdle()],
    [MINUTE, async () => events.deleted.emit(await collectBlobs(db, services.report, signal))],
    [MINUTE, () => shrinkFormer(history, signal)],
    [HOUR, () => removeExpired(history, signal)],
    [HOUR, () => purgeTrash({ db, keyring }, new Date())],
    [HOUR, () => purgeRuns(db, longestHistoryDays(settings.plans), new Date())],
    [HOUR, () => purgeKeptAnswers(db)],
    [HOUR, () => googleWriter.purge()],
    [HOUR, () => purgeCallWindows(db)],
    [HOUR, () => purgeLeases(db)],
    [HOUR, () => keyring.forgetMissing()],
    [HOUR, () => keyring.purgeRevoked(Date.now())],
    [HOUR, () => purgeCounts(db, Date.now())],
    [HOUR, () => purgeMonthlyCalls(db, Date.now())],
  ];
}

/**
 * Runs the cleanup work once the app is ready and then at its interval. Closing the app waits for work in flight. Failed work is
 * retried at the next interval; slow work does not delay other work.
 */
export function runHousekeeping(app: FastifyInstance, services: Services): void {
  const ending = new AbortController();
  const report = (error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'busy')) services.report(error);
  };
  const repeated = workOf(services, ending.signal).map(([interval, run]) => repeat(interval, run, report));
  app.addHook('onReady', async () => {
    for (const { begin } of repeated) begin();
  });
  app.addHook('onClose', async () => {
    ending.abort();
    await Promise.all(repeated.map(({ end }) => end()));
  });
}
