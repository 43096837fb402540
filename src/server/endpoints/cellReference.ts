import type { Column } from '../../contract/rows';
import { cellAddress, columnOfAddress } from '../rawTab/cellAddress';
import { Refusal } from '../refusal';
import type { ReadTab } from '../store/log/endpointsRepository';
import type { ColumnNames } from './query/columnNames';

/** A cell as a refusal names it: in its sentence, and in the line about it. */
export interface CellReference {
  /** For example `C7`. */
  readonly where: string;
  readonly line: { readonly cell?: string };
}

/**
 * A cell of the sheet, for a refusal. For callers who do not see all columns it has its row alone: letters would show that there is
 * something between the others.
 *
 * @param column 1-based
 * @param title of the tab, where it is to be named
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

/** So many cells are named in a refusal. */
const NAMED_MOST = 20;

/**
 * Said where an id does not tell which row is meant.
 *
 * @param what they are, for example `rows of Countries`
 * @param cells those that the rows have it from
 */
export function severalRows(what: string, id: string, cells: readonly CellReference[]): Refusal {
  const named = cells.slice(0, NAMED_MOST);
  const detail = `${cells.length} ${what} have the id “${id}”: ${named.map(({ where }) => where).join(', ')}.`;
  return new Refusal('duplicate_key', detail, {
    hint: 'Give each row another value in the key column, or choose another key column.',
    errors: named.map(({ line }) => ({ ...line, detail: `This cell holds “${id}” too.` })),
  });
}
