import { gzipSync } from 'node:zlib';
import type { CellValue, Column } from '../../contract/rows';
import { openFormerRows } from './formerPackedRows';
import { joinBlocks, openBlocks, type OpenedBlocks, type PackedBlock } from './packedBlocks';
import type { PackedSource } from './pieces';
import { isFull, type RowBlock, RowIndex } from './rowBlocks';
import { rowWriter } from './rowJson';
import type { SheetFacts } from './sheetFacts';

/** What is known of packed rows besides the rows. */
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

/**
 * Packed rows are blocks of rows (`packedBlocks.ts`), in the order of the sheet: their JSON as the data API answers it, so that
 * serving them takes no more than unpacking.
 *
 * @param columns their keys; the rest is told at the end
 */
export function createPackedRows(columns: readonly { readonly key: string }[]): PackedRowsWriter {
  const blocks: PackedBlock[] = [];
  const write = rowWriter(columns);
  const otherThanNumbers = new Set<number>();
  const index = new RowIndex();
  let json: Buffer[] = [];
  let length = 0;
  const pack = () => {
    const { rows } = index;
    const behind = index.take();
    if (rows > 0) blocks.push({ packed: zip([...json, behind]), json: length, index: behind.length, rows });
    json = [];
    length = 0;
  };
  return {
    add([id, row, ...values]) {
      for (let at = 0; at < values.length; at += 1) {
        if (typeof values[at] !== 'number' && values[at] !== null) otherThanNumbers.add(at);
      }
      const bytes = Buffer.from(`${write(id, values)},`);
      index.add(bytes.length, row);
      json.push(bytes);
      length += bytes.length;
      if (isFull(length)) pack();
    },
    finish(head) {
      pack();
      const isNumeric = (at: number) => head.columns[at]?.type === 'integer' || head.columns[at]?.type === 'number';
      const mixed = [...otherThanNumbers].filter(isNumeric).sort((one, other) => one - other);
      return joinBlocks({ ...head, ...(mixed.length > 0 && { mixed }) }, blocks);
    },
  };
}

const zip = (pieces: readonly Buffer[]) => gzipSync(Buffer.concat(pieces), { level: 1 });

/**
 * Opens packed rows, also as they were packed formerly. The rows are read as they are asked for.
 *
 * @throws Refusal `internal` where a newer version has packed them in a form of its own; Error, then or with one of the rows,
 * where they are damaged or cut off
 */
export async function openPackedRows(packed: PackedSource): Promise<OpenedBlocks<PackedRowsHead>> {
  const opened = await openBlocks<PackedRowsHead>(packed);
  return Buffer.isBuffer(opened) ? openFormerRows(opened) : opened;
}

/** What is known of packed rows besides the rows. */
export const readPackedHead = async (packed: Buffer): Promise<PackedRowsHead> => (await openPackedRows(packed)).head;

/** A row's JSON within bytes, and its number in the sheet. */
export interface PackedLine {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly row: number;
}

/** The rows' JSON, read as it is asked for, in batches of some thousand. See {@link readPackedHead} for the head. */
export async function* readPackedLines(packed: Buffer): AsyncGenerator<Iterable<PackedLine>, void, undefined> {
  const { blocks } = await openPackedRows(packed);
  for await (const block of blocks) yield linesIn(block);
}

function* linesIn({ bytes, lengths, rowNumbers }: RowBlock): Generator<PackedLine, void, undefined> {
  let start = 0;
  for (let n = 0; n < lengths.length; n += 1) {
    const next = start + lengths[n]!;
    yield { bytes, start, end: next - 1, row: rowNumbers[n]! };
    start = next;
  }
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
