import type { RawCell, RichCell } from '../../rawTab/rawCells';
import { momentOfSerial, secondsOf, serialOf } from '../../workbook/cells';

/** NumberFormat ("Cells" of the Sheets API). */
export interface NumberFormat {
  readonly type: 'DATE' | 'DATE_TIME' | 'TIME';
  readonly pattern: string;
}

type DateOrTimeCell = RichCell & { readonly kind: 'date' | 'datetime' | 'time'; readonly value: string };

/** A day in seconds. */
const DAY_SECONDS = 86_400;

const FORMATS = {
  date: { type: 'DATE', pattern: 'yyyy-mm-dd' },
  datetime: { type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm:ss' },
  time: { type: 'TIME', pattern: 'hh:mm:ss' },
} as const;
const LONG_TIME: NumberFormat = { type: 'TIME', pattern: '[hh]:mm:ss' };

const isDateOrTime = (cell: RawCell): cell is DateOrTimeCell =>
  typeof cell === 'object' &&
  cell !== null &&
  /^(date|datetime|time)$/.test(cell.kind) &&
  typeof cell.value === 'string';

/** Returns the value to write for a cell, literally: never a formula, and a text is never parsed. Blank is an empty text. */
export function literalOf(cell: RawCell): string | number | boolean {
  if (isDateOrTime(cell)) return serialOf(cell.kind, cell.value) ?? cell.value;
  const value = typeof cell === 'object' && cell !== null ? cell.value : cell;
  return value ?? '';
}

/** Returns the number format that displays a cell's number as a date or time. */
export function formatOf(cell: RawCell): NumberFormat | undefined {
  if (!isDateOrTime(cell) || serialOf(cell.kind, cell.value) === undefined) return undefined;
  return cell.kind === 'time' && (secondsOf(cell.value) ?? 0) >= DAY_SECONDS ? LONG_TIME : FORMATS[cell.kind];
}

function extendedValue(literal: string | number | boolean): object {
  if (typeof literal === 'string') return { stringValue: literal };
  return typeof literal === 'number' ? { numberValue: literal } : { boolValue: literal };
}

/** Returns the CellData of a new cell: its ExtendedValue, and the number format of a date or time. */
export function newCell(cell: RawCell): object {
  const literal = literalOf(cell);
  if (literal === '') return {};
  const format = formatOf(cell);
  return {
    userEnteredValue: extendedValue(literal),
    ...(format && { userEnteredFormat: { numberFormat: format } }),
  };
}

/** Returns the cell as a read of the spreadsheet would return it. */
export function asRead(cell: RawCell): RawCell {
  const literal = literalOf(cell);
  if (literal === '') return null;
  const format = formatOf(cell);
  if (format === undefined || typeof literal !== 'number') return literal;
  const shown = format === LONG_TIME ? 'elapsed' : (cell as DateOrTimeCell).kind;
  return momentOfSerial(literal, shown, false) ?? literal;
}

/** Returns a text that is equal for equal cells. The result of a formula is ignored, as it changes by itself. */
function comparisonKeyOf(cell: RawCell | undefined): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell !== 'object') return JSON.stringify(cell);
  const { kind, value, formula } = cell;
  if (formula !== undefined) return `=${formula}`;
  // Date and date-time differ only in the cell's display format.
  if (kind === 'date') return `datetime ${String(value)}T00:00:00`;
  const isPlain = kind === 'text' || kind === 'number' || kind === 'boolean';
  return isPlain ? JSON.stringify(value) : `${kind} ${String(value)}`;
}

/** Returns whether two cells have equal content. */
export const isSameCell = (a: RawCell | undefined, b: RawCell | undefined): boolean =>
  comparisonKeyOf(a) === comparisonKeyOf(b);

/** Returns whether two rows have equal cells, ignoring trailing blanks. */
export function areSameCells(a: readonly RawCell[], b: readonly RawCell[]): boolean {
  const length = Math.max(a.length, b.length);
  for (let column = 0; column < length; column += 1) if (!isSameCell(a[column], b[column])) return false;
  return true;
}
