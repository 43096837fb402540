import { Readable } from 'node:stream';
import type { WrittenFile } from './answer';
import { coder } from './coding';

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
 * @param finished is given the whole of it
 */
export async function* fileBody(
  file: WrittenFile,
  key: string,
  finished: (whole: Buffer) => void,
): AsyncGenerator<Buffer, void, undefined> {
  const collector = collecting.has(key) ? undefined : new Collector();
  if (collector !== undefined) collecting.add(key);
  try {
    for await (const piece of piecesOf(file)) {
      collector?.add(piece);
      yield piece;
    }
    const whole = collector?.whole;
    if (whole !== undefined) finished(whole);
  } finally {
    if (collector !== undefined) collecting.delete(key);
  }
}
