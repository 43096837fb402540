import { ColumnOrders, RowLookup, sheetRows } from './rowLookup';
import type { Condition, Grouping, Groups, Order, PageSelection, SelectedPage, Selection } from './engine';
import { groupRows } from './grouping';
import type { Indexes, IndexName } from './indexes';
import { runAtOnce, runBriefly, type RunQuery, runQuery, type Steps } from '../../yieldToEventLoop';
import { filterRows, rowTest, type RowTest } from './rowFilter';
import type { Snapshot } from './snapshot';
import { byOrder, mergeSort } from './sorting';

/** So many results of each kind are remembered. */
const REMEMBERED_MOST = 4;

/** Rows that are sorted without a pause. */
const FEW_SORTED = 2_000;

/** Waits for what a query needs; see `TabView.prepare`. */
type Preparing = (run?: RunQuery) => Promise<void>;

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

/** Finds rows of one snapshot and groups of them: at once where indexes give them, else in steps. */
export class RowSearch {
  readonly #orders: ColumnOrders;
  readonly #lookup: RowLookup;
  /** All rows of a query, in its order; and groups. */
  readonly #rows = new Map<string, Uint32Array>();
  readonly #groups = new Map<string, Groups>();

  constructor(
    private readonly snapshot: Snapshot,
    private readonly indexes: Indexes,
  ) {
    this.#orders = new ColumnOrders(snapshot, indexes);
    this.#lookup = new RowLookup(this.#orders);
  }

  /** See `TabView.prepare`. */
  prepare({ where, order: given = [] }: Selection, grouping?: Grouping): Preparing | undefined {
    const order = tidied(given);
    const building = this.indexes.need(this.#indexesFor(where, order, grouping));
    if (building !== undefined) return async () => void (await building);
    if (grouping !== undefined) {
      const key = keyOf(where, grouping);
      return this.#groups.has(key) ? undefined : this.#begin(this.#group(grouping, where), this.#groups, key);
    }
    if (this.#fromIndexes({ where, order, offset: 0, limit: 1 }) !== undefined) return undefined;
    const key = keyOf(where, order);
    return this.#rows.has(key) ? undefined : this.#begin(this.#search(where, order), this.#rows, key);
  }

  /** A page of the rows that hold a condition, in an order. */
  page(selection: PageSelection): SelectedPage {
    const { where, offset, limit } = selection;
    const order = tidied(selection.order ?? []);
    const found = this.#fromIndexes({ where, order, offset, limit });
    if (found !== undefined) return found;
    const rows = this.#rows.get(keyOf(where, order)) ?? runAtOnce(this.#search(where, order));
    return pageOf(rows, { offset, limit });
  }

  group(grouping: Grouping, where: Condition | undefined): Groups {
    return this.#groups.get(keyOf(where, grouping)) ?? runAtOnce(this.#group(grouping, where));
  }

  #begin<T>(work: Steps<T>, known: Map<string, T>, key: string): Preparing | undefined {
    const found = runBriefly(work);
    if (found !== undefined) return void remember(known, key, found.value);
    return async (run = runQuery) => remember(known, key, await run(work));
  }

  #indexesFor(where: Condition | undefined, order: readonly Order[], grouping: Grouping | undefined): IndexName[] {
    const names = where === undefined ? [] : this.#indexesOf(where);
    const compared = grouping === undefined ? order.map(({ column }) => column) : comparedColumns(grouping);
    for (const column of compared) if (column !== '_row') names.push({ kind: 'order', column });
    return names;
  }

  /** The indexes by which rows are looked up, and those without which texts would have to be compared one by one. */
  #indexesOf(condition: Condition): IndexName[] {
    switch (condition.kind) {
      case 'and':
      case 'or':
        return condition.parts.flatMap((part) => this.#indexesOf(part));
      case 'not':
        return this.#indexesOf(condition.part).filter(({ kind }) => kind === 'order');
      case 'compare':
      case 'between':
      case 'in':
      case 'blank': {
        const { column } = condition;
        if (condition.kind === 'compare' && condition.op === 'ne') return [];
        const isRange = condition.kind === 'between' || (condition.kind === 'compare' && condition.op !== 'eq');
        const isOrder = isRange || this.#orders.column(column).kind === 'numbers';
        return [{ kind: isOrder ? 'order' : 'equality', column }];
      }
      case 'nin':
      case 'text':
      case 'ids':
      case 'search':
        return [];
    }
  }

