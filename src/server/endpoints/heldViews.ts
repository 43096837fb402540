import type { ServedTab, TabView } from './engine/engine';

/** How long, in milliseconds, a cursor keeps answering from the revision it was given for. */
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
  /** Bytes of tabs that were replaced and are only kept for cursors; those that are held the longest go first. */
  readonly budget: number;
  /** Most revisions that are held. */
  readonly most: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

const keyOf = (tabId: string, revision: number) => `${revision} ${tabId}`;

/** The views that cursors were given for: each answers for ten minutes after the last cursor, whatever has changed since. */
export class HeldViews {
  /** In the order in which they were last held. */
  readonly #held = new Map<string, Held>();
  readonly #byView = new Map<TabView, Held>();
  /** How many of their views are held, and what they took when the first was. */
  readonly #tabs = new Map<ServedTab, { views: number; readonly bytes: number }>();
  #bytes = 0;
  #swept = 0;

  constructor(private readonly options: HeldViewsOptions) {}

  /** Keeps a view for as long as a cursor lives from now on. */
  hold(tabId: string, served: ServedTab, view: TabView): void {
    const now = this.options.now();
    const before = this.#byView.get(view);
    if (before !== undefined && before.until >= now + CURSOR_LIFE && before.tabId === tabId) return;
    const key = keyOf(tabId, view.revision);
    const known = this.#held.get(key);
    if (known?.served === served && known.until >= now + CURSOR_LIFE) return;
    this.#remove(key);
    this.#add(key, { view, served, tabId, until: now + CURSOR_LIFE + SPARE });
    if (now - this.#swept > SWEEP) this.#sweep(now);
    this.#drop();
  }

  /** The view that a cursor's revision names, while it is held. */
  find(tabId: string, revision: number): Held | undefined {
    const held = this.#held.get(keyOf(tabId, revision));
    return held !== undefined && held.until > this.options.now() ? held : undefined;
  }

  /** Lets go of what no cursor can ask for any more: the first ones, as all live equally long. */
  #sweep(now: number) {
    this.#swept = now;
    for (const [key, { until }] of this.#held) {
      if (until > now) return;
      this.#remove(key);
    }
  }

  /** Lets go of those that are held the longest, until the rest fits. */
  #drop() {
    const { budget, most } = this.options;
    for (const key of this.#held.keys()) {
      if (this.#held.size <= most && this.#bytes <= budget) return;
      this.#remove(key);
    }
  }

  #add(key: string, held: Held) {
    const tab = this.#tabs.get(held.served) ?? { views: 0, bytes: held.served.bytes };
    if (tab.views === 0) this.#bytes += tab.bytes;
    tab.views += 1;
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
    tab.views -= 1;
    if (tab.views > 0) return;
    this.#tabs.delete(held.served);
    this.#bytes -= tab.bytes;
  }
}
