import { hash } from 'node:crypto';
import type { CellValue, Column } from '../../../contract/rows';
import { type Awaitable, whenReady } from '../../awaitable';
import { runAtOnce, runBriefly, type RunQuery, runQuery, type Steps } from '../../yieldToEventLoop';
import type {
  Condition,
  FoundRows,
  Grouping,
  Groups,
  Order,
  PageSelection,
  SelectedPage,
  Selection,
  TabView,
} from './engine';
import { groupRows } from './grouping';
import type { Indexes, IndexName } from './indexes';
import { type FoundRange, lookUp } from './rowLookup';
import type { RowStore } from './rowStore';
import { joined, readsTexts, rowTest } from './rowTest';
import { Snapshot } from './snapshot';
import { byOrder, mergeSort } from './sorting';
import { RowList } from './rowList';

/** Characters of a row's version: 132 bits of its hash. */
const VERSION_LENGTH = 22;

/** The version of a row with this JSON: all of it, `_id` first, then every column, or what a caller sees of it. See `TabView.version`. */
export const versionOfJson = (json: string | Buffer): string =>
  hash('sha256', json, 'base64url').slice(0, VERSION_LENGTH);

/** So many results of each kind are remembered. */
const REMEMBERED_MOST = 4;

/** Rows that are sorted without a pause. */
const FEW_SORTED = 2_000;

/** Work between two chances to pause: rows, and characters of text. */
const ROWS = 256;
const CHARACTERS = 1 << 14;

const keyOf = (where: Condition | undefined, how: readonly Order[] | Grouping) => JSON.stringify([where, how]);

/** Remembers a result; the eldest is forgotten for it. */
function remember<T>(known: Map<string, T>, key: string, result: T): void {
  known.set(key, result);
  const [eldest] = known.keys();
  if (known.size > REMEMBERED_MOST && eldest !== undefined) known.delete(eldest);
}

/** An order without what follows `_row`, which leaves nothing equal; the order of the sheet is no order. */
function tidied(order: readonly Order[]): readonly Order[] {
  const end = order.findIndex(({ column }) => column === '_row');
  const steps = end < 0 ? order : order.slice(0, end + 1);
  const last = steps.at(-1);
  return last?.column === '_row' && !last.descending ? steps.slice(0, -1) : steps;
}

/** A store at one revision. Rows are found at once where indexes give them; else all are looked at, in steps. */
export class StoreView implements TabView {
  readonly #snapshot: Snapshot;
  /** All rows of a query, in its order; and groups. */
  readonly #rows = new Map<string, Uint32Array>();
  readonly #groups = new Map<string, Groups>();
  /** What indexes gave last, and for what: it is looked up to see whether it is at hand, and again to be written. */
  #lookedUp: { readonly selection: PageSelection; readonly page: SelectedPage } | undefined;

  constructor(
    readonly store: RowStore,
    readonly revision: number,
    indexes: Indexes,
  ) {
    this.#snapshot = new Snapshot(store, revision, indexes);
  }

  get columns(): readonly Column[] {
    return this.store.columns;
  }

  get rows(): number {
    return this.#snapshot.rows;
  }

