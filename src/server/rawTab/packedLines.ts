import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';

const zipped = promisify(gzip);

/** Bytes of lines that are compressed at once, and memory for them: the last line mostly fits in. */
const BLOCK = 1 << 19;
const WHOLE = BLOCK + BLOCK / 8;

/** Blocks that other threads compress or are about to; any more are compressed in this one, so that few are ever held. */
const ELSEWHERE_MOST = 8;

let elsewhere = 0;

/** Most blocks come out as one piece of so many bytes: for each further one another thread waits until this one has a moment. */
const PIECE = BLOCK / 2;

/** @returns the gzip, without the rest of the memory that it was made in */
async function zip(block: Buffer): Promise<Buffer> {
  const options = { level: 1, chunkSize: Math.min(PIECE, Math.max(block.length, 1_024)) };
  if (elsewhere >= ELSEWHERE_MOST) return Buffer.from(gzipSync(block, options));
  elsewhere += 1;
  try {
    return Buffer.from(await zipped(block, options));
  } finally {
    elsewhere -= 1;
  }
}

/**
 * Lines that become gzip, block by block: gzip members that follow each other are one gzip file (RFC 1952, section 2.2), so that a
 * head can be put in front at the end.
 */
export class PackedLines {
  #bytes = Buffer.alloc(0);
  /** Bytes that are written of this block. */
  #used = 0;
  readonly #blocks: Promise<Buffer>[] = [];

  /** @param lines one or several, each with its end */
  add(lines: string | Buffer): void {
    const isText = typeof lines === 'string';
    this.#makeRoom(isText ? lines.length * 3 : lines.length);
    this.#used += isText ? this.#bytes.write(lines, this.#used) : lines.copy(this.#bytes, this.#used);
    if (this.#used >= BLOCK) this.#endBlock();
  }

  /** @param head the first line, as JSON */
  async finish(head: object): Promise<Buffer> {
    this.#endBlock();
    return Buffer.concat([await zip(Buffer.from(`${JSON.stringify(head)}\n`)), ...(await Promise.all(this.#blocks))]);
  }

  #makeRoom(length: number) {
    if (this.#used + length <= this.#bytes.length) return;
    const before = this.#bytes;
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(WHOLE, this.#used + length));
    before.copy(this.#bytes, 0, 0, this.#used);
  }

  #endBlock() {
    if (this.#used > 0) this.#blocks.push(zip(this.#bytes.subarray(0, this.#used)));
    this.#bytes = Buffer.alloc(0);
    this.#used = 0;
  }
}

export const NEWLINE = 0x0a;

/** Bytes that are in memory, or come piece by piece from where they are kept. */
export type PackedSource = Buffer | AsyncIterable<Buffer>;

/** Bytes that are uncompressed at once: reading the rows in them takes some milliseconds. */
const CHUNK = 1 << 18;

/** Gzip with so many bytes is uncompressed at once: streams would take longer. It comes to 4 MB at most. */
const SMALL = 1 << 12;

/**
 * The lines of gzip, each with its end, as many as come together; at most about a chunk of bytes, or one long line. No other code
 * uses the memory that they are in.
 *
 * @throws Error where the bytes are damaged
 */
async function* readLines(packed: PackedSource): AsyncGenerator<Buffer, void, undefined> {
  if (Buffer.isBuffer(packed) && packed.length <= SMALL) {
    const all = gunzipSync(packed, { chunkSize: 1 << 16 });
    return yield all.subarray(0, all.lastIndexOf(NEWLINE) + 1);
  }
  const source = Readable.from(packed, { highWaterMark: 1 });
  // A failure arrives at the reader of the last stream.
  const chunks = pipeline(source, createGunzip({ chunkSize: CHUNK }), () => undefined) as AsyncIterable<Buffer>;
  const rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield Buffer.concat([...rest.splice(0), chunk.subarray(0, end)]);
    if (end < chunk.length) rest.push(chunk.subarray(end));
  }
}

const headIn = <Head>(lines: Buffer) => JSON.parse(lines.toString('utf8', 0, lines.indexOf(NEWLINE))) as Head;

const headless = () => new Error('What is packed has no head.');

/** The first line of packed lines. @throws Error where it is damaged */
export async function readHead<Head>(packed: Buffer): Promise<Head> {
  for await (const lines of readLines(packed)) return headIn(lines);
  throw headless();
}

/** Packed lines: the first one, and those behind it as they are asked for. */
export interface OpenedLines<Head> {
  readonly head: Head;
  /** Several at a time, each with its end. No other code uses the memory that they are in. */
  readonly lines: AsyncGenerator<Buffer, void, undefined>;
}

/**
 * Opens packed lines.
 *
 * @throws Error, then or with one of the lines, where they are damaged or cut off
 */
export async function openLines<Head>(packed: PackedSource): Promise<OpenedLines<Head>> {
  const all = readLines(packed);
  const first = await all.next();
  if (first.done === true) throw headless();
  return { head: headIn(first.value), lines: behindHead(first.value, all) };
}

async function* behindHead(first: Buffer, rest: AsyncGenerator<Buffer, void, undefined>) {
  const lines = Buffer.from(first.subarray(first.indexOf(NEWLINE) + 1));
  if (lines.length > 0) yield lines;
  yield* rest;
}
