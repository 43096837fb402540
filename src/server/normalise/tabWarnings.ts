import type { Column } from '../../contract/rows';
import { cellAddress } from '../workbook/cellAddress';
import type { TabSettings } from './deriveTab';
import type { Merge } from './mergedCells';
import type { Survey } from './survey';
import { quoted, type Warnings } from './warnings';

/** Rows above the header row that hold something, and blank rows inside the table. */
export function warnOfSkippedRows({ above, blankRows }: Survey, warnings: Warnings): void {
  const first = above[0];
  const last = above.at(-1);
  if (first !== undefined && last !== undefined) {
    const which = first === last ? `Row ${first} stands` : `Rows ${first} to ${last} stand`;
    const isOrAre = first === last ? 'is' : 'are';
    warnings.add(
      'skipped_rows',
      () => `${which} above the header row and ${isOrAre} not in the API.`,
      cellAddress(first, 1),
    );
  }
  if (blankRows.count > 0) {
    const which = blankRows.count === 1 ? 'One blank row is' : `${blankRows.count} blank rows are`;
    const where = blankRows.count === 1 ? `row ${blankRows.first}` : `the first of them row ${blankRows.first}`;
    warnings.add('skipped_rows', () => `${which} left out, ${where}.`, cellAddress(blankRows.first, 1));
  }
}

/** Merged ranges that reach into the header row or the rows under it. */
export function warnOfMerges(
  merges: readonly Merge[],
  headerRow: number,
  { repeatMerged = false }: TabSettings,
  warnings: Warnings,
): void {
  for (const [top, left, bottom, right] of merges) {
    const isOneCell = top === bottom && left === right;
    if (bottom < headerRow || isOneCell) continue;
    const first = cellAddress(top, left);
    const range = `${first}:${cellAddress(bottom, right)}`;
    const where = repeatMerged ? 'is repeated in each of its cells' : `stands in ${first}, the other cells are blank`;
    warnings.add('merged_cells', () => `${range} is merged. Its value ${where}.`, first);
  }
}

/** Settings for columns that the tab does not have. */
export function warnOfUnusedSettings(settings: TabSettings, columns: readonly Column[], warnings: Warnings): void {
  const keys = new Set(columns.map(({ key }) => key));
  const { keyColumn, columnTypes = {} } = settings;
  if (typeof keyColumn === 'string' && !keys.has(keyColumn)) {
    const detail = () =>
      `There is no column ${quoted(keyColumn)}, so the rows keep ids of ours instead of this key column's values.`;
    warnings.add('unused_setting', detail);
  }
  for (const key of Object.keys(columnTypes)) {
    if (!keys.has(key))
      warnings.add('unused_setting', () => `There is no column ${quoted(key)}, so the type set for it does nothing.`);
  }
}
