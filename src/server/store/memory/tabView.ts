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
  TabQuery,
  TabView,
} from './engine';
import { comparedColumns, groupRows } from './grouping';
import type { Indexes, IndexName } from './indexes';
import { type FoundRange, indexesOf, lookUp } from './rowLookup';
import type { RowStore } from './rowStore';
import { compiled, simplified, readsTexts } from './rowTest';
import { Snapshot } from './snapshot';
import { byOrder, mergeSort } from './sorting';
import { RowList } from './rowList';

/** Length of a row's version: 132 bits of its hash. */
const VERSION_LENGTH = 22;

/** Returns the version of a row from its JSON, `_id` first, then every column or those its caller may see. See `TabView.version`. */
export const versionOfJson = (json: string | Buffer): string =>
  hash('sha256', json, 'base64url').slice(0, VERSION_LENGTH);

/** Maximum number of memoized results of each kind. */
const MAX_MEMOIZED = 4;

/** Maximum number of rows that are sorted without a pause. */
const MAX_SORTED_AT_ONCE = 2_000;

/** Work per step: rows, and characters of text. */
const ROWS_PER_STEP = 256;
const CHARACTERS_PER_STEP = 1 << 14;

const keyOf = (where: Condition | undefined, how: readonly Order[] | Grouping) => JSON.stringify([where, how]);

/** Memoizes a result, dropping the oldest one. */
function memoize<T>(known: Map<string, T>, key: string, result: T): void {
  known.set(key, result);
  const [oldest] = known.keys();
  if (known.size > MAX_MEMOIZED && oldest !== undefined) known.delete(oldest);
}

/** Removes steps after `_row`, which has no ties, and a final ascending `_row`, which is the default order. */
function normalizedOrder(order: readonly Order[]): readonly Order[] {
  const end = order.findIndex(({ column }) => column === '_row');
  const steps = end < 0 ? order : order.slice(0, end + 1);
  const last = steps.at(-1);
  return last?.column === '_row' && !last.descending ? steps.slice(0, -1) : steps;
}

/** Ascending order of the sheet. */
const SHEET_ORDER: Order = { column: '_row', descending: false };

/** A store at one revision. Rows are looked up in indexes where possible; otherwise all are scanned, in steps. */
export class StoreView implements TabView {
  readonly #snapshot: Snapshot;
  /** Memoized rows of a query, in its order, and memoized groups. */
  readonly #rows = new Map<string, Uint32Array>();
  readonly #groups = new Map<string, Groups>();
  /** The last page found by indexes: `prepare` looks it up to check whether it is available, and `select` to return it. */
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

