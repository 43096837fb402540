import type { Misfit } from '../../../contract/driveGrid';
import type { PlacedCell } from '../../../contract/gridCells';
import type { Column, ColumnType } from '../../../contract/rows';
import type { ProjectTabsTable } from '../../database/tables/projects';
import { fitValue } from '../../normalise/derivedColumn';
import { readCell, TYPED } from '../../normalise/readCell';
import { columnOfAddress, rowOfAddress } from '../../rawTab/cellAddress';

/** A tab's endpoint at one moment. */
type Endpoint = Pick<ProjectTabsTable, 'columns' | 'column_types'> | undefined;

const columnsOf = (endpoint: Endpoint) =>
  new Map((JSON.parse(endpoint?.columns ?? '[]') as Column[]).map((column) => [columnOfAddress(column.cell), column]));

/**
 * The values among written cells that are not of the type which their columns had: what is not set turns the column into text, what a
 * person has set is kept, and the value alone is answered as text.
 *
 * @param before the endpoint as it was before they were written, if there was one
 */
export function misfitsOf(before: Endpoint, after: Endpoint, cells: readonly PlacedCell[]): Misfit[] {
  if (before === undefined || after === undefined) return [];
  const [had, has] = [columnsOf(before), columnsOf(after)];
  const set = JSON.parse(after.column_types) as Readonly<Record<string, ColumnType>>;
  return cells.flatMap(({ row, column, cell }) => {
    const [one, other] = [had.get(column), has.get(column)];
    if (one === undefined || other === undefined || row <= rowOfAddress(one.cell) || one.type === 'text') return [];
    const isSet = Object.hasOwn(set, other.key);
    const isFitting = fitValue(readCell(cell, TYPED), one.type) !== undefined;
    if (isFitting || (!isSet && other.type !== 'text')) return [];
    return [{ row, column, key: other.key, type: one.type, becomesText: isSet ? 'value' : 'column' }];
  });
}
