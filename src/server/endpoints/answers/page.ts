import type { TabView } from '../engine/engine';
import type { ColumnNames } from '../query/columnNames';
import type { Plan, RowsTask } from '../query/plan';
import { pageOfTable, recordsTable } from './recordsTable';
import { rowsTable } from './rowsTable';
import type { Table } from './table';

/** What a question finds. */
export interface Page {
  /** How much holds the conditions, on any page. */
  readonly total: number;
  readonly table: Table;
  /** Of rows, their places. */
  readonly places: Uint32Array;
}

/** A page that is ready: a stretch of the sheet, of which nothing but its bytes is needed. */
export interface ReadyPage {
  readonly total: number;
  readonly count: number;
  readonly data: Buffer;
}

/** Rows as they stand in the sheet, every one of them and with every column. */
const isStretch = ({ where, task }: Plan): boolean =>
  where === undefined && task.kind === 'rows' && task.order.length === 0 && task.fields === undefined;

/** @returns undefined where more has to be done than to copy bytes */
export function readyPage(view: TabView, plan: Plan): ReadyPage | undefined {
  if (!isStretch(plan) || plan.slugKeys || (plan.shape !== 'rows' && plan.shape !== 'array')) return undefined;
  return { total: view.rows, ...view.pageJson(plan.offset, plan.limit) };
}

const NO_PLACES = new Uint32Array();

function rowsPage(view: TabView, plan: Plan, task: RowsTask, names: ColumnNames, limit: number): Page {
  const { places, total } = view.select({ where: plan.where, order: task.order, offset: plan.offset, limit });
  return { total, places, table: rowsTable(view, places, names, { fields: task.fields, slugKeys: plan.slugKeys }) };
}

/**
 * Finds a page of what is asked.
 *
 * @param limit so many records at most
 */
export function pageOf(view: TabView, plan: Plan, names: ColumnNames, limit: number): Page {
  const { task, where, offset } = plan;
  if (task.kind === 'rows') return rowsPage(view, plan, task, names, limit);
  const table = recordsTable(view, task, names, where);
  return { total: table.count, places: NO_PLACES, table: pageOfTable(table, offset, limit) };
}
