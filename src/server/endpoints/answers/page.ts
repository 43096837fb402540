import { Refusal } from '../../refusal';
import type { FoundRows, TabView } from '../../store/memory/engine';
import type { Steps } from '../../yieldToEventLoop';
import type { ColumnNames } from '../query/columnNames';
import type { Plan, RowsTask, Shape } from '../query/plan';
import type { CellReference } from '../cellReference';
import type { Part } from './bodies';
import { pageOfTable, recordsTable, type RowsLook, rowsTable } from './tables';
import type { Table } from '../../workbook/xlsx/xlsxSheet';

/** Cells that are written between two chances to pause: each may be long. */
const STEP = 256;

/** `{"Name":[…],"City":[…]}` */
function* columnsJson({ keys, count, cell }: Table): Steps<Part[]> {
  const parts: Part[] = ['{'];
  for (const [at, key] of keys.entries()) {
    parts.push(`${at === 0 ? '' : ','}${JSON.stringify(key)}:[`);
    for (let from = 0; from < count; from += STEP) {
      const length = Math.min(STEP, count - from);
      const values = Array.from({ length }, (_, n) => JSON.stringify(cell(from + n, at)));
      parts.push(`${from === 0 ? '' : ','}${values.join(',')}`);
      yield;
    }
    parts.push(']');
  }
  return [...parts, '}'];
}

/** `[{…},{…}]` */
function* arrayJson(table: Table): Steps<Part[]> {
  const parts: Part[] = ['['];
  const records = Math.max(1, Math.floor(STEP / table.keys.length));
  for (let from = 0; from < table.count; from += records) {
    if (from > 0) parts.push(',');
    parts.push(table.json(from, Math.min(from + records, table.count), ','));
    yield;
  }
  return [...parts, ']'];
}

/** Ids of the rows of a table, and where each stands in the sheet. */
export interface RowNames {
  id(record: number): string;
  cell(record: number): CellReference;
}

function refuseRepeated(id: string, cells: readonly CellReference[]): never {
  throw new Refusal(
    'duplicate_key',
    `Several rows have the id “${id}”, so they cannot be keyed by it: ${cells.map(({ where }) => where).join(', ')}.`,
    {
      hint: 'Leave _shape out, or give each row another value in the key column.',
      errors: cells.map(({ line }) => ({ ...line, detail: `This cell holds “${id}”.` })),
    },
  );
}

/** `{"r_8k2…":{…}}`; @throws Refusal `duplicate_key` rather than leave a row out */
function* objectJson(table: Table, rows: RowNames): Steps<Part[]> {
  const seen = new Map<string, number>();
  const parts: Part[] = ['{'];
  for (let record = 0; record < table.count; record += 1) {
    const id = rows.id(record);
    const before = seen.get(id);
    if (before !== undefined) refuseRepeated(id, [rows.cell(before), rows.cell(record)]);
    seen.set(id, record);
    parts.push(`${record === 0 ? '' : ','}${JSON.stringify(id)}:`, table.json(record, record + 1, ','));
    yield;
  }
  return [...parts, '}'];
}

/** What stands in `data`, written in small steps. */
export function dataJson(table: Table, shape: Shape, rows: RowNames): Steps<Part[]> {
  if (shape === 'columns') return columnsJson(table);
  return shape === 'object' ? objectJson(table, rows) : arrayJson(table);
}

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
  const { rowIndexes: places, total } = view.select({
    where: plan.where,
    order: task.order,
    offset: plan.offset,
    limit,
  });
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