  prepare(selection: Partial<PageSelection>, grouping?: Grouping, run: RunQuery = runQuery): Awaitable<void> {
    const { where, offset = 0, limit = 1 } = selection;
    const order = tidied(selection.order ?? []);
    if (where === undefined && order.length === 0 && grouping === undefined) return undefined;
    return whenReady(this.#snapshot.indexes.need(this.#indexesFor(where, order, grouping)), () => {
      if (grouping !== undefined) {
        return prepared(this.#groups, keyOf(where, grouping), () => this.#group(grouping, where), run);
      }
      if (this.#lookUp({ where, order, offset, limit }) !== undefined) return undefined;
      return prepared(this.#rows, keyOf(where, order), () => this.#search(where, order), run);
    });
  }

  select(selection: PageSelection): SelectedPage {
    const { where, offset, limit } = selection;
    const order = tidied(selection.order ?? []);
    const found = this.#lookUp({ where, order, offset, limit });
    if (found !== undefined) return found;
    const rows = this.#rows.get(keyOf(where, order)) ?? runAtOnce(this.#search(where, order));
    return pageOf(rows, { offset, limit });
  }

  page(selection: PageSelection): FoundRows {
    const { rowIndexes, total } = this.select(selection);
    return new RowList(this.store, rowIndexes, total);
  }

  all(selection: Selection): Uint32Array {
    return this.select({ ...selection, offset: 0, limit: this.rows }).rowIndexes;
  }

  group(grouping: Grouping, where?: Condition): Groups {
    return this.#groups.get(keyOf(where, grouping)) ?? runAtOnce(this.#group(grouping, where));
  }

  value(row: number, column: number): CellValue {
    return this.store.value(row, column);
  }

  id(row: number): string {
    return this.store.id(row);
  }

  rowNumber(row: number): number {
    return this.store.rowNumbers[row]!;
  }

  version(row: number): string {
    return versionOfJson(this.rowJson(row));
  }

  find(id: string): Uint32Array {
    return this.#snapshot.rowsOf(id);
  }

  rowJson(row: number): Buffer {
    return this.store.json(row);
  }

  writeRows(rows: ArrayLike<number>, between: ',' | '\n' = ','): Buffer {
    return new RowList(this.store, rows, rows.length).json(between);
  }

  #indexesFor(where: Condition | undefined, order: readonly Order[], grouping: Grouping | undefined): IndexName[] {
    const names = where === undefined ? [] : indexesOf(joined(where), this.store);
    const compared = grouping === undefined ? order.map(({ column }) => column) : comparedColumns(grouping);
    for (const column of compared) if (column !== '_row') names.push({ kind: 'order', column });
    return names;
  }

  /** As {@link #fromIndexes}, once where the same is looked up twice in a row. */
  #lookUp(selection: PageSelection): SelectedPage | undefined {
    const before = this.#lookedUp;
    if (before !== undefined && isSame(before.selection, selection)) return before.page;
    const page = this.#fromIndexes(selection);
    this.#lookedUp = page && { selection, page };
    return page;
  }

  /** A page for which indexes leave few rows to be looked at. */
  #fromIndexes({ where, order = [], offset, limit }: PageSelection): SelectedPage | undefined {
    const [first, second] = order;
    if (second !== undefined) return undefined;
    const { column, descending } = first ?? { column: '_row', descending: false };
    const sorted = column === '_row' ? undefined : this.#snapshot.orderOf(column);
    if (column !== '_row' && sorted === undefined) return undefined;
    const part = { offset, limit, isReversed: column === '_row' && descending };
    const list = () => sorted?.rows(descending) ?? this.#snapshot.all;
    if (where === undefined) return pageOf(list(), part);
    const test = joined(where);
    const found = lookUp(this.#snapshot, test);
    if (found?.isExact !== true) return undefined;
    const { rows, ordered } = found;
    if (sorted !== undefined && ordered?.column === column) return pageOf(sorted.part(ordered, descending), part);
    if (sorted === undefined && ordered === undefined) return pageOf(rows, part);
    if (rows.length <= FEW_SORTED) {
      const inOrder =
        sorted === undefined ? this.#snapshot.inSheetOrder(rows) : rows.slice().sort(byOrder(order, this.store));
      return pageOf(inOrder, part);
    }
    return part.isReversed || readsTexts(test) ? undefined : this.#passing(list(), test, rows.length, part);
  }

