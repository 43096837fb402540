import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzipSync } from 'node:zlib';
import type { CellValue, Column } from '../../contract/rows';
import { GzipBlocks } from '../rawTab/gzipBlocks';
import { type PackedSource, Pieces, type RowBlock, rowBlockOf, RowIndex } from './rowBlocks';
import { rowWriter } from './rowJson';
import type { SheetFacts } from './sheetFacts';

const unzipped = promisify(gunzip);

/** What packed rows begin with. */
const MARK = Buffer.from('TabR');

/** The mark, and the length of the head as it is packed. */
const BEGINNING = MARK.length + 4;

/**
 * Bytes of JSON from which a block is full: with another row of usual length it still fits into a page of an arena
 * (`../store/memory/arena.ts`), which takes it over as it is.
 */
const FULL = (1 << 19) - (1 << 14);

/** Blocks that are unpacked ahead at the same time, by other threads; one of the four that a process has stays free. */
const AT_ONCE = 3;

/** Blocks of so many packed bytes are unpacked at once: waiting for another thread would take longer. */
const SMALL = 1 << 14;

/** The least that the library unpacks into. */
const LEAST = 64;

/** What is known of packed rows besides the rows. */
export interface PackedRowsHead {
  readonly columns: readonly Column[];
  readonly rows: number;
  /** Places of the columns of numbers in which not every value is a number; absent where there are none. */
  readonly mixed?: readonly number[];
  /** What writes have to know of the raw sheet; absent where there are no columns. */
  readonly sheet?: SheetFacts;
}

/** A block behind those before it: bytes as it is packed, bytes of its JSON and of its index (`RowIndex`), and its rows. */
type Place = readonly [packed: number, json: number, index: number, rows: number];

/** Writes rows one after the other, in blocks that other threads compress; JSON of a row as the data API answers it. */
class RowBlocksWriter extends GzipBlocks {
  readonly #index = new RowIndex();
  readonly #places: (readonly [json: number, index: number, rows: number])[] = [];

  add(json: string, rowNumber: number): void {
    const start = this.used;
    this.text(`${json},`);
    this.#index.add(this.used - start, rowNumber);
    if (this.used >= FULL) this.end();
  }

  override end(): void {
    const json = this.used;
    const { rows } = this.#index;
    const index = this.#index.take();
    this.room(index.length);
    this.copy(index, 0, index.length);
    this.#places.push([json, index.length, rows]);
    super.end();
  }

  /** @returns a mark, the packed head, which says where each block is, and the blocks */
  async join(head: object): Promise<Buffer> {
    const blocks = await this.packed();
    const places = this.#places.map((place, at): Place => [blocks[at]!.length, ...place]);
    const packedHead = gzipSync(JSON.stringify({ ...head, blocks: places }), { level: 1 });
    const length = Buffer.alloc(4);
    length.writeUInt32LE(packedHead.length);
    return Buffer.concat([MARK, length, packedHead, ...blocks]);
  }
}

/** A derived row: its `_id`, its number in the sheet, then a value for each column. */
export type PackedRow = readonly [id: string, row: number, ...values: CellValue[]];

/** Builds packed derived rows row by row. */
export interface PackedRowsWriter {
  add(row: PackedRow): void;
  /** Adds a row whose values are JSON already. */
  addJson(id: string, row: number, jsonOf: (at: number) => string): void;
  /** Ends them. The head is given last, because it holds what only the rows can tell. */
  finish(head: PackedRowsHead): Promise<Buffer>;
}

/**
 * Packed rows are gzip blocks of rows in the order of the sheet: their JSON as the data API answers it, so that serving them takes no
 * more than unpacking.
 *
 * @param columns their keys; the rest is given at the end
 */
export function createPackedRows(columns: readonly { readonly key: string }[]): PackedRowsWriter {
  const blocks = new RowBlocksWriter();
  const write = rowWriter(columns);
  return {
    add: ([id, row, ...values]) =>
      blocks.add(
        write(id, (at) => JSON.stringify(values[at] ?? null)),
        row,
      ),
    addJson: (id, row, jsonOf) => blocks.add(write(id, jsonOf), row),
    finish: (head) => blocks.join(head),
  };
}

/** A head, and the blocks behind it as they are asked for. */
export interface OpenedRows {
  readonly head: PackedRowsHead;
  readonly blocks: AsyncGenerator<RowBlock, void, undefined>;
}

/**
 * Opens packed rows. The rows are read as they are asked for.
 *
 * @throws Error, then or with one of the rows, where they are damaged or cut off
 */
export async function openPackedRows(source: PackedSource): Promise<OpenedRows> {
  const pieces = new Pieces(source);
  const beginning = await pieces.take(BEGINNING);
  if (!beginning.subarray(0, MARK.length).equals(MARK)) {
    await pieces.end();
    throw new Error('Packed rows do not begin as they should.');
  }
  const packedHead = await pieces.take(beginning.readUInt32LE(MARK.length));
  const { blocks, ...head } = JSON.parse(gunzipSync(packedHead).toString()) as PackedRowsHead & { blocks: Place[] };
  return { head, blocks: blocksIn(pieces, blocks) };
}

/** A few are unpacked ahead by other threads, while the next are read. */
async function* blocksIn(pieces: Pieces, places: readonly Place[]): AsyncGenerator<RowBlock, void, undefined> {
  const ahead: Promise<RowBlock>[] = [];
  try {
    for (const place of places) {
      const block = unpack(await pieces.take(place[0]), place);
      // One before it may fail, and then this one is not awaited.
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
