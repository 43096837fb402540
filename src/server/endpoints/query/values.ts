import { randomUUID } from 'node:crypto';
import type { CellValue, ColumnType } from '../../../contract/rows';
import { outsideStrings } from '../../http/jsonText';
import { readText } from '../../normalise/readCell';
import type { FilterValue } from '../../store/memory/engine';

/** A whole number, also as those write it who hold every number as a fraction. */
const INTEGER = /^[+-]?\d+(?:\.0+)?$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** What a type's values look like, for a person. */
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

/** A time, or a length of time with more hours than a day has. */
function timeOf(text: string): string | undefined {
  const [time, seconds] = /^\d{2,}:[0-5]\d(:[0-5]\d(?:\.\d+)?)?$/.exec(text) ?? [];
  return time !== undefined && seconds === undefined ? `${time}:00` : time;
}

const MIDNIGHT = /^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** Milliseconds of a day, and so many of them that neither a sheet's number of a day nor a time in seconds is meant. */
const DAY = 86_400_000;
const LEAST_MILLISECONDS = 10_000_000_000;

/** The date that begins so many milliseconds after 1970 in UTC, as pandas writes dates in JSON. */
function dateOfMilliseconds(milliseconds: number): string | undefined {
  if (milliseconds % DAY !== 0 || Math.abs(milliseconds) < LEAST_MILLISECONDS) return undefined;
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : /^\d{4}-\d\d-\d\d/.exec(date.toISOString())?.[0];
}

/** The date of its midnight, as which JavaScript and pandas write one. */
const dateOf = (value: CellValue) => MIDNIGHT.exec(String(value))?.[1];

function momentOf(text: string, type: 'date' | 'datetime'): CellValue | undefined {
  const { kind, value } = readText(text);
  if (type === 'date' && kind !== type) return kind === 'datetime' || kind === 'instant' ? dateOf(value) : undefined;
  if (type === 'date') return value;
  if (kind === 'date') return `${String(value)}T00:00:00`;
  return kind === 'datetime' || kind === 'instant' ? value : undefined;
}

/**
 * The value a filter's text stands for in a column of the type.
 *
 * @param isBound whether it bounds a range, which a number between two whole numbers can
 * @returns undefined when the text is none of that type
 */
export function filterValueOf(text: string, type: ColumnType, isBound = false): FilterValue | undefined {
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
      return momentOf(text, type) ?? undefined;
  }
}

/**
 * The value that JSON stands for in a column of the type: its own kind of JSON, or a text as an address would hold it.
 *
 * @returns undefined when it is none of that type
 */
export function jsonValueOf(value: unknown, type: ColumnType, isBound = false): FilterValue | undefined {
  if (typeof value === 'string') return filterValueOf(value, type, isBound);
  if (typeof value === 'boolean') return type === 'boolean' ? value : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (type === 'date') return dateOfMilliseconds(value);
  if (type === 'number') return value + 0;
  return type === 'integer' && (isBound || Number.isInteger(value)) ? value + 0 : undefined;
}

/** What may begin a whole number of more digits than every number keeps: quick to look for, and rarely there. */
const MAYBE = /(?:^|[\s:,[-])\d{16}/;

/** A whole number as JSON writes it, without a fraction or an exponent. */
const IN_JSON = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

const WHOLE = /^[+-]?\d{16,}$/;

/**
 * A whole number that no number holds: numbers are doubles (RFC 8259, section 6), which hold whole numbers up to 2^53 exactly, and
 * of greater ones only some.
 */
export class LongNumber {
  constructor(
    /** As it was sent. */
    readonly text: string,
    /** What it would become. */
    readonly rounded: string,
  ) {}

  /** The nearest number that is less than this one, or greater: no number is between the two. */
  neighbour(side: 'less' | 'greater'): number {
    const rounded = Number(this.text);
    const isGreater = BigInt(rounded) > BigInt(this.text);
    if (isGreater === (side === 'greater')) return rounded;
    const bits = new BigInt64Array(new Float64Array([rounded]).buffer);
    // The bits of a double, read as a whole number, grow with its distance from zero (IEEE 754).
    bits[0] = (bits[0] ?? 0n) + (isGreater === rounded > 0 ? -1n : 1n);
    return new Float64Array(bits.buffer)[0] ?? rounded;
  }

  /** So that it is shown as it was sent. */
  toJSON(): string {
    return this.text;
  }
}

/** Whether a value of JSON, which may have been {@link withLongNumbers}, is an object there. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber);

function longNumberOf(text: string): LongNumber | undefined {
  const number = WHOLE.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(number) || BigInt(number) === BigInt(text)) return undefined;
  return new LongNumber(text, String(BigInt(number)));
}

/**
 * The number in a value for a column, or to compare one with, that would become another one there.
 *
 * @param given a text of a form, CSV or an address, or what JSON holds after {@link withLongNumbers}
 */
export function longNumberIn(given: unknown, type: ColumnType): LongNumber | undefined {
  if (given instanceof LongNumber) return given;
  if (typeof given !== 'string' || (type !== 'number' && type !== 'integer')) return undefined;
  return longNumberOf(given.trim());
}

/** Whether JSON may hold a number that becomes another one when it is read; most says at a glance that it does not. */
export const mayHoldLongNumbers = (json: string): boolean => MAYBE.test(json);

/**
 * Reads JSON again where it holds whole numbers that reading turned into other ones.
 *
 * @param value what the JSON was read as
 * @returns the value, with a {@link LongNumber} in the place of each of them
 */
export function withLongNumbers(json: string, value: unknown): unknown {
  if (!mayHoldLongNumbers(json)) return value;
  const mark = randomUUID();
  const found = new Map<string, LongNumber>();
  const marked = (text: string) => {
    const number = longNumberOf(text);
    if (number === undefined) return text;
    found.set(`${mark}${text}`, number);
    return `"${mark}${text}"`;
  };
  const pieces: string[] = [];
  let at = 0;
  for (const { from, signs } of outsideStrings(json)) {
    pieces.push(json.slice(at, from), signs.replace(IN_JSON, marked));
    at = from + signs.length;
  }
  if (found.size === 0) return value;
  pieces.push(json.slice(at));
  return JSON.parse(pieces.join(''), (_name, part: unknown) => (typeof part === 'string' && found.get(part)) || part);
}
