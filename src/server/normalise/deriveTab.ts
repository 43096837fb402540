import type { Warning } from '../../contract/projects';
import type { Column, ColumnType } from '../../contract/rows';
import type { ProjectTabsTable } from '../database/tables/projects';
import { readRawHead, readRawLines } from '../rawTab/packedRaw';
import { Deriving } from './deriving';

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

/**
 * Makes an endpoint's rows of a raw tab, by the rules of the data API, in one pass over it and, where the first rows do not tell
 * what the columns are, a second one.
 *
 * A key column whose values are not all different is told by warnings with the code `duplicate_key`.
 *
 * @param packedRaw a packed raw tab (`../rawTab/packedRaw.ts`)
 * @param onRows hears now and then how many rows are read
 */
export async function deriveTab(
  packedRaw: Buffer,
  settings: TabSettings = {},
  onRows?: (rows: number) => void,
): Promise<DerivedTab> {
  const head = await readRawHead(packedRaw);
  const deriving = new Deriving(head, settings, onRows);
  for await (const lines of readRawLines(packedRaw)) deriving.feed(lines);
  return deriving.finish(head, () => readRawLines(packedRaw));
}

/** The endpoint's rows of a raw tab; what reading the file had to leave out is warned of before all else. */
export async function deriveRead(
  raw: Buffer,
  settings?: TabSettings,
  onRows?: (rows: number) => void,
): Promise<DerivedTab> {
  const derived = await deriveTab(raw, settings, onRows);
  const { warnings = [] } = await readRawHead(raw);
  return { ...derived, warnings: [...warnings, ...derived.warnings] };
}
