import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FoundRows } from '../../store/memory/engine';
import type { Part } from './answer';

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
