import type { Warning } from '../../contract/projects';
import type { Merge } from './cellAddress';
import type { CellFormats } from './cellFormats';
import type { FileRows } from './fileRows';

/** How the cells of a tab are to be read. */
export type CellReading = Pick<RawTabHead, 'typed' | 'decimals'>;

/**
 * What is known of a tab, as its file holds it, besides its rows. Drive keeps both as the truth; endpoints' rows are derived from
 * them (`../normalise`).
 */
export interface RawTabHead {
  /** Stable number of the tab inside its file. */
  readonly sheetId: number;
  readonly title: string;
  readonly hidden: boolean;
  readonly merges: readonly Merge[];
  /** False for CSV: every cell of the file is text and its type has to be read from it. What was written since is what it is. */
  readonly typed: boolean;
  /** Without types: the decimal sign that was chosen, or `.,` where each column has its own; a point where nothing is said. */
  readonly decimals?: '.' | ',' | '.,';
  /** Number formats, where the file does not say itself what its cells display. */
  readonly formats?: CellFormats;
  /** What the file held where the tab holds something else; absent while it is as its file. */
  readonly file?: FileRows;
  /** What had to be left out while the file was read, for example text beyond the limit of a cell. */
  readonly warnings?: readonly Warning[];
}
