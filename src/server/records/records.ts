import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ServedTabs } from '../endpoints/engine/servedTabs';
import type { Workers } from '../workers/workers';
import { createFolding, type Folding } from './folding';
import { purgeKeptAnswers } from './keptAnswers';
import { openLog } from './openLog';
import { Writer, type WriterOptions } from './writer';

const HOUR = 60 * 60 * 1000;

export interface RecordsOptions {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly tabs: ServedTabs;
  readonly log: FastifyBaseLogger;
}

/** Everything that writes rows. */
export interface Records {
  readonly writer: Writer;
  readonly folding: Folding;
  readonly close: () => Promise<void>;
}

const opened = new WeakMap<Kysely<Database>, Records>();

/** The one writer of a server: the public addresses and the owner's write through the same queue. */
export function recordsOf({ db, workers, tabs, log }: RecordsOptions): Records {
  const known = opened.get(db);
  if (known !== undefined) return known;
  const report = (error: unknown) => log.error({ err: error }, 'work in the background failed');
  const grown: WriterOptions['grown'] = (...growth) => folding.grown(...growth);
  const writer = new Writer({ db, tabs, log: openLog(db), grown, report });
  const folding = createFolding({ db, workers, tabs, report, between: (work) => writer.between(work) });
  const timer = setInterval(() => void purgeKeptAnswers(db).catch(report), HOUR).unref();
  const records = {
    writer,
    folding,
    close: async () => {
      clearInterval(timer);
      await folding.close();
    },
  };
  opened.set(db, records);
  return records;
}
