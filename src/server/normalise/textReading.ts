import type { ReadCell } from './readCell';

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
