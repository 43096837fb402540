import type { CellValue, Column } from '../../../contract/rows';
import type { Awaitable } from '../../awaitable';
import type { SheetFacts } from '../../normalise/sheetFacts';
import type { RunQuery } from '../../yieldToEventLoop';

/** Value that a condition compares with: never blank, since a blank equals nothing. */
export type FilterValue = Exclude<CellValue, null>;

export type CompareOperator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';
export type TextOperator = 'contains' | 'startswith' | 'endswith' | 'like' | 'ilike';

/** One end of a range. */
export interface Bound {
  readonly op: Exclude<CompareOperator, 'eq' | 'ne'>;
  readonly value: FilterValue;
}

/**
 * Condition on a row. Columns are indexes into the tab's columns.
 *
 * `in` is exact: type and value. A blank equals nothing, and `not` inverts a condition for blanks too. `range` uses the column's
 * order, and matches only values of the same type: a text in a column of numbers is neither above nor below a number. `contains`,
 * `startswith`, `endswith` and `ilike` fold case, `search` folds accents too; `like` and `ilike` support `%` (any run), `_` (one
 * character) and a backslash before either. A value that is not text is matched by its JSON.
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

/** Returns the condition for one comparison with a value. */
export function compared(column: number, op: CompareOperator, value: FilterValue): Condition {
  if (op === 'eq') return { kind: 'in', column, values: [value] };
  if (op === 'ne') return { kind: 'not', part: compared(column, 'eq', value) };
  return { kind: 'range', column, bounds: [{ op, value }] };
}

/** One step of an order; `_row` is the order of the sheet. Ties keep sheet order; blanks are last in both directions. */
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

/** Rows identified by indexes, which are valid only for the view they come from. */
export interface SelectedPage {
  readonly rowIndexes: Uint32Array;
  /** Number of matching rows on all pages. */
  readonly total: number;
}

/** Found rows, to be serialized before the next call to any view, which may invalidate them. */
export interface FoundRows {
  /** Number of matching rows on all pages. */
  readonly total: number;
  /** Rows of this page. */
  readonly count: number;
  /** Bytes of their JSON with commas between them. */
  readonly bytes: number;
  /** Writes the JSON into a buffer at an offset, and possibly one byte more. @returns its end */
  write(into: Buffer, at: number): number;
}

/** `sum` and `avg` use numbers only; all except `count` skip blanks and are null without values. */
export type Aggregate =
  | { readonly fn: 'count' }
  | { readonly fn: 'sum' | 'avg' | 'min' | 'max'; readonly column: number };

/** One step of an order of groups, by one of their cells. Blanks are last in both directions. */
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

/** Query of a tab, to be prepared: rows, with the requested page if it is known, or groups of rows. */
export interface TabQuery extends Partial<PageSelection> {
  readonly grouping?: Grouping;
}

/** Groups of rows. Values are decoded on access: there may be as many groups as rows. */
export interface Groups {
  readonly count: number;
  /** Returns a cell of a group: one for each column of `by`, then one for each aggregate. */
  cell(group: number, at: number): CellValue;
}

/**
 * A tab's rows at one revision: immutable, and synchronous to read. All implementations, by plain arrays or by indexes, give the
 * same results.
 */
export interface TabView {
  readonly revision: number;
  readonly columns: readonly Column[];
  /** Number of rows. */
  readonly rows: number;
  /**
   * Computes, in small steps, what would otherwise block the event loop. Optional: results are the same without it, only slower.
   *
   * @param run runs the query's work; a default runner otherwise
   * @throws Refusal `query_too_slow` when the work takes too long
   */
  prepare(query: TabQuery, run?: RunQuery): Awaitable<void>;
  /** Returns a page of the matching rows, in an order. */
  select(selection: PageSelection): SelectedPage;
  /** Like {@link select}, without building anything beyond what one serialization of the rows needs. */
  page(selection: PageSelection): FoundRows;
  /** Returns all matching rows, in an order. */
  all(selection: Selection): Uint32Array;
  /** Groups the matching rows; blank is a key too. Without `by` there is one group, even without rows. */
  group(grouping: Grouping, where?: Condition): Groups;
  value(rowIndex: number, column: number): CellValue;
  id(rowIndex: number): string;
  /** The row's 1-based number in the sheet. */
  rowNumber(rowIndex: number): number;
  /** Returns a text that changes exactly when the row's content does, stable across restarts. Used for `If-Match`. */
  version(rowIndex: number): string;
  /** Returns the rows with an `_id`, in sheet order: one, none, or several when a key column is not unique. */
  find(id: string): Uint32Array;
  /** Returns the bytes of the row's JSON. */
  bytes(rowIndex: number): number;
  /** Returns the row's JSON: `_id` first, then every column. */
  rowJson(rowIndex: number): Buffer;
  /** Returns the JSON of rows, separated by commas or line ends. */
  writeRows(rowIndexes: ArrayLike<number>, between?: ',' | '\n'): Buffer;
}

/** The rows of a tab at one revision. */
export interface RowsAt {
  readonly served: ServedTab;
  readonly view: TabView;
}

/**
 * Change of a row. An update gives every value; the row keeps its position while its number stays the same. A row is identified by
 * its id and its number together, as ids may repeat in a key column that is not unique.
 */
export type RowChange =
  | {
      readonly kind: 'append' | 'update';
      readonly id: string;
      /** Its number in the sheet. */
      readonly row: number;
      /** A value for each column. */
      readonly values: readonly CellValue[];
      /** The previous id, when an update changes the value of the key column. */
      readonly formerId?: string;
    }
  | { readonly kind: 'remove'; readonly id: string; readonly row: number };

/** Returns the id of a row before a change; of a new row its id. */
export const formerIdOf = (change: RowChange): string =>
  change.kind === 'update' ? (change.formerId ?? change.id) : change.id;

/** Size of a log, or of a part of it. */
export interface LogSize {
  /** Number of rows that it changes. */
  readonly changes: number;
  /** Length of its texts. */
  readonly characters: number;
}

/** State of a tab in memory that writes need in addition to its rows. */
export interface TabState {
  /** The snapshot that was loaded; the rows also contain the log since. */
  snapshot: string;
  readonly sheet: SheetFacts;
  /** Index of the key column; -1 without one. */
  keyAt: number;
  /** Sequence of the last log entry that the rows contain. */
  sequence: number;
  /** Number of the last row in the sheet. New rows are added below it. */
  lastRow: number;
  /** Size of the log since the snapshot. */
  pending: LogSize;
}

/** A tab's rows in memory, kept up to date with writes. */
export interface ServedTab {
  /** Absent when the tab has no columns and thus cannot be written. */
  state?: TabState;
  readonly columns: readonly Column[];
  readonly revision: number;
  /** Current number of rows. */
  readonly rows: number;
  /** Estimate of the bytes in memory. */
  readonly bytes: number;
  /** Bytes by which the current rows may grow so that they can still be loaded; negative if they are too large already. */
  readonly room: number;
  /** Returns the current rows. */
  view(): TabView;
  /** Returns the rows at an earlier revision since the load; undefined when it is unknown. */
  viewAt(revision: number): TabView | undefined;
  /**
   * Creates the next revision, in small steps. Earlier views do not see it, and no view sees a part of it. Calls must not overlap.
   *
   * @throws Error when an updated or removed row does not exist; nothing has changed then
   */
  apply(changes: readonly RowChange[], revision: number): Promise<void>;
}
