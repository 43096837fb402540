import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { createRoom, type Room } from '../endpoints/engine/room';

const zipped = promisify(gzip);

/** Bytes that are compressed at once, and at most held uncompressed beside those that are being compressed. */
const BLOCK = 1 << 19;

/** Bytes of memory for a first block, which may be all that there is to write; then for one that is filled. */
const FIRST = 1 << 14;
const WHOLE = BLOCK + BLOCK / 8;

/** Blocks that other threads compress or are about to; any more are compressed in this one, so that few are ever held. */
const ELSEWHERE_MOST = 8;

let elsewhereMost = ELSEWHERE_MOST;
let elsewhere = 0;

/** From now on this thread compresses all blocks itself: other threads have better things to do. */
export function compressHere(): void {
  elsewhereMost = 0;
}

/** Longer stretches are copied by a call, whose own cost they outweigh. */
const SHORT = 64;

/** Most blocks come out as one piece of so many bytes: for each further one another thread waits until this one has a moment. */
const PIECE = BLOCK / 2;

/** @param length of what is compressed: memory for a piece is there before it is known how long that comes out */
const optionsFor = (length: number) => ({ level: 1, chunkSize: Math.min(PIECE, Math.max(length, 1_024)) });

/** The same bytes without the rest of the piece that they stand in. */
const alone = (bytes: Buffer) => Buffer.from(bytes);

/**
 * Lines of bytes that become gzip, block by block: gzip members that follow each other are one gzip file (RFC 1952, section
 * 2.2), so that a head can be put in front at the end. Ask for room before writing.
 */
export class GzipBlocks implements Room {
  bytes: Buffer = Buffer.alloc(0);
  words: DataView = new DataView(this.bytes.buffer);
  /** Bytes that are written of this block. */
  used = 0;
  private readonly blocks: Promise<Buffer>[] = [];

  /** Makes sure that so many bytes can be written. */
  room(length: number): void {
    if (this.used + length <= this.bytes.length) return;
    const { bytes } = this;
    const isFirst = bytes.length === 0 && this.blocks.length === 0;
    const next = bytes.length < WHOLE ? WHOLE : bytes.length * 2;
    this.begin(Math.max(this.used + length, isFirst ? FIRST : next));
    bytes.copy(this.bytes, 0, 0, this.used);
  }

  copy(source: Buffer, from: number, to: number): void {
    const { bytes } = this;
    let at = this.used;
    if (to - from > SHORT) source.copy(bytes, at, from, to);
    else for (let next = from; next < to; next += 1) bytes[at++] = source[next]!;
    this.used += to - from;
  }

  /** Writes a text, making room for it. */
  text(text: string): void {
    this.room(text.length * 3);
    this.used += this.bytes.write(text, this.used);
  }

  byte(byte: number): void {
    this.bytes[this.used++] = byte;
  }

  /** Writes a whole number that is not negative. */
  number(number: number): void {
    let digits = 1;
    for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits += 1;
    let rest = number;
    for (let at = this.used + digits - 1; at >= this.used; at -= 1) {
      this.bytes[at] = 0x30 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.used += digits;
  }

  /** Says that a line has ended. @returns the block's bytes where that has filled one */
  lineEnded(): Buffer | undefined {
    return this.used < BLOCK ? undefined : this.end();
  }

  /** Ends a block, whatever its length. @returns its bytes */
  end(): Buffer {
    const block = this.bytes.subarray(0, this.used);
    if (this.used > 0) this.blocks.push(elsewhere < elsewhereMost ? zip(block) : Promise.resolve(zipHere(block)));
    this.begin(0);
    this.used = 0;
    return block;
  }

  /** Ends the last block. @param head the first line, with its end */
  async finish(head: string): Promise<Buffer> {
    return Buffer.concat([gzipSync(head, optionsFor(head.length)), ...(await this.packed())]);
  }

  /** Ends the last block. @returns all of them, each gzip of its own */
  protected packed(): Promise<Buffer[]> {
    if (this.used > 0) this.end();
    return Promise.all(this.blocks);
  }

  private begin(length: number) {
    const { bytes, words } = createRoom(length);
    this.bytes = bytes;
    this.words = words;
  }
}

const zipHere = (block: Buffer) => alone(gzipSync(block, optionsFor(block.length)));

async function zip(block: Buffer): Promise<Buffer> {
  elsewhere += 1;
  try {
    return alone(await zipped(block, optionsFor(block.length)));
  } finally {
    elsewhere -= 1;
  }
}
