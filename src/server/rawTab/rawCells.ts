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
