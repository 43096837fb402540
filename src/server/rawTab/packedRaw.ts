import { createHash } from 'node:crypto';
import { NEWLINE, openLines, PackedLines, readHead } from './packedLines';
import type { RawRow } from './rawCells';
import type { RawTabHead } from './rawTab';

/** Creates a builder of a packed raw tab: gzip of NDJSON, the head in the first line, then one line per row. */
export function createPackedRaw() {
  const lines = new PackedLines();
  return {
    add: (row: RawRow) => lines.add(rowLine(row)),
    /** Ends the tab. The head comes last, because some files list merged ranges after the rows. */
    finish: (head: RawTabHead): Promise<Buffer> => lines.finish(head),
  };
}

/** Yields the rows of a packed raw tab lazily. */
export async function* readRawRows(packed: Buffer): AsyncGenerator<RawRow, void, undefined> {
  for await (const lines of readRawLines(packed)) yield* rowsInLines(lines);
}

/** Parses whole lines, each with its newline, to rows. */
export const rowsInLines = (lines: Buffer) =>
  JSON.parse(`[${lines.toString('utf8', 0, lines.length - 1).replaceAll('\n', ',')}]`) as RawRow[];

/** Yields the lines of the rows in batches. */
export async function* readRawLines(packed: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield* (await openLines(packed)).lines;
}

/** Returns the head of a packed raw tab. */
export const readRawHead = (packed: Buffer): Promise<RawTabHead> => readHead(packed);

/** Serializes a row, always with this order of fields: code that scans the bytes of lines relies on it. */
export const rowLine = ({ id, row, cells, added }: RawRow) => `${JSON.stringify({ id, row, cells, added })}\n`;

/** Number of bytes before the id in a line. */
const BEFORE_ID = '{"id":"'.length;

/** Bytes between the id and the row number; no id contains them. */
const BEFORE_NUMBER = Buffer.from(',"row":');

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

/** Row number, and the offsets of its digits. */
interface PlacedNumber {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the row number of the line at an offset, without parsing the rest of the line. */
export function rowNumberAt(bytes: Buffer, start: number): PlacedNumber {
  const from = bytes.indexOf(BEFORE_NUMBER, start) + BEFORE_NUMBER.length;
  let number = 0;
  let to = from;
  while (bytes[to]! >= DIGIT_0 && bytes[to]! <= DIGIT_9) {
    number = number * 10 + bytes[to]! - DIGIT_0;
    to += 1;
  }
  return { number, from, to };
}

/**
 * Returns a hash of a raw tab's content: its cells and their positions. Without row ids, which are new each time a file is read,
 * and without title and position of the tab.
 */
export async function rawHash(packed: Buffer): Promise<string> {
  const { head, lines: batches } = await openLines<RawTabHead>(packed);
  const { merges, typed, warnings = [], formats, decimals, arrays } = head;
  const optional = [formats, decimals, arrays].filter((property) => property !== undefined);
  const hash = createHash('sha256').update(JSON.stringify([merges, typed, warnings, ...optional]));
  for await (const lines of batches) {
    let start = 0;
    while (start < lines.length) {
      const end = lines.indexOf(NEWLINE, start) + 1;
      hash.update(lines.subarray(lines.indexOf(BEFORE_NUMBER, start), end));
      start = end;
    }
  }
  return hash.digest('base64url');
}

/** Overwrites the ids in lines: all ids have the same length. */
function writeIds(lines: Buffer, ids: ReadonlyMap<number, string>) {
  let start = 0;
  while (start < lines.length) {
    const id = ids.get(rowNumberAt(lines, start).number);
    if (id !== undefined) lines.write(id, start + BEFORE_ID, 'latin1');
    start = lines.indexOf(NEWLINE, start) + 1;
  }
}

/**
 * Replaces the ids of rows in a raw tab.
 *
 * @param ids new ids, by row number
 * @returns the packed raw tab with these ids
 */
export async function withRowIds(packedRaw: Buffer, ids: ReadonlyMap<number, string>): Promise<Buffer> {
  const { head, lines: batches } = await openLines<RawTabHead>(packedRaw);
  const packed = new PackedLines();
  for await (const lines of batches) {
    writeIds(lines, ids);
    packed.add(lines);
  }
  return packed.finish(head);
}
