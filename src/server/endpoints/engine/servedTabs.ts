import type { ServedTab } from './engine';
import { Lru } from './lru';
import type { Memory } from './memory';
import type { StoredTab } from './storedTab';
import { TabLoads, type TabLoadsOptions } from './tabLoads';
import { isNews, type ReadSince, type TabSnapshot, type WrittenSince } from './tabSnapshot';

export interface ServedTabsOptions extends Pick<TabLoadsOptions, 'read' | 'ready' | 'readSince' | 'isAsSnapshot'> {
  /** What all tabs have to fit into, with whatever else is kept there. */
  readonly memory: Memory;
  /** Told of a tab that is served no more: it had to make room and is to be gone, or other rows have taken its place. */
  readonly left?: (tab: ServedTab, isGone: boolean) => void;
  /** Tabs that are loaded at the same time. */
  readonly loadsAtOnce?: number;
}

/** Most tabs of which it is known when they were written. */
const WRITTEN_MOST = 100_000;

interface Kept {
  readonly snapshot: string;
  /** The snapshot that this one has taken the place of, with the very same rows. */
  readonly former?: string;
  readonly tab: StoredTab;
}

const bytesOf = ({ tab }: Kept) => tab.bytes;

/** After so many looks at tabs, and when one is loaded, so many are weighed again. */
const LOOKS_MOST = 1_000;
const WEIGHED_AT_ONCE = 32;

/**
 * The tabs in memory. One is loaded when it is first asked for, and makes room for others when it was not asked for the longest.
 * Of a tab only the newest rows are kept.
 */
export class ServedTabs {
  /** By id of the tab. */
  readonly #tabs: Lru<Kept>;
  readonly #loads: TabLoads;
  /** When rows of a tab were last written, by its id. */
  readonly #written = new Map<string, number>();
  /** Looks at tabs since they were weighed. */
  #looks = 0;

  constructor(private readonly options: ServedTabsOptions) {
    const { memory, left, read, ready, readSince, isAsSnapshot, loadsAtOnce: atOnce } = options;
    this.#tabs = new Lru(memory.budget, { memory, gone: ({ tab }) => left?.(tab, true) });
    this.#loads = new TabLoads(
      { read, ready, readSince, isAsSnapshot, atOnce, most: memory.budget },
      {
        arrived: (asked, tab) => this.#keep(asked, tab),
        // Values take memory too.
        read: ({ id }) => this.#tabs.weigh(id, bytesOf),
        failed: ({ id }, tab) => {
          this.#forgetRows(id, tab);
          left?.(tab, true);
        },
      },
    );
  }

  /** The tab, where it is in memory with these rows: the way that waits for nothing. */
  peek(asked: TabSnapshot): ServedTab | undefined {
    this.#looks += 1;
    if (this.#looks > LOOKS_MOST) this.#weigh();
    const tab = this.#peekRows(asked);
    return tab?.isRead === true ? tab : undefined;
  }

  #peekRows({ id, snapshot }: TabSnapshot): StoredTab | undefined {
    const kept = this.#tabs.get(id);
    return kept?.snapshot === snapshot || kept?.former === snapshot ? kept.tab : undefined;
  }

  /** @throws Refusal `too_large` when the tab does not fit into memory; whatever `read` throws */
  async get(asked: TabSnapshot): Promise<ServedTab> {
    return this.peek(asked) ?? this.#loads.load(asked);
  }

  /** As {@link get}, for nobody who waits. */
  behind(asked: TabSnapshot): Promise<ServedTab> {
    return this.get({ ...asked, isBehind: true });
  }

  /**
   * As {@link get}, but as soon as the first rows, so many of them, can be answered as they are. Nothing else of them may be asked
   * for: the others may not be there yet, and to ask for a value would hold up others until all are read.
   */
  async rows(asked: TabSnapshot, count: number): Promise<ServedTab> {
    const kept = this.#peekRows(asked);
    if (kept !== undefined && kept.revision >= (asked.revision ?? 0)) return kept;
    return this.peek(asked) ?? this.#loads.loadRows(asked, count);
  }

  /**
   * Loads rows that are not those of now, for somebody who keeps them himself.
   *
   * @throws as {@link get}
   */
  loadApart(asked: TabSnapshot, readSince: ReadSince): Promise<ServedTab> {
    return this.#loads.loadApart(asked, readSince);
  }

  /** Tabs that are being loaded, and bytes of those in memory. */
  load(): { readonly loading: number; readonly bytes: number } {
    return { loading: this.#loads.size, bytes: this.#tabs.bytes };
  }

  /** The tab as it is in memory, whichever rows it has. */
  current(id: string): ServedTab | undefined {
    return this.#tabs.get(id)?.tab;
  }

  /** Waits until a tab is not being loaded. */
  loaded(id: string): Promise<void> {
    return this.#loads.over(id);
  }

  /**
   * Tells that rows were written: what is in memory follows at once, and so does what is being loaded. A revision that the
   * tab has seen already is passed over, so that telling twice does no harm.
   */
  apply(id: string, written: WrittenSince): void {
    const kept = this.#note(id, written);
    if (kept === undefined) return;
    if (isNews(kept.tab, written)) kept.tab.apply(written.changes, written.revision);
    this.#tabs.set(id, kept, kept.tab.bytes);
  }

  /** As {@link apply}, of much that was written, in small steps. Nothing else is written to the tab meanwhile. */
  async applyInSteps(id: string, written: WrittenSince): Promise<void> {
    const kept = this.#note(id, written);
    if (kept === undefined) return;
    if (isNews(kept.tab, written)) await kept.tab.applyInSteps(written.changes, written.revision);
    // It may have had to make room meanwhile.
    if (this.#tabs.get(id) === kept) this.#tabs.set(id, kept, kept.tab.bytes);
  }

  /** @returns the tab, where it is in memory */
  #note(id: string, written: WrittenSince): Kept | undefined {
    if (this.#written.size >= WRITTEN_MOST) this.#written.clear();
    this.#written.set(id, Date.now());
    this.#loads.tell(id, written);
    return this.#tabs.get(id);
  }

  /** When rows of a tab were last written on this server, in milliseconds since 1970, where that is known. */
  writtenAt(id: string): number | undefined {
    return this.#written.get(id);
  }

  /** Tells that a new snapshot holds the very rows of an old one and what was written since: nothing need be loaded. */
  adopt(id: string, from: string, snapshot: string): void {
    const kept = this.#tabs.get(id);
    if (kept?.snapshot === from) this.#tabs.set(id, { snapshot, former: from, tab: kept.tab }, kept.tab.bytes);
  }

  /** Forgets a tab, also one whose values are still being read; it is loaded again when it is asked for. */
  forget(id: string): void {
    const kept = this.#tabs.get(id);
    if (kept === undefined) return;
    this.#tabs.delete(id);
    this.#loads.forget(kept.snapshot);
    this.options.left?.(kept.tab, false);
  }

  #forgetRows(id: string, tab: StoredTab) {
    if (this.#tabs.get(id)?.tab === tab) this.forget(id);
  }

  #keep({ id, snapshot }: TabSnapshot, tab: StoredTab) {
    this.#weigh();
    this.forget(id);
    this.#tabs.set(id, { snapshot, tab }, tab.bytes);
  }

  /** Tabs grow by what makes answers quicker. */
  #weigh() {
    this.#looks = 0;
    this.#tabs.reweigh(bytesOf, WEIGHED_AT_ONCE);
  }
}
