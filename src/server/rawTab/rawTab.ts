import type { Warning } from '../../contract/projects';
import type { CellFormats } from './cellFormats';
import type { FileRows } from './fileRows';

/**
 * A tab as its file holds it, before anything is made of it. Drive keeps this as the truth; endpoints' rows are derived
 * from it (`../normalise`).
 */

/** A cell that a bare string, number or boolean cannot express, or that has more to say than its value. */
export interface RichCell {
  /**
   * `date` 2009-04-01, `datetime` 2009-04-01T12:30:00, `time` 12:30:00 (a length of time can have more than 23 hours),
   * `error` #REF!; others as JSON has them.
   */
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'time' | 'error';
  /** The value; for a formula its cached value, null when the file holds none. */
  readonly value: string | number | boolean | null;
  /** The formula without its leading `=`, kept but never calculated. */
  readonly formula?: string;
  /** What the sheet displays, where the file holds it and it differs from the value. */
  readonly text?: string;
}

/** null is blank. A string is text, however much it looks like a number. */
export type RawCell = null | string | number | boolean | RichCell;

/** Takes the blanks away behind the last cell of a row that is not blank. @returns the same list */
export function withoutBlankEnd<Cell>(cells: Cell[]): Cell[] {
  while (cells.length > 0 && (cells.at(-1) ?? null) === null) cells.pop();
  return cells;
}

/** Puts what is given into its 0-based columns of a row, as cells; blanks fill what lies between. @returns the same row */
export function placed<Given, Cell>(
  row: Cell[],
  given: Iterable<readonly [column: number, given: Given]>,
  cellOf: (given: Given) => Cell,
  blank: Cell,
): Cell[] {
  for (const [column, one] of given) {
    while (row.length < column) row.push(blank);
    row[column] = cellOf(one);
  }
  return row;
}

/** Rows without any cell are left out; `cells` ends with the last cell that is not blank. */
export interface RawRow {
  /** Its id for ever, `r_` and 12 characters of Crockford's base 32 in lower case. */
  readonly id: string;
  /** 1-based number in the sheet. */
  readonly row: number;
  readonly cells: readonly RawCell[];
  /** Set where it was added after its file was read. */
  readonly added?: true;
}

/** How the cells of a tab are to be read. */
export type CellReading = Pick<RawTabHead, 'typed' | 'decimals'>;

/** What is known of a tab besides its rows. */
export interface RawTabHead {
  /** Stable number of the tab inside its file. */
  readonly sheetId: number;
  readonly title: string;
  readonly hidden: boolean;
  /** Merged ranges as `[firstRow, firstColumn, lastRow, lastColumn]`, 1-based. */
  readonly merges: readonly (readonly [number, number, number, number])[];
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
