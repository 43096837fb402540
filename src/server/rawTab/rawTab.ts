import type { Warning } from '../../contract/projects';
import type { Merge } from './cellAddress';
import type { CellFormats } from './cellFormats';
import type { FileRows } from './fileRows';

/** How to interpret the cells of a tab. */
export type CellReading = Pick<RawTabHead, 'typed' | 'decimals'>;

/**
 * Properties of a tab besides its rows, as in its file. The drive stores head and rows as the source of truth; rows of endpoints
 * are derived from them (`../normalise`).
 */
export interface RawTabHead {
  /** Stable id of the tab in its file. */
  readonly sheetId: number;
  readonly title: string;
  readonly hidden: boolean;
  readonly merges: readonly Merge[];
  /** False for CSV: every cell of the file is text, whose type has to be detected. Cells written later have types. */
  readonly typed: boolean;
  /** If not typed: the chosen decimal sign, or `.,` to detect it for each column; a point if absent. */
  readonly decimals?: '.' | ',' | '.,';
  /** Number formats, if the file does not contain the displayed texts of its cells. */
  readonly formats?: CellFormats;
  /** Ranges of array formulas in the file: `C2`, or `C2:C9` with the formula in the first cell. */
  readonly arrays?: readonly string[];
  /** Rows of the file that were changed since; absent while the tab is unchanged. */
  readonly file?: FileRows;
  /** Warnings about content skipped while reading the file, for example text beyond the limit of a cell. */
  readonly warnings?: readonly Warning[];
}
