import type { Column } from '../../../../contract/rows';
import type { ProjectTabsTable } from '../../../database/tables/projects';
import type { FoundRow } from '../../../google/write/rowNotes';
import { filledByAnother } from '../../../google/write/writeRefusals';
import { sheetColumnOf } from '../../../records/tabState';
import type { RowWrite } from '../../../records/work';
import type { RawCell } from '../../../workbook/rawTab';

/** Number of the row that new rows come below: what fills its cells fills theirs. */
export const rowAbove = (rows: readonly RowWrite[]): number => Math.min(...rows.map(({ row }) => row)) - 1;

/**
 * Sees that no value is written where an array formula, or a pivot table, shows one: all that it shows would give way to an error.
 *
 * @param row as it stands in the sheet, or the one above a new one
 * @param cells what is written, by 0-based column; blanks do no harm
 * @throws Refusal `cell_not_writable`
 */
export function refuseFilled(
  { columns }: Pick<ProjectTabsTable, 'columns'>,
  row: FoundRow,
  cells: readonly (readonly [column: number, ...cells: readonly RawCell[]])[],
): void {
  const filled = cells.find(([column, ...written]) => (written.at(-1) ?? null) !== null && row.isFilled(column));
  if (filled === undefined) return;
  const known = (JSON.parse(columns) as Column[]).find((column) => sheetColumnOf(column) === filled[0]);
  throw filledByAnother(known?.key ?? 'This column');
}
