import type { CellValue, Column } from '../../../contract/rows';
import type { Awaitable } from '../../awaitable';
import type { SheetFacts } from '../../normalise/sheetFacts';
import type { RunQuery } from '../../yieldToEventLoop';

/** What a condition compares with: never blank, since a blank equals nothing. */
export type FilterValue = Exclude<CellValue, null>;

export type CompareOperator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';
export type TextOperator = 'contains' | 'startswith' | 'endswith' | 'like' | 'ilike';

/** One end of a range. */
export interface Bound {
  readonly op: Exclude<CompareOperator, 'eq' | 'ne'>;
  readonly value: FilterValue;
}

/**
 * What a row has to hold. Columns are indexes among the tab's columns.
 *
 * `in` is exact: type and value. A blank equals nothing, and `not` turns a condition round whatever is blank. `range` goes by the
 * column's order, and holds only between values of one sort: a text in a column of numbers is neither above nor below a number.
 * `contains`, `startswith`, `endswith` and `ilike` fold case, `search` folds accents too; `like` and `ilike` know `%` (any
 * run), `_` (one character) and a backslash before either. A value that is no text is looked at as it is written in JSON.
 */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'in'; readonly column: number; readonly values: readonly FilterValue[] }
  | { readonly kind: 'range'; readonly column: number; readonly bounds: readonly Bound[] }
  | { readonly kind: 'text'; readonly column: number; readonly op: TextOperator; readonly text: string }
  | { readonly kind: 'blank'; readonly column: number; readonly is: boolean }
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'search'; readonly text: string; readonly columns: readonly number[] };

/** One comparison with a value. */
export function compared(column: number, op: CompareOperator, value: FilterValue): Condition {
  if (op === 'eq') return { kind: 'in', column, values: [value] };
  if (op === 'ne') return { kind: 'not', part: compared(column, 'eq', value) };
  return { kind: 'range', column, bounds: [{ op, value }] };
}

/** One step of an order; `_row` is the order of the sheet. Ties keep the order of the sheet, blanks are last both ways. */
export interface Order {
  readonly column: number | '_row';
  readonly descending: boolean;
}

export interface Selection {
  readonly where?: Condition | undefined;
  readonly order?: readonly Order[] | undefined;
}

export interface PageSelection extends Selection {
  readonly offset: number;
  readonly limit: number;
}

/** Rows are named by their indexes, which hold for the view that they come from, and for no other. */
export interface SelectedPage {
  readonly rowIndexes: Uint32Array;
  /** Rows that hold the condition, on any page. */
  readonly total: number;
}

/** Rows that were found, to be written out before anything else is asked of any view: they may be forgotten then. */
export interface FoundRows {
  /** Rows that hold the condition, on any page. */
  readonly total: number;
  /** Rows of this page. */
  readonly count: number;
  /** Bytes of their JSON with commas between them. */
  readonly bytes: number;
  /** Writes it into a buffer from a byte on, and perhaps one byte more. @returns where it ends */
  write(into: Buffer, at: number): number;
}

/** `sum` and `avg` look at numbers alone; all but `count` pass over blanks and are null where nothing is left. */
export type Aggregate =
  | { readonly fn: 'count' }
  | { readonly fn: 'sum' | 'avg' | 'min' | 'max'; readonly column: number };

/** One step of an order of groups: by one of their cells. Blanks are last both ways. */
export interface GroupOrder {
  readonly at: number;
  readonly descending: boolean;
}

export interface Grouping {
  readonly by: readonly number[];
  readonly aggregates: readonly Aggregate[];
  /** Ties, and groups without an order, are in the order of their keys. */
  readonly order?: readonly GroupOrder[];
}

/** Groups of rows. Values are made when they are asked for: there may be as many groups as there are rows. */
export interface Groups {
  readonly count: number;
  /** Bytes held in memory, roughly. */
  readonly bytes: number;
  /** A cell of a group: there is one for each column that is grouped by, then one for each aggregate. */
  cell(group: number, at: number): CellValue;
}

