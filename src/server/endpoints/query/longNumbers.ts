import { randomUUID } from 'node:crypto';
import type { ColumnType } from '../../../contract/rows';
import { outsideStrings } from '../../http/jsonText';

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
