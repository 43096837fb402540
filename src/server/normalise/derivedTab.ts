import type { Warning } from '../../contract/projects';
import type { Column, ColumnType } from '../../contract/rows';
import type { ProjectTabsTable } from '../database/tables/projects';

/** What a person has decided about a tab; whatever is not decided is found in the tab itself. */
export interface TabSettings {
  /** 1-based row of the sheet that holds the headers, 0 where it has none; null or absent lets it be found. */
  readonly headerRow?: number | null;
  /** Key of the column whose values become `_id`; null or absent keeps ids of ours. */
  readonly keyColumn?: string | null;
  /** Types by column key. */
  readonly columnTypes?: Readonly<Record<string, ColumnType>>;
  /** Whether each cell of a merged range has the value of its first cell; else that stands in the first alone. */
  readonly repeatMerged?: boolean;
  /**
   * The columns it has had. A tab that is written to keeps its header row, its columns and their types, whatever was written:
   * what is found in the tab itself counts only for columns whose header is another one.
   */
  readonly known?: readonly Column[];
}

/** What the person has decided about a tab. */
export const settingsOf = (
  tab: Pick<ProjectTabsTable, 'header_row' | 'key_column' | 'column_types' | 'repeat_merged'>,
): TabSettings => ({
  headerRow: tab.header_row,
  keyColumn: tab.key_column,
  columnTypes: JSON.parse(tab.column_types) as Record<string, ColumnType>,
  repeatMerged: tab.repeat_merged === 1,
});

/** What the person has decided about a tab, as its row has it. */
export const settingsColumns = ({ headerRow, keyColumn, columnTypes = {}, repeatMerged = false }: TabSettings) => ({
  header_row: headerRow ?? null,
  key_column: keyColumn ?? null,
  column_types: JSON.stringify(columnTypes),
  repeat_merged: Number(repeatMerged),
});

/** Whether two settings derive the same rows where no columns are known. */
export const isDecidedAlike = (one: TabSettings, other: TabSettings): boolean =>
  JSON.stringify(settingsColumns(one)) === JSON.stringify(settingsColumns(other));

/** An endpoint's rows, derived from a raw tab. */
export interface DerivedTab {
  readonly columns: Column[];
  readonly rows: number;
  /** 1-based row of the sheet, 0 where it has none; null when nothing stands in it, and then there are no columns either. */
  readonly headerRow: number | null;
  readonly warnings: Warning[];
  /** The packed derived rows (`packedRows.ts`). */
  readonly packed: Buffer;
}

/** What is derived of a tab, as its endpoint's row has it. */
export const derivedColumns = ({ rows, columns, warnings }: Pick<DerivedTab, 'rows' | 'columns' | 'warnings'>) => ({
  ...{ rows, columns: JSON.stringify(columns), warnings: JSON.stringify(warnings) },
});
