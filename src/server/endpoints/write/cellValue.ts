import { limits } from '../../../contract/limits';
import type { CellValue, Column } from '../../../contract/rows';
import { exampleDatetimeOf, hasZone, zonedOf } from '../../normalise/zones';
import type { RawCell } from '../../workbook/rawTab';
import { filterValueOf, typeInWords } from '../query/filterValue';
import { type LongNumber, longNumberIn } from '../longNumbers';

/** A value that fits its column, and the cell that holds it. */
export interface FittingCell {
  readonly value: CellValue;
  readonly cell: RawCell;
}

/** What is wrong with a value, as a sentence. */
export interface Misfit {
  readonly misfit: string;
}

const BLANK: FittingCell = { value: null, cell: null };

/** A character outside the basic plane is two units; half of one, or NUL, is no character. */
const UNWRITABLE = /[\0]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** How a value is written in a sentence, short. */
export function shown(value: unknown): string {
  const quoted = typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
  const text = typeof value === 'number' ? String(value) : (quoted ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function textOf({ key }: Column, text: string): FittingCell | Misfit {
  if (UNWRITABLE.test(text)) return { misfit: `${key} is given a character that no cell can hold.` };
  if (text.length <= limits.charactersPerCell) return { value: text, cell: text };
  const most = limits.charactersPerCell.toLocaleString('en-GB');
  return {
    misfit: `${key} is given ${text.length.toLocaleString('en-GB')} characters, and a cell holds ${most} at most.`,
  };
}

/** Values of one column have a zone all, or none: they could not be put in order otherwise. */
function zoneMisfit(column: Column, value: string): Misfit | undefined {
  const zoned = zonedOf(column);
  if (zoned === undefined || zoned === hasZone(value)) return undefined;
  const has = zoned ? 'have a zone' : 'have no zone';
  const like = `${has}, for example ${exampleDatetimeOf(column)}`;
  return { misfit: `The values of ${column.key} ${like}. ${shown(value)} is written otherwise.` };
}

function typed(column: Column, value: Exclude<CellValue, null>): FittingCell | Misfit {
  const { type } = column;
  if (typeof value !== 'string') return { value, cell: value };
  if (type === 'date' || type === 'datetime' || type === 'time') {
    return zoneMisfit(column, value) ?? { value, cell: { kind: type, value } };
  }
  return textOf(column, value);
}

/** A value as JSON has it: its own kind of JSON, where there is one. */
function ofJson(given: unknown, { type }: Column): Exclude<CellValue, null> | undefined {
  if (typeof given === 'string') {
    return type === 'integer' || type === 'number' || type === 'boolean'
      ? undefined
      : filterValueOf(type === 'text' ? given : given.trim(), type);
  }
  if (typeof given === 'boolean') return type === 'boolean' ? given : undefined;
  if (typeof given !== 'number' || !Number.isFinite(given)) return undefined;
  if (type === 'number') return given + 0;
  return type === 'integer' && Number.isSafeInteger(given) ? given + 0 : undefined;
}

function ofText(given: string, { type }: Column): Exclude<CellValue, null> | undefined {
  const value = filterValueOf(type === 'text' ? given : given.trim(), type);
  return type === 'integer' && !Number.isSafeInteger(value) ? undefined : value;
}

/** What is wrong with a number that would become another one. */
const longMisfit = ({ key, type }: Column, { text, rounded }: LongNumber): Misfit => ({
  misfit:
    type === 'text'
      ? `The type of ${key} is text: it holds text. ${text} is not one of them. Send it as ${JSON.stringify(text)}.`
      : `${key} is given ${text}, and a number cannot keep so many digits: it would become ${rounded}.`,
});

/**
 * Checks a value against its column's type. Blank, a text of white space too, fits every type. A text is stored as text,
 * whatever it begins with.
 *
 * @param isText whether it comes from a form or CSV, where everything is text; else it is JSON
 */
export function fittingCell(given: unknown, column: Column, isText: boolean): FittingCell | Misfit {
  if (given === null || (typeof given === 'string' && given.trim() === '')) return BLANK;
  const { key, type } = column;
  const long = longNumberIn(given, type);
  if (long !== undefined) return longMisfit(column, long);
  const value = isText && typeof given === 'string' ? ofText(given, column) : ofJson(given, column);
  if (value !== undefined) return typed(column, value);
  const quotes =
    type === 'text' && (typeof given === 'number' || typeof given === 'boolean')
      ? ` Send it as ${JSON.stringify(String(given))}.`
      : '';
  return {
    misfit: `The type of ${key} is ${type}: it holds ${typeInWords[type]}. ${shown(given)} is not one of them.${quotes}`,
  };
}
