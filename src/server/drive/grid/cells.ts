import type { GridCell } from '../../../contract/gridCells';
import { readText } from '../../normalise/textReading';
import type { RawCell, RichCell } from '../../workbook/rawTab';

/** NUL, and halves of characters outside the basic plane: no database keeps them. */
const UNWRITABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const written = (text: string) => text.replace(UNWRITABLE, '');

/** What a text says by itself, as `../../normalise/textReading` reads it. */
function understood(text: string): GridCell {
  const { kind, value } = readText(text);
  if (kind === 'blank') return null;
  if (kind === 'date' || kind === 'datetime' || kind === 'time') return { kind, value };
  if (kind === 'instant') return { kind: 'datetime', value };
  return kind === 'integer' || kind === 'number' || kind === 'boolean' ? value : text;
}

/** The cell that typed text makes: what it says, or after an apostrophe the text itself. */
export function typedCell(typed: string): GridCell {
  const text = written(typed);
  return text.startsWith("'") ? writtenCell(text.slice(1)) : understood(text);
}

/** A cell that is given exactly; a text of nothing but white space is blank. */
export function writtenCell(cell: GridCell): GridCell {
  if (typeof cell === 'string') return cell.trim() === '' ? null : written(cell);
  if (typeof cell !== 'object' || cell === null) return cell;
  const { kind, value } = cell;
  if (kind === 'date' || kind === 'datetime' || kind === 'time' || kind === 'error') return { kind, value };
  return typeof value === 'string' ? writtenCell(value) : value;
}

/** A number of a file without types, with its text where that says more: 12.50. */
function readNumberText(text: string): GridCell {
  const cell = understood(text);
  const shown = text.trim();
  return typeof cell === 'number' && String(cell) !== shown ? { kind: 'number', value: cell, text: shown } : cell;
}

function ofRich({ kind, value, formula, text }: RichCell): GridCell {
  if (formula !== undefined || kind === 'error' || kind === 'date' || kind === 'datetime' || kind === 'time') {
    return { kind, value, ...(text !== undefined && { text }), ...(formula !== undefined && { formula }) };
  }
  return typeof value === 'number' && text !== undefined && text !== String(value)
    ? { kind: 'number', value, text }
    : value;
}

/**
 * A raw cell as the grid has it, in one form for each thing that it can hold.
 *
 * @param typed false for a tab of a file without types, whose texts say what they are
 */
export function gridCellOf(raw: RawCell | undefined, typed: boolean): GridCell {
  if (raw === undefined || raw === null || raw === '') return null;
  if (typeof raw === 'object') return ofRich(raw);
  return typed || typeof raw !== 'string' ? raw : readNumberText(raw);
}
