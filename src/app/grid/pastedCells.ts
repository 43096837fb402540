import { cellsOfText, cellsOfTsv } from './tsv';

/** What separates the fields of a CSV; a semicolon is left alone by texts with decimal commas. */
const SEPARATORS = [';', ','] as const;

/** A field of a table has no white space around it; after the comma of a sentence there is one. */
const isTrimmed = (field: string) => field === field.trim();

/** `1,5`, `1.234,50` or `1,234`: a number, which could be two fields as well. */
const MAY_BE_NUMBER = /^[+-]?\d{1,3}(?:[.,]?\d{3})*(?:,\d+)?$/;

/** Whether records are a table: as wide as the columns are, or at least of three and within the room. */
function isTable(records: readonly (readonly string[])[], columns: number, room: number): boolean {
  const width = records[0]?.length ?? 0;
  const isWide = width === columns || (width > 2 && width <= room);
  return width > 1 && isWide && records.every((fields) => fields.length === width && fields.every(isTrimmed));
}

/** Names of columns, where they have one. */
type Names = readonly (string | undefined)[];

/** The cells of a CSV; undefined where the text may be something else. */
function cellsOfCsv(text: string, columns: Names, room: number): string[][] | undefined {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line !== '');
  if (lines.length < 2 || lines.every((line) => MAY_BE_NUMBER.test(line))) return undefined;
  const records = SEPARATORS.map((separator) => cellsOfText(text, separator)).find((one) =>
    isTable(one, columns.length, room),
  );
  const isHeader = records?.[0]?.every((field, at) => field === columns[at]);
  return isHeader ? records?.slice(1) : records;
}

/**
 * The cells of a text that is pasted over columns. Spreadsheets put tabs between cells. Without tabs, several lines are read as CSV
 * where commas or semicolons make all of them equally many fields: as many as there are columns, or at least three. A first line
 * of the columns' names is left out. Any other text goes into one column as it stands, a line a cell.
 *
 * @param columns names of the columns from the first cell on
 * @param room how many columns there may be from there on
 */
export const cellsOfPasted = (text: string, columns: Names, room = columns.length): string[][] =>
  (text.includes('\t') ? undefined : cellsOfCsv(text, columns, room)) ?? cellsOfTsv(text);
