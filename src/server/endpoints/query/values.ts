import { randomUUID } from 'node:crypto';
import type { CellValue, ColumnType } from '../../../contract/rows';
import { outsideStrings } from '../../http/jsonText';
import { readText } from '../../normalise/readCell';
import type { FilterValue } from '../../store/memory/engine';

/** Whole number, also with a fraction of zeros, as written by programs that store all numbers as fractions. */
const INTEGER = /^[+-]?\d+(?:\.0+)?$/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Description of a type's values, for refusals. */
export const typeInWords: Record<ColumnType, string> = {
  integer: 'whole numbers, for example 2009',
  number: 'numbers, for example 12.5',
  boolean: 'true or false',
  date: 'dates, for example 2009-04-01',
  datetime: 'dates with times, for example 2009-04-01T12:30:00',
  time: 'times, for example 12:30:00',
  text: 'text',
};

function numberOf(text: string, shape: RegExp): number | undefined {
  const number = shape.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number + 0 : undefined;
}

/** Returns a time, or a duration that may exceed 24 hours. */
function timeOf(text: string): string | undefined {
  const [time, hoursAndMinutes, seconds = ':00'] = /^(\d{2,}:[0-5]\d)(:[0-5]\d(?:\.\d+)?)?$/.exec(text) ?? [];
  return time === undefined ? undefined : `${hoursAndMinutes}${seconds.replace(/\.0+$/, '')}`;
}

/** Midnight, which is how JavaScript and pandas write dates. */
const MIDNIGHT = /^(\d{4}-\d\d-\d\d)T00:00:00(?:Z|[+-]\d\d:\d\d)?$/;

/**
 * Milliseconds per day, and the minimum of a number that is taken for milliseconds: smaller numbers could be a spreadsheet's day
 * number or seconds.
 */
const DAY_MS = 86_400_000;
const MIN_DATE_MS = 10_000_000_000;

/** Returns the date that begins at these milliseconds since 1970 in UTC, which is how pandas writes dates in JSON. */
function dateOfMilliseconds(milliseconds: number): string | undefined {
  if (milliseconds % DAY_MS !== 0 || Math.abs(milliseconds) < MIN_DATE_MS) return undefined;
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : /^\d{4}-\d\d-\d\d/.exec(date.toISOString())?.[0];
}

function dateOrDatetimeOf(text: string, type: 'date' | 'datetime'): CellValue | undefined {
  const { kind, value } = readText(text);
  if (kind === 'date') return type === 'date' ? value : `${String(value)}T00:00:00`;
  if (kind !== 'datetime' && kind !== 'instant') return undefined;
  return type === 'date' ? MIDNIGHT.exec(String(value))?.[1] : value;
}

/**
 * Parses the text of a filter for a column type.
 *
 * @param isBound whether the value is a bound of a range, which may be a fraction between two whole numbers
 * @returns undefined if the text is not a value of the type
 */
function filterValueOf(text: string, type: ColumnType, isBound = false): FilterValue | undefined {
  switch (type) {
    case 'text':
      return text;
    case 'integer':
      return numberOf(text, isBound ? NUMBER : INTEGER);
    case 'number':
      return numberOf(text, NUMBER);
    case 'boolean':
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
    case 'time':
      return timeOf(text);
    case 'date':
    case 'datetime':
      return dateOrDatetimeOf(text, type) ?? undefined;
  }
}

/**
 * Parses a JSON value for a column type: the matching JSON type, or a text as in an address.
 *
 * @returns undefined if it is not a value of the type
 */
export function jsonValueOf(value: unknown, type: ColumnType, isBound = false): FilterValue | undefined {
  if (typeof value === 'string') return filterValueOf(value, type, isBound);
  if (typeof value === 'boolean') return type === 'boolean' ? value : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (type === 'date') return dateOfMilliseconds(value);
  if (type === 'number') return value + 0;
  return type === 'integer' && (isBound || Number.isInteger(value)) ? value + 0 : undefined;
}

/** Pattern that finds all candidates for whole numbers too long for a double; fast, and rarely matches. */
const MAYBE_LONG_NUMBER = /(?:^|[\s:,[-])\d{16}/;

/** Whole number in JSON, without a fraction or an exponent. */
const WHOLE_IN_JSON = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

const WHOLE = /^[+-]?\d{16,}$/;

/**
 * Whole number that a double cannot represent. Numbers are doubles (RFC 8259, section 6), which represent whole numbers up to 2^53
 * exactly, and only some of the larger ones.
 */
export class LongNumber {
  constructor(
    /** Digits as sent. */
    readonly text: string,
    /** Number after rounding to a double. */
    readonly rounded: string,
  ) {}

  /** Returns the nearest representable number below or above. No representable number lies in between. */
  neighbour(side: 'less' | 'greater'): number {
    const rounded = Number(this.text);
    const isGreater = BigInt(rounded) > BigInt(this.text);
    if (isGreater === (side === 'greater')) return rounded;
    const bits = new BigInt64Array(new Float64Array([rounded]).buffer);
    // The bits of a double, read as a whole number, grow with its distance from zero (IEEE 754).
    bits[0] = (bits[0] ?? 0n) + (isGreater === rounded > 0 ? -1n : 1n);
    return new Float64Array(bits.buffer)[0] ?? rounded;
  }

  /** Serializes it as sent. */
  toJSON(): string {
    return this.text;
  }
}

/** Returns whether a JSON value, possibly converted by {@link withLongNumbers}, is an object. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber);

function longNumberOf(text: string): LongNumber | undefined {
  const number = WHOLE.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(number) || BigInt(number) === BigInt(text)) return undefined;
  return new LongNumber(text, String(BigInt(number)));
}

/**
 * Returns the number in a value that a double cannot represent, if it is one.
 *
 * @param given text of a form, CSV or an address, or a JSON value after {@link withLongNumbers}
 */
export function longNumberIn(given: unknown, type: ColumnType): LongNumber | undefined {
  if (given instanceof LongNumber) return given;
  if (typeof given !== 'string' || (type !== 'number' && type !== 'integer')) return undefined;
  return longNumberOf(given.trim());
}

/**
 * Parses JSON again if it contains whole numbers that parsing has rounded.
 *
 * @param value parsed JSON
 * @returns the value, with a {@link LongNumber} in place of each rounded number
 */
export function withLongNumbers(json: string, value: unknown): unknown {
  if (!MAYBE_LONG_NUMBER.test(json)) return value;
  const prefix = randomUUID();
  const found = new Map<string, LongNumber>();
  const replaceLong = (text: string) => {
    const number = longNumberOf(text);
    if (number === undefined) return text;
    found.set(`${prefix}${text}`, number);
    return `"${prefix}${text}"`;
  };
  const parts: string[] = [];
  let at = 0;
  for (const { from, signs } of outsideStrings(json)) {
    parts.push(json.slice(at, from), signs.replace(WHOLE_IN_JSON, replaceLong));
    at = from + signs.length;
  }
  if (found.size === 0) return value;
  parts.push(json.slice(at));
  return JSON.parse(parts.join(''), (_name, part: unknown) => (typeof part === 'string' && found.get(part)) || part);
}
