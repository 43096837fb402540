import type { RichCell } from './rawTab';

type Moment = Pick<RichCell, 'kind'> & { readonly value: string };

const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const TIME = /^T?(\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?Z?$/;

/**
 * A date or time as files write it (ISO 8601), to the second; a zone is left out, as cells have none. What is written
 * otherwise is text.
 */
export function isoMoment(written: string): Moment {
  const [, date, time, fraction] = DATE.exec(written) ?? [];
  if (date !== undefined && isRealDate(date)) {
    if (time === undefined) return { kind: 'date', value: date };
    return { kind: 'datetime', value: rounded(`${date}T${withSeconds(time)}`, fraction) };
  }
  const [, alone, part] = TIME.exec(written) ?? [];
  if (alone === undefined) return { kind: 'text', value: written };
  return { kind: 'time', value: rounded(`1970-01-01T${withSeconds(alone)}`, part).slice(11) };
}

const isRealDate = (date: string) => {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
};

const withSeconds = (time: string) => (time.length === 5 ? `${time}:00` : time);

function rounded(moment: string, fraction = '0') {
  if (Number(`0.${fraction}`) < 0.5) return moment;
  const next = new Date(Date.parse(`${moment}Z`) + 1000);
  return Number.isNaN(next.getTime()) ? moment : next.toISOString().slice(0, 19);
}

/** Seconds as `12:30:00`; hours are not limited to a day. */
export function timeOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
