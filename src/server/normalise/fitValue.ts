import type { CellValue, ColumnType } from '../../contract/rows';
import type { ReadCell } from './readCell';
import { readText } from './textReading';

const LIKE_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A number a person has declared to be one: leading zeros, a plus and an exponent are fine, lost digits are not. */
function declaredNumber({ kind, value, text }: ReadCell): number | undefined {
  if (kind === 'integer' || kind === 'number') return Number(value);
  const trimmed = text.trim();
  const digits = trimmed
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  if (!LIKE_NUMBER.test(trimmed) || digits.length > 15) return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number + 0 : undefined;
}

function declaredBoolean({ kind, value }: ReadCell): boolean | undefined {
  if (kind === 'boolean') return Boolean(value);
  if (kind === 'integer' && (value === 0 || value === 1)) return value === 1;
  return undefined;
}

function integerOf(cell: ReadCell): number | undefined {
  const number = declaredNumber(cell);
  return Number.isSafeInteger(number) ? number : undefined;
}

function dateOf({ kind, value }: ReadCell): CellValue | undefined {
  if (kind === 'date') return value;
  const midnight = kind === 'datetime' ? /^(.{10})T00:00:00(?:\.0+)?$/.exec(String(value)) : null;
  return midnight?.[1];
}

function datetimeOf({ kind, value }: ReadCell): CellValue | undefined {
  if (kind === 'datetime' || kind === 'instant') return value;
  return kind === 'date' ? `${value}T00:00:00` : undefined;
}

/**
 * The cell's value in a column of the type; null for blank and for errors.
 *
 * @returns undefined when it does not fit the type, which only a type that a person has set can bring about
 */
export function fitValue(cell: ReadCell, type: ColumnType): CellValue | undefined {
  if (cell.kind === 'blank' || cell.kind === 'unknown' || cell.kind === 'error') return null;
  const read = cell.kind === 'text' && type !== 'text' ? readText(cell.text) : cell;
  switch (type) {
    case 'text':
      return cell.text;
    case 'integer':
      return integerOf(read);
    case 'number':
      return declaredNumber(read);
    case 'boolean':
      return declaredBoolean(read);
    case 'date':
      return dateOf(read);
    case 'datetime':
      return datetimeOf(read);
    case 'time':
      return read.kind === 'time' ? read.value : undefined;
  }
}
