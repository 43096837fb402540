import type { CellValue, Column } from '../../contract/rows';
import type { RawCell, RichCell } from '../rawTab/rawTab';

const ISO_DATETIME = /^\d{4,}-\d\d-\d\dT/;
const ENDS_IN_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;

/** Whether a datetime, as it is read, names its zone. */
export const hasZone = (datetime: string): boolean => ENDS_IN_ZONE.test(datetime);

/** A datetime of a column, where there is one among its examples. */
export const exampleDatetimeOf = ({ type, examples }: Column): string | undefined =>
  type === 'datetime'
    ? examples.find((example): example is string => typeof example === 'string' && ISO_DATETIME.test(example))
    : undefined;

function lookForZones(column: Column): boolean | undefined {
  const example = exampleDatetimeOf(column);
  if (example === undefined) return undefined;
  const zoned = hasZone(example);
  const others = column.examples.filter(
    (other) => ISO_DATETIME.test(String(other)) && hasZone(String(other)) !== zoned,
  );
  return others.length === 0 ? zoned : undefined;
}

const known = new WeakMap<Column, { readonly zoned: boolean | undefined }>();

/**
 * Whether the datetimes of a column have a zone: all have, or none has, as they could not be put in order otherwise. It is
 * looked for once.
 *
 * @returns undefined where no example tells, and where they differ, which only a type that a person has set can bring about
 */
export function zonedOf(column: Column): boolean | undefined {
  const before = known.get(column);
  if (before !== undefined) return before.zoned;
  const zoned = lookForZones(column);
  known.set(column, { zoned });
  return zoned;
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATETIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const NUMBER_LIKE = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const DIGITS = 15;

/** Digits that count: without sign, point and leading zeros. */
const significantDigits = (text: string) => text.replace(/[^\d]/g, '').replace(/^0+/, '').length;

const isWithin = (digits: string | undefined, most: number) => Number(digits) >= 1 && Number(digits) <= most;

function isCalendarDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return false;
  // Every month has so many days.
  if (isWithin(month, 12) && isWithin(day, 28)) return true;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

const withSeconds = (time: string) => (time.length === 5 ? `${time}:00` : time);

function readDatetime(trimmed: string, text: string): ReadCell | undefined {
  const [, date, time, zone] = DATETIME.exec(trimmed) ?? [];
  if (date === undefined || time === undefined || !isCalendarDate(date) || !TIME.test(time)) return undefined;
  return { kind: zone ? 'instant' : 'datetime', value: `${date}T${withSeconds(time)}${zone ?? ''}`, text };
}

function readNumber(trimmed: string, text: string): ReadCell | undefined {
  if (!NUMBER_LIKE.test(trimmed)) return undefined;
  const code: ReadCell = { kind: 'code', value: text, text };
  if (!NUMBER.test(trimmed) || significantDigits(trimmed) > DIGITS) return code;
  const point = trimmed.indexOf('.');
  const value = Number(trimmed);
  if (point < 0) return Object.is(value, -0) ? code : { kind: 'integer', value, text };
  return value.toFixed(Math.min(100, trimmed.length - point - 1)) === trimmed ? { kind: 'number', value, text } : code;
}

const STARTS_LIKE_NUMBER = /^[\d+\-.]/;

/**
 * What a text says, read carefully: a number only when nothing is lost by writing it as one (no leading zero or `+`, no
 * exponent, at most 15 digits), dates and times only in ISO 8601's order, `TRUE` and `FALSE` in any case. A text that looks
 * like a number and would lose something is a `code`. Anything else, `01/02/2009` too, is text.
 */
export function readText(text: string): ReadCell {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'blank', value: null, text: '' };
  if (STARTS_LIKE_NUMBER.test(trimmed)) {
    const number = readNumber(trimmed, text);
    if (number) return number;
    if (isCalendarDate(trimmed)) return { kind: 'date', value: trimmed, text };
    if (TIME.test(trimmed)) return { kind: 'time', value: withSeconds(trimmed), text };
    return readDatetime(trimmed, text) ?? { kind: 'text', value: text, text };
  }
  if (/^(?:true|false)$/i.test(trimmed)) return { kind: 'boolean', value: trimmed.toLowerCase() === 'true', text };
  return { kind: 'text', value: text, text };
}

/**
 * What a cell holds. `code` looks like a number but is not one without loss, `instant` is a datetime with a zone, `unknown` a
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
  /** Set where the cell holds a number itself, and not a text that says one. */
  readonly isNumber?: true;
}

const BLANK: ReadCell = { kind: 'blank', value: null, text: '' };

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

/**
 * What a raw cell holds. Blank is nothing, or white space only.
 *
 * @param typed false for CSV, where types are read from the text
 */
export function readCell(cell: RawCell | undefined, typed: boolean): ReadCell {
  if (cell === null || cell === undefined) return BLANK;
  if (typeof cell === 'number') return { ...readNumericCell(cell, String(cell)), isNumber: true };
  if (typeof cell === 'boolean') return { kind: 'boolean', value: cell, text: cell ? 'TRUE' : 'FALSE' };
  if (typeof cell === 'object') return readRich(cell);
  if (!typed) return readText(cell);
  return cell.trim() === '' ? BLANK : { kind: 'text', value: cell, text: cell };
}

/** Whether nothing is known to stand in the cell. An error is something. */
export const isNothing = ({ kind }: ReadCell) => kind === 'blank' || kind === 'unknown';
