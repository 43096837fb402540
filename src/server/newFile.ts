import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Source and transforms of a pipeline. */
type Streams = readonly [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]];

/**
 * Streams into a new file readable by this user only, and removes the file on failure. A stream that fails before its file is
 * open still creates the file, so removal waits until it is closed.
 *
 * @throws the error of a stream or the disk; an `AbortError` if the signal aborts
 */
export async function writeNewFile(path: string, streams: Streams, signal?: AbortSignal): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  let isCreated = false;
  file.once('open', () => {
    isCreated = true;
  });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  try {
    await pipeline([...streams, file], { signal });
  } catch (error) {
    await closed;
    if (isCreated) await rm(path, { force: true });
    throw error;
  }
}
