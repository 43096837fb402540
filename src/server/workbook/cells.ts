import { isCalendarDate, usualTime } from '../normalise/readCell';
import type { MomentKind } from '../rawTab/numberFormat';
import type { RawCell, RichCell } from '../rawTab/rawCells';

/** Content of a cell, without its formula and displayed text. */
export type BareCell = Pick<RichCell, 'kind' | 'value'>;

/** Builds a cell of a raw tab. @param bare undefined for a blank cell */
export function rawCell(bare: BareCell | undefined, formula = '', text = ''): RawCell {
  if (formula === '' && (bare === undefined || bare.value === '')) return null;
  const { kind, value } = bare ?? { kind: 'text', value: null };
  const isPlain = kind === 'text' || kind === 'number' || kind === 'boolean';
  if (isPlain && formula === '' && text === '') return value;
  return { kind, value, ...(formula !== '' && { formula }), ...(text !== '' && { text }) };
}

/** Date, time or both in the form of raw tabs; `kind` is `text` for values that are neither. */
export type Moment = Pick<RichCell, 'kind'> & { readonly value: string };

const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const TIME = /^T?(\d\d:[0-5]\d(?::[0-5]\d)?)(?:[.,](\d+))?Z?$/;

const ISO_DURATION =
  /^(-)?P(?=T?\d)(?:(\d{1,12})D)?(?:T(?:(\d{1,12})H)?(?:(\d{1,12})M)?(?:(\d{1,12}(?:[.,]\d+)?)S)?)?$/;

/** Returns the seconds of an ISO 8601 duration without years and months; undefined for other texts. */
export function secondsOfDuration(written: string): number | undefined {
  const [matched, minus, days = 0, hours = 0, minutes = 0, seconds = '0'] = ISO_DURATION.exec(written) ?? [];
  if (matched === undefined) return undefined;
  const wholeMinutesInSeconds = (Number(days) * 24 + Number(hours)) * 3600 + Number(minutes) * 60;
  const size = wholeMinutesInSeconds + Number(seconds.replace(',', '.'));
  return minus === undefined ? size : -size;
}

/**
 * Parses an ISO 8601 date, time or duration as in files, to the millisecond. A zone is dropped, as cells have none. Any other text
 * stays text.
 */
export function isoMoment(written: string): Moment {
  const [, date, time, fraction] = DATE.exec(written) ?? [];
  if (date !== undefined && isCalendarDate(date)) {
    if (time === undefined) return { kind: 'date', value: date };
    const value = datetimeOf(date, time, millisecondsOf(fraction));
    return value === undefined ? { kind: 'text', value: written } : { kind: 'datetime', value };
  }
  const [, timeOfDay, fractionOfTime] = TIME.exec(written) ?? [];
  const seconds = timeOfDay === undefined ? secondsOfDuration(written) : secondsOf(usualTime(timeOfDay));
  if (seconds === undefined || seconds < 0) return { kind: 'text', value: written };
  return { kind: 'time', value: timeOf(Math.round(seconds * 1000) + millisecondsOf(fractionOfTime)) };
}

const millisecondsOf = (fraction = '0') => Math.round(Number(`0.${fraction}`) * 1000);

const YEAR_10000 = Date.UTC(10_000, 0, 1);

/** Returns a datetime; hour 24 is the midnight after the date (ISO 8601). Undefined for an invalid time. */
function datetimeOf(date: string, time: string, milliseconds: number): string | undefined {
  const moment = Date.parse(`${date}T${usualTime(time)}Z`) + milliseconds;
  return moment < YEAR_10000 ? new Date(moment).toISOString().replace(/(?:\.000)?Z$/, '') : undefined;
}

/** Converts a datetime at midnight to a date if the displayed text shows only a day: some programs write every date with midnight. */
export const withoutMidnight = ({ kind, value }: Moment, showsDayOnly: boolean): Moment =>
  showsDayOnly && kind === 'datetime' && value.endsWith('T00:00:00')
    ? { kind: 'date', value: value.slice(0, 10) }
    : { kind, value };

