import type { CellValue } from '../../../contract/rows';
import { csvField } from '../../workbook/csv/csvField';
import type { Table } from '../../workbook/xlsx/xlsxSheet';
import { inPieces } from '../../yieldToEventLoop';

/** The forms in which rows are answered. */
export const formats = ['json', 'csv', 'ndjson', 'xlsx'] as const;
export type Format = (typeof formats)[number];

/** The forms that hold the whole answer, however long. */
export const fileFormats = ['csv', 'ndjson', 'xlsx'] as const satisfies readonly Format[];
export type FileFormat = (typeof fileFormats)[number];

export const mediaTypes: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** By media type without parameters. */
const byMediaType: Readonly<Record<string, Format>> = {
  '*/*': 'json',
  'application/*': 'json',
  'application/json': 'json',
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};

const SUFFIX = /^(.+)\.(csv|ndjson|xlsx)$/;

/** The name before a suffix that chooses the form, and that form. */
export function withoutSuffix(part: string): { readonly name: string; readonly format: FileFormat } | undefined {
  const [, name, format] = SUFFIX.exec(part) ?? [];
  return name === undefined ? undefined : { name, format: format as FileFormat };
}

/** A choice of a header such as `Accept`, and how much it is wanted. */
export interface Choice {
  readonly name: string;
  readonly weight: number;
}

/** The choices of a header in the order they stand there (RFC 9110, section 12.4.2); a weight that is none counts as 1. */
export function choicesOf(header: string): Choice[] {
  return header.split(',').flatMap((choice) => {
    const [name = '', ...parameters] = choice.split(';').map((text) => text.trim());
    const weight = parameters.map((one) => /^q=(\d(?:\.\d*)?)$/i.exec(one)?.[1]).find((found) => found !== undefined);
    return name === '' ? [] : [{ name: name.toLowerCase(), weight: Math.min(1, Number(weight ?? 1)) }];
  });
}

function chosen(accept: string): Format {
  let best: { readonly format: Format; readonly weight: number } = { format: 'json', weight: 0 };
  for (const { name, weight } of choicesOf(accept)) {
    const format = byMediaType[name];
    if (format !== undefined && weight > best.weight) best = { format, weight };
  }
  return best.format;
}

/** The form that an `Accept` asks for; JSON where it asks for nothing that there is. */
export const formatAccepted = (accept: string | undefined): Format =>
  accept === undefined || accept === '*/*' || accept === 'application/json' ? 'json' : chosen(accept);

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
