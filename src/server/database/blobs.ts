import { randomUUID } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import { isSqlite, timeOf } from './databaseKind';
import type { Db } from './schema';
import { blobHolders } from './triggers';
import { yieldToOthers } from '../yieldToEventLoop';
import { refusalOfDatabase } from './trouble';

/** Bytes of one chunk of a blob. */
export const CHUNK_BYTES = 512 * 1024;

/** Chunks removed by one statement: about 8 MiB. */
const REMOVED_AT_ONCE = 16;

const DAY = 24 * 60 * 60 * 1000;

/** When a new blob is checked for the first time: after a day, as the commit that refers to it may come late. */
const afterADay = (db: Db) => sql<number>`${timeOf(db)} + ${DAY}`;

/** Cuts and joins a source's pieces into chunks of {@link CHUNK_BYTES}; only the last one may be smaller. */
async function* chunksOf(source: Buffer | AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const piece of Buffer.isBuffer(source) ? [source] : source) {
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

/** A blob of one chunk, in one transaction: each writes the pages that it changes anew. */
async function writeSmall(db: Db, bytes: Buffer): Promise<string> {
  const id = randomUUID();
  const collect_at = afterADay(db);
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('blobs').values({ id, bytes: bytes.length, collect_at }).execute();
    await trx.insertInto('blob_chunks').values({ blob_id: id, n: 0, bytes }).execute();
  });
  return id;
}

/**
 * Writes bytes under a new id, in chunks of half a MiB, each a small transaction of its own; others have their turn
 * between them. The blob cannot be seen until its id is published. Give `db`, not a transaction that others would wait for.
 *
 * When the source fails, what was written is removed and the failure is passed on.
 *
 * @returns the id
 */
export async function writeBlob(db: Db, source: Buffer | AsyncIterable<Buffer>): Promise<string> {
  if (Buffer.isBuffer(source) && source.length > 0 && source.length <= CHUNK_BYTES) return writeSmall(db, source);
  const id = randomUUID();
  await db
    .insertInto('blobs')
    .values({ id, bytes: 0, collect_at: afterADay(db) })
    .execute();
  try {
    let written = 0;
    let n = 0;
    for await (const bytes of chunksOf(source)) {
      const chunk = { blob_id: id, n, bytes };
      await db.insertInto('blob_chunks').values(chunk).execute();
      written += bytes.length;
      n += 1;
      await yieldToOthers();
    }
    await db.updateTable('blobs').set({ bytes: written }).where('id', '=', id).execute();
    return id;
  } catch (error) {
    await deleteUnused(db, id);
    throw error;
  }
}

/** Writes one blob and answers its id. */
export type WriteBlob = (source: Buffer | AsyncIterable<Buffer>) => Promise<string>;

/**
 * Runs work that writes blobs first and then publishes their ids in one transaction. When the work throws, whatever it
 * has written is removed again, so that a failure leaves nothing behind.
 */
export async function withBlobs<T>(db: Db, work: (write: WriteBlob) => Promise<T>): Promise<T> {
  const written: string[] = [];
  const write: WriteBlob = async (source) => {
    const id = await writeBlob(db, source);
    written.push(id);
    return id;
  };
  try {
    return await work(write);
  } catch (error) {
    // What cannot be removed now is collected later; the first failure is the one to tell.
    await Promise.allSettled(written.map((id) => deleteUnused(db, id)));
    throw error;
  }
}

/** A chunk of a blob, and of how many bytes that is; undefined where there is no such blob. */
const findChunk = (db: Db, id: string, n: number) =>
  db
    .selectFrom('blobs')
    .leftJoin('blob_chunks', (join) => join.onRef('blob_id', '=', 'blobs.id').on('n', '=', n))
    .select(['blobs.bytes as whole', 'blob_chunks.bytes'])
    .where('blobs.id', '=', id)
    .executeTakeFirst();

/**
 * The blob's bytes chunk by chunk; no connection is held between two of them.
 *
 * @throws Error when there is no such blob or a part of it is missing
 */
