/** Cell that a plain string, number or boolean cannot represent. */
export interface RichCell {
  /**
   * `date` 2009-04-01, `datetime` 2009-04-01T12:30:00, `time` 12:30:00 (a duration may have more than 23 hours), `error` #REF!;
   * others as in JSON.
   */
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'time' | 'error';
  /** Value; of a formula, its cached result, null if the file has none. */
  readonly value: string | number | boolean | null;
  /** Formula without its leading `=`, stored but never calculated. */
  readonly formula?: string;
  /** Displayed text, if the file contains it and it differs from the value. */
  readonly text?: string;
}

/** Cell value. null is blank; a string is text, even if it looks like a number. */
export type RawCell = null | string | number | boolean | RichCell;

/** Removes trailing blank cells of a row in place. @returns the same array */
export function withoutBlankEnd<Cell>(cells: Cell[]): Cell[] {
  while (cells.length > 0 && (cells.at(-1) ?? null) === null) cells.pop();
  return cells;
}

/** Writes cells into their 0-based columns of a row in place, and fills gaps with blanks. @returns the same array */
export function placed<Value, Cell>(
  row: Cell[],
  values: Iterable<readonly [column: number, value: Value]>,
  cellOf: (value: Value) => Cell,
  blank: Cell,
): Cell[] {
  for (const [column, value] of values) {
    while (row.length < column) row.push(blank);
    row[column] = cellOf(value);
  }
  return row;
}

/** Row of a raw tab. Blank rows are omitted; `cells` ends with the last non-blank cell. */
export interface RawRow {
  /** Permanent id, `r_` and 12 characters of Crockford's base 32 in lower case. */
  readonly id: string;
  /** 1-based row number in the sheet. */
  readonly row: number;
  readonly cells: readonly RawCell[];
  /** Set if it was added after its file was read. */
  readonly added?: true;
}
