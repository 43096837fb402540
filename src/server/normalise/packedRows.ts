import { createGunzip, gzipSync } from 'node:zlib';
import type { CellValue, Column } from '../../contract/rows';

/** Characters that are compressed at once, and at most held uncompressed. */
const BLOCK = 1 << 19;

/** The first line of packed rows. */
export interface PackedRowsHead {
  readonly columns: readonly Column[];
  readonly rows: number;
}

/** A derived row: its `_id`, its number in the sheet, then a value for each column. */
export type PackedRow = readonly [id: string, row: number, ...values: CellValue[]];

/** Builds packed derived rows row by row. */
export interface PackedRowsWriter {
  add(row: PackedRow): void;
  /** Ends them. The head is given last, because it holds what only the rows can tell. */
  finish(head: PackedRowsHead): Buffer;
}

/**
 * Packed rows are gzip of NDJSON: the head in the first line, then a row a line, in the order of the sheet. They consist of
 * several gzip members (RFC 1952, section 2.2), of which the head's is put in front at the end.
 */
export function createPackedRows(): PackedRowsWriter {
  const blocks: Buffer[] = [];
  let lines = '';
  const pack = () => {
    if (lines !== '') blocks.push(zip(lines));
    lines = '';
  };
  return {
    add(row) {
      lines += `${JSON.stringify(row)}\n`;
      if (lines.length >= BLOCK) pack();
    },
    finish(head) {
      pack();
      return Buffer.concat([zip(`${JSON.stringify(head)}\n`), ...blocks]);
    },
  };
}

const zip = (text: string) => gzipSync(text, { level: 1 });

/** What is known of packed rows besides the rows. */
export async function readPackedHead(packed: Buffer): Promise<PackedRowsHead> {
  for await (const [line] of batchesOf(packed)) {
    if (line !== undefined) return JSON.parse(line) as PackedRowsHead;
  }
  throw new Error('Packed rows have no head.');
}

/** The rows, read as they are asked for; see {@link readPackedHead} for the head. */
export async function* readPackedRows(packed: Buffer): AsyncGenerator<PackedRow, void, undefined> {
  let head = true;
  for await (const lines of batchesOf(packed)) {
    for (const line of lines) {
      if (!head) yield JSON.parse(line) as PackedRow;
      head = false;
    }
  }
}

async function* batchesOf(packed: Buffer) {
  const gunzip = createGunzip({ chunkSize: 1 << 16 });
  gunzip.end(packed);
  const decoder = new TextDecoder();
  let rest: string[] = [];
  for await (const chunk of gunzip) {
    const [first = '', ...lines] = decoder.decode(chunk as Buffer, { stream: true }).split('\n');
    rest.push(first);
    if (lines.length === 0) continue;
    const whole = [rest.join(''), ...lines.slice(0, -1)];
    rest = [lines.at(-1) ?? ''];
    yield whole;
  }
}
