import { format, getFormatDateInfo, getFormatInfo } from 'numfmt';

/** What a number stands for, as its format shows it. `elapsed` is a length of time such as 25:30:00. */
export type MomentKind = 'date' | 'datetime' | 'time' | 'elapsed';

/** Formats that files name by number only (ECMA-376 part 1, section 18.8.30), with those of the East Asian versions. */
const builtIn = new Map<number, MomentKind>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, 'date'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 45, 47].map((id) => [id, 'time'] as const),
  [22, 'datetime'],
  [46, 'elapsed'],
]);

/** Codes of those that look alike everywhere. */
const builtInCodes = new Map<number, string>([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [37, '#,##0 ;(#,##0)'],
  [38, '#,##0 ;[Red](#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;[Red](#,##0.00)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [48, '##0.0E+0'],
]);

/** The code of a number format; undefined for the usual one, for text, and for those that every country shows otherwise. */
export function codeOfFormat(id: number, code: string | undefined): string | undefined {
  const found = code ?? builtInCodes.get(id);
  return found === undefined || /^(?:general|@)?$/i.test(found) ? undefined : found;
}

/** What numbers of this format are, where they are moments. */
export function momentOfFormat(id: number, code: string | undefined): MomentKind | undefined {
  return code === undefined ? builtIn.get(id) : momentOfCode(code);
}

/** Everything in a code that is shown as it is: quoted text, escaped, filling and spacing characters, colours, locales. */
const LITERAL = /"[^"]*"?|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]?/gi;
const FRACTION = /(s\]?)\.0+/gi;
const TOKEN = /\[(?:h+|m+|s+)\]|am\/pm|a\/p|h+|s+|y+|d+|m+|e(?![+-])|g+|b+/gi;