/**
 * A tab's rows at one revision. It answers the same however the tab changes meanwhile, at once and without waiting. Whatever
 * implements it, plain arrays or indexes, has to answer the same.
 */
export interface TabView {
  readonly revision: number;
  readonly columns: readonly Column[];
  /** Number of rows. */
  readonly rows: number;
  /**
   * Has made, in small steps, what an answer would hold up others for long without. To ask without it is right too, only slow.
   *
   * @param selection with the page that is wanted, where that is known
   * @param grouping where groups of the rows are wanted
   * @param run runs the query's work: by itself, where it is not given
   * @throws Refusal `query_too_slow` where that is too much
   */
  prepare(selection: Partial<PageSelection>, grouping?: Grouping, run?: RunQuery): Awaitable<void>;
  /** A page of the rows that hold a condition, in an order. */
  select(selection: PageSelection): SelectedPage;
  /** As {@link select}, with nothing made that is not needed to write the rows out once. */
  page(selection: PageSelection): FoundRows;
  /** All rows that hold a condition, in an order. */
  all(selection: Selection): Uint32Array;
  /** Groups of the rows that hold a condition, blank keys among them. Without `by` there is one group, even of no rows. */
  group(grouping: Grouping, where?: Condition): Groups;
  value(rowIndex: number, column: number): CellValue;
  id(rowIndex: number): string;
  /** The row's 1-based number in the sheet. */
  rowNumber(rowIndex: number): number;
  /** A text that changes when, and only when, something in the row does; it survives restarts. For `If-Match`. */
  version(rowIndex: number): string;
  /** The rows with an `_id`, in the order of the sheet: one, none, or several where a key column is not unique. */
  find(id: string): Uint32Array;
  /** The row's JSON: `_id` first, then every column. */
  rowJson(rowIndex: number): Buffer;
  /** JSON of rows with commas, or with line ends, between them. */
  writeRows(rowIndexes: ArrayLike<number>, between?: ',' | '\n'): Buffer;
}

/** The rows of a tab at one revision. */
export interface RowsAt {
  readonly served: ServedTab;
  readonly view: TabView;
}

/**
 * What happens to a row. An update gives every value; the row keeps its place in the order when its number stays. A row is
 * named by its id and its number, which differ from another's even where a key column is not unique.
 */
export type RowChange =
  | {
      readonly kind: 'append' | 'update';
      readonly id: string;
      /** Its number in the sheet. */
      readonly row: number;
      /** A value for each column. */
      readonly values: readonly CellValue[];
      /** The id it had before, where an update changes the value of the key column. */
      readonly formerId?: string;
    }
  | { readonly kind: 'remove'; readonly id: string; readonly row: number };

/** What a write has to know of a tab in memory beside its rows. */
export interface TabState {
  /** The snapshot that it holds, and what was written since. */
  snapshot: string;
  readonly sheet: SheetFacts;
  /** Index of the key column among the columns; -1 without one. */
  keyAt: number;
  /** Number of the last entry of the log that is part of it. */
  sequence: number;
  /** New rows go below this one. */
  lastRow: number;
  /** Rows that the log since the snapshot changes. */
  pending: number;
}

/** A tab's rows in memory, kept in step with what is written. */
export interface ServedTab {
  /** Absent where the tab has no columns, so that nothing can be written. */
  state?: TabState;
  readonly columns: readonly Column[];
  readonly revision: number;
  /** Number of rows now. */
  readonly rows: number;
  /** Bytes held in memory, roughly. */
  readonly bytes: number;
  /** The rows as they are now. */
  view(): TabView;
  /** The rows as they were at a revision since they were loaded; undefined where that is not known. */
  viewAt(revision: number): TabView | undefined;
  /**
   * Makes the next revision, in small steps. Views taken before do not see it, and none sees part of it. One call at a time.
   *
   * @throws Error when a row that is updated or removed is not there; nothing has changed then
   */
  apply(changes: readonly RowChange[], revision: number): Promise<void>;
}
