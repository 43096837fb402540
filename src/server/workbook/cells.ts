import { isCalendarDate, withSeconds } from '../normalise/readCell';
import type { MomentKind } from '../rawTab/numberFormat';
import type { RawCell, RichCell } from '../rawTab/rawCells';

/** What a cell holds, without its formula and what is displayed of it. */
export type BareCell = Pick<RichCell, 'kind' | 'value'>;

/** A cell as a raw tab has it. @param bare undefined for a blank one */
export function rawCell(bare: BareCell | undefined, formula = '', text = ''): RawCell {
  if (formula === '' && (bare === undefined || bare.value === '')) return null;
  const { kind, value } = bare ?? { kind: 'text', value: null };
  const isPlain = kind === 'text' || kind === 'number' || kind === 'boolean';
  if (isPlain && formula === '' && text === '') return value;
  return { kind, value, ...(formula !== '' && { formula }), ...(text !== '' && { text }) };
}

/** A date, a time or both, as a raw tab has them; what files hold that is none may be text. */
export type Moment = Pick<RichCell, 'kind'> & { readonly value: string };

const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const TIME = /^T?(\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?Z?$/;

/**
 * A date or time as files write it (ISO 8601), to the millisecond; a zone is left out, as cells have none. What is written
 * otherwise is text.
 */
export function isoMoment(written: string): Moment {
  const [, date, time, fraction] = DATE.exec(written) ?? [];
  if (date !== undefined && isCalendarDate(date)) {
    if (time === undefined) return { kind: 'date', value: date };
    return { kind: 'datetime', value: rounded(`${date}T${withSeconds(time)}`, fraction) };
  }
  const [, alone, part] = TIME.exec(written) ?? [];
  if (alone === undefined) return { kind: 'text', value: written };
  return { kind: 'time', value: rounded(`1970-01-01T${withSeconds(alone)}`, part).slice(11) };
}

/** Some programs write every date with a midnight; what is displayed shows whether a day alone is meant. */
export const withoutMidnight = ({ kind, value }: Moment, showsDayOnly: boolean): Moment =>
  showsDayOnly && kind === 'datetime' && value.endsWith('T00:00:00')
    ? { kind: 'date', value: value.slice(0, 10) }
    : { kind, value };

/** With what is left of a second, where there is anything; hour 24 is no time and stays as it is. */
function rounded(moment: string, fraction = '0') {
  const milliseconds = Math.round(Number(`0.${fraction}`) * 1000);
  const next = milliseconds === 0 ? NaN : Date.parse(`${moment}Z`) + milliseconds;
  return Number.isNaN(next) ? moment : new Date(next).toISOString().replace(/(?:\.000)?Z$/, '');
}

/** Milliseconds as `12:30:00`, or as `12:30:00.250`; hours are not limited to a day. */
export function timeOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const rest = milliseconds % 1000;
  const time = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return rest === 0 ? time : `${time}.${String(rest).padStart(3, '0')}`;
}

const LENGTH = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/;

/** Seconds of a time or a length of time as {@link timeOf} writes it; undefined for any other text. */
export function secondsOf(time: string): number | undefined {
  const [, hours, minutes, seconds] = LENGTH.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** In milliseconds, as all below. */
const DAY = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 9999-12-31 in days since 1900 began. */
const LAST_DAY = 2_958_465;

/**
 * What a number in a date or time format stands for, to the millisecond. A time of day that the format does not show is kept,
 * and so is a day: `datetime` then. Undefined where there is no such moment; the cell is a plain number then.
 *
 * Days of 1900 count from 1, and the format has a 1900-02-29 that never was (ECMA-376 part 1, section 18.17.4.1): it is
 * day 60, and days before it lie one further from the epoch.
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

/** 1900-03-01: from here on a number means the same day in a workbook. */
const MARCH_1900 = 61;
/**
 * The number that stands for a date, a time, or a datetime without a zone, as {@link momentOfSerial} reads it; undefined where only a
 * text can say it. Programs number days before 1900-03-01 differently.
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

/** 0001-01-01 in days. */
const FIRST_DAY = -693_593;

/**
 * What a number in a date or time format stands for in Google Sheets, as {@link momentOfSerial} says it of a workbook. Days count
 * from 1899-12-30, those before it too, and 1900 "correctly" has no 29th of February ("DateTimeRenderOption" of the Sheets API).
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
