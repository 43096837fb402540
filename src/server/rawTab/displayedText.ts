import { format, getFormatInfo } from 'numfmt';
import { limits } from '../../contract/limits';
import { idOfCode, LITERAL } from './numberFormat';

/**
 * Displayed texts of cells, in English. numfmt implements number format codes (ECMA-376 part 1, section 18.8.31); this file has
 * Excel's deviations from the library, each with its reason.
 */

/** Code of the default format. */
export const GENERAL = 'General';

/** Significant digits of numbers in spreadsheets. */
const PRECISION = 15;

/** Maximum characters of a number in the format General, without its sign (ECMA-376 part 1, section 18.8.31, "General"). */
const GENERAL_WIDTH = 11;

const withoutZeros = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);

/**
 * Formats a number as General: in eleven characters, so `0.785398163`, `1234567.891` and `1.23457E+11`. The library supports no
 * three-digit exponents, and rounds doubles where Excel rounds its 15 significant digits.
 */
export function shownInGeneral(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  const written = String(size);
  if (written.length <= GENERAL_WIDTH && !written.includes('e')) return sign + written;
  const precise = Number(size.toPrecision(PRECISION));
  const wholeDigits = Math.max(1, Math.floor(Math.log10(precise)) + 1);
  const decimals = Math.max(0, GENERAL_WIDTH - 1 - wholeDigits);
  const fixed = precise < 1e21 ? withoutZeros(rounded(precise, decimals)) : '';
  // A smaller number would lose digits.
  const keepsDigits = precise >= 1e-4 || Number(fixed) === precise;
  const fits = fixed !== '' && fixed.length <= GENERAL_WIDTH && keepsDigits;
  return sign + (fits ? fixed : inScientific(precise));
}

function inScientific(size: number): string {
  const isLong = size >= 1e100 || size < 1e-99;
  const [digits = '', exponent = '0'] = size.toExponential(isLong ? 4 : 5).split('e');
  const power = Math.abs(Number(exponent));
  return `${withoutZeros(digits)}E${Number(exponent) < 0 ? '-' : '+'}${String(power).padStart(2, '0')}`;
}

/** Rounds by the significant digits of spreadsheets: the double of 1.005 is slightly less, but has to become 1.01. */
const rounded = (size: number, decimals: number) => (size * (1 + excess(size, decimals))).toFixed(decimals);

/** Returns the relative correction before rounding; none for a number that needs no rounding: conditions such as `[=1]` compare it. */
function excess(size: number, decimals: number): number {
  const isShownWhole = Number(size.toFixed(Math.min(decimals, 100))) === size;
  return isShownWhole || size * 10 ** decimals >= 10 ** PRECISION ? 0 : 2 ** -51;
}

/** Format code as passed to the library, and properties the library does not return. */
interface ParsedFormat {
  readonly code: string;
  /** Whether it shows dates or times; whether it shows times. */
  readonly isMoment: boolean;
  readonly showsTime: boolean;
  /** Whether it shows a duration in a single unit, such as `[h]`. */
  readonly isElapsed: boolean;
  readonly subSeconds: number;
  /** Factor of numbers, for example 100 for percents. */
  readonly scale: number;
  readonly decimals: number;
  /** Whether it shows all integer digits and a fixed number of decimals. */
  readonly isFixed: boolean;
  readonly isExponent: boolean;
  readonly showsText: boolean;
}

/** Maximum length of a code in Excel. */
const MAX_CODE_CHARS = 255;

/** Maximum codes passed to the library, besides built-in ones: it caches some kilobytes for each until the process ends. */
const MAX_CODES = 5_000;

const parsedFormats = new Map<string, ParsedFormat | undefined>();

function formatOf(code: string): ParsedFormat | undefined {
  if (parsedFormats.has(code)) return parsedFormats.get(code);
  const isFull = parsedFormats.size >= MAX_CODES && idOfCode(code) === undefined;
  if (isFull || code.length > MAX_CODE_CHARS) return undefined;
  const read = readFormat(code);
  parsedFormats.set(code, read);
  return read;
}

