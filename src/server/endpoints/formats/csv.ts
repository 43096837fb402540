import type { CellValue } from '../../../contract/rows';
import type { Table } from '../answers/table';
import { inPieces } from './chunks';

/** What makes a spreadsheet program take a text for a formula. */
const LIKE_FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

const guarded = (text: string) => (LIKE_FORMULA.test(text) ? `'${text}` : text);

const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function fieldOf(value: CellValue, raw: boolean): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return quoted(raw ? value : guarded(value));
}

const lineOf = (values: readonly CellValue[], raw: boolean) =>
  `${values.map((value) => fieldOf(value, raw)).join(',')}\r\n`;

/**
 * A header line, then a record a line (RFC 4180). A text that a spreadsheet program would take for a formula begins with an
 * apostrophe; a blank is nothing.
 *
 * @param raw writes texts as they are
 */
export async function* csvOf(table: Table, raw: boolean): AsyncGenerator<Buffer, void, undefined> {
  const { keys, cell, count } = table;
  yield Buffer.from(lineOf(keys, raw));
  yield* inPieces(count, (from, to) => {
    let text = '';
    for (let record = from; record < to; record += 1) {
      text += lineOf(
        keys.map((_, at) => cell(record, at)),
        raw,
      );
    }
    return Buffer.from(text);
  });
}
