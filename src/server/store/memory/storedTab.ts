import type { Column } from '../../../contract/rows';
import { openPackedRows, type PackedRowsHead } from '../../normalise/packedRows';
import { rowJson } from '../../normalise/rowJson';
import type { PackedSource } from '../../rawTab/packedLines';
import { Refusal } from '../../refusal';
import { createYielding, runInSteps, type Steps } from '../../yieldToEventLoop';
import { formerIdOf, type RowChange, type ServedTab, type TabState } from './engine';
import { Indexes } from './indexes';
import { RowStore } from './rowStore';
import { StoreView } from './tabView';

/** Tuning of when appended rows are indexed. */
export interface Tuning {
  /** Tail length that triggers indexing: minimum, maximum, and as a share of the indexed rows. */
  readonly minTail: number;
  readonly maxTail: number;
  readonly tailShare: number;
  /** Minimum pause between two index builds, as a multiple of the duration of the last one. */
  readonly pauseFactor: number;
}

export const defaultTuning: Tuning = { minTail: 1_024, maxTail: 16_384, tailShare: 1 / 32, pauseFactor: 20 };

interface LoadOptions {
  /** Maximum bytes of memory for the tab. */
  readonly maxBytes: number;
  /** Revision of the rows. */
  readonly revision?: number | undefined;
  readonly tuning?: Tuning;
}

/**
 * Loads packed rows (`../../normalise/packedRows.ts`) in steps.
 *
 * @param readSince applies later changes before the tab is used
 * @throws Refusal `too_large` when the rows exceed the memory limit
 */
export async function loadServedTab(
  packed: PackedSource,
  { maxBytes, revision = 0, tuning = defaultTuning }: LoadOptions,
  readSince?: (tab: StoredTab, head: PackedRowsHead) => Promise<void> | undefined,
): Promise<StoredTab> {
  const { head, blocks } = await openPackedRows(packed);
  const { columns, rows, mixed = [], bytes } = head;
  const store = new RowStore(columns, mixed, rows, bytes);
  if (store.bytes > maxBytes) throw tooLarge(maxBytes);
  for await (const block of blocks) {
    await runInSteps(store.addBlock(block));
    if (store.bytes > maxBytes) throw tooLarge(maxBytes);
  }
  if (store.count !== rows) throw new Error(`Packed rows are ${store.count}, not ${rows}.`);
  const tab = new StoredTab(store, tuning, maxBytes);
  await readSince?.(tab, head);
  tab.begin(revision);
  return tab;
}

const tooLarge = (maxBytes: number) =>
  new Refusal(
    'too_large',
    `This sheet takes more than ${Math.floor(maxBytes / 1024 / 1024)} MB of memory, the most this server keeps for one.`,
    { hint: 'Split it into several sheets.' },
  );

/** Maximum number of cached views of former revisions. */
const MAX_VIEWS = 8;

/**
 * A tab in memory. Writes are appended to an unsorted tail, which every query scans. When the tail is long, the indexes are rebuilt
 * in steps; when most rows have ended, the live ones are copied into a new store first.
 */
export class StoredTab implements ServedTab {
  state?: TabState;
  /** The first revision that the store can show. */
  #first = 0;
  revision = 0;
  #indexes: Indexes;
  #view: StoreView | undefined;
  /** By revision. */
  readonly #former = new Map<number, StoreView>();
  #reindexing: Promise<void> | undefined;
  /** Pending copy of the rows. A copy and a write exclude each other. */
  #copying: Promise<void> | undefined;
  #isWriting = false;
  /** Earliest time of the next index build (`performance.now()`): infinite while the tab is being loaded. */
  #pausedUntil = Infinity;

  constructor(
    private store: RowStore,
    private readonly tuning: Tuning,
    /** Maximum bytes of memory for the tab. */
    private readonly maxBytes: number,
  ) {
    this.#indexes = new Indexes(store, 0);
  }

  get columns(): readonly Column[] {
    return this.store.columns;
  }

  get rows(): number {
    return this.view().rows;
  }

  get bytes(): number {
    return this.store.bytes + this.#indexes.bytes;
  }

  get room(): number {
    return this.maxBytes - this.store.bytesIfLoaded;
  }

  view(): StoreView {
    this.#reindexIfDue();
    this.#view ??= new StoreView(this.store, this.revision, this.#indexes);
    return this.#view;
  }

