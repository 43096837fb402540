import type { Between, Table } from '../../workbook/xlsx/xlsxSheet';
import type { CellValue, ColumnType } from '../../../contract/rows';
import type { ShownCells } from '../../normalise/shownCells';
import type { TabView } from '../../store/memory/engine';
import type { ColumnNames } from '../query/columnNames';
import { type DistinctTask, type Field, groupingOf, type GroupTask } from '../query/plan';
import type { RowLook } from '../query/rowsPlan';

/** Writes records as JSON one value at a time. */
export function jsonOfRecords(
  { keys, cell }: Pick<Table, 'keys' | 'cell'>,
  from: number,
  to: number,
  between: Between,
): Buffer {
  const starts = keys.map((key, at) => `${at === 0 ? '{' : ','}${JSON.stringify(key)}:`);
  let text = '';
  for (let record = from; record < to; record += 1) {
    if (record > from) text += between;
    for (let at = 0; at < starts.length; at += 1) text += starts[at] + JSON.stringify(cell(record, at));
    text += '}';
  }
  return Buffer.from(text);
}

/** What a row is answered with when nothing is chosen. */
const allFields = ({ visible }: ColumnNames): readonly Field[] => ['_id', ...visible];

function valueOf(view: TabView, place: number, field: Field): CellValue {
  if (field === '_id') return view.id(place);
  return field === '_row' ? view.rowNumber(place) : view.value(place, field);
}

function cellOf(view: TabView, place: number, field: Field, { values, shown }: RowsLook): CellValue {
  const value = valueOf(view, place, field);
  if (typeof field === 'string' || values === undefined || shown === undefined) return value;
  const row = view.rowNumber(place);
  return values === 'text' ? shown.text(row, field, value) : shown.formula(row, field);
}

function typeOf(names: ColumnNames, field: Field) {
  if (field === '_id') return 'text';
  return field === '_row' ? 'integer' : names.column(field).type;
}

function keyOf(names: ColumnNames, field: Field, slugKeys: boolean) {
  if (typeof field === 'string') return field;
  const { key, slug } = names.column(field);
  return slugKeys ? slug : key;
}

/**
 * Rows of a view.
 *
 * @param places which, in their order
 */
export function rowsTable(view: TabView, places: Uint32Array, names: ColumnNames, plan: RowsLook): Table {
  const fields = plan.fields ?? allFields(names);
  const keys = fields.map((field) => keyOf(names, field, plan.slugKeys));
  const types = fields.map((field) => (plan.values === undefined ? typeOf(names, field) : 'text'));
  const cell = (record: number, at: number) => cellOf(view, places[record] ?? 0, fields[at] ?? '_id', plan);
  const isReady = plan.fields === undefined && !plan.slugKeys && plan.values === undefined;
  const json: Table['json'] = (from, to, between) =>
    isReady ? view.writeRows(places.subarray(from, to), between) : jsonOfRecords({ keys, cell }, from, to, between);
  if (plan.values === undefined) return { keys, types, count: places.length, cell, json };
  const isNumber = (record: number, at: number) =>
    typeof valueOf(view, places[record] ?? 0, fields[at] ?? '_id') === 'number';
  return { keys, types, count: places.length, cell, json, isNumber };
}

/** How rows are to look. */
export interface RowsLook extends RowLook {
  /** What is shown instead of values, where that is asked for. */
  readonly shown: ShownCells | undefined;
}

/** What is known of the values of each key of groups. */
function typesOf({ by, aggregates }: GroupTask, names: ColumnNames): ColumnType[] {
  return [
    ...by.map((place) => names.column(place).type),
    ...aggregates.map((one) => {
      if (one.fn === 'count') return 'integer';
      return one.fn === 'min' || one.fn === 'max' ? names.column(one.column).type : 'number';
    }),
  ];
}

type Where = Parameters<TabView['group']>[1];

/** The values or groups that a task asks for, all of them, in its order. */
export function recordsTable(view: TabView, task: DistinctTask | GroupTask, names: ColumnNames, where: Where): Table {
  const groups = view.group(groupingOf(task), where);
  const { keys, types } =
    task.kind === 'distinct'
      ? { keys: ['value', 'count'], types: [names.column(task.column).type, 'integer' as const] }
      : { keys: task.names, types: typesOf(task, names) };
  const cell: Table['cell'] = (record, at) => groups.cell(record, at);
  const json: Table['json'] = (from, to, between) => jsonOfRecords({ keys, cell }, from, to, between);
  return { keys, types, count: groups.count, cell, json };
}

/** Some records of a table, as a table. */
export function pageOfTable(table: Table, offset: number, limit: number): Table {
  const count = Math.max(0, Math.min(limit, table.count - offset));
  return {
    keys: table.keys,
    types: table.types,
    count,
    cell: (record, at) => table.cell(offset + record, at),
    json: (from, to, between) => table.json(offset + from, offset + to, between),
  };
}
