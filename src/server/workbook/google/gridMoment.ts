import { timeOf } from '../isoMoments';
import type { MomentKind } from '../xlsx/numberFormats';
import { type Moment, momentOfSerial, secondsOfSerial } from '../xlsx/serialMoments';

const DAY = 86_400;
const EPOCH = Date.UTC(1899, 11, 30) / 1000;
/** 1900-03-01: from here on a number means the same day in a workbook. */
const MARCH_1900 = 61;
/** 0001-01-01 in days. */
const FIRST_DAY = -693_593;

/**
 * What a number in a date or time format stands for in Google Sheets, as {@link momentOfSerial} says it of a workbook. Days count
 * from 1899-12-30, those before it too, and 1900 "correctly" has no 29th of February ("DateTimeRenderOption" of the Sheets API).
 */
export function gridMoment(serial: number, shown: MomentKind): Moment | undefined {
  const seconds = secondsOfSerial(serial);
  const days = Math.floor(seconds / DAY);
  if (days >= MARCH_1900 || days === 0 || shown === 'elapsed') return momentOfSerial(serial, shown, false);
  if (days < FIRST_DAY || (days < 0 && shown === 'time')) return undefined;
  const date = new Date((EPOCH + days * DAY) * 1000).toISOString().slice(0, 10);
  const ofDay = seconds - days * DAY;
  if (shown === 'date' && ofDay === 0) return { kind: 'date', value: date };
  return { kind: 'datetime', value: `${date}T${timeOf(ofDay)}` };
}
