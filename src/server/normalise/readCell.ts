import type { CellValue, Column } from '../../contract/rows';
import type { CellReading } from '../rawTab/rawTab';
import type { RawCell, RichCell } from '../rawTab/rawCells';

const ISO_DATETIME = /^\d{4,}-\d\d-\d\dT/;
const ENDS_IN_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;

/** Whether a datetime, as it is read, names its zone. */
export const hasZone = (datetime: string): boolean => ENDS_IN_ZONE.test(datetime);

/** A datetime of a column, where there is one among its examples. */
export const exampleDatetimeOf = ({ type, examples }: Column): string | undefined =>
  type === 'datetime'
    ? examples.find((example): example is string => typeof example === 'string' && ISO_DATETIME.test(example))
    : undefined;

/**
 * Whether the datetimes of a column have a zone: all have, or none has, as they could not be put in order otherwise.
 *
 * @returns undefined where no example tells, and where they differ, which only a type that a person has set can bring about
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
/** Its whole part, the sign before its decimals, these, and its exponent. */
const NUMBER = /^-?(0|[1-9]\d*|(?=[.,]))(?:([.,])(\d+))?([eE][+-]?\d+)?$/;
const GROUPED =
  /^-?(?<whole>[1-9]\d{0,2}(?:(?<group>[.,])\d{3})(?:\k<group>\d{3})*)(?:(?!\k<group>)[.,](?<decimals>\d+))?$/;
const NUMBER_LIKE = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?$/;

/** Digits that a double keeps whatever they are. */
export const DIGITS = 15;

/** Whether a double keeps all digits that count: zeros before the first of them, and at the end of decimals, are a way of writing. */
const isExact = (whole: string, decimals: string) =>
  whole.length + decimals.length <= DIGITS || (whole + decimals.replace(/0+$/, '')).replace(/^0+/, '').length <= DIGITS;

const isWithin = (digits: string | undefined, most: number) => Number(digits) >= 1 && Number(digits) <= most;

/** Whether a text is a day of the calendar: 2009-04-01. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return false;
  // Every month has so many days.
  if (isWithin(month, 12) && isWithin(day, 28)) return true;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** A time of day with its seconds, also where it says none. */
export const withSeconds = (time: string) => (time.length === 5 ? `${time}:00` : time);

function readDatetime(trimmed: string, text: string): ReadCell | undefined {
  const [, date, time, zone] = DATETIME.exec(trimmed) ?? [];
  if (date === undefined || time === undefined || !isCalendarDate(date) || !TIME.test(time)) return undefined;
  return { kind: zone ? 'instant' : 'datetime', value: `${date}T${withSeconds(time)}${zone ?? ''}`, text };
}

/** A number whose thousands are separated by the sign that does not stand before decimals: 1.234,5. */
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

/** A number, or what looks like one and would lose something by becoming one. */
function readNumber(trimmed: string, text: string, chosen: Signs): ReadCell | undefined {
  const signs = chosen ?? '.';
  const [, whole, sign = '', decimals = '', exponent] = NUMBER.exec(trimmed) ?? [];
  if (!signs.includes(sign) || (whole === undefined && !NUMBER_LIKE.test(trimmed)))
    return readGrouped(trimmed, text, chosen);
  const code: ReadCell = { kind: 'code', value: text, text };
  if (whole === undefined) return signs.includes('.') || !trimmed.includes('.') ? code : undefined;
  if (!isExact(whole, decimals)) return code;
  const value = Number(trimmed.replace(',', '.')) + 0;
  const vanishes = value === 0 && /[1-9]/.test(whole + decimals);
  if (vanishes || !Number.isFinite(value)) return code;
  const kind =
    sign === ',' ? 'decimalComma' : sign === '.' ? 'number' : exponent === undefined ? 'integer' : 'exponent';
  return { kind, value, text };
}

/** The decimal signs that count; where nothing is said, a point. */
type Signs = CellReading['decimals'];

const STARTS_LIKE_NUMBER = /^[\d+\-.,]/;

