import type { ServedTab } from './engine';
import { Lru } from './lru';
import { loadServedTab } from './servedTab';

/** Which rows of which tab. */
export interface TabSnapshot {
  /** Id of the tab. */
  readonly id: string;
  /** Id of the blob with its packed rows; another one holds other rows. */
  readonly snapshot: string;
}

export interface ServedTabsOptions {
  /** Reads a blob with packed rows. */
  readonly read: (snapshot: string) => Promise<Buffer>;
  /** Bytes in memory for all tabs together, and the most for one. */
  readonly budget: number;
  /** Tabs that are loaded at the same time. */
  readonly loadsAtOnce?: number;
}

/**
 * The tabs in memory. One is loaded when it is first asked for, once however many ask, and makes room for others when it was
 * not asked for the longest. Of a tab only the newest rows are kept.
 */
export class ServedTabs {
  /** By id of the tab. */
  readonly #tabs: Lru<{ readonly snapshot: string; readonly tab: ServedTab }>;
  readonly #loading = new Map<string, Promise<ServedTab>>();
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(private readonly options: ServedTabsOptions) {
    this.#tabs = new Lru(options.budget);
    this.#free = options.loadsAtOnce ?? 2;
  }

  /** @throws Refusal `too_large` when the tab does not fit into memory; whatever `read` throws */
  async get({ id, snapshot }: TabSnapshot): Promise<ServedTab> {
    const kept = this.#tabs.get(id);
    if (kept?.snapshot === snapshot) return kept.tab;
    const loading = this.#loading.get(snapshot);
    if (loading !== undefined) return loading;
    const loaded = this.#load(id, snapshot);
    this.#loading.set(snapshot, loaded);
    try {
      return await loaded;
    } finally {
      this.#loading.delete(snapshot);
    }
  }

  async #load(id: string, snapshot: string): Promise<ServedTab> {
    await this.#turn();
    try {
      const tab = await loadServedTab(await this.options.read(snapshot), this.options.budget);
      this.#tabs.set(id, { snapshot, tab }, tab.bytes);
      return tab;
    } finally {
      this.#free += 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn() {
    while (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
  }
}
