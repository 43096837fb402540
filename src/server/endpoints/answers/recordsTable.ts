import type { CellValue, ColumnType } from '../../../contract/rows';
import { compareValues } from '../engine/values';
import type { TabView } from '../engine/engine';
import type { ColumnNames } from '../query/columnNames';
import type { DistinctTask, GroupTask, RecordOrder } from '../query/plan';
import { jsonOfRecords, type Table } from './table';

type RecordCells = readonly CellValue[];

/** Records in memory, with what is known of their keys. */
interface Records {
  readonly keys: readonly string[];
  readonly types: readonly (ColumnType | undefined)[];
  readonly records: readonly RecordCells[];
}

/** Blanks are last both ways. */
function comparison(types: Records['types'], order: readonly RecordOrder[]) {
  return (one: RecordCells, other: RecordCells): number => {
    for (const { at, descending } of order) {
      const left = one[at] ?? null;
      const right = other[at] ?? null;
      if (left === null || right === null) {
        if (left !== right) return left === null ? 1 : -1;
        continue;
      }
      const difference = compareValues(types[at] ?? 'number', left, right);
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  };
}

function distinctRecords(view: TabView, { column }: DistinctTask, names: ColumnNames, where: Where): Records {
  const records = view.distinct(column, where).map(({ value, count }) => [value, count]);
  return { keys: ['value', 'count'], types: [names.column(column).type, 'integer'], records };
}

function groupRecords(view: TabView, { by, aggregates, names: keys }: GroupTask, names: ColumnNames, where: Where) {
  const records = view.group({ by, aggregates }, where).map(({ key, values }) => [...key, ...values]);
  const types = [
    ...by.map((place) => names.column(place).type),
    ...aggregates.map((one) => {
      if (one.fn === 'count') return 'integer';
      return one.fn === 'min' || one.fn === 'max' ? names.column(one.column).type : 'number';
    }),
  ];
  return { keys, types, records };
}

type Where = Parameters<TabView['distinct']>[1];

/** The values or groups that a task asks for, all of them, in its order. */
export function recordsTable(view: TabView, task: DistinctTask | GroupTask, names: ColumnNames, where: Where): Table {
  const found =
    task.kind === 'distinct' ? distinctRecords(view, task, names, where) : groupRecords(view, task, names, where);
  const { keys, types } = found;
  const records = task.order.length === 0 ? found.records : found.records.toSorted(comparison(types, task.order));
  return tableOf({ keys, types, records });
}

function tableOf({ keys, types, records }: Records): Table {
  const cell = (record: number, at: number) => records[record]?.[at] ?? null;
  const json: Table['json'] = (from, to, between) => jsonOfRecords({ keys, cell }, from, to, between);
  return { keys, types, count: records.length, cell, json };
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
