import { Readable } from 'node:stream';
import type { WrittenFile } from './answer';
import { createCompressor } from './codings';

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
