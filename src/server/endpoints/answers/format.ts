import type { CellValue } from '../../../contract/rows';
import { csvField } from '../../workbook/csv/csvText';
import type { Table } from '../../workbook/xlsx/xlsxSheet';
import { inChunks } from '../../yieldToEventLoop';

/** Formats of files. They have no default limit: they contain all matching rows. */
export const fileFormats = ['csv', 'ndjson', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** Response formats of rows. */
export type Format = 'json' | FileFormat;

export const mediaTypes: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Formats by media type without parameters. */
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

/** Splits a name and the suffix that chooses the format. */
export function withoutSuffix(part: string): { readonly name: string; readonly format: FileFormat } | undefined {
  const [, name, format] = SUFFIX.exec(part) ?? [];
  return name === undefined ? undefined : { name, format: format as FileFormat };
}

const WEIGHT = /^q=(\d(?:\.\d*)?)$/i;

/**
 * Parses the options of a header such as `Accept` and their weights, in their order (RFC 9110, section 12.4.2). An invalid weight
 * counts as 1.
 */
export function choicesOf(header: string) {
  const choices: { readonly name: string; readonly weight: number }[] = [];
  for (const choice of header.split(',')) {
    const [name = '', ...parameters] = choice.split(';').map((text) => text.trim());
    if (name === '') continue;
    const weights = parameters.flatMap((parameter) => WEIGHT.exec(parameter)?.[1] ?? []);
    choices.push({ name: name.toLowerCase(), weight: Math.min(1, Number(weights[0] ?? 1)) });
  }
  return choices;
}

function preferredFormat(accept: string): Format {
  let best: { readonly format: Format; readonly weight: number } = { format: 'json', weight: 0 };
  for (const { name, weight } of choicesOf(accept)) {
    const format = byMediaType[name];
    if (format !== undefined && weight > best.weight) best = { format, weight };
  }
  return best.format;
}

/** Returns the format that an `Accept` header prefers; JSON if it lists no known format. */
export const formatAccepted = (accept: string | undefined): Format =>
  accept === undefined || accept === '*/*' || accept === 'application/json' ? 'json' : preferredFormat(accept);

/** Displayed number, such as -1,234.50 or -5 %, that a spreadsheet program cannot evaluate as a formula. */
const PLAIN_NUMBER = /^[+-]?\s?\d[\d.,' \u00a0\u202f]*(?:E[+-]?\d+)?\s?%?$/;

/** @param isSafe whether to write a text unchanged */
function fieldOf(value: CellValue, isSafe: boolean): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return csvField(value, isSafe);
}

/** Returns whether a displayed text is that of a number and looks like a plain number. */
const showsNumber = ({ isNumber }: Table, value: CellValue, record: number, key: number) =>
  isNumber !== undefined && typeof value === 'string' && PLAIN_NUMBER.test(value) && isNumber(record, key);

function csvLine(table: Table, record: number, raw: boolean): string {
  const fields = table.keys.map((_, key) => {
    const value = table.cell(record, key);
    return fieldOf(value, raw || showsNumber(table, value, record, key));
  });
  return `${fields.join(',')}\r\n`;
}

/**
 * Writes CSV: a header line, then a line per record (RFC 4180). An apostrophe is put before a text that a spreadsheet program would
 * evaluate as a formula, but not before the text of a number. A blank is an empty field.
 *
 * @param raw writes texts unchanged
 */
export async function* csvOf(table: Table, raw: boolean): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(`${table.keys.map((key) => fieldOf(key, raw)).join(',')}\r\n`);
  const piece = (from: number, to: number) => {
    let text = '';
    for (let record = from; record < to; record += 1) text += csvLine(table, record, raw);
    return Buffer.from(text);
  };
  yield* inChunks(table.count, piece, table.bytesOf);
}

const LINE_END = Buffer.from('\n');

/** Writes NDJSON: a record per line. */
export const ndjsonOf = (table: Table): AsyncGenerator<Buffer, void, undefined> =>
  inChunks(table.count, (from, to) => Buffer.concat([table.json(from, to, '\n'), LINE_END]), table.bytesOf);
