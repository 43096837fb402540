import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzipSync } from 'node:zlib';
import { FORM_MARK } from '../workbook/newerForms';
import { Pieces, type PackedSource } from './pieces';
import { type RowBlock, rowBlockOf } from './rowBlocks';

const unzipped = promisify(gunzip);

/** What packed rows begin with. */
const MARK = Buffer.from(`${FORM_MARK}R`);

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

/** Opens what {@link joinBlocks} has joined. @returns all of the source, where it is something else */
export async function openBlocks<Head>(source: PackedSource): Promise<OpenedBlocks<Head> | Buffer> {
  const pieces = new Pieces(source);
  const beginning = await pieces.take(BEGINNING);
  if (!beginning.subarray(0, MARK.length).equals(MARK)) {
    pieces.giveBack(beginning);
    return pieces.rest();
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
