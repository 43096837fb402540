import type { Column } from '../../../contract/rows';
import { applySteps, applyTo, type AtMoment, beginningOf } from './applyChanges';
import type { RowChange, ServedTab } from './engine';
import { isInOrder } from './inOrder';
import { Moment } from './moment';
import { runInSteps } from './runInSteps';
import type { Steps } from './steps';
import { StoreContent } from './storeContent';
import { StoreView } from './storeView';
import { createBreathing } from './breathing';
import { TabIndexes } from './tabIndexes';
import { TabStore } from './tabStore';
import type { Tuning } from './tuning';

interface Batch {
  readonly changes: readonly RowChange[];
  readonly revision: number;
}

/** A store with room for what is to come, and what is known of it at this moment. */
interface Current extends AtMoment {
  indexes: TabIndexes;
  readonly content: StoreContent;
}

/**
 * A tab as it is served. What is written stands in an unsorted tail, which every question looks at; when it has grown, all
 * rows that are still there are copied into a new store in small steps, and what is written meanwhile is written to both.
 */
export class StoredTab implements ServedTab {
  #current: Current;
  #view: StoreView | undefined;
  /** What has been written since copying began, while it lasts. */
  #missed: Batch[] | undefined;
  #copying: Promise<void> = Promise.resolve();
  #cannotCopy = false;
  /** When copying may begin again, as `performance.now()` says it, and what waits for that. */
  #restsUntil = 0;
  #waiting: NodeJS.Timeout | undefined;

  /** @param rows of the store; those that are not there yet are added before anybody asks for them */
  constructor(
    store: TabStore,
    private readonly tuning: Tuning,
    private revisionNow: number,
    rows = store.count,
  ) {
    this.#current = this.#beginning(store, rows);
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
    const { store, indexes, content } = this.#current;
    return store.bytes + indexes.bytes + content.bytes;
  }

  /** Whether the values of all rows have been read; until then whoever asks for one waits for that. */
  get isRead(): boolean {
    return this.#current.store.isRead;
  }

  /** Reads the values of the rows. */
  readRows(): Steps<void> {
    return this.#current.store.readRows();
  }

  view(): StoreView {
    this.#view ??= viewOf(this.#current, this.revisionNow);
    return this.#view;
  }

  apply(changes: readonly RowChange[], revision: number): void {
    applyTo(this.#current, changes);
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

  #beginning(store: TabStore, rows: number): Current {
    const indexes = new TabIndexes(store, rows, this.tuning);
    return { ...beginningOf(store, rows), indexes, content: new StoreContent(store) };
  }

  #applied(batch: Batch) {
    this.#missed?.push(batch);
    this.revisionNow = batch.revision;
    this.#view = undefined;
    this.#copyInTime();
  }

  /** Copies when the tail is long, and not all the time where much is written. */
  #copyInTime(): void {
    if (this.#missed !== undefined || this.#cannotCopy || !this.#isTailLong()) return;
    const { store } = this.#current;
    const isWaste = store.ended.length * 3 > store.count;
    const rest = isWaste ? 0 : this.#restsUntil - performance.now();
    if (rest > 0 && this.#waiting !== undefined) return;
    if (rest <= 0) this.#copying = this.#tryCopy();
    else this.#waiting = setTimeout(() => this.#copyNow(), rest).unref();
  }

  #copyNow() {
    this.#waiting = undefined;
    this.#restsUntil = 0;
    this.#copyInTime();
  }

  /** Waits for indexes that are being built and for rows that are being copied. */
  async settled(): Promise<void> {
    await this.#copying;
    await this.#current.indexes.ready();
  }

  #isTailLong(): boolean {
    const { store, indexes } = this.#current;
    const { leastTail, mostTail, tailShare } = this.tuning;
    const tail = store.count - indexes.count + store.ended.length;
    return tail > Math.min(mostTail, Math.max(leastTail, indexes.count * tailShare));
  }

  /** Where there is no memory for a copy, questions are answered as before, more slowly. */
  async #tryCopy(): Promise<void> {
    const began = performance.now();
    try {
      await (isInOrder(this.#current.store, this.#current.indexes.count) ? this.#indexAnew() : this.#copy());
    } catch (error) {
      this.#cannotCopy = true;
      process.emitWarning(error instanceof Error ? error : String(error));
    } finally {
      this.#missed = undefined;
      const now = performance.now();
      this.#restsUntil = now + (now - began) * this.tuning.rest;
    }
  }

  /** Rows that were only added below the others stay where they are: they need indexes alone. */
  async #indexAnew(): Promise<void> {
    this.#missed = [];
    const current = this.#current;
    const anew = new TabIndexes(current.store, current.count, this.tuning);
    await anew.prepare(current.indexes.wanted, current.indexes);
    current.indexes = anew;
    this.#view = undefined;
  }

  async #copy(): Promise<void> {
    const missed: Batch[] = [];
    this.#missed = missed;
    const { indexes } = this.#current;
    const store = await copied(this.view());
    const copy = this.#beginning(store, store.count);
    await copy.indexes.prepare(indexes.wanted);
    for (let batch = missed.shift(); batch !== undefined; batch = missed.shift()) {
      await runInSteps(applySteps(copy, batch.changes));
    }
    this.#current = copy;
    this.#view = undefined;
  }
}

function viewOf({ store, indexes, content, moment, count, ended }: Current, revision: number): StoreView {
  return new StoreView(revision, new Moment(store, indexes.count, count, moment, ended), indexes, content);
}

/** Room for so many more rows than there are, so that adding one does not copy them all. */
export const roomFor = (rows: number): number => rows + Math.ceil(rows / 32) + 16;

async function copied(view: StoreView): Promise<TabStore> {
  const from = view.store;
  const mixed = [...from.served.keys()].filter((at) => from.served[at]?.kind === 'codes');
  const store = new TabStore(from.columns, mixed, roomFor(view.rows));
  const breathe = createBreathing();
  for (const place of view.all({})) {
    const json = from.json(place);
    store.add(json, 0, json.length, from.rowNumbers[place]!);
    const pause = breathe();
    if (pause) await pause;
  }
  return store;
}
