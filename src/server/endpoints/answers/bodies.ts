import { Readable, type Transform } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { FoundRows } from '../../store/memory/engine';
import type { Coding, Part, WrittenFile } from './answer';
import { choicesOf } from './format';

/** Minimum bytes of a body to compress. A shorter one fits into one network packet anyway. */
export const MIN_COMPRESSED_BYTES = 1_400;

/** Joins the parts of a body, with one copy. */
export function joinParts(parts: readonly Part[]): Buffer {
  const whole = Buffer.allocUnsafe(parts.reduce((length, part) => length + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += typeof part === 'string' ? whole.write(part, at) : part.copy(whole, at);
  return whole;
}

/** Maximum number of responses to send together; their bodies stay in memory until then. */
const MAX_ENDED_TOGETHER = 64;
let endings: (() => void)[] = [];

function endAll() {
  const batch = endings;
  endings = [];
  for (const end of batch) end();
}

/**
 * Ends a response at the end of this turn of the event loop, together with all others of the turn. Waking a client on the same
 * machine, as a proxy mostly is, costs the sender time. Sent together, the first response wakes the client and the others find it
 * awake.
 *
 * @param end sends the body of the response
 */
export function endTogether(end: () => void): void {
  if (endings.length === 0) setImmediate(endAll);
  endings.push(end);
  if (endings.length === MAX_ENDED_TOGETHER) endAll();
}

/** Bytes per chunk of a long body. A longer body is sent in chunks, at the pace at which the client reads. */
export const CHUNK_BYTES = 1 << 21;

async function* chunksOf(body: Buffer): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    yield body.subarray(at, at + CHUNK_BYTES);
    await nextTurn();
  }
}

/** Streams a body in memory, a chunk in each turn of the event loop, so that other requests are served between the chunks. */
export const streamBody = (body: Buffer): Readable => Readable.from(chunksOf(body), { objectMode: false });

/** Bytes of a pooled buffer, and the maximum number of free buffers in the pool. */
const POOLED_BYTES = 64 * 1024;
const MAX_FREE_BUFFERS = 64;
const pool: Buffer[] = [];

/** Returns a buffer for a body that is sent once. Allocating a new one for each response would keep the garbage collector busy. */
function pooledBuffer(bytes: number): Buffer {
  if (bytes > POOLED_BYTES) return Buffer.allocUnsafeSlow(bytes);
  const buffer = pool.pop() ?? Buffer.allocUnsafeSlow(POOLED_BYTES);
  return buffer.subarray(0, bytes);
}

/** Returns the buffer of a sent body to the pool. */
export function releaseBuffer({ buffer }: Buffer): void {
  if (buffer.byteLength === POOLED_BYTES && pool.length < MAX_FREE_BUFFERS) pool.push(Buffer.from(buffer));
}

/**
 * Writes a body: rows, with a text before and after them. Its buffer is pooled: call {@link releaseBuffer} after the body is sent,
 * or leave the buffer to the garbage collector.
 *
 * @param before ASCII text
 * @param after at least one character
 */
export function pooledBody(before: string, rows: FoundRows, after: string): Buffer {
  const start = before.length;
  const end = start + rows.bytes;
  // Writing the rows may add one byte at their end, which the text after them overwrites.
  const body = pooledBuffer(end + Buffer.byteLength(after));
  body.write(before, 'latin1');
  rows.write(body, start);
  body.write(after, end);
  return body;
}

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const gzipOptions = { level: 1 };

/** Content of an `Accept-Encoding` header. */
interface AcceptedCodings {
  /** Preferred coding. */
  readonly best: Coding;
  /** Codings that the client accepts. */
  readonly all: readonly Coding[];
}

function parseAcceptEncoding(header: string): AcceptedCodings {
  const choices = choicesOf(header);
  const weightIn = (coding: string) => choices.find(({ name }) => name === coding)?.weight;
  const weightOf = (coding: string) => weightIn(coding) ?? weightIn('*') ?? 0;
  const brotli = weightOf('br');
  const zip = Math.max(weightOf('gzip'), weightOf('x-gzip'));
  const identity = weightIn('identity') ?? 0;
  const all: Coding[] = ['identity'];
  if (zip > 0) all.push('gzip');
  if (brotli > 0) all.push('br');
  if (all.length === 1 || identity > Math.max(brotli, zip)) return { best: 'identity', all };
  return { best: brotli >= zip ? 'br' : 'gzip', all };
}

const parsedHeaders = new LRUCache<string, AcceptedCodings>({ max: 1_000, memoMethod: parseAcceptEncoding });
const ONLY_IDENTITY: AcceptedCodings = { best: 'identity', all: ['identity'] };

const acceptedCodings = (header: string | undefined): AcceptedCodings =>
  header === undefined ? ONLY_IDENTITY : parsedHeaders.memo(header);

/** Returns the coding that an `Accept-Encoding` header prefers: brotli before gzip if both have the same weight. */
export const codingAccepted = (header: string | undefined): Coding => acceptedCodings(header).best;

/** Returns the codings that a client accepts, by its `Accept-Encoding` header. */
export const codingsAccepted = (header: string | undefined): readonly Coding[] => acceptedCodings(header).all;

/** Compresses a body in a thread of libuv's pool. */
export const compress = (body: Buffer, coding: Exclude<Coding, 'identity'>): Promise<Buffer> =>
  coding === 'br' ? brotliAsync(body, brotliOptions) : gzipAsync(body, gzipOptions);

/** Returns a stream that compresses. */
export const createCompressor = (coding: Exclude<Coding, 'identity'>): Transform =>
  coding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions);

/** Maximum bytes of a file to cache after it is sent. */
const MAX_CACHED_FILE_BYTES = 24 * 1024 * 1024;

/** Returns the chunks of a file, compressed if it has a coding. */
function fileChunks({ write, coding }: WrittenFile): AsyncIterable<Buffer> {
  const chunks = Readable.from(write?.() ?? [], { objectMode: false, highWaterMark: 1 << 18 });
  if (coding === 'identity') return chunks;
  const compressor = createCompressor(coding);
  chunks.once('error', (error) => compressor.destroy(error));
  compressor.once('close', () => chunks.destroy());
  return chunks.pipe(compressor);
}

/** Collects a file that is to be cached. */
interface Collecting {
  /** Cache key of the request. */
  readonly key: string;
  /** Receives the complete file, unless it is too long. */
  readonly onComplete: (whole: Buffer) => void;
}

/** Keys of files that are being collected, so that concurrent requests for one file collect it only once. */
const collecting = new Set<string>();

/** Writes a file in chunks, and passes them on. */
async function* collected(file: WrittenFile, { key, onComplete }: Collecting): AsyncGenerator<Buffer, void, undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  collecting.add(key);
  try {
    for await (const chunk of fileChunks(file)) {
      length += chunk.length;
      if (length <= MAX_CACHED_FILE_BYTES) chunks.push(chunk);
      else chunks.length = 0;
      yield chunk;
    }
    if (length <= MAX_CACHED_FILE_BYTES) onComplete(Buffer.concat(chunks));
  } finally {
    collecting.delete(key);
  }
}

/** Writes a file in chunks. @param collect what to do with the complete file, if it is to be cached */
export const fileBody = (file: WrittenFile, collect: Collecting | undefined): AsyncIterable<Buffer> =>
  collect === undefined || collecting.has(collect.key) ? fileChunks(file) : collected(file, collect);
