import type { CellValue, Column } from '../../contract/rows';
import { NEWLINE, openLines, PackedLines, type PackedSource } from '../rawTab/packedLines';
import { addToRuns, type SheetFacts } from './sheetFacts';

/** What is known of packed rows besides the rows. */
export interface PackedRowsHead {
  readonly columns: readonly Column[];
  readonly rows: number;
  /** Places of the columns of numbers in which not every value is a number; absent where there are none. */
  readonly mixed?: readonly number[];
  /** What writes have to know of the raw sheet; absent where there are no columns. */
  readonly sheet?: SheetFacts;
}

/** A head as it is packed. */
interface StoredHead extends PackedRowsHead {
  /** Numbers of the rows in the sheet: the first and the last of each run. */
  readonly numbers: readonly number[];
}

/** Builds packed derived rows: gzip of NDJSON, the head in the first line, then a row a line, as the data API answers it. */
export function createPackedRows() {
  const lines = new PackedLines();
  const numbers: number[] = [];
  return {
    /**
     * Adds a row behind those before it in the sheet.
     *
     * @param json of the row (`rowJson.ts`)
     * @param row its number in the sheet
     */
    add(json: string, row: number): void {
      lines.add(`${json}\n`);
      addToRuns(numbers, row);
    },
    /** Ends them. The head is given last, because it holds what only the rows can tell. */
    finish: (head: PackedRowsHead): Promise<Buffer> => lines.finish({ ...head, numbers } satisfies StoredHead),
  };
}

/** Rows that lie together. */
export interface RowBlock {
  /** The JSON of each, and a byte behind it. No other code uses this memory. */
  readonly bytes: Buffer;
  /** Bytes of each row's JSON with the one behind it. */
  readonly lengths: readonly number[];
  /** Number in the sheet of each row. */
  readonly rowNumbers: readonly number[];
}

/** A head, and the rows behind it as they are asked for. */
export interface OpenedRows {
  readonly head: PackedRowsHead;
  readonly blocks: AsyncGenerator<RowBlock, void, undefined>;
}

/**
 * Opens packed rows. The rows are read as they are asked for.
 *
 * @throws Error, then or with one of the rows, where they are damaged or cut off
 */
export async function openPackedRows(packed: PackedSource): Promise<OpenedRows> {
  const { head, lines } = await openLines<StoredHead>(packed);
  const { numbers, ...rest } = head;
  return { head: rest, blocks: blocksOf(lines, numbers) };
}

async function* blocksOf(
  all: AsyncIterable<Buffer>,
  runs: readonly number[],
): AsyncGenerator<RowBlock, void, undefined> {
  let [run, number] = [0, runs[0] ?? 0];
  for await (const bytes of all) {
    const [lengths, rowNumbers]: [number[], number[]] = [[], []];
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(NEWLINE, start) + 1;
      lengths.push(end - start);
      start = end;
      rowNumbers.push(number);
      if (number === runs[run + 1]) number = runs[(run += 2)] ?? 0;
      else number += 1;
    }
    yield { bytes, lengths, rowNumbers };
  }
}

/** A row's JSON within bytes, and its number in the sheet. */
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

/** The rows' JSON, read as it is asked for. */
export async function* readPackedLines(packed: Buffer): AsyncGenerator<PackedLine, void, undefined> {
  yield* linesIn((await openPackedRows(packed)).blocks);
}

/** A derived row: its `_id`, its number in the sheet, then a value for each column. */
export type PackedRow = readonly [id: string, row: number, ...values: CellValue[]];

/** The rows, read as they are asked for. */
export async function* readPackedRows(packed: Buffer): AsyncGenerator<PackedRow, void, undefined> {
  const { head, blocks } = await openPackedRows(packed);
  for await (const { bytes, start, end, row } of linesIn(blocks)) {
    const values = JSON.parse(bytes.toString('utf8', start, end)) as Record<string, CellValue>;
    yield [values._id as string, row, ...head.columns.map(({ key }) => values[key] ?? null)];
  }
}
