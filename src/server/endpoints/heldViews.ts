import type { ServedTab, TabView } from '../store/memory/engine';
import { type Memory, SharedCache } from '../store/memory/memory';

/**
 * How long, in milliseconds, a cursor keeps answering from the revision it was given for: from memory here, and else from what
 * is kept on disk (`formerViews.ts`).
 */
export const CURSOR_LIFE = 10 * 60_000;

const SWEEP = 60_000;

/** A view that is held for so much longer, in milliseconds, need not be held again each time it is asked for. */
const SPARE = 1_000;

/** A view that a cursor can ask. */
export interface Held {
  readonly view: TabView;
  readonly served: ServedTab;
  readonly tabId: string;
  /** When the last cursor expires. */
  readonly until: number;
}

export interface HeldViewsOptions {
  /** What tabs that were replaced, and are kept for cursors alone, have to fit into. */
  readonly memory: Memory;
  /** Most revisions that are held. */
  readonly most: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Told whenever a revision of a tab is held, or for longer. */
  readonly holding?: (tabId: string, revision: number) => void;
}

const keyOf = (tabId: string, revision: number) => `${revision} ${tabId}`;

/** The views of a tab that are held, by their keys, and its name among the tabs that were replaced. */
interface HeldTab {
  readonly name: string;
  readonly keys: Set<string>;
}

/**
 * The views that cursors were given for: each answers for ten minutes after the last cursor, whatever has changed since. They
 * look at the rows of a tab that is served, or was: the rows that have been replaced go when their memory is needed.
 */
export class HeldViews {
  /** In the order in which they were last held. */
  readonly #held = new Map<string, Held>();
  readonly #byView = new Map<TabView, Held>();
  readonly #tabs = new Map<ServedTab, HeldTab>();
  readonly #replaced: SharedCache<ServedTab>;
  #named = 0;
  #swept = 0;

  constructor(private readonly options: HeldViewsOptions) {
    const { memory } = options;
    this.#replaced = new SharedCache(memory.budget, { memory, evicted: (served) => this.release(served) });
  }

  /** Keeps a view for as long as a cursor lives from now on. */
  hold(tabId: string, served: ServedTab, view: TabView): void {
    const now = this.options.now();
    const before = this.#byView.get(view);
    if (before?.tabId === tabId && before.until >= now + CURSOR_LIFE) return;
    const { revision } = view;
    const key = keyOf(tabId, revision);
    const known = this.#held.get(key);
    if (known?.served === served && known.until >= now + CURSOR_LIFE) return;
    this.options.holding?.(tabId, revision);
    this.#remove(key);
    this.#add(key, { view, served, tabId, until: now + CURSOR_LIFE + SPARE });
    if (now - this.#swept > SWEEP) this.#sweep(now);
    this.#drop();
  }

  /** The view that a cursor's revision names, while it is held. */
  find(tabId: string, revision: number): Held | undefined {
    const held = this.#held.get(keyOf(tabId, revision));
    if (held === undefined || held.until <= this.options.now()) return undefined;
    this.#replaced.get(this.#tabs.get(held.served)?.name ?? '');
    return held;
  }

  /** Goes on with the views of a tab whose place others rows have taken, if there are any. */
  keep(served: ServedTab): void {
    const tab = this.#tabs.get(served);
    if (tab !== undefined) this.#replaced.set(tab.name, served, served.bytes);
  }

  /** Lets go of the views of a tab: its memory is needed. */
  release(served: ServedTab): void {
    for (const key of this.#tabs.get(served)?.keys ?? []) this.#remove(key);
  }

  /** Lets go of what no cursor can ask for any more: the first ones, as all live equally long. */
  #sweep(now: number) {
    this.#swept = now;
    for (const [key, { until }] of this.#held) {
      if (until > now) return;
      this.#remove(key);
    }
  }

  /** Lets go of those that are held the longest, until no more are left than may be. */
  #drop() {
    for (const key of this.#held.keys()) {
      if (this.#held.size <= this.options.most) return;
      this.#remove(key);
    }
  }

  #add(key: string, held: Held) {
    const tab = this.#tabs.get(held.served) ?? { name: String((this.#named += 1)), keys: new Set() };
    tab.keys.add(key);
    this.#tabs.set(held.served, tab);
    this.#held.set(key, held);
    this.#byView.set(held.view, held);
  }

  #remove(key: string) {
    const held = this.#held.get(key);
    const tab = held && this.#tabs.get(held.served);
    if (held === undefined || tab === undefined) return;
    this.#held.delete(key);
    this.#byView.delete(held.view);
    tab.keys.delete(key);
    if (tab.keys.size > 0) return;
    this.#tabs.delete(held.served);
    this.#replaced.delete(tab.name);
  }
}
