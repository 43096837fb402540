import { hash } from 'node:crypto';
import type { Condition, Grouping, Order } from '../../store/memory/engine';

/** Start of a page: an offset into the results of a query at a revision of the tab. */
export interface Cursor {
  readonly revision: number;
  readonly offset: number;
  /** Hash of the revision, and of the fingerprint of the query that the cursor belongs to. */
  readonly seal: string;
}

/** Field of a row in the response: a column index, or `_id` or `_row`. */
export type Field = number | '_id' | '_row';

/** Request for rows in an order. */
export interface RowsTask {
  readonly kind: 'rows';
  readonly order: readonly Order[];
  /** Fields of each row; undefined for `_id` and every column of the tab. */
  readonly fields: readonly Field[] | undefined;
}

/** Request for groups of rows and their aggregates. Distinct values are groups with a count. */
export interface GroupTask extends Grouping {
  readonly kind: 'group';
  /** Unique names of the columns and of the aggregates. */
  readonly names: readonly string[];
}

export const shapes = ['rows', 'array', 'columns', 'object'] as const;
export type Shape = (typeof shapes)[number];

/** Content of a cell in place of its value: the displayed text, or the formula. */
export const cellContents = ['text', 'formula'] as const;
export type CellContent = (typeof cellContents)[number];

/** Compiled query on a tab with certain columns. */
export interface Plan {
  readonly where: Condition | undefined;
  readonly task: RowsTask | GroupTask;
  readonly limit: number;
  /** Whether a limit was given; without one, files contain all rows. */
  readonly isLimited: boolean;
  readonly offset: number;
  readonly cursor: Cursor | undefined;
  readonly shape: Shape;
  readonly single: boolean;
  readonly slugKeys: boolean;
  /** Undefined for plain values. */
  readonly values: CellContent | undefined;
  /** Whether CSV is written without the protection against formulas. */
  readonly rawCsv: boolean;
  /** Hash of conditions and order, which a cursor is bound to: equal for queries with the same results in the same order. */
  readonly fingerprint: string;
  /** All options of the response other than the offset, as a text that is equal for equal options. */
  readonly optionsKey: string;
}

/** Query before parsing: the query of an address, without `?`, or the JSON of a body. */
export type Query = { readonly text: string } | { readonly body: unknown };

/** Plan, and the query text for the URLs of the following pages. */
export interface QueryPlan {
  readonly plan: Plan;
  /** Query of an address without `_cursor` and `_offset`; undefined for a body. */
  readonly nextQuery: string | undefined;
}

/** Returns 64 bits of SHA-256 over the JSON of values, as 16 hexadecimal digits. */
export const shortHash = (...values: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(values), 'hex').slice(0, 16);
