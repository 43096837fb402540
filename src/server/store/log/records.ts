import { isSqlite } from '../../database/databaseKind';
import type { Base } from '../../parts';
import type { ServedTabs } from '../memory/servedTabs';
import { Folding } from './compaction';
import { Follower } from './following';
import { Writer, type WriterOptions } from './writer';

export interface RecordsOptions extends Pick<Base, 'db' | 'workers' | 'locks' | 'events' | 'report'> {
  readonly tabs: ServedTabs;
}

/** Everything that writes rows. */
export interface Records {
  readonly writer: Writer;
  readonly folding: Folding;
  /** Of a server that has others beside it. */
  readonly follower: Follower | undefined;
}

/** Makes what writes the rows of a server: the public addresses and the owner's write through the same queue. */
export function createRecords({ db, workers, locks, events, tabs, report }: RecordsOptions): Records {
  const grown: WriterOptions['grown'] = (...growth) => folding.grown(...growth);
  const between = (work: () => Promise<void>): Promise<void> => writer.between(work);
  const follower = isSqlite(db) ? undefined : new Follower({ db, tabs, between });
  const catchUp: WriterOptions['catchUp'] = follower && ((tabId) => follower.followNow(tabId));
  const writer: Writer = new Writer({ db, tabs, grown, report, catchUp });
  const folding = new Folding({ db, workers, locks, events, tabs, report, between });
  return { writer, folding, follower };
}
