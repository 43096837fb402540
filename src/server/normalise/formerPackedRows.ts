import type { Column } from '../../contract/rows';
import { gzipLines } from '../workbook/gzipLines';
import type { OpenedBlocks } from './packedBlocks';
import type { PackedRow, PackedRowsHead } from './packedRows';
import type { RowBlock } from './rowBlocks';
import { rowJson } from './rowJson';

const NEWLINE = 0x0a;
const ZERO = 0x30;
const NINE = 0x39;
const OPENING_BRACKET = 0x5b;
const COMMA = Buffer.from(',');

/**
 * Rows as they were packed before they were packed in blocks: gzip of lines, of which the first is the head as JSON. Each other
 * line is a row's number in the sheet and right behind it its JSON, or, as they were packed at first, a {@link PackedRow} as JSON.
 */
export async function openFormerRows(packed: Buffer): Promise<OpenedBlocks<PackedRowsHead>> {
  const head = await headOf(packed);
  return { head, blocks: blocksIn(packed, head.columns) };
}

async function headOf(packed: Buffer): Promise<PackedRowsHead> {
  for await (const lines of gzipLines(packed)) {
    return JSON.parse(lines.toString('utf8', 0, lines.indexOf(NEWLINE))) as PackedRowsHead;
  }
  throw new Error('Packed rows have no head.');
}

async function* blocksIn(packed: Buffer, columns: readonly Column[]) {
  let isFirst = true;
  for await (const lines of gzipLines(packed)) {
    yield blockOf(isFirst ? lines.subarray(lines.indexOf(NEWLINE) + 1) : lines, columns);
    isFirst = false;
  }
}

function blockOf(lines: Buffer, columns: readonly Column[]): RowBlock {
  const pieces: Buffer[] = [];
  const lengths: number[] = [];
  const rowNumbers: number[] = [];
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf(NEWLINE, start);
    const [row, json] = rowOf(lines.subarray(start, end), columns);
    pieces.push(json, COMMA);
    lengths.push(json.length + 1);
    rowNumbers.push(row);
    start = end + 1;
  }
  return { bytes: Buffer.concat(pieces), lengths: Uint32Array.from(lengths), rowNumbers: Uint32Array.from(rowNumbers) };
}

/** @returns its number in the sheet and its JSON */
function rowOf(line: Buffer, columns: readonly Column[]): [row: number, json: Buffer] {
  if (line[0] === OPENING_BRACKET) {
    const [id, row, ...values] = JSON.parse(line.toString()) as PackedRow;
    return [row, Buffer.from(rowJson(columns, id, values))];
  }
  let row = 0;
  let at = 0;
  for (let byte = line[at] ?? 0; byte >= ZERO && byte <= NINE; byte = line[at] ?? 0) {
    row = row * 10 + byte - ZERO;
    at += 1;
  }
  return [row, line.subarray(at)];
}
