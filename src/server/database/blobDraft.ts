import type { Kysely } from 'kysely';
import { deleteBlob, writeBlob } from './blobs';
import type { Database } from './schema';

/** Writes one blob and answers its id. */
export type WriteBlob = (source: Buffer | AsyncIterable<Buffer>) => Promise<string>;

/**
 * Runs work that writes blobs first and then publishes their ids in one transaction. When the work throws, whatever it
 * has written is removed again, so that a failure leaves nothing behind.
 */
export async function withBlobs<T>(db: Kysely<Database>, work: (write: WriteBlob) => Promise<T>): Promise<T> {
  const written: string[] = [];
  const write: WriteBlob = async (source) => {
    const { id } = await writeBlob(db, source);
    written.push(id);
    return id;
  };
  try {
    return await work(write);
  } catch (error) {
    // The purge of blobs that nothing refers to takes what cannot be removed now; the first failure is the one to tell.
    await Promise.allSettled(written.map((id) => deleteBlob(db, id)));
    throw error;
  }
}
