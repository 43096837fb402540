import { createHash } from 'node:crypto';
import { NEWLINE, openLines, PackedLines, readHead } from './packedLines';
import type { RawTabHead } from './rawTab';
import type { RawRow } from './rawCells';

/** Builds a packed raw tab row by row: gzip of NDJSON, the head in the first line, then a row a line. */
export function createPackedRaw() {
  const lines = new PackedLines();
  return {
    add: (row: RawRow) => lines.add(rowLine(row)),
    /** Ends the tab. The head is given last, because merged ranges stand behind the rows in some files. */
    finish: (head: RawTabHead): Promise<Buffer> => lines.finish(head),
  };
}

/** The rows of a packed raw tab, read as they are asked for. */
export async function* readRawRows(packed: Buffer): AsyncGenerator<RawRow, void, undefined> {
  for await (const lines of readRawLines(packed)) yield* rowsInLines(lines);
}

/** The rows of whole lines, each with its end. */
export const rowsInLines = (lines: Buffer) =>
  JSON.parse(`[${lines.toString('utf8', 0, lines.length - 1).replaceAll('\n', ',')}]`) as RawRow[];

/** The lines of the rows, as many as come together. */
export async function* readRawLines(packed: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield* (await openLines(packed)).lines;
}

/** What is known of a packed raw tab besides its rows. */
export const readRawHead = (packed: Buffer): Promise<RawTabHead> => readHead(packed);

/** One way only to write a row: what reads lines by their bytes relies on the order. */
export const rowLine = ({ id, row, cells, added }: RawRow) => `${JSON.stringify({ id, row, cells, added })}\n`;

/** Bytes before the id of a row. */
const BEFORE_ID = '{"id":"'.length;

/** What stands between the id of a row and its number; no id holds it. */
const BEFORE_NUMBER = Buffer.from(',"row":');

/** The number of a row, and where its digits stand. */
interface PlacedNumber {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** The number of the row whose line begins at a byte: no more of the line is looked at. */
export function rowNumberAt(bytes: Buffer, start: number): PlacedNumber {
  const from = bytes.indexOf(BEFORE_NUMBER, start) + BEFORE_NUMBER.length;
  let [to, number] = [from, 0];
  for (; bytes[to]! >= 0x30 && bytes[to]! <= 0x39; to += 1) number = number * 10 + bytes[to]! - 0x30;
  return { number, from, to };
}

/**
 * A hash of what a raw tab holds: its cells and their places. Not part of it are the ids of rows, which are new each time a file
 * is read, the title and the place of the tab.
 */
export async function rawHash(packed: Buffer): Promise<string> {
  const { head, lines: all } = await openLines<RawTabHead>(packed);
  const { merges, typed, warnings = [], formats, decimals } = head;
  const facts = [merges, typed, warnings, ...(formats ? [formats] : []), ...(decimals ? [decimals] : [])];
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for await (const lines of all) {
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf(NEWLINE, start) + 1;
      hash.update(lines.subarray(lines.indexOf(BEFORE_NUMBER, start), end));
      start = end;
    }
  }
  return hash.digest('base64url');
}

/** Writes ids over those that stand there: all of ours are of one length. */
function writeIds(lines: Buffer, ids: ReadonlyMap<number, string>) {
  for (let at = 0; at < lines.length; at = lines.indexOf(NEWLINE, at) + 1) {
    const id = ids.get(rowNumberAt(lines, at).number);
    if (id !== undefined) lines.write(id, at + BEFORE_ID, 'latin1');
  }
}

/**
 * Gives rows of a raw tab other ids.
 *
 * @param ids ids of ours, by the number of the row
 * @returns the packed raw tab with these ids
 */
export async function withRowIds(packedRaw: Buffer, ids: ReadonlyMap<number, string>): Promise<Buffer> {
  const { head, lines: all } = await openLines<RawTabHead>(packedRaw);
  const packed = new PackedLines();
  for await (const lines of all) {
    writeIds(lines, ids);
    packed.add(lines);
  }
  return packed.finish(head);
}
