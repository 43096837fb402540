import { promisify } from 'node:util';
import { createGunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';

const zipped = promisify(gzip);

/** Bytes that are compressed at once, and at most held uncompressed beside those that are being compressed. */
const BLOCK = 1 << 19;

/** Bytes of memory for a first block, which may be all that there is to write; then for one that is filled. */
const FIRST = 1 << 14;
const WHOLE = BLOCK + BLOCK / 8;

/** Blocks that other threads compress or are about to; any more are compressed in this one, so that few are ever held. */
const ELSEWHERE_MOST = 8;

let elsewhere = 0;

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
export class GzipBlocks {
  bytes: Buffer = Buffer.alloc(0);
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
    this.used += source.copy(this.bytes, this.used, from, to);
  }

  /** Copies whole lines, and ends the block if it is full. */
  lines(source: Buffer, from: number, to: number): void {
    if (from === to) return;
    this.room(to - from);
    this.copy(source, from, to);
    this.lineEnded();
  }

  /** Writes a text, making room for it. */
  text(text: string): void {
    this.room(text.length * 3);
    this.used += this.bytes.write(text, this.used);
  }

  /** Ends the block if it is full; called behind each line. */
  lineEnded(): void {
    if (this.used >= BLOCK) this.end();
  }

  /** Ends a block, whatever its length. */
  end(): void {
    const block = this.bytes.subarray(0, this.used);
    if (this.used > 0) this.blocks.push(elsewhere < ELSEWHERE_MOST ? zip(block) : Promise.resolve(zipHere(block)));
    this.begin(0);
    this.used = 0;
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
    this.bytes = Buffer.allocUnsafeSlow(length);
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

/** Bytes that are uncompressed at once. */
const CHUNK = 1 << 18;

const NEWLINE = 0x0a;

/** Gzip with so many bytes is uncompressed at once, if it comes to no more than a chunk: streams would take longer. */
const SMALL = 1 << 14;

/** @returns undefined where it comes to more than is uncompressed at once */
function uncompressedAtOnce(packed: Buffer): Buffer | undefined {
  try {
    return gunzipSync(packed, { chunkSize: 1 << 16, maxOutputLength: CHUNK });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/**
 * The lines of gzip, each with its end, as many as come together; at most about a chunk of bytes, or one long line.
 *
 * @throws Error where the bytes are damaged
 */
export async function* gzipLines(packed: Buffer): AsyncGenerator<Buffer, void, undefined> {
  const small = packed.length <= SMALL ? uncompressedAtOnce(packed) : undefined;
  if (small !== undefined) return yield* wholeLines(small);
  const gunzip = createGunzip({ chunkSize: CHUNK });
  gunzip.end(packed);
  let rest: Buffer[] = [];
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    const last = chunk.lastIndexOf(NEWLINE);
    if (last < 0) {
      rest.push(chunk);
      continue;
    }
    const first = rest.length === 0 ? 0 : chunk.indexOf(NEWLINE) + 1;
    if (first > 0) yield Buffer.concat([...rest, chunk.subarray(0, first)]);
    if (last + 1 > first) yield chunk.subarray(first, last + 1);
    rest = last + 1 < chunk.length ? [chunk.subarray(last + 1)] : [];
  }
}

function* wholeLines(bytes: Buffer): Generator<Buffer, void, undefined> {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  if (end > 0) yield bytes.subarray(0, end);
}
