import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { PackedSource } from '../../normalise/pieces';
import { Beginning } from './beginning';
import { SHORT_STRETCH } from './breathing';
import type { ServedTab } from './engine';
import type { ReadyRows } from './readyRows';
import { adoptRows, type LoadOptions, loadRows, readValues } from './servedTab';
import type { StoredTab } from './storedTab';
import { isNews, type ReadSince, type TabSnapshot, type WrittenSince } from './tabSnapshot';
import { Turns } from './turns';

export interface TabLoadsOptions {
  /** Reads a blob with packed rows, or begins to. */
  readonly read: (snapshot: string) => PackedSource | Promise<PackedSource>;
  /** Takes what is in memory already of a snapshot's rows, if anything is. */
  readonly ready?: ((snapshot: string) => ReadyRows | undefined) | undefined;
  /** Nothing was written where it is absent. */
  readonly readSince?: ReadSince | undefined;
  /** Whether nothing was written since a snapshot. Where it is absent, nobody is given rows before all are there. */
  readonly isAsSnapshot?: ((asked: TabSnapshot) => Promise<boolean>) | undefined;
  /** Bytes in memory that a tab may take. */
  readonly most: number;
  /** Tabs that are loaded at the same time. */
  readonly atOnce?: number | undefined;
}

/** Who keeps what is loaded. */
export interface Loaded {
  /** The rows are there; their values are still to be read. */
  readonly arrived: (asked: TabSnapshot, tab: StoredTab) => void;
  /** The values are there too. */
  readonly read: (asked: TabSnapshot) => void;
  /** They cannot be read. */
  readonly failed: (asked: TabSnapshot, tab: StoredTab) => void;
}

const stretchOf = ({ isBehind }: TabSnapshot) => (isBehind === true ? SHORT_STRETCH : undefined);

/** How a tab is read. */
interface Reading extends Pick<LoadOptions, 'reached'> {
  /** What is in memory already. */
  readonly known?: ReadyRows | undefined;
  readonly readSince: ReadSince | undefined;
}

/** A tab that is being loaded, and what is written to it meanwhile. */
interface Listening {
  readonly missed: WrittenSince[];
  readonly beginning: Beginning;
}

/** Milliseconds in which whoever has waited for rows alone is answered, before their values are read. */
const ANSWERED = 10;

/** Loads tabs, a few at a time, each once however many ask: first the rows, then their values. */
export class TabLoads {
  /** By snapshot. */
  readonly #loading = new Map<string, Promise<ServedTab>>();
  /** Of those that are being loaded: the rows that are there. By snapshot. */
  readonly #beginnings = new Map<string, Beginning>();
  /** Those that are being loaded, by the ids of their tabs. */
  readonly #listening = new Map<string, Set<Listening>>();
  readonly #turns: Turns;

  constructor(
    private readonly options: TabLoadsOptions,
    private readonly loaded: Loaded,
  ) {
    this.#turns = new Turns(options.atOnce ?? 2);
  }

  /** Tabs that are being loaded. */
  get size(): number {
    return this.#loading.size;
  }

  /** @throws Refusal `too_large` when the tab does not fit into memory; whatever `read` throws */
  load(asked: TabSnapshot): Promise<ServedTab> {
    return this.#loadOnce(asked, false);
  }

  async #loadOnce(asked: TabSnapshot, isForRows: boolean): Promise<ServedTab> {
    const loading = this.#loading.get(asked.snapshot);
    if (loading !== undefined) return loading;
    const loaded = this.#load(asked, isForRows);
    this.#loading.set(asked.snapshot, loaded);
    try {
      return await loaded;
    } finally {
      if (this.#loading.get(asked.snapshot) === loaded) this.#loading.delete(asked.snapshot);
    }
  }

