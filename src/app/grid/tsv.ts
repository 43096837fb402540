const NEEDS_QUOTES = /[\t\n\r"]/;

const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Cells as spreadsheets put them on the clipboard: tabs between cells, line ends between rows. */
export const tsvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join('\t')).join('\n');

/** One cell from a place on: quoted, or up to the next tab or line end. */
function cellAt(text: string, from: number): { readonly value: string; readonly end: number } {
  if (text[from] === '"') {
    const closed = /"((?:[^"]|"")*)"(?=[\t\n\r]|$)/y;
    closed.lastIndex = from;
    const found = closed.exec(text);
    if (found !== null) return { value: (found[1] ?? '').replaceAll('""', '"'), end: closed.lastIndex };
  }
  const plain = /[^\t\n\r]*/y;
  plain.lastIndex = from;
  return { value: plain.exec(text)?.[0] ?? '', end: plain.lastIndex };
}

const LINE_END = /\r\n|\n|\r/y;

/** The cells that a text from any spreadsheet holds; the line end after the last row makes no row more. */
export function cellsOfTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    const { value, end } = cellAt(text, at);
    row.push(value);
    at = end;
    if (text[at] === '\t') continue;
    rows.push(row);
    row = [];
    LINE_END.lastIndex = at;
    if (LINE_END.test(text)) at = LINE_END.lastIndex - 1;
    if (at + 1 >= text.length) break;
  }
  return rows;
}
