import type { Column } from '../../../contract/rows';
import { openPackedRows, type PackedRowsHead } from '../../normalise/packedRows';
import type { PackedSource } from '../../normalise/rowBlocks';
import { rowJson, utf8Of } from '../../normalise/rowJson';
import { Refusal } from '../../refusal';
import type { RowChange, ServedTab } from './engine';
import { Indexes } from './indexes';
import { ALIVE, RowStore } from './rowStore';
import { Snapshot } from './snapshot';
import { StoreView } from './tabView';
import { createYielding, runAtOnce, runInSteps, type Steps } from '../../yieldToEventLoop';

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

/** Changes between two chances to pause. */
const STEP = 128;

/** Room for more rows than there are, so that adding one does not copy them all. */
const roomFor = (rows: number): number => rows + Math.ceil(rows / 32) + 16;

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
  const store = new RowStore(columns, mixed, roomFor(rows));
  for await (const block of blocks) {
    await runInSteps(store.adopt(block));
    if (store.bytes > most) throw tooLarge(most);
  }
  if (store.count !== rows) throw new Error(`Packed rows are ${store.count}, not ${rows}.`);
  const tab = new StoredTab(store, tuning, revision);
  await readSince?.(tab, head);
  return tab;
}

const tooLarge = (most: number) =>
  new Refusal(
    'too_large',
    `This sheet takes more than ${Math.floor(most / 1024 / 1024)} MB of memory, the most this server keeps for one.`,
    { hint: 'Split it into several sheets.' },
  );

interface Batch {
  readonly changes: readonly RowChange[];
  readonly revision: number;
}

/** A store with its indexes, as it is after a change; there may be rows of the next change in it already. */
interface Current {
  readonly store: RowStore;
  indexes: Indexes;
  /** Number of the last change; those of one call count as one. */
  change: number;
  /** Number of rows and of those that have ended. */
  count: number;
  ended: number;
}

/**
 * A tab as it is served. What is written is an unsorted tail, which every query looks at. When it has grown, the rows that have
 * not ended are copied into a new store in steps, and what is written meanwhile is written to both.
 */
export class StoredTab implements ServedTab {
  #current: Current;
  #view: StoreView | undefined;
  /** What was written since copying began, while it lasts. */
  #missed: Batch[] | undefined;
  #copying: Promise<void> = Promise.resolve();
  #cannotCopy = false;
  /** When copying may begin again (`performance.now()`), and the timer for that. */
  #restsUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    store: RowStore,
    private readonly tuning: Tuning,
    private revisionNow: number,
  ) {
    this.#current = currentOf(store);
  }

  get columns(): readonly Column[] {
    return this.#current.store.columns;
  }

  get revision(): number {
    return this.revisionNow;
  }

  get rows(): number {
    return this.view().rows;
  }

  get bytes(): number {
    const { store, indexes } = this.#current;
    return store.bytes + indexes.bytes;
  }

  view(): StoreView {
    const { store, indexes, change, count, ended } = this.#current;
    this.#view ??= new StoreView(this.revisionNow, new Snapshot(store, indexes.count, count, ended, change), indexes);
    return this.#view;
  }

  apply(changes: readonly RowChange[], revision: number): void {
    runAtOnce(applySteps(this.#current, changes));
    this.#applied({ changes, revision });
  }

  async applyInSteps(changes: readonly RowChange[], revision: number): Promise<void> {
    let current: Current;
    do {
      // A copy that was finished meanwhile has nothing of them yet.
      current = this.#current;
      await runInSteps(applySteps(current, changes));
    } while (current !== this.#current);
    this.#applied({ changes, revision });
  }

  /** Waits for rows that are being copied. */
  settled(): Promise<void> {
    return this.#copying;
  }

  #applied(batch: Batch) {
    this.#missed?.push(batch);
    this.revisionNow = batch.revision;
    this.#view = undefined;
    this.#copyWhenDue();
  }

  /** Copies when the tail is long, but not all the time where much is written. */
  #copyWhenDue(): void {
    if (this.#missed !== undefined || this.#cannotCopy || !this.#isTailLong()) return;
    const { store } = this.#current;
    const isMostlyEnded = store.ended.length * 3 > store.count;
    const rest = isMostlyEnded ? 0 : this.#restsUntil - performance.now();
    if (rest <= 0) this.#copying = this.#tryCopy();
    else if (this.#timer === undefined) this.#timer = setTimeout(() => this.#restIsOver(), rest).unref();
  }

  #restIsOver() {
    this.#timer = undefined;
    this.#restsUntil = 0;
    this.#copyWhenDue();
  }

  #isTailLong(): boolean {
    const { store, indexes } = this.#current;
    const { leastTail, mostTail, tailShare } = this.tuning;
    const tail = store.count - indexes.count + store.ended.length;
    return tail > Math.min(mostTail, Math.max(leastTail, indexes.count * tailShare));
  }

  /** Where there is no memory for a copy, queries are answered as before, more slowly. */
  async #tryCopy(): Promise<void> {
    const began = performance.now();
    try {
      await this.#copy();
    } catch (error) {
      this.#cannotCopy = true;
      process.emitWarning(error instanceof Error ? error : String(error));
    } finally {
      this.#missed = undefined;
      const now = performance.now();
      this.#restsUntil = now + (now - began) * this.tuning.rest;
    }
  }

  /** Rows that were only added below the others stay in their store: only the indexes are built anew. */
  async #copy(): Promise<void> {
    const missed: Batch[] = [];
    this.#missed = missed;
    const current = this.#current;
    const { names } = current.indexes;
    if (isInOrder(current.store, current.indexes.count)) {
      const indexes = new Indexes(current.store, current.count);
      await indexes.build(names);
      current.indexes = indexes;
    } else {
      const copy = currentOf(await copyOf(this.view()));
      await copy.indexes.build(names);
      for (let batch = missed.shift(); batch !== undefined; batch = missed.shift()) {
        await runInSteps(applySteps(copy, batch.changes));
      }
      this.#current = copy;
    }
    this.#view = undefined;
  }
}