  /** As {@link load}, but as soon as the first rows, so many of them, can be answered as they are. */
  async loadRows(asked: TabSnapshot, rows: number): Promise<ServedTab> {
    const whole = this.#loadOnce(asked, true);
    return Promise.race([whole, this.#beginnings.get(asked.snapshot)?.until(rows) ?? whole]);
  }

  /** As {@link load}, of rows that nobody but whoever asks is going to keep. */
  loadApart(asked: TabSnapshot, readSince: ReadSince): Promise<ServedTab> {
    return this.#turns.run(async () => {
      const known = this.options.ready?.(asked.snapshot);
      const tab = await this.#read(asked, { known, readSince });
      await readValues(tab, this.options);
      return tab;
    });
  }

  /** Waits until a tab is not being loaded. */
  async over(id: string): Promise<void> {
    // What was forgotten meanwhile is loaded to its end, though nobody is given it any more.
    while (this.#listening.has(id)) await Promise.allSettled([nextTurn(), ...this.#loading.values()]);
  }

  /** Tells what is written to a tab that may be being loaded. */
  tell(id: string, written: WrittenSince): void {
    for (const { missed, beginning } of this.#listening.get(id) ?? []) {
      missed.push(written);
      beginning.hide();
    }
  }

  /** Gives a snapshot that is being loaded to nobody who asks from now on. */
  forget(snapshot: string): void {
    this.#loading.delete(snapshot);
    this.#beginnings.delete(snapshot);
  }

  async #load(asked: TabSnapshot, isForRows: boolean): Promise<ServedTab> {
    const beginning = new Beginning();
    this.#beginnings.set(asked.snapshot, beginning);
    try {
      return await this.#turns.run(() => this.#loadListening(asked, beginning, isForRows));
    } catch (error) {
      if (beginning.tab !== undefined) this.loaded.failed(asked, beginning.tab);
      throw error;
    } finally {
      if (this.#beginnings.get(asked.snapshot) === beginning) this.#beginnings.delete(asked.snapshot);
    }
  }

  /** Loads a tab while it is listened for what is written to it. */
  async #loadListening(asked: TabSnapshot, beginning: Beginning, isForRows: boolean): Promise<ServedTab> {
    const listening: Listening = { missed: [], beginning };
    const ofTab = this.#listening.get(asked.id) ?? new Set();
    this.#listening.set(asked.id, ofTab.add(listening));
    try {
      // Whoever asks has just come in, and is answered after: each is a piece of its own.
      await nextTurn();
      const tab = await this.#loadRows(asked, listening);
      await nextTurn();
      beginning.arrived(tab);
      // Whoever waits for the rows alone comes first.
      if (isForRows) await delay(ANSWERED);
      await readValues(tab, { most: this.options.most, stretch: stretchOf(asked) });
      this.loaded.read(asked);
      return tab;
    } finally {
      ofTab.delete(listening);
      if (ofTab.size === 0) this.#listening.delete(asked.id);
    }
  }

  /** The rows as they stand now, or then; their values are still to be read. */
  async #read(asked: TabSnapshot, { known, readSince, reached }: Reading): Promise<StoredTab> {
    const { read, most } = this.options;
    const options = { most, revision: asked.revision, stretch: stretchOf(asked), reached };
    const { tab, head } =
      known === undefined ? await loadRows(await read(asked.snapshot), options) : adoptRows(known, options);
    await readSince?.(asked, tab, head);
    return tab;
  }

  /** As {@link #read}; rows that have to be read first are shown as soon as they are there, where nothing was written since. */
  async #readShowing(asked: TabSnapshot, { missed, beginning }: Listening): Promise<StoredTab> {
    const { ready, readSince, isAsSnapshot } = this.options;
    const known = ready?.(asked.snapshot);
    if (known !== undefined) return this.#read(asked, { known, readSince });
    const isShown = (await isAsSnapshot?.(asked)) === true && missed.length === 0;
    const reached = (tab: StoredTab, rows: number) => missed.length === 0 && beginning.reached(tab, rows);
    return this.#read(asked, { readSince, reached: isShown ? reached : undefined });
  }

  async #loadRows(asked: TabSnapshot, listening: Listening): Promise<StoredTab> {
    const tab = await this.#readShowing(asked, listening);
    for (const written of listening.missed) {
      if (isNews(tab, written)) await tab.applyInSteps(written.changes, written.revision);
    }
    this.loaded.arrived(asked, tab);
    return tab;
  }
}
