import { format, getFormatInfo } from 'numfmt';
import { LITERAL } from './numberFormat';

/**
 * What a sheet displays, in English. numfmt knows the codes of number formats (ECMA-376 part 1, section 18.8.31); what Excel does
 * otherwise than the library is here, each with its reason.
 */

/** Code of the usual format. */
export const GENERAL = 'General';

/** Digits of a number that a spreadsheet keeps. */
const PRECISION = 15;

/** Characters that the usual format has for a number, its sign not counted (ECMA-376 part 1, section 18.8.31, "General"). */
const GENERAL_WIDTH = 11;

const withoutZeros = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);

/**
 * A number as the usual format shows it: in eleven characters, so `0.785398163`, `1234567.891` and `1.23457E+11`. The library has
 * no exponents of three digits, and rounds doubles where Excel rounds the digits that it keeps.
 */
export function shownInGeneral(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  const short = String(size);
  if (short.length <= GENERAL_WIDTH && !short.includes('e')) return sign + short;
  const kept = Number(size.toPrecision(PRECISION));
  const whole = Math.max(1, Math.floor(Math.log10(kept)) + 1);
  const decimals = Math.max(0, GENERAL_WIDTH - 1 - whole);
  const fixed = kept < 1e21 ? withoutZeros(rounded(kept, decimals)) : '';
  const isWhole = kept >= 1e-4 || Number(fixed) === kept;
  return sign + (fixed !== '' && fixed.length <= GENERAL_WIDTH && isWhole ? fixed : inExponents(kept));
}

function inExponents(size: number): string {
  const isLong = size >= 1e100 || size < 1e-99;
  const [digits = '', exponent = '0'] = size.toExponential(isLong ? 4 : 5).split('e');
  const power = Math.abs(Number(exponent));
  return `${withoutZeros(digits)}E${Number(exponent) < 0 ? '-' : '+'}${String(power).padStart(2, '0')}`;
}

/** Rounds by the digits that a spreadsheet keeps: the double of 1.005 is a little less, and becomes 1.01 all the same. */
const rounded = (size: number, decimals: number) => (size * (1 + excess(size, decimals))).toFixed(decimals);

/** What has no more digits than are shown stays as it is: conditions such as `[=1]` are about it. */
function excess(size: number, decimals: number): number {
  const isShownWhole = Number(size.toFixed(Math.min(decimals, 100))) === size;
  return isShownWhole || size * 10 ** decimals >= 10 ** PRECISION ? 0 : 2 ** -51;
}

/** A code as the library is given it, and what it does not say of itself. */
interface Format {
  readonly code: string;
  /** Whether it shows dates or times at all; whether times; with how many digits of a second. */
  readonly isMoment: boolean;
  readonly showsTime: boolean;
  /** Whether it shows a length of time in one unit, `[h]`, and nothing else of it. */
  readonly isElapsed: boolean;
  readonly subSeconds: number;
  /** Numbers are multiplied by it, for example by 100 where percents are shown. */
  readonly scale: number;
  readonly decimals: number;
  /** Whether it shows all digits of a number before the point, and a fixed number behind it. */
  readonly isFixed: boolean;
  readonly isExponent: boolean;
  readonly showsText: boolean;
}

/** Excel takes no longer codes. */
const LONGEST_CODE = 255;

/** Most codes that are given to the library, which keeps some kilobytes of each until the process ends. */
const MOST_CODES = 5_000;

const known = new Map<string, Format | undefined>();

function formatOf(code: string): Format | undefined {
  if (known.has(code)) return known.get(code);
  if (known.size >= MOST_CODES || code.length > LONGEST_CODE) return undefined;
  const read = readFormat(code);
  known.set(code, read);
  return read;
}

function readFormat(written: string): Format | undefined {
  const code = inEnglish(written);
  if (isByCountry(code)) return undefined;
  try {
    const bare = code.replace(LITERAL, '');
    const { isDate, scale, maxDecimals, type } = getFormatInfo(code);
    return {
      code: isDate ? forMoments(code) : withoutLocale(code),
      isMoment: isDate,
      showsTime: /[hs]/i.test(bare) || /\[m+\]/i.test(code),
      isElapsed: /\[(?:h+|m+|s+)\]/i.test(code) && !/[hmsyd]/i.test(bare.replace(/\[[hms]+\]/gi, '')),
      subSeconds: /s\]?\.(0{1,3})/i.exec(bare)?.[1]?.length ?? 0,
      ...{ scale, decimals: maxDecimals },
      isFixed: !isDate && type !== 'scientific' && !/general|\/|@/i.test(bare.split(';')[0] ?? ''),
      isExponent: type === 'scientific',
      showsText: bare.includes('@') || bare.split(';').length > 3,
    };
  } catch {
    return undefined;
  }
}

/** The long date and the time of the country that the reader's system is set to: here those of the United States. */
const SYSTEM_DATE = /\[\$-(?:f800|x-sysdate)\]/i;
const SYSTEM_TIME = /\[\$-(?:f400|x-systime)\]/i;

function inEnglish(code: string): string {
  if (SYSTEM_DATE.test(code)) return 'dddd, mmmm d, yyyy';
  return SYSTEM_TIME.test(code) ? 'h:mm:ss AM/PM' : code;
}

const LOCALE_NUMBER = /\[\$[^\]-]*-([0-9a-f]+)\]/i;
/** Letters of which codes are made that are read the same in each language; eras and other names of days are not. */
const COMMON_LETTERS = /general|am\/pm|a\/p|e[+-]|[ymdhsb]/gi;