/**
 * What a text says, read carefully: a number only when its value is all that it says (no leading zero or `+`, at most 15
 * digits), dates and times only in ISO 8601's order, `TRUE` and `FALSE` in any case. A text that looks like a number and would
 * lose something is a `code`. Anything else, `01/02/2009` too, is text.
 *
 * @param decimals the decimal signs that count; a single one is chosen, and the other one separates thousands
 */
export function readText(text: string, decimals?: Signs): ReadCell {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'blank', value: null, text: '' };
  if (STARTS_LIKE_NUMBER.test(trimmed)) {
    const number = readNumber(trimmed, text, decimals);
    if (number) return number;
    if (isCalendarDate(trimmed)) return { kind: 'date', value: trimmed, text };
    if (TIME.test(trimmed)) return { kind: 'time', value: withSeconds(trimmed), text };
    return readDatetime(trimmed, text) ?? { kind: 'text', value: text, text };
  }
  if (/^(?:true|false)$/i.test(trimmed)) return { kind: 'boolean', value: trimmed.toLowerCase() === 'true', text };
  return { kind: 'text', value: text, text };
}

/**
 * What a cell holds. `code` looks like a number but is not one without loss; `exponent` is a whole number with one, a number only
 * where others of its column have decimals, and so are `pointGroups` and `commaGroups`, whose thousands a point or a comma
 * separates; `decimalComma` a number only where all decimals of its column have one; `instant` a datetime with a zone, `unknown` a
 * formula whose file keeps no value.
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
  /** As it stands in JSON when its column has the type of its kind. */
  readonly value: CellValue;
  /** As written in the sheet. */
  readonly text: string;
}

/** A cell in which nothing stands. */
export const BLANK: ReadCell = { kind: 'blank', value: null, text: '' };

const readNumericCell = (value: number, text: string): ReadCell => ({
  kind: Number.isSafeInteger(value) ? 'integer' : 'number',
  value: value === 0 ? 0 : value,
  text,
});

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+|0+$/g, '');

/**
 * What the sheet displays of a number, where nothing of the number is lost by it: 00501, 50 % and $1,234.50 say it all,
 * a rounded 12 for 12.34 does not.
 */
function numberAsShown(value: number, text = String(value)): string {
  const saysSign = value >= 0 || /[-−(]/.test(text);
  return saysSign && digitsOf(text) === digitsOf(String(value)) ? text : String(value);
}

function readRich({ kind, value, formula, text }: RichCell): ReadCell {
  if (kind === 'error') return { kind, value: null, text: String(value ?? text ?? 'error') };
  if (value === null) return formula === undefined ? BLANK : { kind: 'unknown', value: null, text: '' };
  if (typeof value === 'string' && value.trim() === '') return BLANK;
  if (typeof value === 'number') return readNumericCell(value, numberAsShown(value, text));
  const shown = text ?? (typeof value === 'boolean' ? String(value).toUpperCase() : value);
  return { kind: kind === 'number' ? 'text' : kind, value, text: shown };
}

/** How cells are read that are what they are, whatever file they stand in. */
export const TYPED: CellReading = { typed: true };

/** What a raw cell of a tab holds. Blank is nothing, or white space only. */
export function readCell(cell: RawCell | undefined, { typed, decimals }: CellReading): ReadCell {
  if (cell === null || cell === undefined) return BLANK;
  if (typeof cell === 'number') return readNumericCell(cell, String(cell));
  if (typeof cell === 'boolean') return { kind: 'boolean', value: cell, text: cell ? 'TRUE' : 'FALSE' };
  if (typeof cell === 'object') return readRich(cell);
  if (!typed) return readText(cell, decimals);
  return cell.trim() === '' ? BLANK : { kind: 'text', value: cell, text: cell };
}

/** What the cells of a row hold. */
export function readCells(cells: readonly RawCell[], reading: CellReading): ReadCell[] {
  const read: ReadCell[] = [];
  for (let at = 0; at < cells.length; at += 1) read.push(readCell(cells[at], reading));
  return read;
}

/** Whether nothing is known to stand in the cell. An error is something. */
export const isNothing = ({ kind }: ReadCell) => kind === 'blank' || kind === 'unknown';
