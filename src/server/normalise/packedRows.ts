import { gzipSync } from 'node:zlib';
import type { CellValue, Column } from '../../contract/rows';
import { gzipLines } from '../workbook/gzipLines';
import type { SheetFacts } from './sheetFacts';

/** Characters that are compressed at once, and at most held uncompressed. */
const BLOCK = 1 << 19;

const NEWLINE = 0x0a;
const OPENING_BRACKET = 0x5b;

/** The first line of packed rows. */
export interface PackedRowsHead {
  readonly columns: readonly Column[];
  readonly rows: number;
  /** Places of the columns of numbers in which not every value is a number; absent where there are none. */
  readonly mixed?: readonly number[];
  /** What writes have to know of the raw sheet; absent where rows were packed before it was asked for. */
  readonly sheet?: SheetFacts;
}

/** A derived row: its `_id`, its number in the sheet, then a value for each column. */
export type PackedRow = readonly [id: string, row: number, ...values: CellValue[]];

/** Builds packed derived rows row by row. */
export interface PackedRowsWriter {
  add(row: PackedRow): void;
  /** Ends them. The head is given last, because it holds what only the rows can tell. */
  finish(head: Omit<PackedRowsHead, 'mixed'>): Buffer;
}

/** The JSON of a row as the data API answers it: `_id` first, then every column. There is one way only to write a row. */
export function rowJson(
  columns: readonly { readonly key: string }[],
  id: string,
  values: readonly CellValue[],
): string {
  let write = writers.get(columns);
  if (write === undefined) {
    write = rowWriter(columns);
    writers.set(columns, write);
  }
  return write(id, values);
}

const keyTexts = new WeakMap<readonly { readonly key: string }[], readonly string[]>();

/** What stands before each value in the JSON of a row; worked out once for columns that stay. */
export function rowKeys(columns: readonly { readonly key: string }[]): readonly string[] {
  const known = keyTexts.get(columns) ?? columns.map(({ key }) => `,${JSON.stringify(key)}:`);
  keyTexts.set(columns, known);
  return known;
}

const writers = new WeakMap<readonly { readonly key: string }[], ReturnType<typeof rowWriter>>();

/** Writes rows of the same columns; see {@link rowJson}. */
export function rowWriter(columns: readonly { readonly key: string }[]) {
  const keys = rowKeys(columns);
  return (id: string, values: readonly CellValue[]): string => {
    let json = `{"_id":${JSON.stringify(id)}`;
    for (let at = 0; at < keys.length; at += 1) json += `${keys[at]}${JSON.stringify(values[at] ?? null)}`;
    return `${json}}`;
  };
}

/**
 * Packed rows are gzip of lines: the head as JSON, then a line for each row in the order of the sheet, which is its number
 * in the sheet and right behind it its JSON as the data API answers it, so that serving them takes no more than copying.
 * They consist of several gzip members (RFC 1952, section 2.2), of which the head's is put in front at the end.
 *
 * @param columns their keys; the rest is told at the end
 */
export function createPackedRows(columns: readonly { readonly key: string }[]): PackedRowsWriter {
  const blocks: Buffer[] = [];
  const write = rowWriter(columns);
  const otherThanNumbers = new Set<number>();
  let lines = '';
  const pack = () => {
    if (lines !== '') blocks.push(zip(lines));
    lines = '';
  };
  return {
    add([id, row, ...values]) {
      for (let at = 0; at < values.length; at += 1) {
        if (typeof values[at] !== 'number' && values[at] !== null) otherThanNumbers.add(at);
      }
      lines += `${row}${write(id, values)}\n`;
      if (lines.length >= BLOCK) pack();
    },
    finish(head) {
      pack();
      const isNumeric = (at: number) => head.columns[at]?.type === 'integer' || head.columns[at]?.type === 'number';
      const mixed = [...otherThanNumbers].filter(isNumeric).sort((one, other) => one - other);
      return Buffer.concat([zip(`${JSON.stringify({ ...head, ...(mixed.length > 0 && { mixed }) })}\n`), ...blocks]);
    },
  };
}

const zip = (text: string) => gzipSync(text, { level: 1 });

/** What is known of packed rows besides the rows. */
export async function readPackedHead(packed: Buffer): Promise<PackedRowsHead> {
  for await (const bytes of gzipLines(packed)) {
    return JSON.parse(bytes.toString('utf8', 0, bytes.indexOf(NEWLINE))) as PackedRowsHead;
  }
  throw new Error('Packed rows have no head.');
}

/** A row's JSON within bytes, and its number in the sheet. */
export interface PackedLine {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly row: number;
}

/**
 * The rows' JSON, read as it is asked for, in batches of some hundred. See {@link readPackedHead} for the head. Rows as they
 * were packed once, as arrays, are read too.
 */
export async function* readPackedLines(packed: Buffer): AsyncGenerator<Iterable<PackedLine>, void, undefined> {
  let head: PackedRowsHead | undefined;
  for await (const bytes of gzipLines(packed)) {
    let start = 0;
    if (head === undefined) {
      start = bytes.indexOf(NEWLINE) + 1;
      head = JSON.parse(bytes.toString('utf8', 0, start - 1)) as PackedRowsHead;
    }
    yield linesIn(bytes, start, head.columns);
  }
}

function* linesIn(bytes: Buffer, from: number, columns: readonly Column[]): Generator<PackedLine, void, undefined> {
  for (let start = from; start < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, start);
    if (bytes[start] === OPENING_BRACKET) yield lineOfArray(bytes.toString('utf8', start, end), columns);
    else {
      let row = 0;
      let at = start;
      for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[at] ?? 0) {
        row = row * 10 + byte - 0x30;
        at += 1;
      }
      yield { bytes, start: at, end, row };
    }
    start = end + 1;
  }
}

function lineOfArray(line: string, columns: readonly Column[]): PackedLine {
  const [id, row, ...values] = JSON.parse(line) as PackedRow;
  const bytes = Buffer.from(rowJson(columns, id, values));
  return { bytes, start: 0, end: bytes.length, row };
}

/** The rows, read as they are asked for; see {@link readPackedHead} for the head. */
export async function* readPackedRows(packed: Buffer): AsyncGenerator<PackedRow, void, undefined> {
  const { columns } = await readPackedHead(packed);
  for await (const lines of readPackedLines(packed)) {
    for (const { bytes, start, end, row } of lines) {
      const values = JSON.parse(bytes.toString('utf8', start, end)) as Record<string, CellValue>;
      yield [values._id as string, row, ...columns.map(({ key }) => values[key] ?? null)];
    }
  }
}
