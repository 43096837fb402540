import { type GridCell, shownText } from '../../../contract/gridCells';
import type { GridTab } from '../grid/gridTab';
import { rowsOf } from './rowsOf';

/** What makes a spreadsheet program take a text for a formula. */
const LIKE_FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

function fieldOf(cell: GridCell): string {
  const text = shownText(cell);
  const isText = typeof cell === 'string' || (typeof cell === 'object' && cell?.kind === 'text');
  const safe = isText && LIKE_FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A tab of the drive as CSV (RFC 4180), as it is now; rows that hold nothing are empty lines, so that all keep their numbers. */
export async function* exportCsv(tab: GridTab): AsyncGenerator<Buffer, void, undefined> {
  let next = 1;
  for await (const rows of rowsOf(tab)) {
    const lines = rows.map(({ row, cells }) => {
      const blank = '\r\n'.repeat(row - next);
      next = row + 1;
      return `${blank}${cells.map(fieldOf).join(',')}\r\n`;
    });
    if (lines.length > 0) yield Buffer.from(lines.join(''));
  }
}
