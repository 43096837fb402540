import type { CellValue, Column, ColumnType, Row } from '../../../contract/rows';
import { linkText } from './linkOf';

const NARROWEST = 76;
const WIDEST = 280;

/** Pixels of a letter and of a figure in 13 pixel Inter, about, and of a cell's padding and edge. */
const LETTER = 6.9;
const FIGURE = 8.3;
const PADDING = 26;

/** What values of a type need at least. */
const least: Partial<Record<ColumnType, number>> = { boolean: 92, text: 84 };

const lengthOf = (value: CellValue | undefined) => (value === null ? 'empty' : linkText(String(value ?? ''))).length;

const longest = (lengths: readonly number[]) => Math.max(0, ...lengths);

/** Pixels of each column, by its name, its type, its examples and a few rows: rows that come later change nothing. */
export const columnWidths = (columns: readonly Column[], sample: readonly Row[]): readonly number[] =>
  columns.map(({ key, type, examples }) => {
    const values = [...examples, ...sample.map((row) => row[key])];
    const character = type === 'text' || type === 'boolean' ? LETTER : FIGURE;
    const name = Math.max(key.length, type.length) * LETTER;
    const wanted = Math.max(name, longest(values.map(lengthOf)) * character) + PADDING;
    return Math.round(Math.min(WIDEST, Math.max(NARROWEST, least[type] ?? 0, wanted)));
  });
