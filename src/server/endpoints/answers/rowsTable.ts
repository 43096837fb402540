import type { CellValue } from '../../../contract/rows';
import type { ShownCells } from '../../normalise/shownCells';
import type { TabView } from '../engine/engine';
import type { ColumnNames } from '../query/columnNames';
import type { Field } from '../query/plan';
import type { RowLook } from '../query/rowLook';
import { jsonOfRecords, type Table } from './table';

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
