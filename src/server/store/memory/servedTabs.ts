import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { PackedRowsHead } from '../../normalise/packedRows';
import type { PackedSource } from '../../rawTab/packedLines';
import type { RowChange, RowsAt, ServedTab } from './engine';
import { Refusal } from '../../refusal';
import { Semaphore } from '../../semaphore';
import { type Memory, SharedCache } from './memory';
import { loadServedTab, type StoredTab } from './storedTab';

/** Identifies the rows of a tab. */
export interface TabSnapshot {
  /** Id of the tab. */
  readonly id: string;
  /** Id of the blob with the packed rows; other rows have another one. */
  readonly snapshot: string;
  /** Revision of the snapshot plus the log since; 0 where it does not matter. */
  readonly revision?: number;
  /**
   * Set for tabs whose rows change only by replacing the snapshot, such as Google sheets: they have no log to read. Holds the key
   * column, or `null`. Absent for other tabs.
   */
  readonly unlogged?: { readonly keyColumn: string | null };
}

/** Changes since a snapshot, in order, and the revision after them. */
interface WrittenSince {
  readonly changes: readonly RowChange[];
  readonly revision: number;
}

/** Applies the changes since its snapshot to a tab that is being loaded. */
type ReadSince = (tab: TabSnapshot, loaded: ServedTab, head: PackedRowsHead) => Promise<void>;

interface ServedTabsOptions {
  /** Reads a blob with packed rows, or opens it as a stream. */
  readonly read: (snapshot: string) => PackedSource | Promise<PackedSource>;
  /** Absent where nothing is written. */
  readonly readSince?: ReadSince;
  /** Memory budget that all tabs share with other caches. */
  readonly memory: Memory;
  /** Maximum number of concurrent loads. */
  readonly loadsAtOnce?: number;
}

/** Maximum share of the memory for rows of earlier revisions. */
const FORMER_SHARE = 1 / 4;

/** Maximum number of tabs whose last write time is remembered. */
const MAX_WRITE_TIMES = 100_000;

/** Maximum number of snapshots that are known not to fit into memory. */
const MAX_REFUSED = 1_000;

/** Number of lookups after which the sizes of recently used tabs are updated; a load updates them too. */
const MAX_LOOKUPS = 1_000;

/** Additional tabs whose size is updated: a tab may grow for a while after its last lookup. */
const ADDITIONAL_WEIGHED = 32;

interface CachedTab {
  readonly snapshot: string;
  /** The previous snapshot, which has the same rows. */
  readonly former?: string;
  readonly tab: StoredTab;
}

const bytesOf = ({ tab }: CachedTab) => tab.bytes;

async function applyNew(tab: ServedTab, { changes, revision }: WrittenSince): Promise<void> {
  if (revision > tab.revision) await tab.apply(changes, revision);
}

const formerKey = (id: string, revision: number) => `${id} ${revision}`;

/**
 * The tabs in memory. A tab is loaded at its first request (concurrent requests share one load) and evicted by LRU. Replaced rows
 * stay cached for cursors while there is memory.
 */
export class ServedTabs {
  /** By id of the tab. */
  readonly #tabs: SharedCache<CachedTab>;
  /** The last replaced rows by id of the tab, and rows loaded for cursors by {@link formerKey}. */
  readonly #former: SharedCache<ServedTab>;
  /** Loads in flight, by snapshot. */
  readonly #loading = new Map<string, Promise<ServedTab>>();
  /** Writes during a load, by id of the tab, for each load. */
  readonly #writesDuringLoad = new Map<string, Set<WrittenSince[]>>();
  readonly #loads: Semaphore;
  /** Refusals of rows that do not fit into memory, by snapshot: loading them again would take as long each time. */
  readonly #refused = new LRUCache<string, Refusal>({ max: MAX_REFUSED });
  /** Time of the last write to a tab, by its id. A size limit, as `max` would allocate memory for all entries at once. */
  readonly #written = new LRUCache<string, number>({ maxSize: MAX_WRITE_TIMES, sizeCalculation: () => 1 });
  /** Lookups since the sizes were last updated. */
  #lookups = 0;

  constructor(private readonly options: ServedTabsOptions) {
    const { memory, loadsAtOnce = 2 } = options;
    this.#tabs = new SharedCache(memory.budget, { memory });
    this.#former = new SharedCache(memory.budget * FORMER_SHARE, { memory });
    this.#loads = new Semaphore(loadsAtOnce);
  }

