import type { ColumnType } from '../../../contract/rows';
import type { TabView } from '../engine/engine';
import type { ColumnNames } from '../query/columnNames';
import { type DistinctTask, groupingOf, type GroupTask } from '../query/plan';
import { jsonOfRecords, type Table } from './table';

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
