import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FoundRows } from '../../store/memory/engine';
import type { Coding, Part, WrittenFile } from './answer';
import { choicesOf } from './format';

/** Bodies shorter than this, in bytes, fit into one packet anyway. */
export const SHORTEST_CODED = 1_400;

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const gzipOptions = { level: 1 };

/** What an `Accept-Encoding` says. */
interface Accepted {
  /** The coding that it asks for. */
  readonly best: Coding;
  /** Those that its client can read. */
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

/** The coding that an `Accept-Encoding` asks for: brotli before gzip where both are as welcome. */
export const codingAccepted = (header: string | undefined): Coding => accepted(header).best;

/** The codings that a client can read, by its `Accept-Encoding`. */
export const codingsAccepted = (header: string | undefined): readonly Coding[] => accepted(header).all;

/** A body in a coding; made beside the event loop. */
export const coded = (body: Buffer, coding: Exclude<Coding, 'identity'>): Promise<Buffer> =>
  coding === 'br' ? brotlied(body, brotliOptions) : gzipped(body, gzipOptions);

/** Codes a stream as it comes. */
export const coder = (coding: Exclude<Coding, 'identity'>) =>
  coding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions);

/** Bytes of all pieces together. */
export function lengthOf(parts: readonly Part[]): number {
  let length = 0;
  for (const part of parts) length += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  return length;
}

/** Puts the pieces of a body together, in one copy. */
export function joined(parts: readonly Part[]): Buffer {
  const whole = Buffer.allocUnsafe(lengthOf(parts));
  let at = 0;
  for (const part of parts) at += typeof part === 'string' ? whole.write(part, at) : part.copy(whole, at);
  return whole;
}

/** An answer whose head is written. */
interface Ending {
  readonly raw: ServerResponse;
  readonly body: Buffer | undefined;
  readonly sent: (() => void) | undefined;
}

/** Most answers that wait for each other: their bodies are in memory meanwhile. */
const TOGETHER_MOST = 64;
let endings: Ending[] = [];

function endAll() {
  const ended = endings;
  endings = [];
  for (const { raw, body, sent } of ended) raw.end(body, sent);
}

/**
 * Ends an answer, together with all others of this turn of the event loop: a client that is on the same machine, as a proxy mostly is,
 * is woken up by each answer for which it waits, at the cost of who sends it; now it is awake from the first to the last of them.
 *
 * @param sent is called once the system has all of it
 */
export function endTogether(raw: ServerResponse, body: Buffer | undefined, sent: (() => void) | undefined): void {
  if (endings.length === 0) setImmediate(endAll);
  endings.push({ raw, body, sent });
  if (endings.length === TOGETHER_MOST) endAll();
}

/** Bytes from which on a body is not handed to the system all at once: it takes as many as the client reads meanwhile. */
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

/** A body that is at hand, some of it in each turn of the event loop: however many are sent, others are answered between. */
export const inSlices = (...parts: readonly Part[]): Readable => Readable.from(slicesOf(parts), { objectMode: false });

/** Buffers of so many bytes are used again for other bodies; so many free ones are kept at most. */
const POOLED_BYTES = 64 * 1024;
const FREE_MOST = 64;
const pool: Buffer[] = [];

/** A buffer for a body that is sent once. Were it new for each answer, the garbage collector would run all the time. */
const pooledBuffer = (bytes: number): Buffer =>
  bytes > POOLED_BYTES
    ? Buffer.allocUnsafeSlow(bytes)
    : (pool.pop() ?? Buffer.allocUnsafeSlow(POOLED_BYTES)).subarray(0, bytes);

/** Puts the buffer of a body that has been sent back into the pool. */
export function releaseBuffer({ buffer }: Buffer): void {
  if (buffer.byteLength === POOLED_BYTES && pool.length < FREE_MOST) pool.push(Buffer.from(buffer));
}

/**
 * Writes a body: rows, and what stands before and behind them. Its buffer is pooled: {@link releaseBuffer} it once the body is sent, or
 * leave it to the garbage collector.
 *
 * @param before in ASCII
 * @param behind at least one character
 */
export function readyBody(before: string, rows: FoundRows, behind: string): Buffer {
  const start = before.length;
  const end = start + rows.bytes;
  // What is written of the rows may end with a byte too many, which what stands behind them covers.
  const body = pooledBuffer(end + Buffer.byteLength(behind));
  body.write(before, 'latin1');
  rows.write(body, start);
  body.write(behind, end);
  return body;
}

/** Longest file, in bytes, that is kept once it has been written out. */
const LONGEST_KEPT = 24 * 1024 * 1024;

/** The pieces of a file, compressed on their way where that is asked for. */
function piecesOf({ write, coding }: WrittenFile): AsyncIterable<Buffer> {
  const pieces = Readable.from(write?.() ?? [], { objectMode: false, highWaterMark: 1 << 18 });
  if (coding === 'identity') return pieces;
  const compressing = coder(coding);
  pieces.once('error', (error) => compressing.destroy(error));
  compressing.once('close', () => pieces.destroy());
  return pieces.pipe(compressing);
}

/** Collects what passes, as long as it is not too long. */
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

/** Keys of files that are being collected: many who ask at the same time do not each hold a copy. */
const collecting = new Set<string>();

/**
 * Writes a file out piece by piece. One that is not too long is collected on its way.
 *
 * @param key what was asked
 * @param finished is given the whole of it, where it is to be kept
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
