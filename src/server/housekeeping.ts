import type { FastifyInstance } from 'fastify';
import { longestHistoryDays } from '../contract/plans';
import { collectBlobs } from './database/blobs';
import { purgeCallWindows } from './database/callWindows';
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

/** Returns the cleanup work of every server, by interval. */
function workOf({ db, events, memory, settings, googleWriter, keyring, ...services }: Services, signal: AbortSignal) {
  const history = { ...services, db, retention: settings.history };
  const everyMinute = [
    async () => memory.evictIdle(),
    async () => events.deleted.emit(await collectBlobs(db, services.report, signal)),
    () => shrinkFormer(history, signal),
  ];
  const everyHour = [
    () => removeExpired(history, signal),
    () => purgeTrash({ db, keyring }, new Date()),
    () => purgeRuns(db, longestHistoryDays(settings.plans), new Date()),
    () => purgeKeptAnswers(db),
    () => googleWriter.purge(),
    () => purgeCallWindows(db),
    () => keyring.forgetMissing(),
    () => keyring.purgeRevoked(Date.now()),
    () => purgeCounts(db, Date.now()),
  ];
  return { everyMinute, everyHour };
}

/**
 * Runs the cleanup work once the app is ready and then at its interval. Closing the app waits for work in flight. Failed work is
 * retried at the next interval; slow work does not delay other work.
 */
export function runHousekeeping(app: FastifyInstance, services: Services): void {
  const ending = new AbortController();
  const { everyMinute, everyHour } = workOf(services, ending.signal);
  const report = (error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'busy')) services.report(error);
  };
  const repeated = [
    ...everyMinute.map((work) => repeat(MINUTE, work, report)),
    ...everyHour.map((work) => repeat(HOUR, work, report)),
  ];
  app.addHook('onReady', async () => {
    for (const { begin } of repeated) begin();
  });
  app.addHook('onClose', async () => {
    ending.abort();
    await Promise.all(repeated.map(({ end }) => end()));
  });
}
