import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzipSync } from 'node:zlib';
import type { CellValue, Column } from '../../contract/rows';
import { GzipBlocks } from '../rawTab/gzipBlocks';
import { isFull, type PackedSource, Pieces, type RowBlock, rowBlockOf, RowIndex } from './rowBlocks';
import { rowWriter } from './rowJson';
import type { SheetFacts } from './sheetFacts';

const unzipped = promisify(gunzip);

/** What packed rows begin with. */
const MARK = Buffer.from('TabR');

/** The mark, and the length of the head as it is packed. */
const BEGINNING = MARK.length + 4;

/** Blocks that are unpacked ahead at the same time, by other threads; one of the four that a process has stays free. */
const AT_ONCE = 3;

/** Blocks of so many packed bytes are unpacked at once: waiting for another thread would take longer. */
const SMALL = 1 << 14;

/** The least that the library unpacks into. */
const LEAST = 64;

/** A block of rows as it is kept. */
export interface PackedBlock {
  /** Gzip of the rows' JSON and of what `RowIndex` has written. */
  readonly packed: Buffer;
  /** Bytes of either. */
  readonly json: number;
  readonly index: number;
  readonly rows: number;
}

/** Where a block stands behind those before it: its bytes as it is packed, and the rest of {@link PackedBlock}. */
type Place = readonly [packed: number, json: number, index: number, rows: number];

/** A head as it is kept, with where the blocks are. */
type KeptHead<Head> = Head & { readonly blocks: readonly Place[] };

/** Joins blocks: a mark, the packed head, which says where each of them is, and they themselves. */
export function joinBlocks(head: object, blocks: readonly PackedBlock[]): Buffer {
  const places = blocks.map(({ packed, json, index, rows }): Place => [packed.length, json, index, rows]);
  const packedHead = gzipSync(JSON.stringify({ ...head, blocks: places }), { level: 1 });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(packedHead.length);
  return Buffer.concat([MARK, length, packedHead, ...blocks.map(({ packed }) => packed)]);
}

/** A head, and the blocks behind it as they are asked for. */
export interface OpenedBlocks<Head> {
  readonly head: Head;
  readonly blocks: AsyncGenerator<RowBlock, void, undefined>;
}

/** Opens what {@link joinBlocks} has joined. @throws Error where it is something else */
export async function openBlocks<Head>(source: PackedSource): Promise<OpenedBlocks<Head>> {
  const pieces = new Pieces(source);
  const beginning = await pieces.take(BEGINNING);
  if (!beginning.subarray(0, MARK.length).equals(MARK)) {
    await pieces.end();
    throw new Error('Packed rows do not begin as they should.');
  }
  const packedHead = await pieces.take(beginning.readUInt32LE(MARK.length));
  const { blocks, ...head } = JSON.parse(gunzipSync(packedHead).toString()) as KeptHead<object>;
  return { head: head as Head, blocks: blocksIn(pieces, blocks) };
}

/** A few are unpacked ahead by other threads, while the next are read. */
async function* blocksIn(pieces: Pieces, places: readonly Place[]): AsyncGenerator<RowBlock, void, undefined> {
  const ahead: Promise<RowBlock>[] = [];
  try {
    for (const place of places) {
      const block = unpack(await pieces.take(place[0]), place);
      // Nobody may be left to hear of it when one before it fails.
      block.catch(() => undefined);
      ahead.push(block);
      if (ahead.length > AT_ONCE) yield await ahead.shift()!;
    }
    for (const block of ahead) yield await block;
  } finally {
    await pieces.end();
  }
}

async function unpack(packed: Buffer, [, json, index, rows]: Place): Promise<RowBlock> {
  // One byte more than there is: the library adds a piece as soon as one is full.
  const options = { chunkSize: Math.max(LEAST, json + index + 1) };
  const unpacked = packed.length <= SMALL ? gunzipSync(packed, options) : await unzipped(packed, options);
  return rowBlockOf(unpacked, rows, json);
}

/** Blocks of rows while they are written: the JSON of each row with a comma behind it. */
export class GzipRowBlocks extends GzipBlocks {
  readonly #index = new RowIndex();
  readonly #parts: Omit<PackedBlock, 'packed'>[] = [];

  /** Says that a row has ended, with its comma. @param start where it began */
  rowEnded(start: number, rowNumber: number): void {
    this.#index.add(this.used - start, rowNumber);
    if (isFull(this.used)) this.end();
  }

  override end(): Buffer {
    const json = this.used;
    const { rows } = this.#index;
    const index = this.#index.take();
    this.room(index.length);
    this.copy(index, 0, index.length);
    this.#parts.push({ json, index: index.length, rows });
    return super.end();
  }

  /** Ends the last block. */
  async join(head: object): Promise<Buffer> {
    const packed = await this.packed();
    return joinBlocks(
      head,
      this.#parts.map((part, at) => ({ ...part, packed: packed[at]! })),
    );
  }
}

/** What is known of packed rows besides the rows. */
export interface PackedRowsHead {
  readonly columns: readonly Column[];
  readonly rows: number;
  /** Places of the columns of numbers in which not every value is a number; absent where there are none. */
  readonly mixed?: readonly number[];
  /** What writes have to know of the raw sheet; absent where there are no columns. */
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
 * Opens packed rows. The rows are read as they are asked for.
 *
 * @throws Error, then or with one of the rows, where they are damaged or cut off
 */
export const openPackedRows = (packed: PackedSource): Promise<OpenedBlocks<PackedRowsHead>> => openBlocks(packed);

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