export async function* streamBlob(db: Db, id: string): AsyncGenerator<Buffer, void, undefined> {
  let read = 0;
  for (let n = 0; ; n += 1) {
    const chunk = await findChunk(db, id, n);
    if (chunk === undefined) throw new Error(`There is no blob ${id}.`);
    const { bytes, whole } = chunk;
    if (bytes !== null) yield bytes;
    read += bytes?.length ?? 0;
    if (read >= whole) return;
    if (bytes === null) throw new Error(`Chunk ${n} of blob ${id} is missing.`);
  }
}

/** The whole blob in memory; see {@link streamBlob} for what it throws. */
export async function readBlob(db: Db, id: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of streamBlob(db, id)) {
    chunks.push(chunk);
    await yieldToOthers();
  }
  return Buffer.concat(chunks);
}

/** A condition: whether a row refers to a blob. */
const isHeld = (id: string) => {
  const queries = Object.entries(blobHolders).flatMap(([table, columns]) =>
    columns.map((column) => sql`select 1 as held from ${sql.table(table)} where ${sql.ref(column)} = ${id}`),
  );
  return sql<SqlBool>`exists (${sql.join(queries, sql` union all `)})`;
};

/** Removes most of a large blob in small steps, as the event loop stands still while SQLite removes; the rest goes with the blob. */
async function removeMost(db: Db, id: string): Promise<void> {
  const unused = db
    .selectFrom('blobs')
    .select('id')
    .where('id', '=', id)
    .where(sql<SqlBool>`not ${isHeld(id)}`);
  const chunks = db.selectFrom('blob_chunks').where('blob_id', 'in', unused);
  const last = await chunks.select((eb) => eb.fn.max('n').as('n')).executeTakeFirst();
  for (let n = Number(last?.n ?? 0); n >= REMOVED_AT_ONCE; n -= REMOVED_AT_ONCE) {
    const from = n - REMOVED_AT_ONCE;
    await db.deleteFrom('blob_chunks').where('blob_id', '=', id).where('n', '>', from).execute();
    await yieldToOthers();
  }
}

/** SQLSTATE: a row refers to it (PostgreSQL, appendix A). */
const REFERRED = '23503';

/**
 * Removes a blob; one that is not there is fine, and one that a power cut brings back is collected. PostgreSQL looks and removes
 * in one statement, which waits for a transaction that has referred to the blob and is not committed yet.
 *
 * @returns false where a row still refers to it, and it stays
 */
export async function deleteUnused(db: Db, id: string): Promise<boolean> {
  if (isSqlite(db)) await removeMost(db, id);
  const blob = db
    .deleteFrom('blobs')
    .where('id', '=', id)
    .where(sql<SqlBool>`not ${isHeld(id)}`);
  await blob.execute().catch((error: unknown) => {
    if ((error as { readonly code?: unknown }).code !== REFERRED) throw error;
  });
  return (await db.selectFrom('blobs').select('id').where('id', '=', id).executeTakeFirst()) === undefined;
}

/** Blobs that are looked at one after the other; what is left is looked at the next time. */
const LOOKED_AT_ONCE = 1000;

/**
 * Removes blobs that nothing refers to. It finds them by itself: when a row lets go of one, a trigger notes that it is to be looked
 * at a minute later (`triggers.ts`), as an answer may still be reading it; and a new one is looked at after a day.
 *
 * @param report hears of each blob that cannot be removed, as its bytes are damaged: the others are
 * @param signal ends it after the blob under way; the others are removed the next time
 * @returns the ids of those that are gone
 * @throws whatever the database throws while it cannot be used
 */
export async function collectBlobs(db: Db, report: (error: unknown) => void, signal?: AbortSignal): Promise<string[]> {
  const due = db.selectFrom('blobs').select(['id', 'collect_at']).where('collect_at', '<=', timeOf(db));
  const removed: string[] = [];
  for (const { id, collect_at } of await due.orderBy('collect_at').limit(LOOKED_AT_ONCE).execute()) {
    if (signal?.aborted === true) break;
    try {
      if (await deleteUnused(db, id)) removed.push(id);
      // Where it was let go of meanwhile, it is noted anew.
      else {
        const held = db.updateTable('blobs').set({ collect_at: null }).where('id', '=', id);
        await held.where('collect_at', '=', collect_at).execute();
      }
    } catch (error) {
      if (refusalOfDatabase(error) !== undefined) throw error;
      report(error);
    }
    await yieldToOthers();
  }
  return removed;
}
