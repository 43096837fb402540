import { lettersOf } from '../../../contract/gridCells';
import type { CellValue, ColumnType } from '../../../contract/rows';
import { inChunks } from '../../yieldToEventLoop';
import { serialOf } from '../cells';

/** Separator of two records. */
export type RecordSeparator = ',' | '\n';

/** Records with the same keys, to be written in any format. */
export interface Table {
  readonly keys: readonly string[];
  /** Type of each key's values; undefined if unknown. */
  readonly types: readonly (ColumnType | undefined)[];
  /** Number of records. */
  readonly count: number;
  readonly cell: (record: number, key: number) => CellValue;
  /** For cells that are texts instead of values: whether a cell's value is a number. */
  readonly isNumber?: (record: number, key: number) => boolean;
  /** Serializes the records from `from` to `to` (exclusive). */
  readonly json: (from: number, to: number, between: RecordSeparator) => Buffer;
  /** About how many bytes a record has. */
  readonly bytesOf: (record: number) => number;
}

/** Indexes in `styles.xml` of the default formats of dates and times. */
export const defaultStyles = { date: 1, datetime: 2, time: 3 } as const;

/** Maximum characters of a cell; a longer text makes the whole file unreadable. */
const MAX_TEXT_CHARS = 32_767;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const asEscape = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Characters that XML cannot contain, and underscores that would start an escape (ECMA-376 part 1, section 22.9.2.19). */
const TO_ESCAPE = /(?![\t\n\x7f-\x9f])\p{Cc}|\p{Cs}|[\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Escapes a text for XML, without changing it for readers that know no `_x000D_`. */
export const withEntities = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

export const escaped = (text: string): string =>
  withEntities(text.slice(0, MAX_TEXT_CHARS).replace(TO_ESCAPE, asEscape));

const textCell = (address: string, text: string) =>
  `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const numberCell = (address: string, value: number, style?: number) =>
  `<c r="${address}"${style === undefined ? '' : ` s="${style}"`}><v>${value}</v></c>`;

function momentCell(address: string, text: string, type: ColumnType | undefined, style?: number): string | undefined {
  if (type !== 'date' && type !== 'datetime' && type !== 'time') return undefined;
  const serial = serialOf(type, text);
  return serial === undefined ? undefined : numberCell(address, serial, style ?? defaultStyles[type]);
}

/** Returns the XML of a cell; empty for a blank one. @param style its format's index in `styles.xml`; the default of its type if missing */
export function cellXml(address: string, value: CellValue, type: ColumnType | undefined, style?: number): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberCell(address, value, style);
  if (typeof value === 'boolean') return `<c r="${address}" t="b"><v>${Number(value)}</v></c>`;
  return momentCell(address, value, type, style) ?? textCell(address, value);
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
const FROZEN_FIRST_ROW =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** Returns the XML of a row. @param cellAt returns the XML of a cell, by its address and 0-based column */
export function rowXml(row: number, width: number, cellAt: (address: string, column: number) => string): string {
  const cells = Array.from({ length: width }, (_, column) => cellAt(`${lettersOf(column + 1)}${row}`, column));
  return `<row r="${row}">${cells.join('')}</row>`;
}

/** Streams a worksheet part around the XML of its rows. */
export async function* worksheetXml(
  rows: AsyncIterable<Buffer>,
  isFirstRowFrozen = false,
): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(`${HEAD}${isFirstRowFrozen ? FROZEN_FIRST_ROW : ''}<sheetData>`);
  yield* rows;
  yield Buffer.from('</sheetData></worksheet>');
}

async function* recordRows({ keys, types, count, cell, bytesOf }: Table): AsyncGenerator<Buffer, void, undefined> {
  const width = keys.length;
  yield Buffer.from(rowXml(1, width, (address, key) => textCell(address, keys[key]!)));
  const chunk = (from: number, to: number) => {
    let xml = '';
    for (let record = from; record < to; record += 1) {
      xml += rowXml(record + 2, width, (address, key) => cellXml(address, cell(record, key), types[key]));
    }
    return Buffer.from(xml);
  };
  yield* inChunks(count, chunk, bytesOf);
}

/** Streams a worksheet: keys in the first row, then one row per record. Text is never written as a formula. */
export const sheetXml = (table: Table): AsyncGenerator<Buffer, void, undefined> =>
  worksheetXml(recordRows(table), true);
