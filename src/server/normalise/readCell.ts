import type { CellValue, Column } from '../../contract/rows';
import type { RawCell, RichCell } from '../rawTab/rawCells';
import type { CellReading } from '../rawTab/rawTab';

const ISO_DATETIME = /^\d{4,}-\d\d-\d\dT/;
const ENDS_IN_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;

/** Returns whether a parsed datetime has a time zone. */
export const hasZone = (datetime: string): boolean => ENDS_IN_ZONE.test(datetime);

/** Returns an example datetime of a column; undefined if it has none. */
export const exampleDatetimeOf = ({ type, examples }: Column): string | undefined =>
  type === 'datetime'
    ? examples.find((example): example is string => typeof example === 'string' && ISO_DATETIME.test(example))
    : undefined;

/**
 * Returns whether the datetimes of a column have a zone. Either all or none have one, as they could not be ordered otherwise.
 *
 * @returns undefined without an example, or if examples differ, which only a type chosen by a person can cause
 */
export function zonedOf(column: Column): boolean | undefined {
  const example = exampleDatetimeOf(column);
  if (example === undefined) return undefined;
  const zoned = hasZone(example);
  const others = column.examples.filter(
    (other) => ISO_DATETIME.test(String(other)) && hasZone(String(other)) !== zoned,
  );
  return others.length === 0 ? zoned : undefined;
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATETIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?$/;
/** Number: integer part, decimal sign, decimals, exponent. */
const NUMBER = /^-?(0|[1-9]\d*|(?=[.,]))(?:([.,])(\d+))?([eE][+-]?\d+)?$/;
const GROUPED =
  /^-?(?<whole>[1-9]\d{0,2}(?:(?<group>[.,])\d{3})(?:\k<group>\d{3})*)(?:(?!\k<group>)[.,](?<decimals>\d+))?$/;
const NUMBER_LIKE = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;

/** Decimal digits that a double always preserves. */
export const DIGITS = 15;

/** The lookbehind keeps the search linear in a text with many zeros. */
const withoutEndZeros = (digits: string) => digits.replace(/(?<!0)0+$/, '');

/** Returns whether a double preserves all significant digits; leading zeros and trailing zeros of decimals are not significant. */
const isExact = (whole: string, decimals: string) =>
  whole.length + decimals.length <= DIGITS || (whole + withoutEndZeros(decimals)).replace(/^0+/, '').length <= DIGITS;

const isWithin = (digits: string | undefined, max: number) => Number(digits) >= 1 && Number(digits) <= max;

/** Returns whether a text is a valid date: 2009-04-01. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return false;
  // Every month has at least 28 days.
  if (isWithin(month, 12) && isWithin(day, 28)) return true;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** Returns a time of day as all are written: with seconds, and without a fraction of zeros, which JavaScript writes. */
export const usualTime = (time: string) => (time.length === 5 ? `${time}:00` : time.replace(/\.0+$/, ''));

/** Returns a zone with a colon (RFC 3339). */
const usualZone = (zone: string) => zone.replace(/^(.\d\d)(\d\d)$/, '$1:$2');

function readDatetime(trimmed: string, text: string): ReadCell | undefined {
  const [, date, time, zone = ''] = DATETIME.exec(trimmed) ?? [];
  if (date === undefined || time === undefined || !isCalendarDate(date) || !TIME.test(time)) return undefined;
  return { kind: zone ? 'instant' : 'datetime', value: `${date}T${usualTime(time)}${usualZone(zone)}`, text };
}

/** Parses a number with thousands separators: 1.234,5. */
function readGrouped(trimmed: string, text: string, signs: Signs): ReadCell | undefined {
  const { whole, group, decimals } = GROUPED.exec(trimmed)?.groups ?? {};
  const sign = group === '.' ? ',' : '.';
  if (whole === undefined || group === undefined || !(signs ?? '.').includes(sign)) return undefined;
  if (!isExact(whole.replaceAll(group, ''), decimals ?? '')) return { kind: 'code', value: text, text };
  const value = Number(trimmed.replaceAll(group, '').replace(sign, '.'));
  if (decimals !== undefined) return { kind: sign === ',' ? 'decimalComma' : 'number', value, text };
  if (signs === sign) return { kind: 'integer', value, text };
  return { kind: sign === ',' ? 'pointGroups' : 'commaGroups', value, text };
}

/** Parses a number, or a text that looks like one but would lose information as a number. */
function readNumber(trimmed: string, text: string, chosen: Signs): ReadCell | undefined {
  const signs = chosen ?? '.';
  const [, whole, sign = '', decimals = '', exponent] = NUMBER.exec(trimmed) ?? [];
  if (!signs.includes(sign) || (whole === undefined && !NUMBER_LIKE.test(trimmed))) {
    return readGrouped(trimmed, text, chosen);
  }
  const code: ReadCell = { kind: 'code', value: text, text };
  if (whole === undefined) return signs.includes('.') || !trimmed.includes('.') ? code : undefined;
  if (!isExact(whole, decimals)) return code;
  const value = Number(trimmed.replace(',', '.')) + 0;
  const vanishes = value === 0 && /[1-9]/.test(whole + decimals);
  if (vanishes || !Number.isFinite(value)) return code;
  if (sign !== '') return { kind: sign === ',' ? 'decimalComma' : 'number', value, text };
  return { kind: exponent === undefined ? 'integer' : 'exponent', value, text };
}

/** Accepted decimal signs; a point by default. */
type Signs = CellReading['decimals'];

const STARTS_LIKE_NUMBER = /^[\d+\-.,]/;

/**
 * Parses a text conservatively. A number has to preserve the whole text (no leading zero or `+`, at most 15 digits), dates and
 * times have to be ISO 8601, and `TRUE` and `FALSE` may have any case. A text that looks like a number but would lose information
 * is a `code`. Anything else, also `01/02/2009`, is text.
 *
 * @param decimals accepted decimal signs; if only one, the other one separates thousands
 */
export function readText(text: string, decimals?: Signs): ReadCell {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'blank', value: null, text: '' };
  if (STARTS_LIKE_NUMBER.test(trimmed)) {
    const number = readNumber(trimmed, text, decimals);
    if (number) return number;
    if (isCalendarDate(trimmed)) return { kind: 'date', value: trimmed, text };
    if (TIME.test(trimmed)) return { kind: 'time', value: usualTime(trimmed), text };
    return readDatetime(trimmed, text) ?? { kind: 'text', value: text, text };
  }
  if (/^(?:true|false)$/i.test(trimmed)) return { kind: 'boolean', value: trimmed.toLowerCase() === 'true', text };
  return { kind: 'text', value: text, text };
}

