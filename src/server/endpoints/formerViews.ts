import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { loadFormerRows, prolong } from '../store/log/formerSnapshots';
import type { ServedTabs } from '../store/memory/servedTabs';

/** For so many milliseconds nobody looks again for what is not kept. */
const ABSENT = 1_000;

/** So often, in milliseconds, what is kept on disk is prolonged at most; it is kept for longer than a cursor lives by more. */
const BETWEEN = 20_000;

/** Most notes of either kind. */
const MOST = 10_000;

interface FormerViewsOptions {
  readonly db: Kysely<Database>;
  readonly tabs: ServedTabs;
}

const keyOf = (tabId: string, revision: number) => `${revision} ${tabId}`;

/** Milliseconds of `performance.now()` at which something was noted, by what it was noted of. */
class Notes extends Map<string, number> {
  constructor(private readonly life: number) {
    super();
  }

  note(key: string): void {
    if (this.size >= MOST) this.clear();
    this.set(key, performance.now());
  }

  isFresh(key: string): boolean {
    return performance.now() - (this.get(key) ?? -Infinity) < this.life;
  }
}

/** Rows as they were at earlier revisions, loaded from disk when a cursor asks for what memory has let go of. */
export class FormerViews {
  readonly #loading = new Map<string, Promise<void>>();
  readonly #absent = new Notes(ABSENT);
  readonly #prolonged = new Notes(BETWEEN);

  constructor(private readonly options: FormerViewsOptions) {}

  /** Whether it is worth looking for a revision of a tab. */
  mayBeKept(tabId: string, revision: number): boolean {
    return !this.#absent.isFresh(keyOf(tabId, revision));
  }

  /**
   * Loads a revision of a tab, once however many ask; `tabs` has it then, if it is kept.
   *
   * @throws Refusal `too_large` when it does not fit into memory
   */
  load(tabId: string, revision: number): Promise<void> {
    const key = keyOf(tabId, revision);
    const loading = this.#loading.get(key) ?? this.#load(tabId, revision).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  /** Keeps a revision of a tab on disk for as long as a cursor lives from now on. */
  prolong(tabId: string, revision: number): void {
    const { db, tabs } = this.options;
    const key = keyOf(tabId, revision);
    // What is there now is kept for long enough from when it is replaced.
    if (tabs.current(tabId)?.revision === revision || this.#prolonged.isFresh(key)) return;
    this.#prolonged.note(key);
    // Where that fails, memory still has it.
    prolong(db, tabId, revision).catch(() => undefined);
  }

  async #load(tabId: string, revision: number) {
    const { db, tabs } = this.options;
    if (!(await loadFormerRows(db, tabs, tabId, revision))) this.#absent.note(keyOf(tabId, revision));
  }
}
