import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RowChange, ServedTab } from './engine';
import { Lru } from './lru';
import type { Memory } from './memory';
import { loadRows, readValues } from './servedTab';
import type { StoredTab } from './storedTab';

/** Which rows of which tab. */
export interface TabSnapshot {
  /** Id of the tab. */
  readonly id: string;
  /** Id of the blob with its packed rows; another one holds other rows. */
  readonly snapshot: string;
  /** Revision at which the rows of the snapshot, and what is written since, stand; 0 where nobody minds. */
  readonly revision?: number;
}

/** What has been written since a snapshot, in order, and the revision that leads to. */
export interface WrittenSince {
  readonly changes: readonly RowChange[];
  readonly revision: number;
}

export interface ServedTabsOptions {
  /** Reads a blob with packed rows. */
  readonly read: (snapshot: string) => Promise<Buffer>;
  /** Brings a tab that is being loaded up to what was written since its snapshot; nothing was where it is absent. */
  readonly readSince?: (tab: TabSnapshot, loaded: ServedTab, packed: Buffer) => Promise<void>;
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

/** After so many looks at tabs all are weighed again. */
const LOOKS_MOST = 50_000;

/**
 * The tabs in memory. One is loaded when it is first asked for, once however many ask, and makes room for others when it was
 * not asked for the longest. Of a tab only the newest rows are kept.
 */
export class ServedTabs {
  /** By id of the tab. */
  readonly #tabs: Lru<Kept>;
  readonly #loading = new Map<string, Promise<ServedTab>>();
  /** Of those that are being loaded: when their rows are there. By snapshot. */
  readonly #arriving = new Map<string, Promise<ServedTab>>();
  /** What is written to tabs while they are loaded, by their ids. */
  readonly #missed = new Map<string, Set<WrittenSince[]>>();
  /** When rows of a tab were last written, by its id. */
  readonly #written = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #free: number;
  /** Looks at tabs since they were weighed. */
  #looks = 0;

  constructor(private readonly options: ServedTabsOptions) {
    const { memory, left } = options;
    this.#tabs = new Lru(memory.budget, { memory, gone: ({ tab }) => left?.(tab, true) });
    this.#free = options.loadsAtOnce ?? 2;
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

  /**
   * As {@link get}, but as soon as rows can be answered as they are. Their values are still being read then: to ask for one
   * would hold up others until that is done.
   */
  async rows(asked: TabSnapshot): Promise<ServedTab> {
    const kept = this.#peekRows(asked);
    if (kept !== undefined && kept.revision >= (asked.revision ?? 0)) return kept;
    const whole = this.get(asked);
    return Promise.race([whole, this.#arriving.get(asked.snapshot) ?? whole]);
  }

  /** Tabs that are being loaded, and bytes of those in memory. */
  load(): { readonly loading: number; readonly bytes: number } {
    return { loading: this.#loading.size, bytes: this.#tabs.bytes };
  }

  /** The tab as it is in memory, whichever rows it has. */
  current(id: string): ServedTab | undefined {
    return this.#tabs.get(id)?.tab;
  }

  /** Waits until a tab is not being loaded. */
  async loaded(id: string): Promise<void> {
    // What was forgotten meanwhile is loaded to its end, though nobody is given it any more.
    while (this.#missed.has(id)) await Promise.allSettled([nextTurn(), ...this.#loading.values()]);
  }

  /** @throws Refusal `too_large` when the tab does not fit into memory; whatever `read` throws */
  async get(asked: TabSnapshot): Promise<ServedTab> {
    const kept = this.peek(asked);
    if (kept !== undefined) return kept;
    const loading = this.#loading.get(asked.snapshot);
    if (loading !== undefined) return loading;
    const loaded = this.#load(asked);
    this.#loading.set(asked.snapshot, loaded);
    try {
      return await loaded;
    } finally {
      if (this.#loading.get(asked.snapshot) === loaded) this.#loading.delete(asked.snapshot);
    }
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
    for (const missed of this.#missed.get(id) ?? []) missed.push(written);
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
    this.#loading.delete(kept.snapshot);
    this.#arriving.delete(kept.snapshot);
    this.options.left?.(kept.tab, false);
  }

  /**
   * Loads rows that are not those of now, for somebody who keeps them himself.
   *
   * @throws as {@link get}
   */
  async loadApart(asked: TabSnapshot, readSince: ServedTabsOptions['readSince']): Promise<ServedTab> {
    await this.#turn();
    try {
      const tab = await this.#read(asked, readSince);
      await readValues(tab, { most: this.options.memory.budget });
      return tab;
    } finally {
      this.#nextTurn();
    }
  }

  async #load(asked: TabSnapshot): Promise<ServedTab> {
    let arrived: (tab: ServedTab) => void = () => undefined;
    const arriving = new Promise<ServedTab>((resolve) => (arrived = resolve));
    this.#arriving.set(asked.snapshot, arriving);
    await this.#turn();
    const missed: WrittenSince[] = [];
    const ofTab = this.#missed.get(asked.id) ?? new Set();
    this.#missed.set(asked.id, ofTab.add(missed));
    try {
      const tab = await this.#loadRows(asked, missed);
      arrived(tab);
      // Whoever waits for the rows alone comes first.
      await nextTurn();
      await this.#readValues(asked.id, tab);
      return tab;
    } finally {
      if (this.#arriving.get(asked.snapshot) === arriving) this.#arriving.delete(asked.snapshot);
      ofTab.delete(missed);
      if (ofTab.size === 0) this.#missed.delete(asked.id);
      this.#nextTurn();
    }
  }

  /** The rows as they stand now, or then; their values are still to be read. */
  async #read(asked: TabSnapshot, readSince: ServedTabsOptions['readSince']): Promise<StoredTab> {
    const packed = await this.options.read(asked.snapshot);
    const tab = await loadRows(packed, { most: this.options.memory.budget, revision: asked.revision });
    await readSince?.(asked, tab, packed);
    return tab;
  }

  async #loadRows(asked: TabSnapshot, missed: readonly WrittenSince[]): Promise<StoredTab> {
    const tab = await this.#read(asked, this.options.readSince);
    for (const written of missed) {
      if (isNews(tab, written)) await tab.applyInSteps(written.changes, written.revision);
    }
    this.#weigh();
    this.forget(asked.id);
    this.#tabs.set(asked.id, { snapshot: asked.snapshot, tab }, tab.bytes);
    return tab;
  }

  async #readValues(id: string, tab: StoredTab): Promise<void> {
    try {
      await readValues(tab, { most: this.options.memory.budget });
      this.#weigh();
    } catch (error) {
      if (this.#tabs.get(id)?.tab === tab) this.forget(id);
      throw error;
    }
  }

  /** Tabs grow by what makes answers quicker. */
  #weigh() {
    this.#looks = 0;
    this.#tabs.reweigh((kept) => kept.tab.bytes);
  }

  async #turn() {
    while (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
  }

  #nextTurn() {
    this.#free += 1;
    this.#waiting.shift()?.();
  }
}

const isNews = ({ revision: known }: ServedTab, { revision }: WrittenSince) => revision > known;
