import type { CellValue, Column, Row } from '../../../contract/rows';

/** What of rows a line of JSON belongs to: line 0 of all is the opening bracket, the last one the closing one. */
export interface JsonPlace {
  readonly row: number;
  /** Line within the row: 0 its opening brace, then `_id` and each column, then its closing brace. */
  readonly line: number;
}

/** Lines of one row: its braces, `_id`, its columns. */
export const linesOfRow = (columns: number) => columns + 3;

/** Lines of all rows and the brackets around them. */
export const linesOf = (rows: number, columns: number) => rows * linesOfRow(columns) + 2;

/** Where a line belongs; undefined for the brackets. */
export function placeOfLine(line: number, rows: number, columns: number): JsonPlace | undefined {
  const perRow = linesOfRow(columns);
  const row = Math.floor((line - 1) / perRow);
  return line === 0 || row >= rows ? undefined : { row, line: (line - 1) % perRow };
}

/** A name and its value, as they stand in one line of JSON. */
export interface JsonPair {
  readonly name: string;
  readonly value: CellValue;
  /** Whether another pair follows. */
  readonly more: boolean;
}

/** The pair on a line of a row. */
export function pairOn(line: number, row: Row, columns: readonly Column[]): JsonPair {
  const key = line === 1 ? '_id' : (columns[line - 2]?.key ?? '_id');
  return { name: key, value: row[key] ?? null, more: line <= columns.length };
}
