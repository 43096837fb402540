import type { Column } from '../../../../contract/rows';
import type { ProjectTabsTable } from '../../../database/tables/projects';
import type { FoundRow } from '../../../google/write/rowNotes';
import { filledByAnother } from '../../../google/write/writeRefusals';
import { sheetColumnOf } from '../../../records/tabState';
import type { RowWrite } from '../../../records/work';
import type { RawCell } from '../../../workbook/rawTab';

/** Number of the row that new rows come below. */
export const rowAbove = (rows: readonly RowWrite[]): number =>
  Math.min(...rows.flatMap(({ kind, row }) => (kind === 'append' ? [row] : []))) - 1;

type Tab = Pick<ProjectTabsTable, 'columns'>;

/** What is written, by 0-based column; blanks do no harm. */
type Cells = readonly (readonly [column: number, ...cells: readonly RawCell[]])[];

/**
 * Sees that no value is written where an array formula, or a pivot table, shows one: all that it shows would give way to an error.
 *
 * @param row as it stands in the sheet
 * @throws Refusal `cell_not_writable`
 */
export const refuseFilled = (tab: Tab, row: FoundRow, cells: Cells): void =>
  refuseWhere(tab, cells, (column) => row.isFilled(column));

/** As {@link refuseFilled}, of a new row. @param above the row it comes below: what reaches down to that, reaches it too */
export const refuseFilledBelow = (tab: Tab, above: FoundRow, cells: Cells): void =>
  refuseWhere(tab, cells, (column) => above.isFilledFromAbove(column));

function refuseWhere({ columns }: Tab, cells: Cells, isFilled: (column: number) => boolean): void {
  const filled = cells.find(([column, ...written]) => (written.at(-1) ?? null) !== null && isFilled(column));
  if (filled === undefined) return;
  const known = (JSON.parse(columns) as Column[]).find((column) => sheetColumnOf(column) === filled[0]);
  throw filledByAnother(known?.key ?? 'This column');
}
