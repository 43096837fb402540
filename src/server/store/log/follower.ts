import { createSingleFlight } from '../../database/locks';
import { leaveIfChanged } from '../../database/optimisticLocking';
import type { Db } from '../../database/schema';
import type { ServedTabs } from '../memory/servedTabs';
import { longerBy, readTail, type WrittenTail } from './driveLog';
import { changesIn, finalRows } from './logEntries';
import { lastRowAfter, rowChangesOf, tabBefore } from './readSince';

interface FollowerOptions {
  readonly db: Db;
  readonly tabs: ServedTabs;
  /** Runs work while no write is committed. */
  readonly betweenCommits: (work: () => Promise<void>) => Promise<void>;
}

/** Maximum reads of a log for one notification: a second read covers a first one that began before the revision was committed. */
const MAX_READS = 3;

/** Applies the writes of other servers to tabs in memory, from the end of their logs. */
export class Follower {
  readonly #reads = createSingleFlight<void>();

  constructor(private readonly options: FollowerOptions) {}

  /**
   * Brings a tab to a revision. A tab that is not in memory is read in full when it is loaded.
   *
   * @throws whatever the database throws; the tab is stale then, and catches up at the next request
   */
  async follow(tabId: string, revision: number): Promise<void> {
    await this.options.tabs.loaded(tabId);
    for (let reads = 0; reads < MAX_READS && this.#isBehind(tabId, revision); reads += 1) {
      await this.#reads(tabId, () => this.#catchUp(tabId));
    }
  }

  /** Like {@link follow}, for the writer, which ensures that no write is committed meanwhile. */
  async followNow(tabId: string): Promise<void> {
    await this.#applyOrEvict(tabId, await this.#readTail(tabId).catch(() => undefined));
  }

  #isBehind(tabId: string, revision: number): boolean {
    const tab = this.options.tabs.current(tabId);
    return tab !== undefined && tab.revision < revision;
  }

  async #catchUp(tabId: string) {
    const tail = await this.#readTail(tabId);
    await this.options.betweenCommits(() => this.#applyOrEvict(tabId, tail));
  }

  /** Applies the log, or evicts the tab so that the next request reloads it. */
  async #applyOrEvict(tabId: string, tail: WrittenTail | undefined) {
    if (tail === undefined || !(await this.#apply(tabId, tail))) this.options.tabs.evict(tabId);
  }

  async #readTail(tabId: string): Promise<WrittenTail | undefined> {
    const state = this.options.tabs.current(tabId)?.state;
    return state && leaveIfChanged(() => readTail(this.options.db, tabId, state.sequence));
  }

  /** @returns false when the tab has been replaced */
  async #apply(tabId: string, tail: WrittenTail): Promise<boolean> {
    const { tabs } = this.options;
    const tab = tabs.current(tabId);
    const state = tab?.state;
    if (tab === undefined || state?.snapshot !== tail.snapshot) return false;
    // This server has written meanwhile, so it had followed before.
    if (state.sequence !== tail.after) return state.sequence >= tail.sequence;
    const rows = finalRows(changesIn(tail.log));
    const changes = [...rowChangesOf(tabBefore(tab.view(), tail.keyColumn), rows, state.lastRow)].flat();
    await tabs.apply(tabId, { changes, revision: tail.revision });
    state.sequence = tail.sequence;
    state.lastRow = lastRowAfter(state.lastRow, rows);
    state.pending = longerBy(state.pending, tail);
    return true;
  }
}
