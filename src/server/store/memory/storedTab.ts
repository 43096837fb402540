import type { Column } from '../../../contract/rows';
import { openPackedRows, type PackedRowsHead } from '../../normalise/packedRows';
import type { PackedSource } from '../../normalise/rowBlocks';
import { Refusal } from '../../refusal';
import type { RowChange, ServedTab } from './engine';
import { Indexes } from './indexes';
import { RowStore } from './rowStore';
import { StoreRevisions } from './storeRevisions';
import type { StoreView } from './tabView';
import { createYielding, runAtOnce, runInSteps } from '../../yieldToEventLoop';

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

type Copied = (tab: StoredTab, former: StoreRevisions) => void;

export interface LoadOptions {
  /** Bytes in memory that the tab may take. */
  readonly most: number;
  /** Revision of the rows. */
  readonly revision?: number | undefined;
  readonly tuning?: Tuning;
  /** Given rows of the tab that a copy has taken the place of, with the revisions that they had. */
  readonly copied?: Copied;
}

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
  { most, revision = 0, tuning = usualTuning, copied }: LoadOptions,
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
  const tab = new StoredTab(new StoreRevisions(store, revision), tuning);
  await readSince?.(tab, head);
  tab.begin(copied);
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

/**
 * A tab as it is served. What is written is an unsorted tail, which every query looks at. When it has grown, the rows that have
 * not ended are copied into a new store in steps, and what is written meanwhile is written to both.
 */
export class StoredTab implements ServedTab {
  /** What was written since copying began, while it lasts. */
  #missed: Batch[] | undefined;
  #copying: Promise<void> = Promise.resolve();
  #cannotCopy = false;
  /** When copying may begin again (`performance.now()`), and the timer for that. */
  #restsUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #copied: Copied | undefined;

  constructor(
    private current: StoreRevisions,
    private readonly tuning: Tuning,
  ) {}

  get columns(): readonly Column[] {
    return this.current.store.columns;
  }

  get revision(): number {
    return this.current.revision;
  }

  get rows(): number {
    return this.view().rows;
  }

  get bytes(): number {
    return this.current.bytes;
  }

  view(): StoreView {
    return this.current.view();
  }

  viewAt(revision: number): StoreView | undefined {
    return this.current.viewAt(revision);
  }

  /** Says that it is the first revision that anybody sees: while a tab is loaded, it has parts of it. */
  begin(copied?: Copied): void {
    this.current.forgetFormer();
    this.#copied = copied;
  }

  apply(changes: readonly RowChange[], revision: number): void {
    runAtOnce(this.current.makeSteps(changes));
    this.#applied({ changes, revision });
  }

  async applyInSteps(changes: readonly RowChange[], revision: number): Promise<void> {
    let current: StoreRevisions;
    do {
      // A copy that was finished meanwhile has nothing of them yet.
      current = this.current;
      await runInSteps(current.makeSteps(changes));
    } while (current !== this.current);
    this.#applied({ changes, revision });
  }

  /** Waits for rows that are being copied. */
  settled(): Promise<void> {
    return this.#copying;
  }

  #applied(batch: Batch) {
    this.#missed?.push(batch);
    this.current.reach(batch.revision);
    this.#copyWhenDue();
  }

  /** Copies when the tail is long, but not all the time where much is written. */
  #copyWhenDue(): void {
    if (this.#missed !== undefined || this.#cannotCopy || !this.#isTailLong()) return;
    const { store } = this.current;
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
    const { store, indexes } = this.current;
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
    const { current } = this;
    const { names } = current.indexes;
    if (isInOrder(current.store, current.indexes.count)) {
      const indexes = new Indexes(current.store, current.count);
      await indexes.build(names);
      current.reindex(indexes);
    } else {
      const copy = new StoreRevisions(await copyOf(this.view()), current.revision);
      await copy.indexes.build(names);
      for (let batch = missed.shift(); batch !== undefined; batch = missed.shift()) {
        await runInSteps(copy.makeSteps(batch.changes));
        copy.reach(batch.revision);
      }
      this.current = copy;
      this.#copied?.(this, current);
    }
  }
}

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
