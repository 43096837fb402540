import type { CellValue, Column, ColumnType } from '../../../../src/contract/rows';
import type { Aggregate, GroupOrder, Grouping, Groups } from '../../../../src/server/store/memory/engine';
import type { PlainRow } from './plainCondition';
import { compareValues } from '../../../../src/server/store/memory/values';

const typeOf = (columns: readonly Column[], column: number): ColumnType => columns[column]?.type ?? 'text';

function extreme(type: ColumnType, values: readonly CellValue[], sign: 1 | -1): CellValue {
  return values.reduce((best, value) => {
    if (value === null || best === null) return best ?? value;
    return sign * compareValues(type, value, best) < 0 ? value : best;
  }, null);
}

/** @param rows in the order of the sheet */
function aggregated(columns: readonly Column[], aggregate: Aggregate, rows: readonly PlainRow[]): CellValue {
  if (aggregate.fn === 'count') return rows.length;
  const { fn, column } = aggregate;
  const values = rows.map((row) => row.values[column] ?? null);
  if (fn === 'min' || fn === 'max') return extreme(typeOf(columns, column), values, fn === 'min' ? 1 : -1);
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((total, number) => total + number, 0);
  return fn === 'sum' ? sum : sum / numbers.length;
}

/** Types of the values in a column of groups. */
function typeAt(columns: readonly Column[], { by, aggregates }: Grouping, at: number): ColumnType {
  const column = by[at];
  if (column !== undefined) return typeOf(columns, column);
  const aggregate = aggregates[at - by.length];
  const isOfColumn = aggregate?.fn === 'min' || aggregate?.fn === 'max';
  return isOfColumn ? typeOf(columns, aggregate.column) : 'number';
}

type Cells = readonly CellValue[];

function compareAt(type: ColumnType, { at, descending }: GroupOrder, one: Cells, other: Cells): number {
  const left = one[at] ?? null;
  const right = other[at] ?? null;
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return (descending ? -1 : 1) * compareValues(type, left, right);
}

/**
 * Groups of plain rows.
 *
 * @param rows in the order of the keys, and for equal keys in the order of the sheet
 */
export function plainGroups(columns: readonly Column[], rows: readonly PlainRow[], grouping: Grouping): Groups {
  const { by, aggregates, order = [] } = grouping;
  const groups = new Map<string, PlainRow[]>(by.length === 0 ? [['[]', []]] : []);
  for (const row of rows) {
    const name = JSON.stringify(by.map((column) => row.values[column] ?? null));
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const found = [...groups].map(([name, of]): Cells => {
    const inSheetOrder = of.toSorted((one, other) => one.rowNumber - other.rowNumber);
    return [
      ...(JSON.parse(name) as Cells),
      ...aggregates.map((aggregate) => aggregated(columns, aggregate, inSheetOrder)),
    ];
  });
  const sorted = found.toSorted((one, other) =>
    order.reduce((sign, step) => sign || compareAt(typeAt(columns, grouping, step.at), step, one, other), 0),
  );
  return { count: sorted.length, cell: (group, at) => sorted[group]?.[at] ?? null };
}
