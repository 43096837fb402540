import { createGunzip, gunzipSync } from 'node:zlib';
import { refuseNewerForm } from './newerForms';

/** Bytes that are uncompressed at once. */
const CHUNK = 1 << 18;

const NEWLINE = 0x0a;

/** Gzip with so many bytes is uncompressed at once, if it comes to no more than a chunk: streams would take longer. */
const SMALL = 1 << 14;

/** @returns undefined where it comes to more than is uncompressed at once */
function uncompressedAtOnce(packed: Buffer): Buffer | undefined {
  try {
    return gunzipSync(packed, { chunkSize: 1 << 16, maxOutputLength: CHUNK });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/**
 * The lines of gzip, each with its end, as many as come together; at most about a chunk of bytes, or one long line.
 *
 * @throws Refusal `internal` where a newer version has written something else; Error where the bytes are damaged
 */
export async function* gzipLines(packed: Buffer): AsyncGenerator<Buffer, void, undefined> {
  refuseNewerForm(packed);
  const small = packed.length <= SMALL ? uncompressedAtOnce(packed) : undefined;
  if (small !== undefined) return yield* wholeLines(small);
  const gunzip = createGunzip({ chunkSize: CHUNK });
  gunzip.end(packed);
  let rest: Buffer[] = [];
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    const last = chunk.lastIndexOf(NEWLINE);
    if (last < 0) {
      rest.push(chunk);
      continue;
    }
    const first = rest.length === 0 ? 0 : chunk.indexOf(NEWLINE) + 1;
    if (first > 0) yield Buffer.concat([...rest, chunk.subarray(0, first)]);
    if (last + 1 > first) yield chunk.subarray(first, last + 1);
    rest = last + 1 < chunk.length ? [chunk.subarray(last + 1)] : [];
  }
}

function* wholeLines(bytes: Buffer): Generator<Buffer, void, undefined> {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  if (end > 0) yield bytes.subarray(0, end);
}
