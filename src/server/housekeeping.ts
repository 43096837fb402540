import type { FastifyInstance } from 'fastify';
import { longestHistoryDays } from '../contract/plans';
import { collectBlobs } from './database/blobs';
import { forgetWindows } from './database/callWindows';
import { purgeTrash } from './projects/projectLifecycle';
import { Refusal } from './refusal';
import type { Services } from './services';
import { shrinkFormer, removeExpired } from './store/log/history';
import { purgeKeptAnswers } from './store/log/keptAnswers';
import { purgeRuns } from './sync/syncRuns';
import { repeat } from './timeLimits';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What every server tidies up by itself, each minute and each hour. */
function workOf({ db, events, memory, settings, googleWriter, ...services }: Services, signal: AbortSignal) {
  const history = { ...services, db, retention: settings.history };
  const everyMinute = [
    async () => memory.minuteIsOver(),
    async () => events.deleted.emit(await collectBlobs(db, services.report, signal)),
    () => shrinkFormer(history, signal),
  ];
  const everyHour = [
    () => removeExpired(history, signal),
    () => purgeTrash({ db, ...services }, new Date()),
    () => purgeRuns(db, longestHistoryDays(settings.plans), new Date()),
    () => purgeKeptAnswers(db),
    () => googleWriter.purge(),
    () => forgetWindows(db),
  ];
  return { everyMinute, everyHour };
}

/**
 * Does this work when the app is ready and then again and again, until the app is closed, which waits for what is under way. Work that
 * fails is tried again the next time; slow work delays no other.
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