/**
 * Kind of a parsed cell. `code`: looks like a number but would lose information. `exponent`: an integer with an exponent, a
 * number only if other cells of the column have decimals; so are `pointGroups` and `commaGroups`, with thousands separators.
 * `decimalComma`: a number only if all decimals of the column use a comma. `instant`: a datetime with a zone. `unknown`: a
 * formula without a result in its file.
 */
export type CellKind =
  | 'blank'
  | 'unknown'
  | 'error'
  | 'text'
  | 'code'
  | 'integer'
  | 'number'
  | 'exponent'
  | 'decimalComma'
  | 'pointGroups'
  | 'commaGroups'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'instant'
  | 'time';

export interface ReadCell {
  readonly kind: CellKind;
  /** JSON value if its column has the type of its kind. */
  readonly value: CellValue;
  /** Text in the sheet. */
  readonly text: string;
}

/** Blank cell. */
export const BLANK: ReadCell = { kind: 'blank', value: null, text: '' };

const readNumericCell = (value: number, text: string): ReadCell => ({
  kind: Number.isSafeInteger(value) ? 'integer' : 'number',
  value: value === 0 ? 0 : value,
  text,
});

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');

/**
 * Returns the displayed text of a number if it preserves the number: 00501, 50 % and $1,234.50 do, 12 for 12.34 or for 12,000 does
 * not.
 */
function numberAsShown(value: number, text = String(value)): string {
  const shown = digitsOf(text);
  const digits = digitsOf(String(value));
  const showsSign = value >= 0 || /[-−(]/.test(text);
  const showsSize = !Number.isInteger(value) || shown.startsWith(digits);
  return showsSign && showsSize && withoutEndZeros(shown) === withoutEndZeros(digits) ? text : String(value);
}

function readRich({ kind, value, formula, text }: RichCell): ReadCell {
  if (kind === 'error') return { kind, value: null, text: String(value ?? text ?? 'error') };
  if (value === null) return formula === undefined ? BLANK : { kind: 'unknown', value: null, text: '' };
  if (typeof value === 'string' && value.trim() === '') return BLANK;
  if (typeof value === 'number') return readNumericCell(value, numberAsShown(value, text));
  const shown = text ?? (typeof value === 'boolean' ? String(value).toUpperCase() : value);
  return { kind: kind === 'number' ? 'text' : kind, value, text: shown };
}

/** Reading of cells that have types, whatever the tab's file. */
export const TYPED: CellReading = { typed: true };

/** Parses a raw cell. Blank is empty, or white space only. */
export function readCell(cell: RawCell | undefined, { typed, decimals }: CellReading): ReadCell {
  if (cell === null || cell === undefined) return BLANK;
  if (typeof cell === 'number') return readNumericCell(cell, String(cell));
  if (typeof cell === 'boolean') return { kind: 'boolean', value: cell, text: cell ? 'TRUE' : 'FALSE' };
  if (typeof cell === 'object') return readRich(cell);
  if (!typed) return readText(cell, decimals);
  return cell.trim() === '' ? BLANK : { kind: 'text', value: cell, text: cell };
}

/** Parses the cells of a row. */
export function readCells(cells: readonly RawCell[], reading: CellReading): ReadCell[] {
  const read: ReadCell[] = [];
  for (let column = 0; column < cells.length; column += 1) read.push(readCell(cells[column], reading));
  return read;
}

/** Returns whether a cell has no known content. An error is content. */
export const isNothing = ({ kind }: ReadCell) => kind === 'blank' || kind === 'unknown';
