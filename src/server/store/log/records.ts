import { isSqlite } from '../../database/databaseKind';
import type { Base } from '../../parts';
import type { ServedTabs } from '../memory/servedTabs';
import { Compaction } from './compaction';
import { Follower } from './follower';
import { Writer, type WriterOptions } from './writer';

interface RecordsOptions extends Pick<Base, 'db' | 'workers' | 'locks' | 'events' | 'report'> {
  readonly tabs: ServedTabs;
}

/** Everything that writes rows. */
export interface Records {
  readonly writer: Writer;
  readonly compaction: Compaction;
  /** Only where several servers share a database. */
  readonly follower: Follower | undefined;
}

/** Creates the writer and its helpers. The public addresses and the owner's grid share its queue. */
export function createRecords({ db, workers, locks, events, tabs, report }: RecordsOptions): Records {
  const onLogGrowth: WriterOptions['onLogGrowth'] = (...growth) => compaction.onLogGrowth(...growth);
  const betweenCommits = (work: () => Promise<void>): Promise<void> => writer.betweenCommits(work);
  const follower = isSqlite(db) ? undefined : new Follower({ db, tabs, betweenCommits });
  const catchUp: WriterOptions['catchUp'] = follower && ((tabId) => follower.followNow(tabId));
  const writer: Writer = new Writer({ db, tabs, onLogGrowth, report, catchUp });
  const compaction = new Compaction({ db, workers, locks, events, tabs, report, betweenCommits });
  return { writer, compaction, follower };
}
