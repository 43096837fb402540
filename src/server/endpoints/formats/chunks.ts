import { createBreathing } from '../engine/breathing';

/** Records that are written out at once. */
const AT_ONCE = 512;

/** Writes records out in pieces, between which others get their turn; what is not asked for is not made. */
export async function* inPieces(
  count: number,
  piece: (from: number, to: number) => Buffer,
): AsyncGenerator<Buffer, void, undefined> {
  const breathe = createBreathing();
  for (let from = 0; from < count; from += AT_ONCE) {
    yield piece(from, Math.min(from + AT_ONCE, count));
    const pause = breathe();
    if (pause) await pause;
  }
}
