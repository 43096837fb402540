/** Bytes of one chunk of a blob. */
export const CHUNK_BYTES = 512 * 1024;

async function* pieces(source: Buffer | AsyncIterable<Buffer>) {
  if (Buffer.isBuffer(source)) yield source;
  else yield* source;
}

/** Cuts and joins a source's pieces into chunks of {@link CHUNK_BYTES}; only the last one may be smaller. */
export async function* chunksOf(source: Buffer | AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces(source)) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < CHUNK_BYTES) continue;
    const joined = held.length === 1 ? piece : Buffer.concat(held);
    let start = 0;
    for (; joined.length - start >= CHUNK_BYTES; start += CHUNK_BYTES)
      yield joined.subarray(start, start + CHUNK_BYTES);
    held = start === joined.length ? [] : [joined.subarray(start)];
    bytes = joined.length - start;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
