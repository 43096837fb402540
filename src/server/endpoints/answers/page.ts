import type { FoundRows, TabView } from '../engine/engine';
import type { ColumnNames } from '../query/columnNames';
import type { Plan, RowsTask } from '../query/plan';
import { pageOfTable, recordsTable } from './recordsTable';
import { type RowsLook, rowsTable } from './rowsTable';
import type { Table } from './table';

/** What a question finds. */
export interface Page {
  /** How much holds the conditions, on any page. */
  readonly total: number;
  readonly table: Table;
  /** Of rows, their places. */
  readonly places: Uint32Array;
}

/**
 * Rows with every column, of which nothing but their bytes is needed.
 *
 * @returns undefined where more has to be done than to copy bytes
 */
export function readyRows(
  view: TabView,
  { task, where, shape, slugKeys, values, offset, limit }: Plan,
): FoundRows | undefined {
  if (
    task.kind !== 'rows' ||
    task.fields !== undefined ||
    slugKeys ||
    values !== undefined ||
    (shape !== 'rows' && shape !== 'array')
  ) {
    return undefined;
  }
  return view.page({ where, order: task.order, offset, limit });
}

/** What is asked of which rows. */
export interface Paging extends Pick<RowsLook, 'shown'> {
  readonly view: TabView;
  readonly plan: Plan;
  readonly names: ColumnNames;
}

const NO_PLACES = new Uint32Array();

function rowsPage({ view, plan, names, shown }: Paging, task: RowsTask, limit: number): Page {
  const { places, total } = view.select({ where: plan.where, order: task.order, offset: plan.offset, limit });
  const { slugKeys, values } = plan;
  return { total, places, table: rowsTable(view, places, names, { fields: task.fields, slugKeys, values, shown }) };
}

/**
 * Finds a page of what is asked.
 *
 * @param limit so many records at most
 */
export function pageOf(paging: Paging, limit: number): Page {
  const { view, plan, names } = paging;
  const { task, where, offset } = plan;
  if (task.kind === 'rows') return rowsPage(paging, task, limit);
  const table = recordsTable(view, task, names, where);
  return { total: table.count, places: NO_PLACES, table: pageOfTable(table, offset, limit) };
}
