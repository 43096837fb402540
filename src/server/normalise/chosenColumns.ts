import { columnOfAddress, rowOfAddress } from '../workbook/cellAddress';
import { chooseType } from './columnType';
import type { TabSettings } from './deriveTab';
import type { ChosenColumn } from './derivedColumn';
import { nameColumns } from './headers';
import type { Survey } from './survey';
import type { Warnings } from './warnings';

/** The header row that is decided: by a person, or because the known columns' headers stand in it. */
export function decidedHeaderRow({ headerRow, known = [] }: TabSettings): number | null {
  const [first] = known;
  return headerRow ?? (first === undefined ? null : rowOfAddress(first.cell));
}

/** The columns of a tab, by its header row, by what is known of its cells, and by what is decided; none without a header row. */
export function chooseColumns(
  { header, facts }: Pick<Survey, 'header' | 'facts'>,
  typed: boolean,
  { columnTypes = {}, known: before = [] }: TabSettings,
  warnings: Warnings,
): ChosenColumn[] {
  if (header === undefined) return [];
  const cellsBefore = new Map(before.map((column) => [columnOfAddress(column.cell) - 1, column]));
  const width = Math.max(header.cells.length, facts.length, ...[...cellsBefore.keys()].map((index) => index + 1));
  const hasData = (index: number) => cellsBefore.has(index) || (facts[index]?.hasData ?? false);
  return nameColumns({ ...header, hasData, width }, warnings).map((named) => {
    const known = facts[named.index];
    if (Object.hasOwn(columnTypes, named.key)) {
      return { named, type: columnTypes[named.key] ?? 'text', isGiven: true };
    }
    const twin = cellsBefore.get(named.index);
    if (twin?.key === named.key) return { named, type: twin.type, isGiven: true };
    return { named, type: known ? chooseType(named, known, typed, warnings) : 'text', isGiven: false };
  });
}

/**
 * Whether rows that were written with guessed columns are what they would be with the right ones. A column of whole numbers that
 * turns out to hold fractions is written the same way.
 */
export function isRightGuess(guessed: readonly ChosenColumn[], right: readonly ChosenColumn[]): boolean {
  return (
    guessed.length === right.length &&
    guessed.every(({ named, type }, at) => {
      const other = right[at];
      if (other?.named.index !== named.index || other.named.key !== named.key) return false;
      return other.type === type || (type === 'integer' && other.type === 'number');
    })
  );
}