const currentOf = (store: RowStore): Current => {
  const { count } = store;
  return { store, indexes: new Indexes(store, count), change: 0, count, ended: 0 };
};

async function copyOf(view: StoreView): Promise<RowStore> {
  const from = view.store;
  const mixed = [...from.served.keys()].filter((at) => from.served[at]?.kind === 'codes');
  const store = new RowStore(from.columns, mixed, roomFor(view.rows));
  const yielding = createYielding();
  for (const row of view.all({})) {
    store.add(from.json(row), from.rowNumbers[row]!);
    const pause = yielding();
    if (pause) await pause;
  }
  return store;
}

/** Whether no row of a store has ended, and each from one on is below the one before it in the sheet. */
function isInOrder({ rowNumbers, count, ended }: RowStore, from: number): boolean {
  if (ended.length > 0) return false;
  for (let row = Math.max(1, from); row < count; row += 1) {
    if (rowNumbers[row]! <= rowNumbers[row - 1]!) return false;
  }
  return true;
}

/**
 * Makes changes, all or none; none is seen before all are made. No others may be made meanwhile.
 *
 * @throws Error when a row that is to be changed or removed is not there
 */
function* applySteps(current: Current, changes: readonly RowChange[]): Steps<void> {
  const { store } = current;
  const number = current.change + 1;
  try {
    for (let at = 0; at < changes.length; at += 1) {
      makeChange(store, changes[at]!, number);
      if (at % STEP === STEP - 1) yield;
    }
    current.change = number;
  } catch (error) {
    undo(store, current);
    throw error;
  } finally {
    current.count = store.count;
    current.ended = store.ended.length;
  }
}

function makeChange(store: RowStore, change: RowChange, number: number) {
  if (change.kind !== 'append') {
    const former = (change.kind === 'update' && change.formerId) || change.id;
    const row = store
      .rowsOf(former)
      .find((one) => store.rowNumbers[one] === change.rowNumber && (store.ends?.[one] ?? ALIVE) === ALIVE);
    if (row === undefined) throw new Error(`There is no row ${former} with the number ${change.rowNumber}.`);
    store.end(row, number);
  }
  if (change.kind === 'remove') return;
  store.addText(change.json ?? utf8Of(rowJson(store.columns, change.id, change.values)), change.rowNumber);
}

/** Rows that were added stay, since ids and values refer to them; no snapshot has them. */
function undo(store: RowStore, before: { readonly count: number; readonly ended: number }) {
  for (const row of store.ended.splice(before.ended)) if (store.ends) store.ends[row] = ALIVE;
  for (let row = before.count; row < store.count; row += 1) store.end(row, 0);
}