function readFormat(written: string): ParsedFormat | undefined {
  const code = inEnglish(written);
  if (isLocaleSpecific(code)) return undefined;
  try {
    const bare = code.replace(LITERAL, '');
    const { isDate, scale, maxDecimals, type } = getFormatInfo(code);
    return {
      code: isDate ? adaptedDateCode(code) : withoutLocale(code),
      isMoment: isDate,
      showsTime: /[hs]/i.test(bare) || /\[m+\]/i.test(code),
      isElapsed: /\[(?:h+|m+|s+)\]/i.test(code) && !/[hmsyd]/i.test(bare.replace(/\[[hms]+\]/gi, '')),
      subSeconds: /s\]?\.(0{1,3})/i.exec(bare)?.[1]?.length ?? 0,
      scale,
      decimals: maxDecimals,
      isFixed: !isDate && type !== 'scientific' && !/general|\/|@/i.test(bare.split(';')[0] ?? ''),
      isExponent: type === 'scientific',
      showsText: bare.includes('@') || bare.split(';').length > 3,
    };
  } catch {
    return undefined;
  }
}

/** Codes for the system's long date and time; here those of the United States. */
const SYSTEM_DATE = /\[\$-(?:f800|x-sysdate)\]/i;
const SYSTEM_TIME = /\[\$-(?:f400|x-systime)\]/i;

function inEnglish(code: string): string {
  if (SYSTEM_DATE.test(code)) return 'dddd, mmmm d, yyyy';
  return SYSTEM_TIME.test(code) ? 'h:mm:ss AM/PM' : code;
}

const LOCALE_NUMBER = /\[\$[^\]-]*-([0-9a-f]+)\]/i;
/** Letters of codes that mean the same in every language, unlike eras and other names of days. */
const COMMON_LETTERS = /general|am\/pm|a\/p|e[+-]|[ymdhsb]/gi;

/** Returns whether a code shows other digits, calendars or eras, which are not supported. */
function isLocaleSpecific(code: string): boolean {
  const [, locale = '0'] = LOCALE_NUMBER.exec(code) ?? [];
  // The upper two bytes of a locale id are its digits and its calendar; 0 and 1 are the western ones.
  const shapes = parseInt(locale, 16) >>> 16;
  const isWestern = (shapes & 0xff) <= 1 && shapes >> 8 <= 1;
  const letters = code.replace(LITERAL, '').replace(COMMON_LETTERS, '');
  return !isWestern || /\[(?:db|nat)num/i.test(code) || /[a-z]/i.test(letters);
}

/**
 * Adapts a date code to the library, which supports AM/PM only in upper case and durations only in lower case; General shows
 * nothing in it.
 */
const adaptedDateCode = (code: string) =>
  code.replace(/"[^"]*"|\\.|\[[^\]]*\]|am\/pm|a\/p|general/gi, (part) => {
    if (/^a/i.test(part)) return part.toUpperCase();
    if (/^\[[hms]+\]$/i.test(part)) return part.toLowerCase();
    return /^g/i.test(part) ? '' : part;
  });

/** Removes locales: that of a currency identifies the currency, not the number format, and that of a date the language of its names. */
const withoutLocale = (code: string) =>
  code.replace(/"[^"]*"|\\.|\[\$([^\]-]*)-[^\]]*\]/g, (part, currency?: string) => {
    if (currency === undefined) return part;
    return currency === '' ? '' : `[$${currency}]`;
  });

/**
 * Formats a number, or a date or time of a raw tab, with the number format of its cell. Alignment spaces are included, and some
 * formats show nothing.
 *
 * @returns undefined if the format is not supported
 */
export function shownByFormat(value: number | string, code: string): string | undefined {
  // A date without a code has an East Asian format, which files identify by number only.
  if (code === GENERAL) return typeof value === 'number' ? shownInGeneral(value) : undefined;
  const read = formatOf(code);
  if (read === undefined) return undefined;
  try {
    return typeof value === 'number' ? shownNumber(read, value) : shownMoment(read, value);
  } catch {
    return undefined;
  }
}

