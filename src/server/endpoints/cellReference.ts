import type { Column } from '../../contract/rows';
import { cellAddress, columnOfAddress } from '../rawTab/cellAddress';
import type { ReadTab } from '../store/log/endpointsRepository';
import type { ColumnNames } from './query/columnNames';

/** A cell as a refusal tells of it: in its sentence, and in the line about it. */
export interface CellReference {
  /** For example `C7`. */
  readonly where: string;
  readonly line: { readonly cell?: string };
}

/**
 * A cell of the sheet, for a refusal. Whoever does not see all columns is told its row alone: letters would tell that there is
 * something between the others.
 *
 * @param column 1-based
 * @param title of the tab, where it is to be told
 */
export function cellReference(
  { areAll }: Pick<ColumnNames, 'areAll'>,
  row: number,
  column: number,
  title = '',
): CellReference {
  if (!areAll) return { where: `row ${row}`, line: {} };
  const cell = `${title === '' ? '' : `${title}!`}${cellAddress(row, column)}`;
  return { where: cell, line: { cell } };
}

/** Number of the key column, from the address of its header cell; of the first one where there is none. */
function keyColumnOf({ key_column }: ReadTab, columns: readonly Column[]): number {
  const column = columns.find(({ key }) => key === key_column);
  return column === undefined ? 1 : columnOfAddress(column.cell);
}

/** The cell that a row has its id from, for example `Countries!C7`. */
export const keyCellReference = (tab: ReadTab, names: ColumnNames, rowNumber: number): CellReference =>
  cellReference(names, rowNumber, keyColumnOf(tab, names.columns), tab.title);
