import { streamBlob } from '../database/blobs';
import type { ListenerState } from '../database/notifications';
import type { Db } from '../database/schema';
import type { Base } from '../parts';
import { findTab, type ReadTab } from '../store/log/endpointsRepository';
import type { Follower } from '../store/log/following';
import { FormerRows } from '../store/log/formerRows';
import { readSince } from '../store/log/readSince';
import { Rebuilder } from '../store/log/rebuilding';
import type { Workers } from '../workers/workers';
import type { Answer, Answers } from './answers/answer';
import { Directory } from './directory';
import type { StaleTabs } from '../drive/stale/staleTabs';
import type { ServedTab } from '../store/memory/engine';
import { type Memory, SharedCache } from '../store/memory/memory';
import { ServedTabs, type TabSnapshot } from '../store/memory/servedTabs';
import { LongQueries } from './longQueries';
import { ShownTabs } from './answers/shownTabs';
import { StaleFormulas } from './staleFormulas';

const ANSWERS_BUDGET = 64 * 1024 * 1024;

/** Questions that are remembered, roughly: an answer that comes back later than that would not be kept so long anyway. */
const ASKED_MOST = 1 << 14;

/** What the addresses that answer rows read from. */
export interface Reading {
  readonly db: Db;
  readonly directory: Directory;
  readonly tabs: ServedTabs;
  /** Brings tabs up to what other servers have written; none where there are no others. */
  readonly follower: Follower | undefined;
  /** Makes damaged snapshots again. */
  readonly rebuilder: Pick<Rebuilder, 'rebuildAfter'>;
  /** Revisions that cursors ask, and memory has let go of. */
  readonly former: FormerRows;
  /** What cells display. */
  readonly shown: ShownTabs;
  /** Which formulas are older than their inputs. */
  readonly stale: StaleFormulas;
  /** Finished answers. */
  readonly answers: Answers;
  /** What all of them have to fit into. */
  readonly memory: Memory;
  /**
   * Hashes of questions that were asked lately, each in a place of its own until another takes it: where the cache fills, answers to
   * others are not kept. Texts would cost the garbage collector more than all that is kept saves.
   */
  readonly asked: Uint32Array;
  readonly longQueries: LongQueries;
}

/** What is read with. */
export interface ReadingParts
  extends Pick<Reading, 'db' | 'tabs' | 'follower' | 'memory'>, Pick<Base, 'events' | 'report'> {
  readonly workers: Pick<Workers, 'run'>;
  readonly staleTabs: Pick<StaleTabs, 'of'>;
  /** Whether this server hears of what others change. */
  readonly listenerState: Readonly<ListenerState>;
}

/** Makes what holds the rows of tabs: their snapshots, and what was written since. */
export const createTabs = ({ db, memory }: Pick<Reading, 'db' | 'memory'>): ServedTabs =>
  new ServedTabs({
    read: (snapshot) => streamBlob(db, snapshot),
    readSince: (tab, loaded, head) => readSince(db, tab, loaded, head),
    memory,
  });

/** Makes the one reading of a server: the public addresses and the owner's share what is in memory. */
export function createReading(parts: ReadingParts): Reading {
  const { db, workers, events, listenerState, memory, tabs, follower, staleTabs, report } = parts;
  const former = new FormerRows({ db, workers, tabs });
  const shown = new ShownTabs({ db, former, memory });
  const directory = new Directory(db, events, listenerState);
  const answers = new SharedCache<Answer>(ANSWERS_BUDGET, { memory });
  events.deleted.on((ids) => {
    for (const id of ids) tabs.drop(id);
    for (const id of ids) shown.drop(id);
    answers.deleteWhere((key) => ids.some((id) => key.includes(id)));
  });
  return {
    ...{ db, memory, tabs, follower, former, shown, answers },
    rebuilder: new Rebuilder({ db, events, former, report }),
    directory,
    stale: new StaleFormulas(staleTabs, directory, tabs, memory),
    asked: new Uint32Array(ASKED_MOST),
    longQueries: new LongQueries(),
  };
}

const snapshotOf = ({ id, snapshot_blob: snapshot, revision, raw_blob, key_column: keyColumn }: ReadTab): TabSnapshot =>
  raw_blob === null ? { id, snapshot, revision } : { id, snapshot, revision, unlogged: { keyColumn } };

/** A tab's rows, where they are in memory as the tab is stored. */
export function peekTab({ tabs }: Reading, tab: ReadTab): ServedTab | undefined {
  const ready = tabs.peek(snapshotOf(tab));
  return ready !== undefined && ready.revision >= tab.revision ? ready : undefined;
}

/**
 * A tab's rows in memory. Where they are replaced and removed while they are being read, they are the rows that came after.
 *
 * @throws Refusal `too_large` when its rows do not fit into memory
 */
export async function openTab(reading: Reading, tab: ReadTab): Promise<ServedTab> {
  const ready = peekTab(reading, tab);
  if (ready !== undefined) return ready;
  // Another server has written to it.
  if (reading.tabs.peek(snapshotOf(tab)) !== undefined) {
    await reading.follower?.follow(tab.id, tab.revision);
    const followed = peekTab(reading, tab);
    if (followed !== undefined) return followed;
    reading.tabs.forget(tab.id);
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
