import type { Warning } from '../../contract/projects';
import type { Column, ColumnType } from '../../contract/rows';
import type { ProjectTabsTable } from '../database/tables/projects';

/** Settings of a tab that a person has chosen; the others are detected. */
export interface TabSettings {
  /** 1-based header row, 0 for none; detected if null or absent. */
  readonly headerRow?: number | null;
  /** Key of the column whose values become `_id`; generated ids if null or absent. */
  readonly keyColumn?: string | null;
  /** Types by column key. */
  readonly columnTypes?: Readonly<Record<string, ColumnType>>;
  /** Whether every cell of a merged range has the value of its first cell; otherwise only the first cell has it. */
  readonly repeatMerged?: boolean;
  /**
   * Previous columns. A tab that was written to keeps its header row, columns and types, whatever was written: detection applies
   * only to columns whose header has changed.
   */
  readonly known?: readonly Column[];
}

/** Returns the settings of a tab from its database row. */
export const settingsOf = (
  tab: Pick<ProjectTabsTable, 'header_row' | 'key_column' | 'column_types' | 'repeat_merged'>,
): TabSettings => ({
  headerRow: tab.header_row,
  keyColumn: tab.key_column,
  columnTypes: JSON.parse(tab.column_types) as Record<string, ColumnType>,
  repeatMerged: tab.repeat_merged === 1,
});

/** Converts settings to database columns. */
export const settingsColumns = ({ headerRow, keyColumn, columnTypes = {}, repeatMerged = false }: TabSettings) => ({
  header_row: headerRow ?? null,
  key_column: keyColumn ?? null,
  column_types: JSON.stringify(columnTypes),
  repeat_merged: Number(repeatMerged),
});

/** Returns whether two settings derive the same rows if there are no previous columns. */
export const haveEqualSettings = (a: TabSettings, b: TabSettings): boolean =>
  JSON.stringify(settingsColumns(a)) === JSON.stringify(settingsColumns(b));

/** Rows of an endpoint, derived from a raw tab. */
export interface DerivedTab {
  readonly columns: Column[];
  readonly rows: number;
  /** 1-based header row, 0 for none; null for an empty sheet, which has no columns. */
  readonly headerRow: number | null;
  readonly warnings: Warning[];
  /** Packed derived rows (`packedRows.ts`). */
  readonly packed: Buffer;
}

/** Converts derived properties of a tab to database columns. */
export const derivedColumns = ({ rows, columns, warnings }: Pick<DerivedTab, 'rows' | 'columns' | 'warnings'>) => ({
  rows,
  columns: JSON.stringify(columns),
  warnings: JSON.stringify(warnings),
});