function momentOfCode(code: string): MomentKind | undefined {
  const first = code.replace(LITERAL, '').split(';')[0] ?? '';
  if (/general|[0#?@%]/i.test(first.replace(FRACTION, '$1'))) return undefined;
  const tokens = first.toLowerCase().match(TOKEN) ?? [];
  if (tokens.some((token) => token.startsWith('['))) return 'elapsed';
  const time = tokens.some((token, at) => isTime(token) || isMinute(tokens, at));
  const date = tokens.some((token, at) => !isTime(token) && !isMinute(tokens, at));
  if (date && time) return 'datetime';
  if (time) return 'time';
  return date ? 'date' : undefined;
}

const isTime = (token: string) => /^(?:h|s|am|a\/)/.test(token);

/** `m` is minutes after hours or before seconds, otherwise months. */
const isMinute = (tokens: readonly string[], at: number) =>
  /^m/.test(tokens[at] ?? '') && (/^h/.test(tokens[at - 1] ?? '') || /^s/.test(tokens[at + 1] ?? ''));

/** A code as the library is given it, and what it does not say of itself. */
interface Format {
  readonly code: string;
  /** Whether it shows dates or times at all. */
  readonly isMoment: boolean;
  /** Whether it shows days, months or years; whether it shows the name of a day. */
  readonly showsDate: boolean;
  readonly showsWeekday: boolean;
  /** Numbers are multiplied by it, for example by 100 where percents are shown. */
  readonly scale: number;
  readonly decimals: number;
  /** Whether it shows all digits of a number before the point, and a fixed number behind it. */
  readonly isFixed: boolean;
  /** Whether no section has a condition such as `[>=1000]`. */
  readonly isUnconditional: boolean;
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

function readFormat(code: string): Format | undefined {
  if (isByCountry(code)) return undefined;
  try {
    const bare = code.replace(LITERAL, '');
    const { isDate, scale, maxDecimals, type } = getFormatInfo(code);
    const { year, month, day } = getFormatDateInfo(code);
    return {
      code: isDate ? withCapitals(code) : withoutLocale(code),
      isMoment: isDate,
      showsDate: year || month || day,
      showsWeekday: /ddd/i.test(bare),
      ...{ scale, decimals: maxDecimals },
      isFixed: !isDate && type !== 'scientific' && !/general|\/|@/i.test(bare),
      isUnconditional: !/\[[<>=]/.test(code),
    };
  } catch {
    return undefined;
  }
}

/** `[$-F800]`, `[$-x-sysdate]`: as the country of the reader has it. */
const SYSTEM = /\[\$-(?:f[48]00|x-sys)/i;
const LOCALE_NUMBER = /\[\$[^\]-]*-([0-9a-f]+)\]/i;
/** Letters of which codes are made that are read the same in each language; eras and other names of days are not. */
const COMMON_LETTERS = /general|am\/pm|a\/p|e[+-]|[ymdhsb]/gi;

/** Whether a code shows other digits, calendars or eras, or what every country shows otherwise: none of it is worked out. */
function isByCountry(code: string): boolean {
  const [, locale = '0'] = LOCALE_NUMBER.exec(code) ?? [];
  // The upper two bytes of a locale are its digits and its calendar; 0 and 1 are the western ones.
  const shapes = parseInt(locale, 16) >>> 16;
  const isWestern = (shapes & 0xff) <= 1 && shapes >> 8 <= 1;
  const letters = code.replace(LITERAL, '').replace(COMMON_LETTERS, '');
  return SYSTEM.test(code) || !isWestern || /\[(?:db|nat)num/i.test(code) || /[a-z]/i.test(letters);
}

/** The halves of a day, which the library knows in capitals only. */
const withCapitals = (code: string) =>
  code.replace(/"[^"]*"|\\.|\[[^\]]*\]|am\/pm|a\/p/gi, (part) => (/^a/i.test(part) ? part.toUpperCase() : part));

/** The locale of a currency says which one it is, not how numbers are written; that of a date is the language of its names. */
const withoutLocale = (code: string) =>
  code.replace(/"[^"]*"|\\.|\[\$([^\]-]*)-[^\]]*\]/g, (part, currency?: string) =>
    currency === undefined ? part : currency === '' ? '' : `[$${currency}]`,
  );

/**
 * What a sheet displays of a number, or of a moment as the raw tab has it, by the number format of its cell (ECMA-376 part 1,
 * section 18.8.31), without spaces around it.
 *
 * @returns undefined where the format is more than is worked out here, or shows nothing
 */
export function shownByFormat(value: number | string, code: string): string | undefined {
  const read = formatOf(code);
  if (read === undefined) return undefined;
  try {
    const shown = typeof value === 'string' ? shownMoment(read, value) : shownNumber(read, value);
    return shown?.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Digits of a number that a spreadsheet keeps. */
const PRECISION = 15;

function shownNumber(read: Format, value: number): string | undefined {
  const { code, scale, decimals, isFixed, isUnconditional } = read;
  const size = Math.abs(value * scale);
  // JavaScript writes such numbers with an exponent, and so does the library, in the midst of a format.
  if (isFixed && (size >= 1e21 || (size > 0 && size < 1e-6 && decimals > 6))) return undefined;
  if (!isFixed || !isUnconditional) return format(code, value, { dateSpanLarge: false });
  // Spreadsheets round the digits that they keep, the library rounds doubles: that of 1.005 is a little less, and has to be more.
  const excess = size * 10 ** decimals < 10 ** PRECISION ? 2 ** -51 : 0;
  return format(code, Number(value.toPrecision(PRECISION)) * (1 + excess));
}

const MOMENT = /^(\d{4}-\d\d-\d\d)?T?(?:(\d+):(\d\d):(\d\d))?$/;

const DAY_SECONDS = 86_400;
/** 1970-01-01 in days since 1899-12-30. */
const EPOCH_DAYS = 25_569;

/** @param moment 2009-04-01, 2009-04-01T12:30:00 or 12:30:00 */
function shownMoment({ code, isMoment, showsDate, showsWeekday }: Format, moment: string): string | undefined {
  const [whole, date, hours = 0, minutes = 0, seconds = 0] = MOMENT.exec(moment) ?? [];
  if (whole === undefined || !isMoment || (date === undefined && showsDate)) return undefined;
  const days = date === undefined ? 0 : Date.parse(`${date}T00:00:00Z`) / (DAY_SECONDS * 1000) + EPOCH_DAYS;
  // The library knows no days of the week before 1900.
  if (days < 0 && showsWeekday) return undefined;
  const ofDay = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return format(code, days + ofDay / DAY_SECONDS, { leap1900: false });
}
