import { createGunzip, gzipSync } from 'node:zlib';
import type { RawRow, RawTabHead } from './rawTab';

/** Characters that are compressed at once, and at most held uncompressed. */
const BLOCK = 1 << 19;

/** Builds a packed raw tab row by row. */
export interface PackedRawWriter {
  /** @returns length of the row's JSON in characters */
  add(row: RawRow): number;
  /** Ends the tab. The head is given last, because merged ranges stand behind the rows in some files. */
  finish(head: RawTabHead): Buffer;
}

/**
 * A packed raw tab is gzip of NDJSON: the head in the first line, then a row a line. Blocks are compressed one by one:
 * gzip members that follow each other are one gzip file (RFC 1952, section 2.2), so the head can be put in front at the
 * end, and no more than a block is ever held.
 */
export function createPackedRaw(): PackedRawWriter {
  const blocks: Buffer[] = [];
  let lines: string[] = [];
  let length = 0;
  const pack = () => {
    if (length > 0) blocks.push(gzipSync(lines.join(''), { level: 1 }));
    lines = [];
    length = 0;
  };
  return {
    add(row) {
      const line = lineOf(row);
      lines.push(line);
      length += line.length;
      if (length >= BLOCK) pack();
      return line.length;
    },
    finish(head) {
      pack();
      return Buffer.concat([gzipSync(lineOf(head), { level: 1 }), ...blocks]);
    },
  };
}

/** The rows of a packed raw tab, read as they are asked for. */
export async function* readRawRows(packed: Buffer): AsyncGenerator<RawRow, void, undefined> {
  let head = true;
  for await (const line of linesOf(packed)) {
    if (!head) yield JSON.parse(line) as RawRow;
    head = false;
  }
}

/** What is known of a packed raw tab besides its rows. */
export async function readRawHead(packed: Buffer): Promise<RawTabHead> {
  for await (const line of linesOf(packed)) return JSON.parse(line) as RawTabHead;
  throw new Error('A packed raw tab has no head.');
}

const lineOf = (value: RawRow | RawTabHead) => `${JSON.stringify(value)}\n`;

async function* linesOf(packed: Buffer) {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  gunzip.end(packed);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of gunzip) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
