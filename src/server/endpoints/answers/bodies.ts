import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FoundRows } from '../../store/memory/engine';
import type { WrittenFile } from './answer';
import { coder } from './coding';

/** A piece of a body: a text, or bytes that are ready. */
export type Part = string | Buffer;

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

/**
 * Writes a body: rows, and what stands before and behind them.
 *
 * @param before in ASCII
 * @param behind at least one character
 */
export function readyBody(before: string, rows: FoundRows, behind: string): Buffer {
  const start = before.length;
  const end = start + rows.bytes;
  // What is written of the rows may end with a byte too many, which what stands behind them covers.
  const body = Buffer.allocUnsafeSlow(end + Buffer.byteLength(behind));
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
