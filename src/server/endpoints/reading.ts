import type { Kysely } from 'kysely';
import { streamBlob } from '../database/blobs';
import type { ServerEvents } from '../database/events';
import type { Hearing } from '../database/notifications';
import type { Database } from '../database/schema';
import { findTab, type ReadTab } from '../store/log/endpointsRepository';
import { followerOf } from '../store/log/following';
import { readSince } from '../store/log/readSince';
import { rebuiltAfter } from '../store/log/rebuilding';
import type { Answer, Answers } from './answers/answer';
import { Directory } from './directory';
import { Doorkeeper } from './doorkeeper';
import type { ServedTab } from '../store/memory/engine';
import { type Memory, SharedCache } from '../store/memory/memory';
import { ServedTabs, type TabSnapshot } from '../store/memory/servedTabs';
import { FormerViews } from './formerViews';
import { LongQueries } from './longQueries';

const ANSWERS_BUDGET = 64 * 1024 * 1024;

/** What the addresses that answer rows read from. */
export interface Reading {
  readonly db: Kysely<Database>;
  readonly directory: Directory;
  readonly tabs: ServedTabs;
  /** Revisions that cursors ask, and memory has let go of. */
  readonly former: FormerViews;
  /** Finished answers. */
  readonly answers: Answers;
  /** What all of them have to fit into. */
  readonly memory: Memory;
  /** What has been asked lately. */
  readonly doorkeeper: Doorkeeper;
  readonly longQueries: LongQueries;
}

/** What is read with. */
export interface ReadingParts {
  readonly db: Kysely<Database>;
  readonly events: ServerEvents;
  /** Whether this server hears of what others change. */
  readonly hearing: Readonly<Hearing>;
  /** The budget that it shares with other caches of the server. */
  readonly memory: Memory;
}

/** Makes the one reading of a server: the public addresses and the owner's share what is in memory. */
export function createReading({ db, events, hearing, memory }: ReadingParts): Reading {
  const tabs = new ServedTabs({
    read: (snapshot) => streamBlob(db, snapshot),
    readSince: (tab, loaded, head) => readSince(db, tab, loaded, head),
    memory,
  });
  const former = new FormerViews({ db, tabs });
  return {
    db,
    memory,
    former,
    tabs,
    directory: new Directory(db, events, hearing),
    answers: new SharedCache<Answer>(ANSWERS_BUDGET, { memory }),
    doorkeeper: new Doorkeeper(),
    longQueries: new LongQueries(),
  };
}

const snapshotOf = ({
  id,
  snapshot_blob: snapshot,
  revision,
  raw_blob,
  key_column: keyColumn,
}: ReadTab): TabSnapshot =>
  raw_blob === null ? { id, snapshot, revision } : { id, snapshot, revision, unlogged: { keyColumn } };

/** A tab's rows, where they are in memory as the tab is stored: the way that waits for nothing. */
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
    await followerOf(reading.db)?.follow(tab.id, tab.revision);
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
    const rebuilt = await rebuiltAfter(error, reading.db, current);
    return reading.tabs.get(snapshotOf(rebuilt));
  }
}
