/** Cells of a spreadsheet in the drive, as shown and edited in its grid. */

/** A cell that a plain string, number or boolean cannot express. */
export interface RichGridCell {
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'time' | 'error';
  /** For a formula, the value stored in its file, or null if none is. */
  readonly value: string | number | boolean | null;
  /** Displayed text, if it differs from the value. */
  readonly text?: string | undefined;
  /** Formula without its `=`. It is stored, but never calculated. */
  readonly formula?: string | undefined;
}

/** A cell. null is blank; a string is always text, even if it looks like a number. */
export type GridCell = null | string | number | boolean | RichGridCell;

/** A cell with its 1-based position. */
export interface PlacedCell {
  readonly row: number;
  readonly column: number;
  readonly cell: GridCell;
}

const plainText = (value: string | number | boolean | null) =>
  typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? '');

const isRich = (cell: GridCell): cell is RichGridCell => typeof cell === 'object' && cell !== null;

/** Returns the displayed text of a cell. */
export const shownText = (cell: GridCell): string =>
  isRich(cell) ? (cell.text ?? plainText(cell.value)) : plainText(cell);

/** Returns the initial text of the cell editor: the value, or the formula. */
export function editText(cell: GridCell): string {
  if (!isRich(cell)) return plainText(cell);
  return cell.formula === undefined ? plainText(cell.value) : `=${cell.formula}`;
}

export const isFormula = (cell: GridCell): boolean => isRich(cell) && cell.formula !== undefined;

/** Returns whether a cell is a number, which is aligned right. */
export const isNumber = (cell: GridCell): boolean =>
  typeof cell === 'number' || (isRich(cell) && cell.kind === 'number');

/** Returns whether two cells have the same content, regardless of how it is displayed. */
export function isSameCell(a: GridCell, b: GridCell): boolean {
  if (!isRich(a) || !isRich(b)) return a === b;
  return a.kind === b.kind && a.value === b.value && a.formula === b.formula;
}

/** Returns the letters of a 1-based column, for example 28 → `AB`. */
export function lettersOf(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** Returns the address of a cell from 1-based numbers, for example `C7`. */
export const addressOf = (row: number, column: number) => `${lettersOf(column)}${row}`;

/** Returns the title of a new sheet beside others: `Sheet 4`, with the first free number. */
export function newSheetTitle(others: readonly { readonly title: string }[]): string {
  const titles = new Set(others.map(({ title }) => title.toLowerCase()));
  let number = others.length + 1;
  while (titles.has(`sheet ${number}`)) number += 1;
  return `Sheet ${number}`;
}