/** Whether a code shows other digits, calendars or eras: none of it is worked out. */
function isByCountry(code: string): boolean {
  const [, locale = '0'] = LOCALE_NUMBER.exec(code) ?? [];
  // The upper two bytes of a locale are its digits and its calendar; 0 and 1 are the western ones.
  const shapes = parseInt(locale, 16) >>> 16;
  const isWestern = (shapes & 0xff) <= 1 && shapes >> 8 <= 1;
  const letters = code.replace(LITERAL, '').replace(COMMON_LETTERS, '');
  return !isWestern || /\[(?:db|nat)num/i.test(code) || /[a-z]/i.test(letters);
}

/** The library knows halves of a day in capitals only, lengths of time in small letters; the usual format shows nothing here. */
const forMoments = (code: string) =>
  code.replace(/"[^"]*"|\\.|\[[^\]]*\]|am\/pm|a\/p|general/gi, (part) => {
    if (/^a/i.test(part)) return part.toUpperCase();
    if (/^\[[hms]+\]$/i.test(part)) return part.toLowerCase();
    return /^g/i.test(part) ? '' : part;
  });

/** The locale of a currency says which one it is, not how numbers are written; that of a date is the language of its names. */
const withoutLocale = (code: string) =>
  code.replace(/"[^"]*"|\\.|\[\$([^\]-]*)-[^\]]*\]/g, (part, currency?: string) =>
    currency === undefined ? part : currency === '' ? '' : `[$${currency}]`,
  );

/**
 * What a sheet displays of a number, or of a moment as the raw tab has it, by the number format of its cell; spaces that align it
 * are part of that, and some formats show nothing.
 *
 * @returns undefined where the format is more than is worked out here
 */
export function shownByFormat(value: number | string, code: string): string | undefined {
  // A moment without a code has one of the East Asian formats, of which files tell the number only.
  if (code === GENERAL) return typeof value === 'number' ? shownInGeneral(value) : undefined;
  const read = formatOf(code);
  if (read === undefined) return undefined;
  try {
    return typeof value === 'number' ? shownNumber(read, value) : shownMoment(read, value);
  } catch {
    return undefined;
  }
}

/** What a sheet displays of a text: its format may have a section for texts. */
export function shownText(text: string, code: string): string {
  const read = formatOf(code);
  if (read?.showsText !== true) return text;
  try {
    return format(read.code, text);
  } catch {
    return text;
  }
}

/** What fills a cell with a negative date: Excel writes so many into a CSV. */
const NO_DATE = '#'.repeat(255);

/** Dates are worked out until 9999-12-31 and from day 0 of 1900, whose February has 29 days; others are no dates. */
const DATES = { dateSpanLarge: false, dateErrorNumber: false, overflow: NO_DATE, leap1900: true };

function shownNumber(read: Format, value: number): string | undefined {
  const { code, scale, decimals, isFixed, isExponent, isMoment, isElapsed } = read;
  // The library cuts the hours of -28:48 from the other side.
  if (isMoment && value < 0 && isElapsed) return `-${format(code, -value, DATES)}`;
  if (isMoment) return format(code, value, DATES);
  const kept = Number(value.toPrecision(PRECISION));
  const size = Math.abs(kept * scale);
  if (!isFixed) return format(code, isExponent ? kept * (1 + 2 ** -51) : kept, DATES);
  // JavaScript writes such numbers with an exponent, and so does the library, in the midst of a format.
  if (size >= 1e21 || (size > 0 && size < 1e-6 && decimals > 6)) return undefined;
  if (decimals > 0 && size * 10 ** decimals >= 10 ** PRECISION) {
    return shownByFormat(kept, withPlaces(code, PRECISION - 1 - Math.floor(Math.log10(size))));
  }
  // Spreadsheets round the digits that they keep, the library rounds doubles.
  return format(code, kept * (1 + excess(size, decimals)), DATES);
}

/** A code with zeros for the decimals beyond those that are kept: the library shows what is left of doubles there. */
const withPlaces = (code: string, count: number) =>
  code.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]|\.([0#?]+)/g, (part, places?: string) => {
    if (places === undefined || places.length <= count) return part;
    const kept = Math.max(0, count);
    return `.${places.slice(0, kept)}"${places.slice(kept).replaceAll('?', ' ').replaceAll('#', '')}"`;
  });

const MOMENT = /^(\d{4}-\d\d-\d\d)?T?(?:(\d+):(\d\d):(\d\d)(\.\d+)?)?$/;

const DAY_SECONDS = 86_400;
/** 1970-01-01 in days since 1899-12-30. */
const EPOCH_DAYS = 25_569;
/** 1900-03-01: before it, Excel counts one day less, as its 1900 has a February 29. */
const MARCH_1900 = 61;

/** @param moment 2009-04-01, 2009-04-01T12:30:00 or 12:30:00, with decimals of a second or without */
function shownMoment({ code, isMoment, showsTime, subSeconds }: Format, moment: string): string | undefined {
  const [whole, date, hours = 0, minutes = 0, seconds = 0, part = '0'] = MOMENT.exec(moment) ?? [];
  if (whole === undefined || !isMoment) return undefined;
  const days = date === undefined ? 0 : Date.parse(`${date}T00:00:00Z`) / (DAY_SECONDS * 1000) + EPOCH_DAYS;
  const exact = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) + Number(part);
  // The library rounds what is left of a second after it has taken the day.
  const ofDay = showsTime ? Math.round(exact * 10 ** subSeconds) / 10 ** subSeconds : exact;
  const isExcelDay = date === undefined || days > 1;
  const serial = (isExcelDay && date !== undefined && days < MARCH_1900 ? days - 1 : days) + ofDay / DAY_SECONDS;
  // The library knows no days of the week before 1900, which only Google Sheets has.
  if (!isExcelDay && /ddd/i.test(code.replace(LITERAL, ''))) return undefined;
  return format(code, serial, { leap1900: isExcelDay });
}
