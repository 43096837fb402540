import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { ServerEvents } from '../../database/events';
import type { Database } from '../../database/schema';
import { sqliteOf } from '../../database/sqlite';
import type { ServedTabs } from '../memory/servedTabs';
import { NUL } from '../../http/requestChecks';
import type { Workers } from '../../workers/workers';
import { createFolding, type Folding } from './compaction';
import { openFollower } from './following';
import { removeFormerSnapshots } from './formerSnapshots';
import { purgeKeptAnswers } from './keptAnswers';
import { openLog } from './logStore';
import { openRebuilder } from './rebuilding';
import { Writer, type WriterOptions } from './writer';

/** Whether a tab once had a row with this id, which was removed. Of ids that hold NUL nobody knows. */
export async function wasRow(db: Kysely<Database>, tabId: string, id: string): Promise<boolean> {
  if (id.includes(NUL)) return false;
  const found = await db
    .selectFrom('gone_rows')
    .select('row_id')
    .where('tab_id', '=', tabId)
    .where('row_id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

export interface RecordsOptions {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly events: ServerEvents;
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

/** What writes rows, where it has been opened. */
export const openRecords = ({ db }: Pick<RecordsOptions, 'db'>): Records | undefined => opened.get(db);

/** Looks every minute for rows that no cursor asks for any more. @returns ends it after the step under way */
function sweepFormerSnapshots(db: Kysely<Database>, report: (error: unknown) => void): () => Promise<void> {
  const ending = new AbortController();
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => removeFormerSnapshots(db, ending.signal)).catch(report);
  }, MINUTE).unref();
  return () => {
    clearInterval(timer);
    ending.abort();
    return running;
  };
}

/** The one writer of a server: the public addresses and the owner's write through the same queue. */
export function recordsOf({ db, workers, events, tabs, log }: RecordsOptions): Records {
  const known = opened.get(db);
  if (known !== undefined) return known;
  const report = (error: unknown) => log.error({ err: error }, 'work in the background failed');
  const grown: WriterOptions['grown'] = (...growth) => folding.grown(...growth);
  const between = (work: () => Promise<void>): Promise<void> => writer.between(work);
  const follower = sqliteOf(db) === undefined ? openFollower({ db, tabs, between }) : undefined;
  const catchUp: WriterOptions['catchUp'] = follower && ((tabId) => follower.followNow(tabId));
  const writer: Writer = new Writer({ db, tabs, log: openLog(db), grown, report, catchUp });
  const folding = createFolding({ db, workers, events, tabs, report, between });
  openRebuilder({ db, workers, events, report });
  const timer = setInterval(() => void purgeKeptAnswers(db).catch(report), HOUR).unref();
  const closeSweep = sweepFormerSnapshots(db, report);
  const records = {
    writer,
    folding,
    close: async () => {
      clearInterval(timer);
      await folding.close();
      await closeSweep();
    },
  };
  opened.set(db, records);
  return records;
}
