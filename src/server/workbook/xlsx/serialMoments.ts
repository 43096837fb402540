import { timeOf } from '../isoMoments';
import type { RichCell } from '../rawTab';
import type { MomentKind } from './numberFormats';

export type Moment = Pick<RichCell, 'kind'> & { readonly value: string };

const DAY = 86_400;
const EPOCH_1900 = Date.UTC(1899, 11, 30) / 1000;
const EPOCH_1904 = Date.UTC(1904, 0, 1) / 1000;
/** 9999-12-31 in days since 1900 began. */
const LAST_DAY = 2_958_465;

/** Days as whole seconds. */
export const secondsOfSerial = (serial: number) => Math.round(Math.round(serial * DAY * 1000) / 1000);

/**
 * What a number in a date or time format stands for, to the second. A time of day that the format does not show is kept,
 * and so is a day: `datetime` then. Undefined where there is no such moment; the cell is a plain number then.
 *
 * Days of 1900 count from 1, and the format has a 1900-02-29 that never was (ECMA-376 part 1, section 18.17.4.1): it is
 * day 60, and days before it lie one further from the epoch.
 */
export function momentOfSerial(serial: number, shown: MomentKind, date1904: boolean): Moment | undefined {
  const seconds = secondsOfSerial(serial);
  const days = Math.floor(seconds / DAY);
  if (seconds < 0 || days > LAST_DAY) return undefined;
  const time = timeOf(seconds % DAY);
  if (shown === 'elapsed') return { kind: 'time', value: timeOf(seconds) };
  if (days === 0 && (shown === 'time' || (!date1904 && (shown === 'datetime' || seconds > 0)))) {
    return { kind: 'time', value: time };
  }
  const date = dateOf(days, date1904);
  if (date === undefined) return undefined;
  if (shown === 'date' && seconds % DAY === 0) return { kind: 'date', value: date };
  return { kind: 'datetime', value: `${date}T${time}` };
}

function dateOf(days: number, date1904: boolean) {
  if (!date1904 && (days === 0 || days === 60)) return undefined;
  const epoch = date1904 ? EPOCH_1904 : EPOCH_1900 + (days < 60 ? DAY : 0);
  const date = new Date((epoch + days * DAY) * 1000).toISOString();
  return date.startsWith('+') ? undefined : date.slice(0, 10);
}
