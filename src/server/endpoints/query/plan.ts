import { hash } from 'node:crypto';
import type { Aggregate, Condition, Grouping, GroupOrder, Order } from '../../store/memory/engine';

/** Where a page begins: so many rows into the answer to one question, as the tab was at a revision. */
export interface Cursor {
  readonly revision: number;
  readonly offset: number;
  /** The question it belongs to. */
  readonly fingerprint: string;
}

/** One value of a row that is answered. */
export type Field = number | '_id' | '_row';

/** Rows, in an order. */
export interface RowsTask {
  readonly kind: 'rows';
  readonly order: readonly Order[];
  /** What each row is answered with; undefined for `_id` and every column of the tab. */
  readonly fields: readonly Field[] | undefined;
}

/** The different values of a column. */
export interface DistinctTask {
  readonly kind: 'distinct';
  readonly column: number;
  readonly order: readonly GroupOrder[];
}

/** Groups of rows and what comes of them. */
export interface GroupTask {
  readonly kind: 'group';
  readonly by: readonly number[];
  readonly aggregates: readonly Aggregate[];
  /** Names of the columns and of the aggregates, each once. */
  readonly names: readonly string[];
  readonly order: readonly GroupOrder[];
}

/** The groups that such a task is about: those of a column's values are counted. */
export const groupingOf = (task: DistinctTask | GroupTask): Grouping =>
  task.kind === 'group'
    ? { by: task.by, aggregates: task.aggregates, order: task.order }
    : { by: [task.column], aggregates: [{ fn: 'count' }], order: task.order };

export const shapes = ['rows', 'array', 'columns', 'object'] as const;
export type Shape = (typeof shapes)[number];

/** What stands for a cell instead of its value: what the sheet displays, or its formula. */
export const valueLooks = ['text', 'formula'] as const;
export type ValueLook = (typeof valueLooks)[number];

/** What a question asks of a tab with certain columns. */
export interface Plan {
  readonly where: Condition | undefined;
  readonly task: RowsTask | DistinctTask | GroupTask;
  readonly limit: number;
  /** Whether the limit was given; without one, files hold everything. */
  readonly isLimited: boolean;
  readonly offset: number;
  readonly cursor: Cursor | undefined;
  readonly shape: Shape;
  readonly single: boolean;
  readonly slugKeys: boolean;
  /** Undefined for values. */
  readonly values: ValueLook | undefined;
  /** Whether CSV is written as it is, without guarding against formulas. */
  readonly rawCsv: boolean;
  /** What a cursor is bound to: the same for questions that have the same rows in the same order. */
  readonly fingerprint: string;
  /** How they are answered, beside where the page begins, as a text: the same for the same look. */
  readonly look: string;
}

/** 64 bits of SHA-256 over the JSON of values, as 16 hexadecimal digits: the same for equal values, practically never for others. */
export const shortHash = (...values: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(values), 'hex').slice(0, 16);
