import type { Awaitable } from '../awaitable';
import { streamBlob } from '../database/blobs';
import type { ListenerState } from '../database/notifications';
import type { Db } from '../database/schema';
import type { Base } from '../parts';
import { findTab, type ReadTab } from '../store/log/endpointsRepository';
import type { Follower } from '../store/log/follower';
import { FormerRows } from '../store/log/formerRows';
import { readSince } from '../store/log/readSince';
import { Rebuilder } from '../store/log/rebuilder';
import type { Workers } from '../workers/workers';
import type { Answer, Answers } from './answers/answer';
import { Directory } from './directory';
import type { StaleTabs } from '../drive/stale/staleTabs';
import type { ServedTab } from '../store/memory/engine';
import { type Memory, SharedCache } from '../store/memory/memory';
import { ServedTabs, type TabSnapshot } from '../store/memory/servedTabs';
import { LongQueries } from './longQueries';
import { ShownTabs } from './answers/displayedTabs';
import { StaleFormulas } from './staleFormulas';

const MAX_ANSWERS_BYTES = 64 * 1024 * 1024;

/** Number of recent queries to remember, approximately. A query repeated later than that would have left the cache anyway. */
const MAX_RECENT_QUERIES = 1 << 14;

/** Caches and stores that the routes of rows read from. */
export interface ReadServices {
  readonly db: Db;
  readonly directory: Directory;
  readonly tabs: ServedTabs;
  /** Catches tabs up with writes of other servers; undefined on a single server. */
  readonly follower: Follower | undefined;
  /** Rebuilds damaged snapshots. */
  readonly rebuilder: Pick<Rebuilder, 'rebuildAfter'>;
  /** Revisions that cursors name and that are no longer in memory. */
  readonly former: FormerRows;
  /** Displayed text and formulas of cells. */
  readonly shown: ShownTabs;
  /** Cells whose formulas are older than their inputs. */
  readonly stale: StaleFormulas;
  /** Response cache. */
  readonly answers: Answers;
  /** Shared memory budget of these caches. */
  readonly memory: Memory;
  /**
   * Hashes of recent queries, one per slot, overwritten by the next query of the same slot. While the response cache is filling,
   * responses to other queries are not cached. Hashes instead of texts, because texts would cost more garbage collection than the
   * cache saves.
   */
  readonly recentQueries: Uint32Array;
  readonly longQueries: LongQueries;
}

/** Dependencies of {@link createReadServices}. */
interface ReadServicesParts
  extends Pick<ReadServices, 'db' | 'tabs' | 'follower' | 'memory'>, Pick<Base, 'events' | 'report'> {
  readonly workers: Pick<Workers, 'run'>;
  readonly staleTabs: Pick<StaleTabs, 'of'>;
  /** State of the listener for changes by other servers. */
  readonly listenerState: Readonly<ListenerState>;
}

/** Creates the cache of tabs: their snapshots, and the writes since. */
export const createTabs = ({ db, memory }: Pick<ReadServices, 'db' | 'memory'>): ServedTabs =>
  new ServedTabs({
    read: (snapshot) => streamBlob(db, snapshot),
    readSince: (tab, loaded, head) => readSince(db, tab, loaded, head),
    memory,
  });

/** Creates the server's one {@link ReadServices}, shared by the public routes and the owner's. */
export function createReadServices(parts: ReadServicesParts): ReadServices {
  const { db, workers, events, listenerState, memory, tabs, follower, staleTabs, report } = parts;
  const former = new FormerRows({ db, workers, tabs });
  const shown = new ShownTabs(former, memory);
  const directory = new Directory(db, events, listenerState);
  const answers = new SharedCache<Answer>(MAX_ANSWERS_BYTES, { memory });
  events.deleted.on((ids) => {
    for (const id of ids) tabs.drop(id);
    for (const id of ids) shown.drop(id);
    answers.deleteWhere((key) => ids.some((id) => key.includes(id)));
  });
  return {
    db,
    memory,
    tabs,
    follower,
    former,
    shown,
    answers,
    rebuilder: new Rebuilder({ db, events, former, report }),
    directory,
    stale: new StaleFormulas(staleTabs, directory, tabs, memory),
    recentQueries: new Uint32Array(MAX_RECENT_QUERIES),
    longQueries: new LongQueries(),
  };
}

const snapshotOf = ({ id, snapshot_blob: snapshot, revision, raw_mark, key_column: keyColumn }: ReadTab): TabSnapshot =>
  raw_mark === null ? { id, snapshot, revision } : { id, snapshot, revision, unlogged: { keyColumn } };

/** Returns a tab's rows, if memory has its current revision. */
function peekTab({ tabs }: ReadServices, tab: ReadTab): ServedTab | undefined {
  const ready = tabs.peek(snapshotOf(tab));
  return ready !== undefined && ready.revision >= tab.revision ? ready : undefined;
}

/**
 * Returns a tab's rows, which are loaded into memory first if necessary. If they are replaced and removed while they load, returns
 * the rows that replaced them.
 *
 * @throws Refusal `too_large` when its rows do not fit into memory
 */
export const openTab = (reading: ReadServices, tab: ReadTab): Awaitable<ServedTab> =>
  peekTab(reading, tab) ?? loadTab(reading, tab);

async function loadTab(reading: ReadServices, tab: ReadTab): Promise<ServedTab> {
  // The tab was written by another server.
  if (reading.tabs.peek(snapshotOf(tab)) !== undefined) {
    await reading.follower?.follow(tab.id, tab.revision);
    const followed = peekTab(reading, tab);
    if (followed !== undefined) return followed;
    reading.tabs.evict(tab.id);
  }
  try {
    return await reading.tabs.get(snapshotOf(tab));
  } catch (error) {
    const current = await findTab(reading.db, tab.id);
    if (current === undefined) throw error;
    if (current.snapshot_blob !== tab.snapshot_blob) return reading.tabs.get(snapshotOf(current));
    const rebuilt = await reading.rebuilder.rebuildAfter(error, current);
    return reading.tabs.get(snapshotOf(rebuilt));
  }
}
