const NEEDS_QUOTES = /[\t\n\r"]/;

const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Cells as spreadsheets put them on the clipboard: tabs between cells, line ends between rows. */
export const tsvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join('\t')).join('\n');

/** One cell from a place on: quoted, or up to the next separator or line end. */
function cellAt(text: string, from: number, separator: Separator): { readonly value: string; readonly end: number } {
  if (text[from] === '"') {
    const closed = new RegExp(`"((?:[^"]|"")*)"(?=[${separator}\\n\\r]|$)`, 'y');
    closed.lastIndex = from;
    const found = closed.exec(text);
    if (found !== null) return { value: (found[1] ?? '').replaceAll('""', '"'), end: closed.lastIndex };
  }
  const plain = new RegExp(`[^${separator}\\n\\r]*`, 'y');
  plain.lastIndex = from;
  return { value: plain.exec(text)?.[0] ?? '', end: plain.lastIndex };
}

const LINE_END = /\r\n|\n|\r/y;

/** What stands between cells. */
type Separator = '\t' | ',' | ';';

/** The cells of a text; the line end after the last row makes no row more. */
export function cellsOfText(text: string, separator: Separator): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    const { value, end } = cellAt(text, at, separator);
    row.push(value);
    at = end;
    if (text[at] === separator) continue;
    rows.push(row);
    row = [];
    LINE_END.lastIndex = at;
    if (LINE_END.test(text)) at = LINE_END.lastIndex - 1;
    if (at + 1 >= text.length) break;
  }
  return rows;
}

/** The cells that a text from any spreadsheet holds. */
export const cellsOfTsv = (text: string): string[][] => cellsOfText(text, '\t');

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
