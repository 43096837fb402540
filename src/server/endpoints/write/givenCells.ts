import { limits } from '../../../contract/limits';
import type { CellValue, Column } from '../../../contract/rows';
import { exampleDatetimeOf, hasZone, readText, zonedOf } from '../../normalise/readCell';
import { Refusal } from '../../refusal';
import type { RawCell } from '../../rawTab/rawCells';
import { formatNumber } from '../query/parameters';
import { jsonValueOf, type LongNumber, longNumberIn, typeInWords } from '../query/values';

/** Maximum number of valid fields of a row: a value for each column, `_id` and `_row`. */
const MAX_FIELDS = limits.columnsPerTab + 2;

/** Row as sent: names and values, in their order. */
export type GivenRow = readonly (readonly [name: string, value: unknown])[];

/** @throws Refusal `invalid_rows` for more fields than any endpoint has, before work is spent on each of them */
export function refuseTooManyFields(fields: number): void {
  if (fields <= MAX_FIELDS) return;
  throw new Refusal('invalid_rows', `A row names ${formatNumber(MAX_FIELDS)} fields at most.`, {
    hint: `No endpoint has more than ${formatNumber(limits.columnsPerTab)} columns.`,
  });
}

/** Like {@link refuseTooManyFields}, for a form before parsing. */
export const refuseLongForm = (text: string): void => refuseTooManyFields(text.split('&', MAX_FIELDS + 1).length);

/** Like {@link refuseTooManyFields}, for each line of a CSV before parsing. */
export function refuseWideCsv(text: string): void {
  let fields = 1;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '\n') fields = 1;
    else if (sign === ',') fields += 1;
    refuseTooManyFields(fields);
  }
}

/** Value that fits its column, and the cell that stores it. */
export interface FittingCell {
  readonly value: CellValue;
  readonly cell: RawCell;
}

/** A cell without a value. */
export const BLANK: FittingCell = { value: null, cell: null };

/** Matches NUL and unpaired surrogates, which are not characters. */
const UNWRITABLE = /[\0]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Formats a value for a sentence, shortened. */
function shorten(value: unknown): string {
  const quoted = typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
  const text = typeof value === 'number' ? String(value) : (quoted ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function textOf({ key }: Column, text: string): FittingCell | string {
  if (UNWRITABLE.test(text)) return `${key} is given a character that no cell can hold.`;
  if (text.length <= limits.charactersPerCell) return { value: text, cell: text };
  const max = formatNumber(limits.charactersPerCell);
  return `${key} is given ${formatNumber(text.length)} characters, and a cell holds ${max} at most.`;
}

/** Checks the time zone of a value. Either all or no values of a column have a zone, because they could not be sorted otherwise. */
function describeZoneMismatch(column: Column, value: string): string | undefined {
  const zoned = zonedOf(column);
  if (zoned === undefined || zoned === hasZone(value)) return undefined;
  const has = zoned ? 'have a zone' : 'have no zone';
  const like = `${has}, for example ${exampleDatetimeOf(column)}`;
  return `The values of ${column.key} ${like}. ${shorten(value)} has another form.`;
}

function typedCell(column: Column, value: Exclude<CellValue, null>): FittingCell | string {
  const { type } = column;
  if (typeof value !== 'string') return { value, cell: value };
  if (type === 'date' || type === 'datetime' || type === 'time') {
    return describeZoneMismatch(column, value) ?? { value, cell: { kind: type, value } };
  }
  return textOf(column, value);
}

/**
 * Parses the value of a column like a query's value, except that numbers and booleans have to be JSON numbers and booleans, and
 * that no number is rounded.
 */
function valueOf(given: unknown, { type }: Column, isText: boolean): Exclude<CellValue, null> | undefined {
  const hasOwnKind = type === 'integer' || type === 'number' || type === 'boolean';
  if (typeof given === 'string' && !isText && hasOwnKind) return undefined;
  // A checkbox without a value attribute sends `on`.
  if (given === 'on' && type === 'boolean') return true;
  const trimmed = typeof given === 'string' && type !== 'text' ? given.trim() : given;
  const value = jsonValueOf(trimmed, type);
  return type === 'integer' && !Number.isSafeInteger(value) ? undefined : value;
}

/** Describes a number that would be rounded. */
const describeLongNumber = ({ key, type }: Column, { text, rounded }: LongNumber): string =>
  type === 'text'
    ? `The type of ${key} is text: it holds text. ${text} is not one of them. Send it as ${JSON.stringify(text)}.`
    : `${key} is given ${text}, and a number cannot keep so many digits: it would become ${rounded}.`;

/** Returns advice for a value of the wrong type: a number for a text column, or a datetime for a date column. */
function adviceFor(given: unknown, type: Column['type']): string {
  if (type === 'text' && (typeof given === 'number' || typeof given === 'boolean')) {
    return ` Send it as ${JSON.stringify(String(given))}.`;
  }
  const isTime = type === 'date' && typeof given === 'string' && /^(?:datetime|instant)$/.test(readText(given).kind);
  return isTime ? ' It is a time of some day: send the date alone, as which day it is depends on the zone.' : '';
}

/**
 * Checks a value against its column's type. Blank values, also text of white space, fit every type. A text is stored as text, even
 * if it looks like a formula.
 *
 * @param isText whether the value is from a form or CSV, where everything is text; otherwise it is JSON
 * @returns the cell, or a sentence that says why the value does not fit
 */
export function fittingCell(given: unknown, column: Column, isText: boolean): FittingCell | string {
  if (given === null || (typeof given === 'string' && given.trim() === '')) return BLANK;
  const { key, type } = column;
  const long = longNumberIn(given, type);
  if (long !== undefined) return describeLongNumber(column, long);
  const value = valueOf(given, column, isText);
  if (value !== undefined) return typedCell(column, value);
  const advice = adviceFor(given, type);
  return `The type of ${key} is ${type}: it holds ${typeInWords[type]}. ${shorten(given)} is not one of them.${advice}`;
}
