import type { ServedTab, TabView } from './engine';
import { type Memory, SharedCache } from './memory';

/** The rows of a tab at one revision. */
export interface RowsAt {
  readonly served: ServedTab;
  readonly view: TabView;
}

/** Rows that others have taken the place of, with the revisions that they had. */
type Former = Pick<ServedTab, 'bytes' | 'viewAt'>;

interface Kept {
  readonly tabId: string;
  readonly key: string;
  readonly served: ServedTab;
  readonly former: Former;
}

/** Part of all memory that they take at most. */
const SHARE = 1 / 4;

/** Rows of tabs that others have taken the place of, for cursors of earlier revisions: they go when their memory is needed. */
export class FormerTabs {
  readonly #kept: SharedCache<Kept>;
  /** By tab: what is kept of it, the newest first. */
  readonly #ofTab = new Map<string, string[]>();
  #named = 0;

  constructor(memory: Memory) {
    this.#kept = new SharedCache(memory.budget * SHARE, { memory, evicted: (kept) => this.#forget(kept) });
  }

  /** @param served the tab that these rows belong to, or belonged to */
  keep(tabId: string, served: ServedTab, former: Former = served): void {
    this.#named += 1;
    const key = String(this.#named);
    this.#ofTab.set(tabId, [key, ...(this.#ofTab.get(tabId) ?? [])]);
    this.#kept.set(key, { tabId, key, served, former }, former.bytes);
  }

  /** Lets go of all that is kept of a tab. */
  drop(tabId: string): void {
    for (const key of this.#ofTab.get(tabId) ?? []) this.#kept.delete(key);
    this.#ofTab.delete(tabId);
  }

  /** The rows of a tab at a revision, where they are kept. */
  find(tabId: string, revision: number): RowsAt | undefined {
    for (const key of this.#ofTab.get(tabId) ?? []) {
      const kept = this.#kept.get(key);
      const view = kept?.former.viewAt(revision);
      if (kept !== undefined && view !== undefined) return { served: kept.served, view };
    }
    return undefined;
  }

  #forget({ tabId, key }: Kept): void {
    const left = this.#ofTab.get(tabId)?.filter((one) => one !== key) ?? [];
    if (left.length === 0) this.#ofTab.delete(tabId);
    else this.#ofTab.set(tabId, left);
  }
}
