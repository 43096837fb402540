import type { Column } from '../../../contract/rows';
import { openPackedRows, type PackedRowsHead } from '../../normalise/packedRows';
import { rowJson } from '../../normalise/rowJson';
import type { PackedSource } from '../../rawTab/packedLines';
import { Refusal } from '../../refusal';
import { createYielding, runInSteps, type Steps } from '../../yieldToEventLoop';
import type { RowChange, ServedTab, TabState } from './engine';
import { Indexes } from './indexes';
import { RowStore } from './rowStore';
import { StoreView } from './tabView';

/** When rows that were written become part of the indexes. */
export interface Tuning {
  /** Length of the tail from which on that is done: at least, at most, and as a share of the indexed rows. */
  readonly leastTail: number;
  readonly mostTail: number;
  readonly tailShare: number;
  /** For how many times as long as that took it is not done again. */
  readonly rest: number;
}

export const usualTuning: Tuning = { leastTail: 1_024, mostTail: 16_384, tailShare: 1 / 32, rest: 20 };

export interface LoadOptions {
  /** Bytes in memory that the tab may take. */
  readonly most: number;
  /** Revision of the rows. */
  readonly revision?: number | undefined;
  readonly tuning?: Tuning;
}

/**
 * Loads packed rows (`../../normalise/packedRows.ts`) in steps.
 *
 * @param readSince brings the tab up to date before it is given out
 * @throws Refusal `too_large` when they would take more memory than they may
 */
export async function loadServedTab(
  packed: PackedSource,
  { most, revision = 0, tuning = usualTuning }: LoadOptions,
  readSince?: (tab: StoredTab, head: PackedRowsHead) => Promise<void> | undefined,
): Promise<StoredTab> {
  const { head, blocks } = await openPackedRows(packed);
  const { columns, rows, mixed = [] } = head;
  const store = new RowStore(columns, mixed, rows);
  for await (const block of blocks) {
    await runInSteps(store.adopt(block));
    if (store.bytes > most) throw tooLarge(most);
  }
  if (store.count !== rows) throw new Error(`Packed rows are ${store.count}, not ${rows}.`);
  const tab = new StoredTab(store, tuning);
  await readSince?.(tab, head);
  tab.begin(revision);
  return tab;
}

const tooLarge = (most: number) =>
  new Refusal(
    'too_large',
    `This sheet takes more than ${Math.floor(most / 1024 / 1024)} MB of memory, the most this server keeps for one.`,
    { hint: 'Split it into several sheets.' },
  );

/** Changes between two chances to pause. */
const STEP = 128;

/** Views of former revisions that are remembered with what was found in them. */
const REMEMBERED_MOST = 8;

/**
 * A tab as it is served. What is written is an unsorted tail, which every query looks at. When it has grown, indexes are built anew
 * in steps; where most rows have ended, those that have not are copied into a new store before.
 */
export class StoredTab implements ServedTab {
  state?: TabState;
  /** The first revision whose rows the store has. */
  #first = 0;
  revision = 0;
  #indexes: Indexes;
  #view: StoreView | undefined;
  /** By revision. */
  readonly #former = new Map<number, StoreView>();
  #renewing: Promise<void> | undefined;
  /** While rows are copied nothing is written, and the other way round. */
  #copying: Promise<void> | undefined;
  #isWriting = false;
  /** When indexes may be built anew (`performance.now()`): infinite before the tab is given out. */
  #restsUntil = Infinity;

