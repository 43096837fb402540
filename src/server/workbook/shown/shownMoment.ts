import type { FormatSection } from './formatTokens';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const MOMENT = /^(?:(\d{4})-(\d\d)-(\d\d))?T?(?:(\d+):(\d\d):(\d\d))?$/;

/** A date, a time, or both. */
interface Parts {
  readonly date:
    { readonly year: string; readonly month: number; readonly day: number; readonly weekday: number } | undefined;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

function partsOf(moment: string): Parts | undefined {
  const [whole, year, month, day, hours = 0, minutes = 0, seconds = 0] = MOMENT.exec(moment) ?? [];
  if (whole === undefined) return undefined;
  const weekday = year === undefined ? 0 : new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDay();
  const date = year === undefined ? undefined : { year, month: Number(month), day: Number(day), weekday };
  return { date, hours: Number(hours), minutes: Number(minutes), seconds: Number(seconds) };
}

const padded = (number: number, digits: number) => String(number).padStart(digits, '0');

function datePart(text: string, { date }: Parts): string | undefined {
  if (date === undefined) return undefined;
  const { year, month, day, weekday } = date;
  const { length } = text;
  if (text.startsWith('y')) return length <= 2 ? year.slice(2) : year;
  if (text.startsWith('d')) {
    const name = DAYS[weekday] ?? '';
    return length <= 2 ? padded(day, length) : length === 3 ? name.slice(0, 3) : name;
  }
  const name = MONTHS[month - 1] ?? '';
  if (length <= 2) return padded(month, length);
  return length === 3 ? name.slice(0, 3) : length === 5 ? name.slice(0, 1) : name;
}

function lengthOfTime(text: string, { hours, minutes, seconds }: Parts): string {
  const digits = text.length - 2;
  if (text.startsWith('[h')) return padded(hours, digits);
  return padded(text.startsWith('[m') ? hours * 60 + minutes : (hours * 60 + minutes) * 60 + seconds, digits);
}

function timePart(text: string, parts: Parts, isMinute: boolean, isHalfDay: boolean): string | undefined {
  const { hours, minutes, seconds } = parts;
  if (text.startsWith('[')) return lengthOfTime(text, parts);
  if (text === 'am/pm') return hours % 24 < 12 ? 'AM' : 'PM';
  if (text === 'a/p') return hours % 24 < 12 ? 'A' : 'P';
  if (text.startsWith('h')) return padded(isHalfDay ? ((hours + 11) % 12) + 1 : hours % 24, Math.min(text.length, 2));
  if (text.startsWith('s')) return padded(seconds, Math.min(text.length, 2));
  return isMinute ? padded(minutes, Math.min(text.length, 2)) : undefined;
}

/** `m` is minutes behind hours or before seconds, else months. */
function isMinuteAt(moments: readonly string[], at: number): boolean {
  return (
    /^m{1,2}$/.test(moments[at] ?? '') && (/^\[?h/.test(moments[at - 1] ?? '') || /^\[?s/.test(moments[at + 1] ?? ''))
  );
}

/**
 * A moment as a section of a number format shows it; names are those of the English language.
 *
 * @param moment 2009-04-01, 2009-04-01T12:30:00 or 12:30:00
 * @returns undefined where the format shows what the moment does not have, or is none of moments
 */
export function shownMoment(section: FormatSection, moment: string): string | undefined {
  const parts = partsOf(moment);
  const moments = section.flatMap((token) => (token.kind === 'moment' ? [token.text] : []));
  if (parts === undefined || moments.length === 0) return undefined;
  const isHalfDay = moments.some((text) => text === 'am/pm' || text === 'a/p');
  let at = -1;
  const shown = section.map((token) => {
    if (token.kind === 'literal') return token.text;
    // A point or a comma between parts of a date is no more than that.
    if (token.kind === 'point') return '.';
    if (token.kind === 'comma') return ',';
    if (token.kind !== 'moment') return undefined;
    at += 1;
    return timePart(token.text, parts, isMinuteAt(moments, at), isHalfDay) ?? datePart(token.text, parts);
  });
  return shown.includes(undefined) ? undefined : shown.join('');
}
