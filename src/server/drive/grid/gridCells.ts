import type { GridCell } from '../../../contract/gridCells';
import { type ReadCell, readText } from '../../normalise/readCell';
import type { CellReading } from '../../rawTab/rawTab';
import type { RawCell, RichCell } from '../../rawTab/rawCells';

/** NUL and unpaired surrogates, which no database stores. */
const UNWRITABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const removeUnwritable = (text: string) => text.replace(UNWRITABLE, '');

/** Returns the cell for a parsed text. @param text content if the text is not a value of another kind */
export function cellOfReading({ kind, value }: ReadCell, text: string | null) {
  if (kind === 'integer' || kind === 'number' || kind === 'decimalComma' || kind === 'boolean') return value;
  if (kind === 'date' || kind === 'datetime' || kind === 'time') return { kind, value };
  return kind === 'instant' ? { kind: 'datetime' as const, value } : text;
}

function cellOfText(text: string, decimals?: CellReading['decimals']): GridCell {
  const read = readText(text, decimals);
  return read.kind === 'blank' ? null : cellOfReading(read, text);
}

/**
 * Returns the cell for typed text: the value that it denotes, or after an apostrophe the text itself.
 *
 * @param decimals decimal separators that are valid in its tab
 */
export function typedCell(typed: string, decimals?: CellReading['decimals']): GridCell {
  const text = removeUnwritable(typed);
  return text.startsWith("'") ? writtenCell(text.slice(1)) : cellOfText(text, decimals);
}

/** Returns the cell for exactly this content; a text of white space is blank. */
export function writtenCell(cell: GridCell): GridCell {
  if (typeof cell === 'string') return cell.trim() === '' ? null : removeUnwritable(cell);
  if (typeof cell !== 'object' || cell === null) return cell;
  const { kind, value } = cell;
  if (kind === 'date' || kind === 'datetime' || kind === 'time' || kind === 'error') return { kind, value };
  return typeof value === 'string' ? writtenCell(value) : value;
}

/** Returns the cell for a text of a file without types. A number keeps its text if that differs: 12.50. */
function untypedCell(text: string, decimals?: CellReading['decimals']): GridCell {
  const cell = cellOfText(text, decimals);
  const shown = text.trim();
  return typeof cell === 'number' && String(cell) !== shown ? { kind: 'number', value: cell, text: shown } : cell;
}

function richCell({ kind, value, formula, text }: RichCell): GridCell {
  if (formula !== undefined || kind === 'error' || kind === 'date' || kind === 'datetime' || kind === 'time') {
    return { kind, value, ...(text !== undefined && { text }), ...(formula !== undefined && { formula }) };
  }
  return typeof value === 'number' && text !== undefined && text !== String(value)
    ? { kind: 'number', value, text }
    : value;
}

/** Converts a raw cell for the grid, so that equal contents are equal cells. */
export function gridCellOf(raw: RawCell | undefined, { typed, decimals }: CellReading): GridCell {
  if (raw === undefined || raw === null || raw === '') return null;
  if (typeof raw === 'object') return richCell(raw);
  return typed || typeof raw !== 'string' ? raw : untypedCell(raw, decimals);
}
