import type { Column } from '../../contract/rows';
import { columnLetters } from '../workbook/cellAddress';
import type { ReadTab } from './endpointsRepository';

/** Letters of the key column, from the address of its header cell; of the first one where there is none. */
function keyLetters({ key_column }: ReadTab, columns: readonly Column[]): string {
  const column = columns.find(({ key }) => key === key_column);
  return column?.cell.replace(/\d+$/, '') ?? columnLetters(1);
}

/** Address of the cell that a row has its id from, for example `Countries!C7`. */
export const whereabouts = (tab: ReadTab, columns: readonly Column[], rowNumber: number): string =>
  `${tab.title}!${keyLetters(tab, columns)}${rowNumber}`;
