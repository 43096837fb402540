import type { RawCell, RichCell } from '../../rawTab/rawCells';
import { momentOfSerial, secondsOf, serialOf } from '../../workbook/cells';

/** NumberFormat ("Cells" of the Sheets API). */
export interface NumberFormat {
  readonly type: 'DATE' | 'DATE_TIME' | 'TIME';
  readonly pattern: string;
}

type MomentCell = RichCell & { readonly kind: 'date' | 'datetime' | 'time'; readonly value: string };

/** Seconds. */
const DAY = 86_400;

const FORMATS = {
  date: { type: 'DATE', pattern: 'yyyy-mm-dd' },
  datetime: { type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm:ss' },
  time: { type: 'TIME', pattern: 'hh:mm:ss' },
} as const;
const LONG_TIME: NumberFormat = { type: 'TIME', pattern: '[hh]:mm:ss' };

const isMoment = (cell: RawCell): cell is MomentCell =>
  typeof cell === 'object' &&
  cell !== null &&
  /^(date|datetime|time)$/.test(cell.kind) &&
  typeof cell.value === 'string';

/** What is written for a cell, as it stands: never a formula, and never what a text looks like. Blank is an empty text. */
export function literalOf(cell: RawCell): string | number | boolean {
  if (isMoment(cell)) return serialOf(cell.kind, cell.value) ?? cell.value;
  const value = typeof cell === 'object' && cell !== null ? cell.value : cell;
  return value ?? '';
}

/** How a cell's number is to be shown, so that it is a moment and not only a number. */
export function formatOf(cell: RawCell): NumberFormat | undefined {
  if (!isMoment(cell) || serialOf(cell.kind, cell.value) === undefined) return undefined;
  return cell.kind === 'time' && (secondsOf(cell.value) ?? 0) >= DAY ? LONG_TIME : FORMATS[cell.kind];
}

/** CellData of a new cell: ExtendedValue, and its number format where it is a moment. */
export function newCell(cell: RawCell): object {
  const literal = literalOf(cell);
  if (literal === '') return {};
  const format = formatOf(cell);
  const userEnteredValue =
    typeof literal === 'string'
      ? { stringValue: literal }
      : typeof literal === 'number'
        ? { numberValue: literal }
        : { boolValue: literal };
  return { userEnteredValue, ...(format && { userEnteredFormat: { numberFormat: format } }) };
}

/** The cell as a read of the spreadsheet brings it. */
export function asRead(cell: RawCell): RawCell {
  const literal = literalOf(cell);
  if (literal === '') return null;
  const format = formatOf(cell);
  if (format === undefined || typeof literal !== 'number') return literal;
  const shown = format === LONG_TIME ? 'elapsed' : (cell as MomentCell).kind;
  return momentOfSerial(literal, shown, false) ?? literal;
}

/** A text of a cell that is equal for equal cells. What a formula has come to does not count: it changes by itself. */
function markOf(cell: RawCell | undefined): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell !== 'object') return JSON.stringify(cell);
  const { kind, value, formula } = cell;
  if (formula !== undefined) return `=${formula}`;
  // Which of the two it is depends on how its cell shows it.
  if (kind === 'date') return `datetime ${String(value)}T00:00:00`;
  return kind === 'text' || kind === 'number' || kind === 'boolean'
    ? JSON.stringify(value)
    : `${kind} ${String(value)}`;
}

/** Whether two cells hold the same. */
export const isSameCell = (one: RawCell | undefined, other: RawCell | undefined): boolean =>
  markOf(one) === markOf(other);

/** Whether two rows hold the same, whatever blanks follow. */
export function areSameCells(one: readonly RawCell[], other: readonly RawCell[]): boolean {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (!isSameCell(one[at], other[at])) return false;
  return true;
}
