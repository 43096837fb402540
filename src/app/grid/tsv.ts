const NEEDS_QUOTES = /[\t\n\r"]/;

const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Serializes cells as spreadsheets put them on the clipboard: tab-separated cells, one line per row. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join('\t')).join('\n');

/** Parses the cell at an offset: quoted, or up to the next separator or line end. */
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

/** Separator of cells. */
type Separator = '\t' | ',' | ';';

/** Parses the cells of a text; a line end after the last row adds no row. */
function parseCells(text: string, separator: Separator): string[][] {
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

/** Parses text copied from a spreadsheet. */
export const parseTsv = (text: string): string[][] => parseCells(text, '\t');

/** Separators of CSV; the semicolon comes first, as decimal commas may occur between semicolons. */
const SEPARATORS = [';', ','] as const;

/** Whether a field has no outer white space. In a sentence, white space follows the comma. */
const isTrimmed = (field: string) => field === field.trim();

/** A number such as `1,5`, `1.234,50` or `1,234`, which could also be two fields. */
const MAY_BE_NUMBER = /^[+-]?\d{1,3}(?:[.,]?\d{3})*(?:,\d+)?$/;

/** Whether records are a table: with as many fields as there are columns, or at least three and at most `room`. */
function isTable(records: readonly (readonly string[])[], columns: number, room: number): boolean {
  const width = records[0]?.length ?? 0;
  const isWide = width === columns || (width > 2 && width <= room);
  return width > 1 && isWide && records.every((fields) => fields.length === width && fields.every(isTrimmed));
}

/** Names of columns; undefined for a column without one. */
type Names = readonly (string | undefined)[];

/** Parses CSV; returns undefined where the text may be something else. */
function parseCsv(text: string, columns: Names, room: number): string[][] | undefined {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line !== '');
  if (lines.length < 2 || lines.every((line) => MAY_BE_NUMBER.test(line))) return undefined;
  const candidates = SEPARATORS.map((separator) => parseCells(text, separator));
  const records = candidates.find((candidate) => isTable(candidate, columns.length, room));
  const hasHeader = records?.[0]?.every((field, index) => field === columns[index]);
  return hasHeader ? records?.slice(1) : records;
}

/**
 * Parses pasted text. Spreadsheets separate cells by tabs. Text of several lines without tabs is parsed as CSV if commas or
 * semicolons split all lines into the same number of fields: as many as there are columns, or at least three. A first line
 * with the names of the columns is dropped. Any other text fills one column, one line per cell.
 *
 * @param columns names of the columns from the first pasted cell on
 * @param room maximum number of columns from there on
 */
export function parsePasted(text: string, columns: Names, room = columns.length): string[][] {
  const table = text.includes('\t') ? undefined : parseCsv(text, columns, room);
  return table ?? parseTsv(text);
}
