import type { CellValue, Column } from '../../contract/rows';
import { NEWLINE, openLines, PackedLines, type PackedSource } from '../rawTab/packedLines';
import { addToRuns, type SheetFacts } from './sheetFacts';

/** Head of packed rows: their properties besides the rows. */
export interface PackedRowsHead {
  readonly columns: readonly Column[];
  readonly rows: number;
  /** Bytes of the rows' JSON, with one byte after each; absent in rows stored before it was counted. */
  readonly bytes?: number;
  /** Indexes of the numeric columns with values that are no numbers; absent if there are none. */
  readonly mixed?: readonly number[];
  /** Facts about the raw sheet for writes; absent without columns. */
  readonly sheet?: SheetFacts;
}

/** Stored form of the head. */
interface StoredHead extends PackedRowsHead {
  /** Row numbers in the sheet: first and last of each run. */
  readonly numbers: readonly number[];
}

/**
 * Creates a builder of packed derived rows: gzip of NDJSON, the head in the first line, then one line per row, as in responses of
 * the data API.
 */
export function createPackedRows() {
  const lines = new PackedLines();
  const numbers: number[] = [];
  let bytes = 0;
  return {
    /**
     * Adds a row, in the order of the sheet.
     *
     * @param json JSON of the row (`rowJson.ts`)
     * @param row row number in the sheet
     * @returns the bytes of all rows added
     */
    add(json: string, row: number): number {
      bytes += lines.add(`${json}\n`);
      addToRuns(numbers, row);
      return bytes;
    },
    /** Ends the rows. The head comes last, because it depends on all rows. */
    finish: (head: Omit<PackedRowsHead, 'bytes'>): Promise<Buffer> =>
      lines.finish({ ...head, bytes, numbers } satisfies StoredHead),
  };
}

/** Block of consecutive rows. */
export interface RowBlock {
  /** JSON of each row, followed by one byte. Its memory is used by no other code. */
  readonly bytes: Buffer;
  /** Length of each row's JSON in bytes, including the byte after it. */
  readonly lengths: readonly number[];
  /** Row number in the sheet of each row. */
  readonly rowNumbers: readonly number[];
}

/** Packed rows opened for reading: the head, and the rows, read lazily. */
interface OpenedRows {
  readonly head: PackedRowsHead;
  readonly blocks: AsyncGenerator<RowBlock, void, undefined>;
}

/**
 * Opens packed rows; the rows are read lazily.
 *
 * @throws Error, now or while reading rows, if they are damaged or truncated
 */
export async function openPackedRows(packed: PackedSource): Promise<OpenedRows> {
  const { head, lines } = await openLines<StoredHead>(packed);
  const { numbers, ...rest } = head;
  return { head: rest, blocks: blocksOf(lines, numbers) };
}

/** @param runs first and last row number of each run */
async function* blocksOf(
  chunks: AsyncIterable<Buffer>,
  runs: readonly number[],
): AsyncGenerator<RowBlock, void, undefined> {
  let run = 0;
  let rowNumber = runs[0] ?? 0;
  for await (const bytes of chunks) {
    const lengths: number[] = [];
    const rowNumbers: number[] = [];
    let start = 0;
    while (start < bytes.length) {
      const end = bytes.indexOf(NEWLINE, start) + 1;
      lengths.push(end - start);
      start = end;
      rowNumbers.push(rowNumber);
      if (rowNumber === runs[run + 1]) {
        run += 2;
        rowNumber = runs[run] ?? 0;
      } else {
        rowNumber += 1;
      }
    }
    yield { bytes, lengths, rowNumbers };
  }
}

/** JSON of a row within a buffer, and its row number in the sheet. */
export interface PackedLine {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly row: number;
}

async function* linesIn(blocks: OpenedRows['blocks']): AsyncGenerator<PackedLine, void, undefined> {
  for await (const { bytes, lengths, rowNumbers } of blocks) {
    let start = 0;
    for (const [n, length] of lengths.entries()) {
      yield { bytes, start, end: start + length - 1, row: rowNumbers[n]! };
      start += length;
    }
  }
}

/** Yields the JSON of rows lazily. */
export async function* readPackedLines(packed: Buffer): AsyncGenerator<PackedLine, void, undefined> {
  yield* linesIn((await openPackedRows(packed)).blocks);
}

/** Derived row: its `_id`, its row number in the sheet, then a value for each column. */
export type PackedRow = readonly [id: string, row: number, ...values: CellValue[]];

/** Yields rows lazily. */
export async function* readPackedRows(packed: Buffer): AsyncGenerator<PackedRow, void, undefined> {
  const { head, blocks } = await openPackedRows(packed);
  for await (const { bytes, start, end, row } of linesIn(blocks)) {
    const values = JSON.parse(bytes.toString('utf8', start, end)) as Record<string, CellValue>;
    yield [values._id as string, row, ...head.columns.map(({ key }) => values[key] ?? null)];
  }
}
