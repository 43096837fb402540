import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { PackedRowsHead } from '../../normalise/packedRows';
import type { PackedSource } from '../../rawTab/packedLines';
import type { RowChange, RowsAt, ServedTab } from './engine';
import { Semaphore } from '../../semaphore';
import { type Memory, SharedCache } from './memory';
import { loadServedTab, type StoredTab } from './storedTab';

/** Which rows of which tab. */
export interface TabSnapshot {
  /** Id of the tab. */
  readonly id: string;
  /** Id of the blob with its packed rows; another one holds other rows. */
  readonly snapshot: string;
  /** Revision at which the rows of the snapshot, and what is written since, stand; 0 where it does not matter. */
  readonly revision?: number;
  /**
   * Key column, or `null`, of a tab that changes by another snapshot alone, as those of Google's sheets do: its log need not be read.
   * Absent for others.
   */
  readonly unlogged?: { readonly keyColumn: string | null };
}

/** What has been written since a snapshot, in order, and the revision that leads to. */
export interface WrittenSince {
  readonly changes: readonly RowChange[];
  readonly revision: number;
}

/** Brings a tab that is being loaded up to what was written since its snapshot. */
export type ReadSince = (tab: TabSnapshot, loaded: ServedTab, head: PackedRowsHead) => Promise<void>;

export interface ServedTabsOptions {
  /** Reads a blob with packed rows, or begins to. */
  readonly read: (snapshot: string) => PackedSource | Promise<PackedSource>;
  /** Absent where nothing is written. */
  readonly readSince?: ReadSince;
  /** What all tabs have to fit into, with whatever else is kept there. */
  readonly memory: Memory;
  /** Tabs that are loaded at the same time. */
  readonly loadsAtOnce?: number;
}

/** Part of all memory that rows of earlier revisions take at most. */
const FORMER_SHARE = 1 / 4;

/** Most tabs of which it is known when they were written. */
const WRITTEN_MOST = 100_000;

/** After so many looks at tabs, and when one is loaded, those that were looked at are weighed again. */
const LOOKS_MOST = 1_000;

/** Tabs that are weighed beside them: a tab may grow for a while after it was looked at. */
const WEIGHED_BESIDE = 32;

interface Kept {
  readonly snapshot: string;
  /** The snapshot that this one has replaced, with the very same rows. */
  readonly former?: string;
  readonly tab: StoredTab;
}

const bytesOf = ({ tab }: Kept) => tab.bytes;

async function applyNew(tab: ServedTab, { changes, revision }: WrittenSince): Promise<void> {
  if (revision > tab.revision) await tab.apply(changes, revision);
}

const formerKey = (id: string, revision: number) => `${id} ${revision}`;

/**
 * The tabs in memory. One is loaded when it is first asked for, once however many ask, and evicted when it was not asked for the
 * longest. Rows that others have taken the place of are kept for cursors while there is memory.
 */
export class ServedTabs {
  /** By id of the tab. */
  readonly #tabs: SharedCache<Kept>;
  /** By id of the tab what was last replaced of it; and what was loaded for cursors, by {@link formerKey}. */
  readonly #former: SharedCache<ServedTab>;
  /** By snapshot. */
  readonly #loading = new Map<string, Promise<ServedTab>>();
  /** By id of a tab that is being loaded: what is written to it meanwhile, for each load. */
  readonly #missed = new Map<string, Set<WrittenSince[]>>();
  readonly #loads: Semaphore;
  /** When rows of a tab were last written, by its id. */
  readonly #written = new LRUCache<string, number>({ max: WRITTEN_MOST });
  /** Looks at tabs since they were weighed. */
  #looks = 0;

  constructor(private readonly options: ServedTabsOptions) {
    const { memory, loadsAtOnce = 2 } = options;
    this.#tabs = new SharedCache(memory.budget, { memory });
    this.#former = new SharedCache(memory.budget * FORMER_SHARE, { memory });
    this.#loads = new Semaphore(loadsAtOnce);
  }

