import { createHash } from 'node:crypto';
import { GzipBlocks, gzipLines } from './gzipBlocks';
import type { RawTabHead } from './rawTab';
import type { RawRow } from './rawCells';

const NEWLINE = 0x0a;

/** Builds a packed raw tab row by row: gzip of NDJSON, the head in the first line, then a row a line. */
export function createPackedRaw() {
  const blocks = new GzipBlocks();
  return {
    add(row: RawRow): void {
      blocks.text(rowLine(row));
      blocks.lineEnded();
    },
    /** Ends the tab. The head is given last, because merged ranges stand behind the rows in some files. */
    finish: (head: RawTabHead): Promise<Buffer> => blocks.finish(headLine(head)),
  };
}

/** The rows of a packed raw tab, read as they are asked for. */
export async function* readRawRows(packed: Buffer): AsyncGenerator<RawRow, void, undefined> {
  for await (const lines of readRawLines(packed)) {
    yield* JSON.parse(`[${lines.toString('utf8', 0, lines.length - 1).replaceAll('\n', ',')}]`) as RawRow[];
  }
}

/** The lines of the rows, as many as come together. */
export async function* readRawLines(packed: Buffer): AsyncGenerator<Buffer, void, undefined> {
  let head = true;
  for await (const lines of gzipLines(packed)) {
    const start = head ? lines.indexOf(NEWLINE) + 1 : 0;
    if (start < lines.length) yield lines.subarray(start);
    head = false;
  }
}

/** What is known of a packed raw tab besides its rows. */
export async function readRawHead(packed: Buffer): Promise<RawTabHead> {
  for await (const lines of gzipLines(packed)) {
    return JSON.parse(lines.toString('utf8', 0, lines.indexOf(NEWLINE))) as RawTabHead;
  }
  throw new Error('A packed raw tab has no head.');
}

export const headLine = (head: RawTabHead) => `${JSON.stringify(head)}\n`;

/** One way only to write a row: what reads lines by their bytes relies on the order. */
export const rowLine = ({ id, row, cells, added }: RawRow) => `${JSON.stringify({ id, row, cells, added })}\n`;

/** Bytes before the id of a row, `{"id":`; and between id and number, `,"row":`. */
const BEFORE_ID = 6;
const BEFORE_ROW = 7;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Where the JSON text that begins with a quote ends. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at += 1;
  }
  throw new Error('A packed raw tab holds a text that does not end.');
}

/** The number of the row whose line begins at a byte: no more of the line is looked at. */
export function rowNumberAt(bytes: Buffer, start: number): number {
  let number = 0;
  const from = endOfText(bytes, start + BEFORE_ID) + BEFORE_ROW;
  for (let at = from; bytes[at]! >= 0x30 && bytes[at]! <= 0x39; at += 1) number = number * 10 + bytes[at]! - 0x30;
  return number;
}

/**
 * A hash of what a raw tab holds: its cells and their places. Not part of it are the ids of rows, which are new each time a file
 * is read, the title and the place of the tab.
 */
export async function rawHash(packed: Buffer): Promise<string> {
  const { merges, typed, warnings = [], formats, decimals } = await readRawHead(packed);
  const told = [merges, typed, warnings, ...(formats ? [formats] : []), ...(decimals ? [decimals] : [])];
  const hash = createHash('sha256').update(JSON.stringify(told));
  for await (const lines of readRawLines(packed)) {
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf(NEWLINE, start) + 1;
      hash.update(lines.subarray(endOfText(lines, start + BEFORE_ID), end));
      start = end;
    }
  }
  return hash.digest('base64url');
}

/** Writes ids over those that stand there: all of ours are of one length. */
function writeIds(lines: Buffer, ids: ReadonlyMap<number, string>) {
  for (let at = 0; at < lines.length; at = lines.indexOf(NEWLINE, at) + 1) {
    const id = ids.get(rowNumberAt(lines, at));
    if (id !== undefined) lines.write(id, at + BEFORE_ID + 1, 'latin1');
  }
}

/**
 * Gives rows of a raw tab other ids.
 *
 * @param ids ids of ours, by the number of the row
 * @returns the packed raw tab with these ids
 */
export async function withRowIds(packedRaw: Buffer, ids: ReadonlyMap<number, string>): Promise<Buffer> {
  const blocks = new GzipBlocks();
  for await (const lines of readRawLines(packedRaw)) {
    writeIds(lines, ids);
    blocks.lines(lines, 0, lines.length);
  }
  return blocks.finish(headLine(await readRawHead(packedRaw)));
}
