import { createGunzip } from 'node:zlib';

/** Bytes that are uncompressed at once. */
const CHUNK = 1 << 18;

const NEWLINE = 0x0a;

/** The lines of gzip, each with its end, as many as come together; at most about a chunk of bytes, or one long line. */
export async function* gzipLines(packed: Buffer): AsyncGenerator<Buffer, void, undefined> {
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
