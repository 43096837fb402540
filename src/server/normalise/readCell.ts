import type { CellValue } from '../../contract/rows';
import type { RawCell, RichCell } from '../workbook/rawTab';
import { readText } from './textReading';

/**
 * What a cell holds. `code` looks like a number but is not one without loss, `instant` is a datetime with a zone, `unknown` a
 * formula whose file keeps no value.
 */
export type CellKind =
  | 'blank'
  | 'unknown'
  | 'error'
  | 'text'
  | 'code'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'instant'
  | 'time';

export interface ReadCell {
  readonly kind: CellKind;
  /** As it stands in JSON when its column has the type of its kind. */
  readonly value: CellValue;
  /** As written in the sheet. */
  readonly text: string;
  /** Set where the cell holds a number itself, and not a text that says one. */
  readonly isNumber?: true;
}

const BLANK: ReadCell = { kind: 'blank', value: null, text: '' };

const readNumber = (value: number, text: string): ReadCell => ({
  kind: Number.isSafeInteger(value) ? 'integer' : 'number',
  value: value === 0 ? 0 : value,
  text,
});

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+|0+$/g, '');

/**
 * What the sheet displays of a number, where nothing of the number is lost by it: 00501, 50 % and $1,234.50 say it all,
 * a rounded 12 for 12.34 does not.
 */
function numberAsShown(value: number, text = String(value)): string {
  const saysSign = value >= 0 || /[-−(]/.test(text);
  return saysSign && digitsOf(text) === digitsOf(String(value)) ? text : String(value);
}

function readRich({ kind, value, formula, text }: RichCell): ReadCell {
  if (kind === 'error') return { kind, value: null, text: String(value ?? text ?? 'error') };
  if (value === null) return formula === undefined ? BLANK : { kind: 'unknown', value: null, text: '' };
  if (typeof value === 'string' && value.trim() === '') return BLANK;
  if (typeof value === 'number') return readNumber(value, numberAsShown(value, text));
  const shown = text ?? (typeof value === 'boolean' ? String(value).toUpperCase() : value);
  return { kind: kind === 'number' ? 'text' : kind, value, text: shown };
}

/**
 * What a raw cell holds. Blank is nothing, or white space only.
 *
 * @param typed false for CSV, where types are read from the text
 */
export function readCell(cell: RawCell | undefined, typed: boolean): ReadCell {
  if (cell === null || cell === undefined) return BLANK;
  if (typeof cell === 'number') return { ...readNumber(cell, String(cell)), isNumber: true };
  if (typeof cell === 'boolean') return { kind: 'boolean', value: cell, text: cell ? 'TRUE' : 'FALSE' };
  if (typeof cell === 'object') return readRich(cell);
  if (!typed) return readText(cell);
  return cell.trim() === '' ? BLANK : { kind: 'text', value: cell, text: cell };
}

/** Whether nothing is known to stand in the cell. An error is something. */
export const isNothing = ({ kind }: ReadCell) => kind === 'blank' || kind === 'unknown';
