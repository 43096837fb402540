import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** The beginning of a pipeline: what is read, and what changes it on its way. */
type Streams = readonly [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]];

/**
 * Streams into a new file that only this user may read. Where that fails nothing of it stays: a stream may still be about to open its
 * file when it has failed, and makes it then, so that it is removed once it is closed.
 *
 * @throws what the streams or the disk have failed with; an `AbortError` where the signal is aborted
 */
export async function writeNewFile(path: string, streams: Streams, signal?: AbortSignal): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  let isOurs = false;
  file.once('open', () => (isOurs = true));
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  try {
    await pipeline([...streams, file], { signal });
  } catch (error) {
    await closed;
    if (isOurs) await rm(path, { force: true });
    throw error;
  }
}
