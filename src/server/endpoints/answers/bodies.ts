import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FoundRows } from '../../store/memory/engine';
import type { Coding, Part, WrittenFile } from './answer';
import { choicesOf } from './format';

/** Minimum bytes of a body to compress. A shorter one fits into one network packet anyway. */
export const SHORTEST_CODED = 1_400;

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const gzipOptions = { level: 1 };

/** Content of an `Accept-Encoding` header. */
interface Accepted {
  /** Preferred coding. */
  readonly best: Coding;
  /** Codings that the client accepts. */
  readonly all: readonly Coding[];
}

function acceptedBy(header: string): Accepted {
  const choices = choicesOf(header);
  const weightOf = (coding: string) =>
    (choices.find(({ name }) => name === coding) ?? choices.find(({ name }) => name === '*'))?.weight ?? 0;
  const brotli = weightOf('br');
  const zip = Math.max(weightOf('gzip'), weightOf('x-gzip'));
  const plain = choices.find(({ name }) => name === 'identity')?.weight ?? 0;
  const all: Coding[] = ['identity', ...(zip > 0 ? ['gzip' as const] : []), ...(brotli > 0 ? ['br' as const] : [])];
  if (all.length === 1 || plain > Math.max(brotli, zip)) return { best: 'identity', all };
  return { best: brotli >= zip ? 'br' : 'gzip', all };
}

const KNOWN_MOST = 1_000;
const known = new Map<string, Accepted>();
const PLAIN: Accepted = { best: 'identity', all: ['identity'] };

function accepted(header: string | undefined): Accepted {
  if (header === undefined) return PLAIN;
  const before = known.get(header);
  if (before !== undefined) return before;
  if (known.size >= KNOWN_MOST) known.clear();
  const found = acceptedBy(header);
  known.set(header, found);
  return found;
}

/** Returns the coding that an `Accept-Encoding` header prefers: brotli before gzip if both have the same weight. */
export const codingAccepted = (header: string | undefined): Coding => accepted(header).best;

/** Returns the codings that a client accepts, by its `Accept-Encoding` header. */
export const codingsAccepted = (header: string | undefined): readonly Coding[] => accepted(header).all;

/** Compresses a body in a thread of libuv's pool. */
export const coded = (body: Buffer, coding: Exclude<Coding, 'identity'>): Promise<Buffer> =>
  coding === 'br' ? brotlied(body, brotliOptions) : gzipped(body, gzipOptions);

/** Creates a stream that compresses. */
export const coder = (coding: Exclude<Coding, 'identity'>) =>
  coding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions);

/** Returns the number of bytes of all parts. */
export function lengthOf(parts: readonly Part[]): number {
  let length = 0;
  for (const part of parts) length += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  return length;
}

/** Joins the parts of a body, with one copy. */
export function joined(parts: readonly Part[]): Buffer {
  const whole = Buffer.allocUnsafe(lengthOf(parts));
  let at = 0;
  for (const part of parts) at += typeof part === 'string' ? whole.write(part, at) : part.copy(whole, at);
  return whole;
}

/** Response whose head is written and whose body is to be sent. */
interface Ending {
  readonly raw: ServerResponse;
  readonly body: Buffer | undefined;
  readonly sent: (() => void) | undefined;
}

/** Maximum number of responses to send together; their bodies stay in memory until then. */
const TOGETHER_MOST = 64;
let endings: Ending[] = [];

function endAll() {
  const ended = endings;
  endings = [];
  for (const { raw, body, sent } of ended) raw.end(body, sent);
}

/**
 * Ends a response at the end of this turn of the event loop, together with all others of the turn. Waking a client on the same
 * machine, as a proxy mostly is, costs the sender time. Sent together, the first response wakes the client and the others find it
 * awake.
 *
 * @param onSent called when the operating system has taken all of the body
 */
export function endTogether(raw: ServerResponse, body: Buffer | undefined, sent: (() => void) | undefined): void {
  if (endings.length === 0) setImmediate(endAll);
  endings.push({ raw, body, sent });
  if (endings.length === TOGETHER_MOST) endAll();
}