  /** Returns the tab synchronously if it is in memory with these rows. */
  peek({ id, snapshot }: TabSnapshot): ServedTab | undefined {
    this.#lookups += 1;
    if (this.#lookups > MAX_LOOKUPS) this.#updateSizes();
    const cached = this.#tabs.get(id);
    return cached?.snapshot === snapshot || cached?.former === snapshot ? cached.tab : undefined;
  }

  /** @throws Refusal `too_large` when the tab does not fit into memory; whatever `read` throws */
  async get(requested: TabSnapshot): Promise<ServedTab> {
    const known = this.peek(requested) ?? this.#loading.get(requested.snapshot);
    if (known !== undefined) return known;
    const refused = this.#refused.get(requested.snapshot);
    if (refused !== undefined) throw refused;
    const loading = this.#loads
      .hold(() => this.#load(requested))
      .finally(() => this.#loading.delete(requested.snapshot));
    this.#loading.set(requested.snapshot, loading);
    return loading;
  }

  /** Returns the rows of a tab at a revision if they are in memory. */
  at(id: string, revision: number): RowsAt | undefined {
    for (const served of [this.current(id), this.#former.get(id), this.#former.get(formerKey(id, revision))]) {
      const view = served?.viewAt(revision);
      if (served !== undefined && view !== undefined) return { served, view };
    }
    return undefined;
  }

  /**
   * Loads rows of an earlier revision. {@link at} finds them while there is memory.
   *
   * @param readSince brings them to the revision
   * @throws as {@link get}
   */
  async loadFormer(
    { id, revision }: Required<Pick<TabSnapshot, 'id' | 'revision'>>,
    source: PackedSource,
    readSince: (loaded: ServedTab) => Promise<void>,
  ): Promise<ServedTab> {
    const options = { maxBytes: this.options.memory.budget, revision };
    const former = await this.#loads.hold(() => loadServedTab(source, options, readSince));
    this.#former.set(formerKey(id, revision), former, former.bytes);
    return former;
  }

  /** Returns the number of loads in flight, and the bytes of the tabs in memory. */
  load(): { readonly loading: number; readonly bytes: number } {
    return { loading: this.#loading.size, bytes: this.#tabs.bytes };
  }

  /** Returns the tab in memory, whichever rows it has. */
  current(id: string): ServedTab | undefined {
    return this.#tabs.get(id)?.tab;
  }

  /** Returns the revision of a tab in memory, without counting as a use of the tab. */
  revisionOf(id: string): number | undefined {
    return this.#tabs.peek(id)?.tab.revision;
  }

  /** Waits until the loads of a tab have ended. */
  async loaded(id: string): Promise<void> {
    while (this.#writesDuringLoad.has(id)) await Promise.allSettled([nextTurn(), ...this.#loading.values()]);
  }

  /**
   * Applies changes to the tab in memory, in steps, and queues them for loads in flight. A revision that the tab already has is
   * skipped. The caller ensures that no other write is applied meanwhile.
   */
  async apply(id: string, written: WrittenSince): Promise<void> {
    this.#written.set(id, Date.now());
    for (const writesDuringLoad of this.#writesDuringLoad.get(id) ?? []) writesDuringLoad.push(written);
    const cached = this.#tabs.get(id);
    if (cached === undefined) return;
    await applyNew(cached.tab, written);
    // The tab may have been evicted meanwhile.
    if (this.#tabs.get(id) === cached) this.#tabs.set(id, cached, cached.tab.bytes);
  }

  /** Returns the time of the last write to a tab on this server, in milliseconds since 1970, if known. */
  writtenAt(id: string): number | undefined {
    return this.#written.get(id);
  }

  /** Renames a tab in memory to a new snapshot that has the same rows, so that nothing is loaded. */
  rename(id: string, from: string, snapshot: string): void {
    const cached = this.#tabs.get(id);
    if (cached?.snapshot === from) this.#tabs.set(id, { snapshot, former: from, tab: cached.tab }, cached.tab.bytes);
  }

  /** Evicts a tab, so that the next request reloads it. Its rows stay available to cursors. */
  evict(id: string): void {
    const cached = this.#tabs.take(id);
    if (cached !== undefined) this.#former.set(id, cached.tab, cached.tab.bytes);
  }

  /** Removes a deleted tab and its former rows from memory. */
  drop(id: string): void {
    this.#tabs.delete(id);
    this.#written.delete(id);
    this.#former.deleteWhere((key) => key.startsWith(id));
  }

  /** Loads a tab in its current state, and applies the writes made meanwhile. */
  async #load(requested: TabSnapshot): Promise<ServedTab> {
    const { read, readSince, memory } = this.options;
    const writesDuringLoad: WrittenSince[] = [];
    const loadsOfTab = this.#writesDuringLoad.get(requested.id) ?? new Set();
    this.#writesDuringLoad.set(requested.id, loadsOfTab.add(writesDuringLoad));
    try {
      const options = { maxBytes: memory.budget, revision: requested.revision };
      const tab = await loadServedTab(await read(requested.snapshot), options, (loaded, head) =>
        readSince?.(requested, loaded, head),
      );
      for (const written of writesDuringLoad) await applyNew(tab, written);
      this.#updateSizes();
      this.evict(requested.id);
      this.#tabs.set(requested.id, { snapshot: requested.snapshot, tab }, tab.bytes);
      return tab;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'too_large') this.#refused.set(requested.snapshot, error);
      throw error;
    } finally {
      loadsOfTab.delete(writesDuringLoad);
      if (loadsOfTab.size === 0) this.#writesDuringLoad.delete(requested.id);
    }
  }

  /** Updates the sizes of recently used tabs, which grow with their indexes. */
  #updateSizes() {
    this.#tabs.updateRecentSizes(this.#lookups + ADDITIONAL_WEIGHED, bytesOf);
    this.#lookups = 0;
  }
}
