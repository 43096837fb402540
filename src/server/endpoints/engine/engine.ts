import type { CellValue, Column } from '../../../contract/rows';

/** A column that has to equal a value. */
export interface Filter {
  /** Place of the column among the tab's columns. */
  readonly column: number;
  readonly value: Exclude<CellValue, null>;
}

/** Which rows are asked for: those that hold all filters, in the order of the sheet. */
export interface RowsPlan {
  readonly filters: readonly Filter[];
  readonly limit: number;
  readonly offset: number;
}

export interface RowsPage {
  /** Rows that hold all filters, on any page. */
  readonly total: number;
  /** Rows on this page. */
  readonly count: number;
  /** JSON of the page's rows, with commas between them. */
  readonly data: Buffer;
}

export interface FoundRow {
  /** Its number in the sheet. */
  readonly row: number;
  /** Its JSON. */
  readonly data: Buffer;
}

/**
 * A tab's rows in memory, ready to be asked. It never changes: new rows make a new one. Whatever implements it, plain arrays
 * or indexes, has to answer the same.
 */
export interface ServedTab {
  readonly columns: readonly Column[];
  readonly rows: number;
  /** Bytes held in memory, roughly. */
  readonly bytes: number;
  select(plan: RowsPlan): Promise<RowsPage>;
  /** The rows with an `_id`: one, none, or several where a key column is not unique. */
  find(id: string): Promise<readonly FoundRow[]>;
}