  viewAt(revision: number): StoreView | undefined {
    if (revision === this.revision) return this.view();
    if (revision < this.#first || revision > this.revision) return undefined;
    const known = this.#former.get(revision);
    if (known !== undefined) return known;
    // The current indexes may contain later rows.
    const indexes = this.#indexes.revision <= revision ? this.#indexes : new Indexes(this.store, revision);
    const view = new StoreView(this.store, revision, indexes);
    this.#former.set(revision, view);
    const [oldest] = this.#former.keys();
    if (this.#former.size > MAX_VIEWS && oldest !== undefined) this.#former.delete(oldest);
    return view;
  }

  /** Ends the loading phase. The rows are those of the given revision, the first that views can show. */
  begin(revision: number): void {
    this.revision = Math.max(this.revision, revision);
    this.#show(this.store, new Indexes(this.store, this.revision), this.revision);
    this.#pausedUntil = 0;
  }

  async apply(changes: readonly RowChange[], revision: number): Promise<void> {
    this.#isWriting = true;
    try {
      await this.#copying;
      await runInSteps(this.#applyAll(changes, revision));
      this.revision = revision;
      this.#view = undefined;
    } finally {
      this.#isWriting = false;
    }
    this.#reindexIfDue();
  }

  /** Waits for the index build in progress. */
  async settled(): Promise<void> {
    await this.#reindexing;
  }

  /** Applies changes, all or none. They become visible when the revision is reached. */
  *#applyAll(changes: readonly RowChange[], revision: number): Steps<void> {
    const { store } = this;
    const before = { begun: store.count, ended: store.ended.length };
    try {
      for (const change of changes) {
        applyChange(store, change, revision);
        yield;
      }
    } catch (error) {
      store.rollBack(before);
      throw error;
    }
  }

  #show(store: RowStore, indexes: Indexes, first: number) {
    this.store = store;
    this.#indexes = indexes;
    this.#first = first;
    this.#view = undefined;
    this.#former.clear();
  }

  /** Starts an index build when the tail is long, with pauses under heavy writing unless many rows have ended. */
  #reindexIfDue(): void {
    if (this.#reindexing !== undefined || this.#pausedUntil === Infinity) return;
    const { ended, count, wastesMemory } = this.store;
    if (!wastesMemory && !this.#isTailLong()) return;
    const copies = !this.#isWriting && (wastesMemory || ended.length * 2 > count);
    if (!copies && performance.now() < this.#pausedUntil) return;
    this.#reindexing = this.#tryReindex(copies).finally(() => (this.#reindexing = undefined));
    if (copies) this.#copying = this.#reindexing;
  }

  #isTailLong(): boolean {
    const { store, tuning } = this;
    const { rows, counts } = this.#indexes;
    const tail = store.count - counts.begun + store.ended.length - counts.ended;
    return tail > Math.min(tuning.maxTail, Math.max(tuning.minTail, rows.length * tuning.tailShare));
  }

  /** Rebuilds the indexes. Without memory for them, queries keep working on the old ones, more slowly. */
  async #tryReindex(copies: boolean): Promise<void> {
    const began = performance.now();
    try {
      await this.#reindex(copies);
      const now = performance.now();
      this.#pausedUntil = now + (now - began) * this.tuning.pauseFactor;
    } catch (error) {
      this.#pausedUntil = Infinity;
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }

  async #reindex(copies: boolean): Promise<void> {
    const { revision } = this;
    const store = copies ? await copyOf(this.store, revision) : this.store;
    const indexes = new Indexes(store, revision);
    await indexes.ensure(this.#indexes.names);
    this.#show(store, indexes, copies ? revision : this.#first);
  }
}

function applyChange(store: RowStore, change: RowChange, revision: number) {
  if (change.kind !== 'append') {
    const id = formerIdOf(change);
    const before = store.rowsOf(id).find((row) => store.rowNumbers[row] === change.row && store.isAt(row, revision));
    if (before === undefined) throw new Error(`There is no row ${id} with the number ${change.row}.`);
    store.end(before, revision);
  }
  if (change.kind === 'remove') return;
  store.add(Buffer.from(`${rowJson(store.columns, change.id, change.values)},`), change.row, revision);
}

async function copyOf(from: RowStore, revision: number): Promise<RowStore> {
  const mixed = [...from.served.keys()].filter((at) => from.served[at]?.kind === 'codes');
  const rows = from.rowsAt(revision);
  const bytes = rows.reduce((sum, row) => sum + from.lengths[row]!, 0);
  const store = new RowStore(from.columns, mixed, rows.length, bytes);
  const yielding = createYielding();
  for (const row of rows) {
    store.add(from.line(row), from.rowNumbers[row]!, 0);
    const pause = yielding();
    if (pause) await pause;
  }
  return store;
}