/** Bytes per chunk of a long body. A longer body is sent in chunks, at the pace at which the client reads. */
export const LONG_BODY = 1 << 21;

async function* slicesOf(parts: Iterable<Part>): AsyncGenerator<Buffer, void, undefined> {
  let sent = 0;
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    for (let at = 0; at < bytes.length; at += LONG_BODY) {
      const slice = bytes.subarray(at, at + LONG_BODY);
      sent += slice.length;
      yield slice;
      if (sent < LONG_BODY) continue;
      sent = 0;
      await nextTurn();
    }
  }
}

/** Streams a body in memory, a chunk in each turn of the event loop, so that other requests are served between the chunks. */
export const inSlices = (...parts: readonly Part[]): Readable => Readable.from(slicesOf(parts), { objectMode: false });

/** Bytes of a pooled buffer, and the maximum number of free buffers in the pool. */
const POOLED_BYTES = 64 * 1024;
const FREE_MOST = 64;
const pool: Buffer[] = [];

/** Returns a buffer for a body that is sent once. Allocating a new one for each response would keep the garbage collector busy. */
const pooledBuffer = (bytes: number): Buffer =>
  bytes > POOLED_BYTES
    ? Buffer.allocUnsafeSlow(bytes)
    : (pool.pop() ?? Buffer.allocUnsafeSlow(POOLED_BYTES)).subarray(0, bytes);

/** Returns the buffer of a sent body to the pool. */
export function releaseBuffer({ buffer }: Buffer): void {
  if (buffer.byteLength === POOLED_BYTES && pool.length < FREE_MOST) pool.push(Buffer.from(buffer));
}

/**
 * Writes a body: rows, with a text before and after them. Its buffer is pooled: call {@link releaseBuffer} after the body is sent,
 * or leave the buffer to the garbage collector.
 *
 * @param before ASCII text
 * @param after at least one character
 */
export function readyBody(before: string, rows: FoundRows, behind: string): Buffer {
  const start = before.length;
  const end = start + rows.bytes;
  // Writing the rows may add one byte at their end, which the text after them overwrites.
  const body = pooledBuffer(end + Buffer.byteLength(behind));
  body.write(before, 'latin1');
  rows.write(body, start);
  body.write(behind, end);
  return body;
}

/** Maximum bytes of a file to cache after it is sent. */
const LONGEST_KEPT = 24 * 1024 * 1024;

/** Returns the chunks of a file, compressed if it has a coding. */
function piecesOf({ write, coding }: WrittenFile): AsyncIterable<Buffer> {
  const pieces = Readable.from(write?.() ?? [], { objectMode: false, highWaterMark: 1 << 18 });
  if (coding === 'identity') return pieces;
  const compressing = coder(coding);
  pieces.once('error', (error) => compressing.destroy(error));
  compressing.once('close', () => pieces.destroy());
  return pieces.pipe(compressing);
}

/** Collects chunks up to a maximum length. */
class Collector {
  #pieces: Buffer[] | undefined = [];
  #length = 0;

  add(piece: Buffer) {
    this.#length += piece.length;
    if (this.#length > LONGEST_KEPT) this.#pieces = undefined;
    else this.#pieces?.push(piece);
  }

  get whole() {
    return this.#pieces && Buffer.concat(this.#pieces);
  }
}

/** Keys of files that are being collected, so that concurrent requests for one file collect it only once. */
const collecting = new Set<string>();

/**
 * Writes a file in chunks, and collects it if it is not too long.
 *
 * @param key cache key of the request
 * @param onComplete receives the complete file, if it is to be cached
 */
export async function* fileBody(
  file: WrittenFile,
  key: string,
  finished?: (whole: Buffer) => void,
): AsyncGenerator<Buffer, void, undefined> {
  const collector = finished === undefined || collecting.has(key) ? undefined : new Collector();
  if (collector !== undefined) collecting.add(key);
  try {
    for await (const piece of piecesOf(file)) {
      collector?.add(piece);
      yield piece;
    }
    const whole = collector?.whole;
    if (whole !== undefined) finished?.(whole);
  } finally {
    if (collector !== undefined) collecting.delete(key);
  }
}