  /** The tab, where it is in memory with these rows, without waiting. */
  peek({ id, snapshot }: TabSnapshot): ServedTab | undefined {
    this.#looks += 1;
    if (this.#looks > LOOKS_MOST) this.#weigh();
    const kept = this.#tabs.get(id);
    return kept?.snapshot === snapshot || kept?.former === snapshot ? kept.tab : undefined;
  }

  /** @throws Refusal `too_large` when the tab does not fit into memory; whatever `read` throws */
  async get(asked: TabSnapshot): Promise<ServedTab> {
    const known = this.peek(asked) ?? this.#loading.get(asked.snapshot);
    if (known !== undefined) return known;
    const loading = this.#loads.hold(() => this.#load(asked)).finally(() => this.#loading.delete(asked.snapshot));
    this.#loading.set(asked.snapshot, loading);
    return loading;
  }

  /** The rows of a tab at a revision, where they are in memory. */
  at(id: string, revision: number): RowsAt | undefined {
    for (const served of [this.current(id), this.#former.get(id), this.#former.get(formerKey(id, revision))]) {
      const view = served?.viewAt(revision);
      if (served !== undefined && view !== undefined) return { served, view };
    }
    return undefined;
  }

  /**
   * Loads rows that are not the current ones: {@link at} finds them while there is memory.
   *
   * @param readSince brings them to the revision
   * @throws as {@link get}
   */
  async loadFormer(
    { id, revision }: Required<Pick<TabSnapshot, 'id' | 'revision'>>,
    source: PackedSource,
    readSince: (loaded: ServedTab) => Promise<void>,
  ): Promise<ServedTab> {
    const options = { most: this.options.memory.budget, revision };
    const former = await this.#loads.hold(() => loadServedTab(source, options, readSince));
    this.#former.set(formerKey(id, revision), former, former.bytes);
    return former;
  }

  /** Tabs that are being loaded, and bytes of those in memory. */
  load(): { readonly loading: number; readonly bytes: number } {
    return { loading: this.#loading.size, bytes: this.#tabs.bytes };
  }

  /** The tab as it is in memory, whichever rows it has. */
  current(id: string): ServedTab | undefined {
    return this.#tabs.get(id)?.tab;
  }

  /** The revision of a tab in memory. It does not count as a use of the tab. */
  revisionOf(id: string): number | undefined {
    return this.#tabs.peek(id)?.tab.revision;
  }

  /** Waits until a tab is not being loaded. */
  async loaded(id: string): Promise<void> {
    while (this.#missed.has(id)) await Promise.allSettled([nextTurn(), ...this.#loading.values()]);
  }

  /**
   * Applies what was written to the tab in memory, in steps, and to one that is being loaded. A revision that the tab has already
   * is passed over. Nothing else may be written to the tab meanwhile.
   */
  async apply(id: string, written: WrittenSince): Promise<void> {
    this.#written.set(id, Date.now());
    for (const missed of this.#missed.get(id) ?? []) missed.push(written);
    const kept = this.#tabs.get(id);
    if (kept === undefined) return;
    await applyNew(kept.tab, written);
    // It may have been evicted meanwhile.
    if (this.#tabs.get(id) === kept) this.#tabs.set(id, kept, kept.tab.bytes);
  }

  /** When rows of a tab were last written on this server, in milliseconds since 1970, where that is known. */
  writtenAt(id: string): number | undefined {
    return this.#written.get(id);
  }

  /** Notes that a new snapshot holds the very rows of an old one and what was written since: nothing has to be loaded. */
  adopt(id: string, from: string, snapshot: string): void {
    const kept = this.#tabs.get(id);
    if (kept?.snapshot === from) this.#tabs.set(id, { snapshot, former: from, tab: kept.tab }, kept.tab.bytes);
  }

  /** Drops a tab; it is loaded again when it is asked for. */
  forget(id: string): void {
    const kept = this.#tabs.take(id);
    if (kept !== undefined) this.#former.set(id, kept.tab, kept.tab.bytes);
  }

  /** Lets go of a deleted tab, and of its former rows. */
  drop(id: string): void {
    this.#tabs.delete(id);
    this.#written.delete(id);
    this.#former.deleteWhere((key) => key.startsWith(id));
  }

  /** Loads a tab as it stands now, and applies to it what is written meanwhile. */
  async #load(asked: TabSnapshot): Promise<ServedTab> {
    const { read, readSince, memory } = this.options;
    const missed: WrittenSince[] = [];
    const ofTab = this.#missed.get(asked.id) ?? new Set();
    this.#missed.set(asked.id, ofTab.add(missed));
    try {
      const options = { most: memory.budget, revision: asked.revision };
      const tab = await loadServedTab(await read(asked.snapshot), options, (loaded, head) =>
        readSince?.(asked, loaded, head),
      );
      for (const written of missed) await applyNew(tab, written);
      this.#weigh();
      this.forget(asked.id);
      this.#tabs.set(asked.id, { snapshot: asked.snapshot, tab }, tab.bytes);
      return tab;
    } finally {
      ofTab.delete(missed);
      if (ofTab.size === 0) this.#missed.delete(asked.id);
    }
  }

  /** Tabs grow by their indexes. */
  #weigh() {
    this.#tabs.weighRecent(this.#looks + WEIGHED_BESIDE, bytesOf);
    this.#looks = 0;
  }
}
