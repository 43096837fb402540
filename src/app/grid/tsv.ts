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
