/** Cells of a spreadsheet in the drive, as its grid shows and edits them. */

/** A cell that a bare string, number or boolean cannot express. */
export interface RichGridCell {
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'time' | 'error';
  /** Of a formula the value its file kept, null when it kept none. */
  readonly value: string | number | boolean | null;
  /** What the sheet displays, where that differs from the value. */
  readonly text?: string | undefined;
  /** Without its `=`; kept, never calculated. */
  readonly formula?: string | undefined;
}

/** null is blank. A string is text, however much it looks like a number. */
export type GridCell = null | string | number | boolean | RichGridCell;

/** A cell with its place, 1-based. */
export interface PlacedCell {
  readonly row: number;
  readonly column: number;
  readonly cell: GridCell;
}

const plainText = (value: string | number | boolean | null) =>
  typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : String(value ?? '');

const isRich = (cell: GridCell): cell is RichGridCell => typeof cell === 'object' && cell !== null;

/** What stands in the cell. */
export const shownText = (cell: GridCell): string =>
  isRich(cell) ? (cell.text ?? plainText(cell.value)) : plainText(cell);

/** What an editor begins with: the value, or the formula. */
export function editText(cell: GridCell): string {
  if (!isRich(cell)) return plainText(cell);
  return cell.formula === undefined ? plainText(cell.value) : `=${cell.formula}`;
}

export const isFormula = (cell: GridCell): boolean => isRich(cell) && cell.formula !== undefined;

/** Numbers stand at the right. */
export const isNumber = (cell: GridCell): boolean =>
  typeof cell === 'number' || (isRich(cell) && cell.kind === 'number');

/** Whether two cells hold the same, however it is displayed. */
export function isSameCell(one: GridCell, other: GridCell): boolean {
  if (!isRich(one) || !isRich(other)) return one === other;
  return one.kind === other.kind && one.value === other.value && one.formula === other.formula;
}

/** Letters of a 1-based column, for example 28 → `AB`. */
export function lettersOf(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** Address of a cell by 1-based numbers, for example `C7`. */
export const addressOf = (row: number, column: number) => `${lettersOf(column)}${row}`;
