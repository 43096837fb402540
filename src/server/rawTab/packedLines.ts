import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip, gzipSync } from 'node:zlib';

const gzipAsync = promisify(gzip);

/** Bytes of lines compressed as one block, and size of its buffer, in which the last line mostly fits. */
const BLOCK_BYTES = 1 << 19;
const BLOCK_BUFFER_BYTES = BLOCK_BYTES + BLOCK_BYTES / 8;

/**
 * Maximum blocks compressed by libuv's threads at the same time. Further blocks are compressed synchronously, so that few are
 * held in memory.
 */
const MAX_ASYNC_GZIPS = 8;

let asyncGzips = 0;

/** Output chunk size, enough for most blocks: for each further chunk zlib's thread has to wait for the event loop. */
const OUTPUT_CHUNK_BYTES = BLOCK_BYTES / 2;

/** Compresses a block. @returns a copy of exact size, so that zlib's larger output buffer is freed */
async function compress(block: Buffer): Promise<Buffer> {
  const options = { level: 1, chunkSize: Math.min(OUTPUT_CHUNK_BYTES, Math.max(block.length, 1_024)) };
  if (asyncGzips >= MAX_ASYNC_GZIPS) return Buffer.from(gzipSync(block, options));
  asyncGzips += 1;
  try {
    return Buffer.from(await gzipAsync(block, options));
  } finally {
    asyncGzips -= 1;
  }
}

/**
 * Compresses lines block by block. Concatenated gzip members are one gzip file (RFC 1952, section 2.2), so the head can be
 * prepended at the end.
 */
export class PackedLines {
  #bytes = Buffer.alloc(0);
  /** Number of bytes written to the current block. */
  #used = 0;
  readonly #blocks: Promise<Buffer>[] = [];

  /** Appends lines. @param lines one or several, each with its newline. @returns their bytes */
  add(lines: string | Buffer): number {
    const isText = typeof lines === 'string';
    this.#makeRoom(isText ? lines.length * 3 : lines.length);
    const added = isText ? this.#bytes.write(lines, this.#used) : lines.copy(this.#bytes, this.#used);
    this.#used += added;
    if (this.#used >= BLOCK_BYTES) this.#endBlock();
    return added;
  }

  /** Ends the file. @param head value of the first line, written as JSON */
  async finish(head: object): Promise<Buffer> {
    this.#endBlock();
    return Buffer.concat([
      await compress(Buffer.from(`${JSON.stringify(head)}\n`)),
      ...(await Promise.all(this.#blocks)),
    ]);
  }

  #makeRoom(length: number) {
    if (this.#used + length <= this.#bytes.length) return;
    const before = this.#bytes;
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(BLOCK_BUFFER_BYTES, this.#used + length));
    before.copy(this.#bytes, 0, 0, this.#used);
  }

  #endBlock() {
    if (this.#used > 0) this.#blocks.push(compress(this.#bytes.subarray(0, this.#used)));
    this.#bytes = Buffer.alloc(0);
    this.#used = 0;
  }
}

export const NEWLINE = 0x0a;

/** Compressed bytes: in memory, or streamed from storage. */
export type PackedSource = Buffer | AsyncIterable<Buffer>;

/** Chunk size of decompression: parsing the rows of a chunk takes a few milliseconds. */
const CHUNK_BYTES = 1 << 18;

/**
 * Yields batches of whole lines, each with its newline; a batch has at most about a chunk of bytes, or one long line. Its memory
 * is used by no other code.
 *
 * @throws Error if the bytes are damaged
 */
async function* readLines(packed: PackedSource): AsyncGenerator<Buffer, void, undefined> {
  const source = Readable.from(packed, { highWaterMark: 1 });
  // Errors reach the reader of the last stream.
  const chunks = pipeline(source, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined) as AsyncIterable<Buffer>;
  const rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield Buffer.concat([...rest.splice(0), chunk.subarray(0, end)]);
    if (end < chunk.length) rest.push(chunk.subarray(end));
  }
}

const headIn = <Head>(lines: Buffer) => JSON.parse(lines.toString('utf8', 0, lines.indexOf(NEWLINE))) as Head;

const missingHead = () => new Error('Packed lines have no header.');

/** Returns the head (first line) of packed lines. @throws Error if it is damaged */
export async function readHead<Head>(packed: Buffer): Promise<Head> {
  for await (const lines of readLines(packed)) return headIn(lines);
  throw missingHead();
}

/** Packed lines opened for reading: the head, and the lines after it, read lazily. */
interface OpenedLines<Head> {
  readonly head: Head;
  /** Batches of lines, each with its newline. Their memory is used by no other code. */
  readonly lines: AsyncGenerator<Buffer, void, undefined>;
}

/**
 * Opens packed lines.
 *
 * @throws Error, now or while reading lines, if they are damaged or truncated
 */
export async function openLines<Head>(packed: PackedSource): Promise<OpenedLines<Head>> {
  const all = readLines(packed);
  const first = await all.next();
  if (first.done === true) throw missingHead();
  return { head: headIn(first.value), lines: linesAfterHead(first.value, all) };
}

async function* linesAfterHead(first: Buffer, rest: AsyncGenerator<Buffer, void, undefined>) {
  const lines = Buffer.from(first.subarray(first.indexOf(NEWLINE) + 1));
  if (lines.length > 0) yield lines;
  yield* rest;
}
