import { addressOf } from '../../contract/gridCells';
import { columnOfAddress } from '../rawTab/cellAddress';
import { Refusal } from '../refusal';
import type { ReadTab } from '../store/log/endpointsRepository';
import type { ColumnNames } from './query/columnNames';

/** Reference to a cell in a refusal: in its sentence, and in its entry of `errors`. */
export interface CellReference {
  /** For example `C7`. */
  readonly where: string;
  readonly line: { readonly cell?: string };
}

/**
 * Returns the reference to a cell of the sheet for a refusal. Callers who do not see all columns get only the row: column letters
 * would reveal the hidden columns between the others.
 *
 * @param column 1-based
 * @param title of the tab, if it is to be included
 */
export function cellReference(
  { areAll }: Pick<ColumnNames, 'areAll'>,
  row: number,
  column: number,
  title = '',
): CellReference {
  if (!areAll) return { where: `row ${row}`, line: {} };
  const cell = `${title === '' ? '' : `${title}!`}${addressOf(row, column)}`;
  return { where: cell, line: { cell } };
}

/** Returns the reference to the cell that a row's id comes from, for example `Countries!C7`; column A without a key column. */
export function keyCellReference({ key_column, title }: ReadTab, names: ColumnNames, row: number): CellReference {
  const column = names.columns.find(({ key }) => key === key_column);
  return cellReference(names, row, column === undefined ? 1 : columnOfAddress(column.cell), title);
}

/** Maximum number of cells named in a refusal. */
const MAX_NAMED_CELLS = 20;

/**
 * Returns the refusal for an id that several rows have.
 *
 * @param what kind of the rows, for example `rows of Countries`
 * @param cells cells that the ids come from
 */
export function duplicateIds(what: string, id: string, cells: readonly CellReference[]): Refusal {
  const named = cells.slice(0, MAX_NAMED_CELLS);
  const detail = `${cells.length} ${what} have the id “${id}”: ${named.map(({ where }) => where).join(', ')}.`;
  return new Refusal('duplicate_key', detail, {
    hint: 'Give each row another value in the key column, or choose another key column.',
    errors: named.map(({ line }) => ({ ...line, detail: `This cell holds “${id}” too.` })),
  });
}