  /** A page of those rows of a list that hold a condition, of which there are `total`. */
  #passing(rows: Uint32Array, where: Condition, total: number, { offset, limit }: Part): SelectedPage {
    const test = rowTest(where, this.store, { characters: 0 });
    const found = new Uint32Array(Math.max(0, Math.min(limit, total - offset)));
    let passed = 0;
    for (let at = 0; at < rows.length && passed < offset + found.length; at += 1) {
      const row = rows[at]!;
      if (!test(row)) continue;
      if (passed >= offset) found[passed - offset] = row;
      passed += 1;
    }
    return { rowIndexes: found, total };
  }

  *#search(where: Condition | undefined, order: readonly Order[]): Steps<Uint32Array> {
    const rows = yield* this.#filter(where);
    return order.length === 0 ? rows : yield* mergeSort(rows.slice(), byOrder(order, this.store));
  }

  *#group(grouping: Grouping, where: Condition | undefined): Steps<Groups> {
    const rows = yield* this.#filter(where);
    yield;
    return yield* groupRows(this.store, rows, grouping);
  }

  /** The one loop over all rows, or over those that indexes leave. */
  *#filter(where: Condition | undefined): Steps<Uint32Array> {
    if (where === undefined) return this.#snapshot.all;
    const condition = joined(where);
    const rows = this.#candidates(lookUp(this.#snapshot, condition));
    yield;
    const work = { characters: 0 };
    const test = rowTest(condition, this.store, work);
    const found = new Uint32Array(rows.length);
    let count = 0;
    for (let at = 0; at < rows.length; at += 1) {
      if (test(rows[at]!)) found[count++] = rows[at]!;
      if (at % ROWS !== 0 && work.characters < CHARACTERS) continue;
      work.characters = 0;
      yield;
    }
    return found.slice(0, count);
  }

  #candidates(found: FoundRange | undefined): Uint32Array {
    if (found === undefined) return this.#snapshot.all;
    return found.ordered === undefined ? found.rows : this.#snapshot.inSheetOrder(found.rows);
  }
}

/** Whether two selections are the same: those of one plan are. */
const isSame = (one: PageSelection, other: PageSelection): boolean =>
  one.where === other.where && one.order === other.order && one.offset === other.offset && one.limit === other.limit;

/** Works a result out, unless it is known. */
function prepared<T>(known: Map<string, T>, key: string, work: () => Steps<T>, run: RunQuery): Awaitable<void> {
  if (known.has(key)) return undefined;
  const begun = work();
  return whenReady(runBriefly(begun)?.value ?? run(begun), (result) => remember(known, key, result));
}

/** Which part of a list is wanted, from its beginning or from its end. */
interface Part {
  readonly offset: number;
  readonly limit: number;
  readonly isReversed?: boolean;
}

function pageOf(rows: Uint32Array, { offset, limit, isReversed = false }: Part): SelectedPage {
  const total = rows.length;
  if (!isReversed) return { rowIndexes: rows.subarray(offset, offset + limit), total };
  const end = Math.max(0, total - offset);
  return { rowIndexes: rows.slice(Math.max(0, end - limit), end).reverse(), total };
}

/** The indexes by which rows are looked up, and those without which texts would have to be compared one by one. */
function indexesOf(test: Condition, store: RowStore): IndexName[] {
  switch (test.kind) {
    case 'and':
    case 'or':
      return test.parts.flatMap((part) => indexesOf(part, store));
    case 'not':
      return indexesOf(test.part, store).filter(({ kind }) => kind === 'order');
    case 'range':
      return [{ kind: 'order', column: test.column }];
    case 'in':
    case 'blank':
      return [{ kind: store.column(test.column).kind === 'numbers' ? 'order' : 'equality', column: test.column }];
    case 'text':
    case 'ids':
    case 'search':
      return [];
  }
}

/** The columns whose values are compared to make groups. */
const comparedColumns = ({ by, aggregates }: Grouping): readonly number[] => [
  ...by,
  ...aggregates.flatMap((aggregate) => (aggregate.fn === 'min' || aggregate.fn === 'max' ? [aggregate.column] : [])),
];
