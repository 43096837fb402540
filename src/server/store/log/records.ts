import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { ServerEvents } from '../../database/events';
import type { Locks } from '../../database/locks';
import type { Database } from '../../database/schema';
import { isSqlite } from '../../database/sqlite';
import type { ServedTabs } from '../memory/servedTabs';
import type { Workers } from '../../workers/workers';
import { Folding } from './compaction';
import { Follower } from './following';
import { type HistoryOptions, makeSmall, removeOld, type Retention } from './history';
import { purgeKeptAnswers } from './keptAnswers';
import { Refusal } from '../../refusal';
import { repeat } from '../../timeLimits';
import { Writer, type WriterOptions } from './writer';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

export interface RecordsOptions {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly locks: Locks;
  readonly events: ServerEvents;
  readonly tabs: ServedTabs;
  readonly retention: Retention;
  readonly log: FastifyBaseLogger;
}

/** Everything that writes rows. */
export interface Records {
  readonly writer: Writer;
  readonly folding: Folding;
  /** Of a server that has others beside it. */
  readonly follower: Follower | undefined;
  readonly close: () => Promise<void>;
}

/** Makes what was replaced small every minute, and removes what is old every hour. @returns ends it after the step under way */
function runHistory(options: HistoryOptions): () => Promise<unknown> {
  const { report } = options;
  const ending = new AbortController();
  const unlessBusy = (error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'busy')) report(error);
  };
  const repeated = [
    repeat(MINUTE, () => makeSmall(options, ending.signal), unlessBusy),
    repeat(HOUR, () => removeOld(options, ending.signal), report),
  ];
  return () => {
    ending.abort();
    return Promise.all(repeated.map(({ end }) => end()));
  };
}

/** Makes what writes the rows of a server: the public addresses and the owner's write through the same queue. */
export function createRecords({ db, workers, locks, events, tabs, retention, log }: RecordsOptions): Records {
  const report = (error: unknown) => log.error({ err: error }, 'work in the background failed');
  const grown: WriterOptions['grown'] = (...growth) => folding.grown(...growth);
  const between = (work: () => Promise<void>): Promise<void> => writer.between(work);
  const follower = isSqlite(db) ? undefined : new Follower({ db, tabs, between });
  const catchUp: WriterOptions['catchUp'] = follower && ((tabId) => follower.followNow(tabId));
  const writer: Writer = new Writer({ db, tabs, grown, report, catchUp });
  const folding = new Folding({ db, workers, locks, events, tabs, report, between });
  const purging = repeat(HOUR, () => purgeKeptAnswers(db), report);
  const closeHistory = runHistory({ db, workers, retention, report });
  return {
    ...{ writer, folding, follower },
    close: async () => {
      await purging.end();
      await folding.close();
      await closeHistory();
    },
  };
}
