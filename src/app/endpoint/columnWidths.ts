import type { Column, ColumnType } from '../../contract/rows';

const NARROWEST = 84;
const WIDEST = 280;

/** Pixels of a character in 13 pixel Inter, about, and of a cell's padding and edge. */
const CHARACTER = 7.6;
const PADDING = 26;

/** What values of a type need at least. */
const least: Partial<Record<ColumnType, number>> = { boolean: 92, date: 112, datetime: 190, time: 96, text: 112 };

const longest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length));

/** Pixels of each column, by its name, its type and its examples: rows that come later change nothing. */
export const columnWidths = (columns: readonly Column[]): readonly number[] =>
  columns.map(({ key, type, examples }) => {
    const wanted = longest([key, ...examples.map(String)]) * CHARACTER + PADDING;
    return Math.round(Math.min(WIDEST, Math.max(NARROWEST, least[type] ?? 0, wanted)));
  });