  /** A page for which indexes leave few rows to be looked at. */
  #fromIndexes({ where, order = [], offset, limit }: PageSelection): SelectedPage | undefined {
    const [first, second] = order;
    if (second !== undefined) return undefined;
    const { column, descending } = first ?? { column: '_row', descending: false };
    const sorted = column === '_row' ? undefined : this.#orders.of(column);
    if (column !== '_row' && sorted === undefined) return undefined;
    const part = { offset, limit, reversed: sorted === undefined && descending };
    if (where === undefined) return pageOf(sorted?.rows(descending) ?? this.snapshot.all, part);
    const found = this.#lookup.rangeOf(where);
    if (found?.isExact !== true) return undefined;
    const total = found.to - found.from;
    if (sorted === undefined) {
      const isQuick = found.isSheetOrder || total <= FEW_SORTED;
      if (isQuick) return pageOf(sheetRows(found, this.#orders), part);
      return descending ? undefined : this.#passing(this.snapshot.all, where, total, part);
    }
    if (found.column === column) {
      const { from, to } = descending ? sorted.reversed(found) : found;
      return pageOf(sorted.rows(descending).subarray(from, to), part);
    }
    if (total > FEW_SORTED) return this.#passing(sorted.rows(descending), where, total, part);
    return pageOf(found.rows.slice(found.from, found.to).sort(byOrder(order, this.snapshot)), part);
  }

  /** A page of those rows of a list that hold a condition, of which there are `total`. */
  #passing(rows: Uint32Array, where: Condition, total: number, { offset, limit }: Part): SelectedPage | undefined {
    const test = rowTest(where, this.#orders);
    return test && { rowIndexes: firstRows(rows, test, offset, Math.min(limit, total - offset)), total };
  }

  *#search(where: Condition | undefined, order: readonly Order[]): Steps<Uint32Array> {
    const rows = yield* this.#filter(where);
    return order.length === 0 ? rows : yield* mergeSort(rows.slice(), byOrder(order, this.snapshot));
  }

  *#filter(where: Condition | undefined): Steps<Uint32Array> {
    if (where === undefined) return this.snapshot.all;
    const rows = this.#lookup.candidates(where) ?? this.snapshot.all;
    yield;
    return yield* filterRows(rows, where, this.#orders);
  }

  *#group(grouping: Grouping, where: Condition | undefined): Steps<Groups> {
    const rows = yield* this.#filter(where);
    yield;
    return yield* groupRows(this.snapshot.store, rows, grouping);
  }
}

/** Which part of a list is wanted, from its beginning or from its end. */
interface Part {
  readonly offset: number;
  readonly limit: number;
  readonly reversed?: boolean;
}

function pageOf(rows: Uint32Array, { offset, limit, reversed = false }: Part): SelectedPage {
  const total = rows.length;
  if (!reversed) return { rowIndexes: rows.subarray(offset, offset + limit), total };
  const end = Math.max(0, total - offset);
  return { rowIndexes: rows.slice(Math.max(0, end - limit), end).reverse(), total };
}

/** The rows of a list that pass a test, from an offset on, so many of them. */
function firstRows(rows: Uint32Array, test: RowTest, offset: number, count: number): Uint32Array {
  const found = new Uint32Array(Math.max(0, count));
  let passed = 0;
  for (let at = 0; at < rows.length && passed < offset + found.length; at += 1) {
    const row = rows[at]!;
    if (!test(row)) continue;
    if (passed >= offset) found[passed - offset] = row;
    passed += 1;
  }
  return found;
}

/** The columns whose values are compared to make groups. */
const comparedColumns = ({ by, aggregates }: Grouping): readonly number[] => [
  ...by,
  ...aggregates.flatMap((aggregate) => (aggregate.fn === 'min' || aggregate.fn === 'max' ? [aggregate.column] : [])),
];
