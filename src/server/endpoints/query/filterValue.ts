import type { CellValue, ColumnType } from '../../../contract/rows';
import { readText } from '../../normalise/textReading';
import type { FilterValue } from '../engine/engine';

const INTEGER = /^[+-]?\d+$/;
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

function momentOf(text: string, type: 'date' | 'datetime'): CellValue | undefined {
  const { kind, value } = readText(text);
  if (type === 'date') return kind === type ? value : undefined;
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
  if (type === 'number') return value + 0;
  return type === 'integer' && (isBound || Number.isInteger(value)) ? value + 0 : undefined;
}
