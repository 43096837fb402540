import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { RowChange } from '../memory/engine';
import type { ServedTabs } from '../memory/servedTabs';
import { LogParts } from './logEntries';
import { stateOf, type TabState } from './work';
import { readTail, SnapshotReplaced, type WrittenTail } from './driveLog';
import { appendOf, finalChangesOf, type TabAt, tabAtOf } from './readSince';

type Db = Kysely<Database>;

interface FollowerOptions {
  readonly db: Db;
  readonly tabs: ServedTabs;
  /** Runs work while no write is committed. */
  readonly between: (work: () => Promise<void>) => Promise<void>;
}

/** So often a log is read for one piece of news: the second look sees what the first has begun too early for. */
const MOST_LOOKS = 3;

/** Brings tabs in memory up to what other servers have written, by the end of their logs. */
export class Follower {
  /** By tab: the look that is under way. */
  readonly #following = new Map<string, Promise<void>>();

  constructor(private readonly options: FollowerOptions) {}

  /**
   * Hears that a tab has come to a revision. One that is not in memory reads all of it when it is loaded.
   *
   * @throws whatever the database throws; the tab is behind then, and is brought up when it is next asked for
   */
  async follow(tabId: string, revision: number): Promise<void> {
    await this.options.tabs.loaded(tabId);
    // A look that is under way may have begun before the revision was there.
    for (let looks = 0; looks < MOST_LOOKS && this.#isBehind(tabId, revision); looks += 1) {
      await (this.#following.get(tabId) ?? this.#once(tabId));
    }
  }

  /** As {@link follow}, for the writer itself: it is at work, so that nothing else is written meanwhile. */
  async followNow(tabId: string): Promise<void> {
    await this.#takeOrForget(tabId, await this.#readTail(tabId).catch(() => undefined));
  }

  #isBehind(tabId: string, revision: number): boolean {
    const tab = this.options.tabs.current(tabId);
    return tab !== undefined && tab.revision < revision;
  }

  #once(tabId: string): Promise<void> {
    const done = this.#catchUp(tabId).finally(() => this.#following.delete(tabId));
    this.#following.set(tabId, done);
    return done;
  }

  async #catchUp(tabId: string) {
    const tail = await this.#readTail(tabId);
    await this.options.between(() => this.#takeOrForget(tabId, tail));
  }

  /** What cannot be followed is forgotten, and read anew when it is asked for. */
  async #takeOrForget(tabId: string, tail: WrittenTail | undefined) {
    if (tail === undefined || !(await this.#take(tabId, tail))) this.options.tabs.forget(tabId);
  }

  async #readTail(tabId: string): Promise<WrittenTail | undefined> {
    const tab = this.options.tabs.current(tabId);
    const state = tab && stateOf(tab);
    if (state === undefined) return undefined;
    try {
      return await readTail(this.options.db, tabId, state.sequence);
    } catch (error) {
      if (error instanceof SnapshotReplaced) return undefined;
      throw error;
    }
  }

  /** @returns false where the tab is another one by now */
  async #take(tabId: string, tail: WrittenTail): Promise<boolean> {
    const { tabs } = this.options;
    const tab = tabs.current(tabId);
    const state = tab && stateOf(tab);
    if (tab === undefined || state?.snapshot !== tail.snapshot) return false;
    // This server has written meanwhile, so it had followed before.
    if (state.sequence !== tail.after) return state.sequence >= tail.sequence;
    const { changes, lastRow } = rowChangesOf(tabAtOf(tab.view(), tail.keyColumn), tail.log);
    await tabs.apply(tabId, { changes, revision: tail.revision });
    followState(state, tail, lastRow);
    return true;
  }
}

/** What a log does to a tab, and the number of the last row that it concerns; 0 when there is none. */
function rowChangesOf(tab: TabAt, log: readonly string[]): { readonly changes: RowChange[]; readonly lastRow: number } {
  const parts = new LogParts(log);
  const added = log.flatMap((text) => parts.take(text));
  const rows = [added.at(-1)?.row ?? 0, ...parts.finals.keys()];
  return {
    changes: [
      ...added.filter(({ row }) => row > tab.headerRow).map((row) => appendOf(tab, row)),
      ...finalChangesOf(tab, parts.finals),
    ],
    lastRow: rows.reduce((last, row) => Math.max(last, row)),
  };
}

function followState(state: TabState, tail: WrittenTail, lastRow: number) {
  state.sequence = tail.sequence;
  state.lastRow = Math.max(state.lastRow, lastRow);
  state.pending += tail.changes;
}