  prepare(query: TabQuery, run: RunQuery = runQuery): Awaitable<void> {
    const { where, grouping, offset = 0, limit = 1 } = query;
    const order = normalizedOrder(query.order ?? []);
    if (where === undefined && order.length === 0 && grouping === undefined) return undefined;
    return whenReady(this.#snapshot.indexes.ensure(this.#indexesFor(where, order, grouping)), () => {
      if (grouping !== undefined) {
        return prepareResult(this.#groups, keyOf(where, grouping), () => this.#group(grouping, where), run);
      }
      if (this.#lookUp({ where, order, offset, limit }) !== undefined) return undefined;
      return prepareResult(this.#rows, keyOf(where, order), () => this.#search(where, order), run);
    });
  }

  select(selection: PageSelection): SelectedPage {
    const { where, offset, limit } = selection;
    const order = normalizedOrder(selection.order ?? []);
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

  bytes(row: number): number {
    return this.store.lengths[row]! - 1;
  }

  rowJson(row: number): Buffer {
    return this.store.line(row).subarray(0, -1);
  }

  writeRows(rows: ArrayLike<number>, between: ',' | '\n' = ','): Buffer {
    return new RowList(this.store, rows, rows.length).json(between);
  }

  #indexesFor(where: Condition | undefined, order: readonly Order[], grouping: Grouping | undefined): IndexName[] {
    const names = where === undefined ? [] : indexesOf(simplified(where), this.store);
    const compared = grouping === undefined ? order.map(({ column }) => column) : comparedColumns(grouping);
    for (const column of compared) if (column !== '_row') names.push({ kind: 'order', column });
    return names;
  }

  /** Memoizes the last result of {@link #fromIndexes}. */
  #lookUp(selection: PageSelection): SelectedPage | undefined {
    const before = this.#lookedUp;
    if (before !== undefined && isSameSelection(before.selection, selection)) return before.page;
    const page = this.#fromIndexes(selection);
    this.#lookedUp = page && { selection, page };
    return page;
  }

  /** Finds a page by indexes, if they leave few rows to scan. */
  #fromIndexes({ where, order = [], offset, limit }: PageSelection): SelectedPage | undefined {
    if (order.length > 1) return undefined;
    const [step = SHEET_ORDER] = order;
    const { column, descending } = step;
    const columnOrder = column === '_row' ? undefined : this.#snapshot.orderOf(column);
    if (column !== '_row' && columnOrder === undefined) return undefined;
    // Lists in the order of the sheet are ascending; their pages are counted from the end instead.
    const range = { offset, limit, isReversed: column === '_row' && descending };
    const allInOrder = () => columnOrder?.rows(descending) ?? this.#snapshot.all;
    if (where === undefined) return pageOf(allInOrder(), range);
    const condition = simplified(where);
    const found = lookUp(this.#snapshot, condition);
    if (found?.isExact !== true) return undefined;
    const inOrder = this.#inOrder(found, step);
    if (inOrder !== undefined) return pageOf(inOrder, range);
    if (range.isReversed || readsTexts(condition)) return undefined;
    return this.#passing(allInOrder(), condition, found.rows.length, range);
  }

  /** Returns found rows in an order, ascending in that of the sheet; undefined if there are too many to sort them at once. */
  #inOrder({ rows, ordered }: FoundRange, step: Order): Uint32Array | undefined {
    const { column, descending } = step;
    if (ordered?.column === column) return this.#snapshot.orderOf(column)?.part(ordered, descending);
    if (ordered === undefined && column === '_row') return rows;
    if (rows.length > MAX_SORTED_AT_ONCE) return undefined;
    return column === '_row' ? this.#snapshot.inSheetOrder(rows) : rows.slice().sort(byOrder([step], this.store));
  }

  /** Finds a page of the listed rows that fulfil a condition, of which there are `total`. */
  #passing(rows: Uint32Array, where: Condition, total: number, { offset, limit }: PageRange): SelectedPage {
    const { test } = compiled(where, this.store);
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

  /** Scans all rows, or the candidates from indexes. */
  *#filter(where: Condition | undefined): Steps<Uint32Array> {
    if (where === undefined) return this.#snapshot.all;
    const condition = simplified(where);
    const rows = this.#candidates(lookUp(this.#snapshot, condition));
    yield;
    const { test, textWork } = compiled(condition, this.store);
    const found = new Uint32Array(rows.length);
    let count = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at]!;
      // The texts of a long row are tested one by one, with pauses; its test then uses their memoized results.
      if (textWork.tests.length > 0 && this.bytes(row) > CHARACTERS_PER_STEP) {
        for (const testText of textWork.tests) {
          testText(row);
          yield;
        }
      }
      if (test(row)) found[count++] = row;
      if (at % ROWS_PER_STEP === 0 || textWork.characters >= CHARACTERS_PER_STEP) {
        textWork.characters = 0;
        yield;
      }
    }
    return found.slice(0, count);
  }

  #candidates(found: FoundRange | undefined): Uint32Array {
    if (found === undefined) return this.#snapshot.all;
    return found.ordered === undefined ? found.rows : this.#snapshot.inSheetOrder(found.rows);
  }
}

/** Compares two selections by identity; parts of one query plan are identical. */
const isSameSelection = (one: PageSelection, other: PageSelection): boolean =>
  one.where === other.where && one.order === other.order && one.offset === other.offset && one.limit === other.limit;

/** Computes a result and memoizes it, unless it is memoized already. */
function prepareResult<T>(known: Map<string, T>, key: string, start: () => Steps<T>, run: RunQuery): Awaitable<void> {
  if (known.has(key)) return undefined;
  const work = start();
  return whenReady(runBriefly(work)?.value ?? run(work), (result) => memoize(known, key, result));
}

/** Range of a list, counted from its beginning or its end. */
interface PageRange {
  readonly offset: number;
  readonly limit: number;
  readonly isReversed?: boolean;
}

function pageOf(rows: Uint32Array, { offset, limit, isReversed = false }: PageRange): SelectedPage {
  const total = rows.length;
  if (!isReversed) return { rowIndexes: rows.subarray(offset, offset + limit), total };
  const end = Math.max(0, total - offset);
  return { rowIndexes: rows.slice(Math.max(0, end - limit), end).reverse(), total };
}