/** Formats milliseconds as `12:30:00` or `12:30:00.250`; hours may exceed a day. */
export function timeOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const units = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const time = units.map((unit) => String(unit).padStart(2, '0')).join(':');
  const fraction = milliseconds % 1000;
  return fraction === 0 ? time : `${time}.${String(fraction).padStart(3, '0')}`;
}

const DURATION = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/;

/** Returns the seconds of a time or duration in the form of {@link timeOf}; undefined for other texts. */
export function secondsOf(time: string): number | undefined {
  const [, hours, minutes, seconds] = DURATION.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** In milliseconds, as the constants below. */
const DAY = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 9999-12-31 as a serial number. */
const LAST_DAY = 2_958_465;

/**
 * Converts a serial number in a date or time format, to the millisecond. If the value has a time of day, or a day, that the
 * format does not show, it is kept: the result is a `datetime`. Undefined for invalid dates; the cell is then a plain number.
 *
 * Day 1 is 1900-01-01, and day 60 is 1900-02-29, which never existed (ECMA-376 part 1, section 18.17.4.1): earlier days are
 * offset by one from the epoch.
 */
export function momentOfSerial(serial: number, shown: MomentKind, date1904: boolean): Moment | undefined {
  const time = Math.round(serial * DAY);
  const days = Math.floor(time / DAY);
  if (time < 0 || days > LAST_DAY) return undefined;
  const ofDay = time % DAY;
  if (shown === 'elapsed') return { kind: 'time', value: timeOf(time) };
  if (days === 0 && (shown === 'time' || (!date1904 && (shown === 'datetime' || time > 0)))) {
    return { kind: 'time', value: timeOf(ofDay) };
  }
  const date = dateOf(days, date1904);
  if (date === undefined) return undefined;
  if (shown === 'date' && ofDay === 0) return { kind: 'date', value: date };
  return { kind: 'datetime', value: `${date}T${timeOf(ofDay)}` };
}

function dateOf(days: number, date1904: boolean) {
  if (!date1904 && (days === 0 || days === 60)) return undefined;
  const epoch = date1904 ? EPOCH_1904 : EPOCH_1900 + (days < 60 ? DAY : 0);
  const date = new Date(epoch + days * DAY).toISOString();
  return date.startsWith('+') ? undefined : date.slice(0, 10);
}

/** 1900-03-01, from which on all programs agree on the number of a day. */
const MARCH_1900 = 61;
/**
 * Converts a date, a time, or a datetime without a zone to a serial number, the inverse of {@link momentOfSerial}; undefined if
 * it has none. Programs disagree on days before 1900-03-01.
 */
export function serialOf(kind: 'date' | 'datetime' | 'time', value: string): number | undefined {
  if (kind === 'time') {
    const seconds = secondsOf(value);
    return seconds === undefined ? undefined : seconds / 86_400;
  }
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(value.slice(10));
  const time = hasZone ? NaN : Date.parse(`${value.length > 10 ? value : `${value}T00:00:00`}Z`);
  const serial = (time - EPOCH_1900) / DAY;
  return serial >= MARCH_1900 ? serial : undefined;
}

/** 0001-01-01 as a serial number. */
const FIRST_DAY = -693_593;

/**
 * Converts a serial number of Google Sheets, like {@link momentOfSerial} for workbooks. Days count from 1899-12-30, also
 * backwards, and 1900 "correctly" has no February 29 ("DateTimeRenderOption" of the Sheets API).
 */
export function gridMoment(serial: number, shown: MomentKind): Moment | undefined {
  const time = Math.round(serial * DAY);
  const days = Math.floor(time / DAY);
  if (days >= MARCH_1900 || days === 0 || shown === 'elapsed') return momentOfSerial(serial, shown, false);
  if (days < FIRST_DAY || (days < 0 && shown === 'time')) return undefined;
  const date = new Date(EPOCH_1900 + days * DAY).toISOString().slice(0, 10);
  const ofDay = time - days * DAY;
  if (shown === 'date' && ofDay === 0) return { kind: 'date', value: date };
  return { kind: 'datetime', value: `${date}T${timeOf(ofDay)}` };
}
