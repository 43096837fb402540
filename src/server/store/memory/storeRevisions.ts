import { rowJson } from '../../normalise/rowJson';
import type { Steps } from '../../yieldToEventLoop';
import { firstNot } from './columns';
import type { RowChange } from './engine';
import { Indexes } from './indexes';
import { ALIVE, type RowStore } from './rowStore';
import { Snapshot } from './snapshot';
import { StoreView } from './tabView';

/** Changes between two chances to pause. */
const STEP = 128;

/** Views of former revisions that are remembered with what was found in them. */
const REMEMBERED_MOST = 8;

/** Bytes of what is noted of a revision. */
const BYTES_PER_REVISION = 64;

/** Where a store stood at a revision: what tells its rows from those that came later. */
interface Mark {
  readonly revision: number;
  /** Number of the last change; those of one call count as one. */
  readonly change: number;
  /** Number of rows and of those that had ended. */
  readonly count: number;
  readonly ended: number;
}

/** A store with its indexes, and the revisions of its rows, from when it was made to the last. */
export class StoreRevisions {
  indexes: Indexes;
  #now: Mark;
  /** Those before, rising. */
  #former: Mark[] = [];
  #view: StoreView | undefined;
  /** By revision. */
  readonly #remembered = new Map<number, StoreView>();

  /** @param revision of the rows as they are */
  constructor(
    readonly store: RowStore,
    revision: number,
  ) {
    const { count, ended } = store;
    this.indexes = new Indexes(store, count);
    this.#now = { revision, change: 0, count, ended: ended.length };
  }

  /** The last one. */
  get revision(): number {
    return this.#now.revision;
  }

  /** Number of rows at the last revision, those that have ended among them. */
  get count(): number {
    return this.#now.count;
  }

  /** Bytes held in memory, roughly. */
  get bytes(): number {
    return this.store.bytes + this.indexes.bytes + this.#former.length * BYTES_PER_REVISION;
  }

  /** The rows at the last revision. */
  view(): StoreView {
    this.#view ??= this.#viewOf(this.#now);
    return this.#view;
  }

  /** The rows at a revision; undefined where they were not these at that revision. */
  viewAt(revision: number): StoreView | undefined {
    if (revision === this.revision) return this.view();
    const known = this.#remembered.get(revision);
    if (known !== undefined) return known;
    const mark = this.#markOf(revision);
    return mark && this.#remember(this.#viewOf(mark));
  }

  /** Uses indexes over more of the rows. */
  reindex(indexes: Indexes): void {
    this.indexes = indexes;
    this.#view = undefined;
  }

  /** Forgets all revisions but the last. */
  forgetFormer(): void {
    this.#former = [];
    this.#remembered.clear();
  }

  /**
   * Makes changes, all or none; none is seen before {@link reach}. No others may be made meanwhile.
   *
   * @throws Error when a row that is to be changed or removed is not there
   */
  *makeSteps(changes: readonly RowChange[]): Steps<void> {
    const before = { count: this.store.count, ended: this.store.ended.length };
    const number = this.#now.change + 1;
    try {
      for (let at = 0; at < changes.length; at += 1) {
        makeChange(this.store, changes[at]!, number);
        if (at % STEP === STEP - 1) yield;
      }
    } catch (error) {
      undo(this.store, before);
      throw error;
    }
  }

  /** Lets the changes be seen that were made, as a revision. */
  reach(revision: number): void {
    const { count, ended } = this.store;
    if (revision !== this.revision) this.#former.push(this.#now);
    this.#now = { revision, change: this.#now.change + 1, count, ended: ended.length };
    this.#view = undefined;
  }

  #markOf(revision: number): Mark | undefined {
    const mark = this.#former[firstNot(this.#former.length, (n) => this.#former[n]!.revision < revision)];
    return mark?.revision === revision ? mark : undefined;
  }

  /** Rows that came later may be indexed by now: a former view has indexes of its own then. */
  #viewOf({ revision, change, count, ended }: Mark): StoreView {
    const indexes = this.indexes.count <= count ? this.indexes : new Indexes(this.store, count);
    return new StoreView(revision, new Snapshot(this.store, indexes.count, count, ended, change), indexes);
  }

  #remember(view: StoreView): StoreView {
    this.#remembered.set(view.revision, view);
    const [eldest] = this.#remembered.keys();
    if (this.#remembered.size > REMEMBERED_MOST && eldest !== undefined) this.#remembered.delete(eldest);
    return view;
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
  store.add(Buffer.from(rowJson(store.columns, change.id, change.values)), change.rowNumber);
}

/** Rows that were added stay, since ids and values refer to them; no snapshot has them. */
function undo(store: RowStore, before: { readonly count: number; readonly ended: number }) {
  for (const row of store.ended.splice(before.ended)) if (store.ends) store.ends[row] = ALIVE;
  for (let row = before.count; row < store.count; row += 1) store.end(row, 0);
}