/** Formats a text: its format may have a text section. It stays unchanged if that repeats it beyond the length of a cell. */
export function shownText(text: string, code: string): string {
  const read = formatOf(code);
  if (read?.showsText !== true || text.length * (code.split('@').length - 2) > limits.charactersPerCell) return text;
  try {
    return format(read.code, text);
  } catch {
    return text;
  }
}

/** Content of a cell with a negative date: Excel writes this many into a CSV. */
const INVALID_DATE = '#'.repeat(255);

/** Dates are supported from day 0 of 1900, whose February has 29 days, to 9999-12-31; other numbers are no dates. */
const DATE_OPTIONS = { dateSpanLarge: false, dateErrorNumber: false, overflow: INVALID_DATE, leap1900: true };

function shownNumber(read: ParsedFormat, value: number): string | undefined {
  const { code, scale, decimals, isFixed, isExponent, isMoment, isElapsed } = read;
  // The library truncates the hours of -28:48 in the wrong direction.
  if (isMoment && value < 0 && isElapsed) return `-${format(code, -value, DATE_OPTIONS)}`;
  if (isMoment) return format(code, value, DATE_OPTIONS);
  const precise = Number(value.toPrecision(PRECISION));
  const size = Math.abs(precise * scale);
  if (!isFixed) return format(code, isExponent ? precise * (1 + 2 ** -51) : precise, DATE_OPTIONS);
  // JavaScript writes such numbers with an exponent, and the library inserts that into the format.
  if (size >= 1e21 || (size > 0 && size < 1e-6 && decimals > 6)) return undefined;
  if (decimals > 0 && size * 10 ** decimals >= 10 ** PRECISION) {
    const shortened = withLiteralDecimals(code, PRECISION - 1 - Math.floor(Math.log10(size)));
    return shortened === code ? undefined : shownByFormat(precise, shortened);
  }
  // Spreadsheets round significant digits, the library rounds doubles.
  return format(code, precise * (1 + excess(size, decimals)), DATE_OPTIONS);
}

/** Replaces decimals beyond the significant digits with literal zeros: the library would show the rounding error of the double there. */
const withLiteralDecimals = (code: string, count: number) =>
  code.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]|\.([0#?]+)/g, (part, places?: string) => {
    if (places === undefined || places.length <= count) return part;
    const significant = Math.max(0, count);
    const literal = places.slice(significant).replaceAll('?', ' ').replaceAll('#', '');
    return `.${places.slice(0, significant)}"${literal}"`;
  });

const MOMENT = /^(\d{4}-\d\d-\d\d)?T?(?:(\d+):(\d\d):(\d\d)(\.\d+)?)?$/;

const DAY_SECONDS = 86_400;
/** Days from 1899-12-30 to 1970-01-01. */
const EPOCH_DAYS = 25_569;
/** Day number of 1900-03-01. Earlier days are one less in Excel, as its 1900 has a February 29. */
const MARCH_1900 = 61;

/** Formats a date or time. @param moment 2009-04-01, 2009-04-01T12:30:00 or 12:30:00, seconds with or without decimals */
function shownMoment({ code, isMoment, showsTime, subSeconds }: ParsedFormat, moment: string): string | undefined {
  const [matched, date, hours = 0, minutes = 0, seconds = 0, fraction = '0'] = MOMENT.exec(moment) ?? [];
  if (matched === undefined || !isMoment) return undefined;
  const exactSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) + Number(fraction);
  // Rounded here, as the library rounds seconds only after it has split off the day.
  const ofDay = showsTime ? Math.round(exactSeconds * 10 ** subSeconds) / 10 ** subSeconds : exactSeconds;
  if (date === undefined) return format(code, ofDay / DAY_SECONDS, { leap1900: true });
  const days = Date.parse(`${date}T00:00:00Z`) / (DAY_SECONDS * 1000) + EPOCH_DAYS;
  const isExcelDay = days > 1;
  // The library has no weekdays before 1900, which exist only in Google Sheets.
  if (!isExcelDay && /ddd/i.test(code.replace(LITERAL, ''))) return undefined;
  const serial = isExcelDay && days < MARCH_1900 ? days - 1 : days;
  return format(code, serial + ofDay / DAY_SECONDS, { leap1900: isExcelDay });
}
