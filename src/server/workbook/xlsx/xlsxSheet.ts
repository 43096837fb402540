import type { CellValue, ColumnType } from '../../../contract/rows';
import { columnLetters } from '../../rawTab/cellAddress';
import { serialOf } from '../cells';
import { inPieces } from '../../yieldToEventLoop';

/** What stands between two records. */
export type Between = ',' | '\n';

/** Records with the same keys, ready to be written out in any form. */
export interface Table {
  readonly keys: readonly string[];
  /** What each key's values are; undefined where nothing is known of them. */
  readonly types: readonly (ColumnType | undefined)[];
  /** Number of records. */
  readonly count: number;
  readonly cell: (record: number, key: number) => CellValue;
  /** Where cells are texts instead of values: whether a cell's value is a number. */
  readonly isNumber?: (record: number, key: number) => boolean;
  /** JSON of the records from one on, before another. */
  readonly json: (from: number, to: number, between: Between) => Buffer;
}

/** Places of the cell formats in `styles.xml`. */
export const styles = { date: 1, datetime: 2, time: 3 } as const;

/** Longest text of a cell; what is longer makes the whole file unreadable. */
const LONGEST_TEXT = 32_767;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const asEscape = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** What XML cannot hold, and what would be read as an escape (ECMA-376 part 1, section 22.9.2.19). */
const UNHOLDABLE = /(?![\t\n\x7f-\x9f])\p{Cc}|\p{Cs}|[\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;

export const escaped = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT)
    .replace(UNHOLDABLE, asEscape)
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);

const textCell = (address: string, text: string) =>
  `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const numberCell = (address: string, value: number, style?: number) =>
  `<c r="${address}"${style === undefined ? '' : ` s="${style}"`}><v>${value}</v></c>`;

function momentCell(address: string, text: string, type: ColumnType | undefined): string | undefined {
  if (type !== 'date' && type !== 'datetime' && type !== 'time') return undefined;
  const serial = serialOf(type, text);
  return serial === undefined ? undefined : numberCell(address, serial, styles[type]);
}

/** A cell; nothing for a blank one. */
export function cellXml(address: string, value: CellValue, type: ColumnType | undefined): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberCell(address, value);
  if (typeof value === 'boolean') return `<c r="${address}" t="b"><v>${Number(value)}</v></c>`;
  return momentCell(address, value, type) ?? textCell(address, value);
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
const FROZEN_FIRST_ROW =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** A row of a worksheet. @param cellAt the XML of the cell at an address, by its 0-based column */
export function rowXml(row: number, width: number, cellAt: (address: string, at: number) => string): string {
  const cells = Array.from({ length: width }, (_, at) => cellAt(`${columnLetters(at + 1)}${row}`, at));
  return `<row r="${row}">${cells.join('')}</row>`;
}

/** The part of a worksheet, around the XML of its rows. */
export async function* worksheetXml(
  rows: AsyncIterable<Buffer>,
  isFirstRowFrozen = false,
): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(`${HEAD}${isFirstRowFrozen ? FROZEN_FIRST_ROW : ''}<sheetData>`);
  yield* rows;
  yield Buffer.from('</sheetData></worksheet>');
}

async function* recordRows({ keys, types, count, cell }: Table): AsyncGenerator<Buffer, void, undefined> {
  const width = keys.length;
  yield Buffer.from(rowXml(1, width, (address, at) => textCell(address, keys[at]!)));
  yield* inPieces(count, (from, to) => {
    let text = '';
    for (let record = from; record < to; record += 1) {
      text += rowXml(record + 2, width, (address, at) => cellXml(address, cell(record, at), types[at]));
    }
    return Buffer.from(text);
  });
}

/** A worksheet: the keys in its first row, then a record a row. Text is text, never a formula. */
export const sheetXml = (table: Table): AsyncGenerator<Buffer, void, undefined> =>
  worksheetXml(recordRows(table), true);
