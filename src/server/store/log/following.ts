import { createSingleFlight } from '../../database/locks';
import type { Db } from '../../database/schema';
import type { ServedTabs } from '../memory/servedTabs';
import { readTail, SnapshotReplaced, type WrittenTail } from './driveLog';
import { rowChangesIn, tabAtOf } from './readSince';

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
  readonly #looks = createSingleFlight<void>();

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
      await this.#looks(tabId, () => this.#catchUp(tabId));
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

  async #catchUp(tabId: string) {
    const tail = await this.#readTail(tabId);
    await this.options.between(() => this.#takeOrForget(tabId, tail));
  }

  /** What cannot be followed is forgotten, and read anew when it is asked for. */
  async #takeOrForget(tabId: string, tail: WrittenTail | undefined) {
    if (tail === undefined || !(await this.#take(tabId, tail))) this.options.tabs.forget(tabId);
  }

  async #readTail(tabId: string): Promise<WrittenTail | undefined> {
    const state = this.options.tabs.current(tabId)?.state;
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
    const state = tab?.state;
    if (tab === undefined || state?.snapshot !== tail.snapshot) return false;
    // This server has written meanwhile, so it had followed before.
    if (state.sequence !== tail.after) return state.sequence >= tail.sequence;
    const parts = [...rowChangesIn(tabAtOf(tab.view(), tail.keyColumn), tail.log)];
    await tabs.apply(tabId, { changes: parts.flatMap(({ changes }) => changes), revision: tail.revision });
    state.sequence = tail.sequence;
    state.lastRow = parts.reduce((last, { lastRow }) => Math.max(last, lastRow), state.lastRow);
    state.pending += tail.changes;
    return true;
  }
}
