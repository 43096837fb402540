import type { CellValue } from '../../../contract/rows';
import { csvField } from '../../workbook/csv/csvField';
import type { Table } from '../../workbook/xlsx/xlsxSheet';
import { inPieces } from '../../yieldToEventLoop';

/** A number as a sheet displays it, such as -1,234.50 or -5 %: nothing in it could be worked out. */
const PLAIN_NUMBER = /^[+-]?\s?\d[\d.,' \u00a0\u202f]*(?:E[+-]?\d+)?\s?%?$/;

/** @param isSafe whether a text is to be written as it is */
function fieldOf(value: CellValue, isSafe: boolean): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return csvField(value, isSafe);
}

/** Whether a cell shows a number's text, and no more than a number. */
const showsNumber = ({ isNumber }: Table, value: CellValue, record: number, key: number) =>
  isNumber !== undefined && typeof value === 'string' && PLAIN_NUMBER.test(value) && isNumber(record, key);

function lineOf(table: Table, record: number, raw: boolean): string {
  const fields = table.keys.map((_, key) => {
    const value = table.cell(record, key);
    return fieldOf(value, raw || showsNumber(table, value, record, key));
  });
  return `${fields.join(',')}\r\n`;
}

/**
 * CSV: a header line, then a record a line (RFC 4180). A text that a spreadsheet program would take for a formula begins with an
 * apostrophe, but not the text of a number; a blank is nothing.
 *
 * @param raw writes texts as they are
 */
export async function* csvOf(table: Table, raw: boolean): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(`${table.keys.map((key) => fieldOf(key, raw)).join(',')}\r\n`);
  yield* inPieces(table.count, (from, to) => {
    let text = '';
    for (let record = from; record < to; record += 1) text += lineOf(table, record, raw);
    return Buffer.from(text);
  });
}

const LINE_END = Buffer.from('\n');

/** NDJSON: a record a line. */
export const ndjsonOf = (table: Table): AsyncGenerator<Buffer, void, undefined> =>
  inPieces(table.count, (from, to) => Buffer.concat([table.json(from, to, '\n'), LINE_END]));