  constructor(
    private store: RowStore,
    private readonly tuning: Tuning,
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

  view(): StoreView {
    this.#renewWhenDue();
    this.#view ??= new StoreView(this.store, this.revision, this.#indexes);
    return this.#view;
  }

  viewAt(revision: number): StoreView | undefined {
    if (revision === this.revision) return this.view();
    if (revision < this.#first || revision > this.revision) return undefined;
    const known = this.#former.get(revision);
    if (known !== undefined) return known;
    // Rows that came later may be indexed by now.
    const indexes = this.#indexes.revision <= revision ? this.#indexes : new Indexes(this.store, revision);
    const view = new StoreView(this.store, revision, indexes);
    this.#former.set(revision, view);
    const [eldest] = this.#former.keys();
    if (this.#former.size > REMEMBERED_MOST && eldest !== undefined) this.#former.delete(eldest);
    return view;
  }

  /** Ends the loading of the tab: its rows are those of a revision, the first that views may show. */
  begin(revision: number): void {
    this.revision = Math.max(this.revision, revision);
    this.#show(this.store, new Indexes(this.store, this.revision), this.revision);
    this.#restsUntil = 0;
  }

  async apply(changes: readonly RowChange[], revision: number): Promise<void> {
    this.#isWriting = true;
    try {
      await this.#copying;
      await runInSteps(this.#make(changes, revision));
      this.revision = revision;
      this.#view = undefined;
    } finally {
      this.#isWriting = false;
    }
    this.#renewWhenDue();
  }

  /** Waits for indexes that are being built anew. */
  async settled(): Promise<void> {
    await this.#renewing;
  }

  /** Makes changes, all or none; they are seen when the revision is reached. */
  *#make(changes: readonly RowChange[], revision: number): Steps<void> {
    const { store } = this;
    const before = { begun: store.count, ended: store.ended.length };
    try {
      for (let at = 0; at < changes.length; at += 1) {
        makeChange(store, changes[at]!, revision);
        if (at % STEP === STEP - 1) yield;
      }
    } catch (error) {
      store.undo(before);
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

  /** Builds indexes anew when the tail is long, but not all the time where much is written and few rows have ended. */
  #renewWhenDue(): void {
    if (this.#renewing !== undefined || !this.#isTailLong() || this.#restsUntil === Infinity) return;
    const { ended, count } = this.store;
    const copies = !this.#isWriting && ended.length * 2 > count;
    if (!copies && performance.now() < this.#restsUntil) return;
    this.#renewing = this.#tryToRenew(copies).finally(() => (this.#renewing = undefined));
    if (copies) this.#copying = this.#renewing;
  }

  #isTailLong(): boolean {
    const { store, tuning } = this;
    const { rows, counts } = this.#indexes;
    const tail = store.count - counts.begun + store.ended.length - counts.ended;
    return tail > Math.min(tuning.mostTail, Math.max(tuning.leastTail, rows.length * tuning.tailShare));
  }

  /** Where there is no memory for it, queries are answered as before, more slowly. */
  async #tryToRenew(copies: boolean): Promise<void> {
    const began = performance.now();
    try {
      await this.#renew(copies);
      const now = performance.now();
      this.#restsUntil = now + (now - began) * this.tuning.rest;
    } catch (error) {
      this.#restsUntil = Infinity;
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }

  async #renew(copies: boolean): Promise<void> {
    const { revision } = this;
    const store = copies ? await copyOf(this.store, revision) : this.store;
    const indexes = new Indexes(store, revision);
    await indexes.need(this.#indexes.names);
    this.#show(store, indexes, copies ? revision : this.#first);
  }
}

function makeChange(store: RowStore, change: RowChange, revision: number) {
  if (change.kind !== 'append') {
    const former = (change.kind === 'update' && change.formerId) || change.id;
    const row = store.rowsOf(former).find((one) => store.rowNumbers[one] === change.row && store.isAt(one, revision));
    if (row === undefined) throw new Error(`There is no row ${former} with the number ${change.row}.`);
    store.end(row, revision);
  }
  if (change.kind === 'remove') return;
  store.add(Buffer.from(rowJson(store.columns, change.id, change.values)), change.row, revision);
}

async function copyOf(from: RowStore, revision: number): Promise<RowStore> {
  const mixed = [...from.served.keys()].filter((at) => from.served[at]?.kind === 'codes');
  const rows = from.rowsAt(revision);
  const store = new RowStore(from.columns, mixed, rows.length);
  const yielding = createYielding();
  for (const row of rows) {
    store.add(from.json(row), from.rowNumbers[row]!, 0);
    const pause = yielding();
    if (pause) await pause;
  }
  return store;
}
