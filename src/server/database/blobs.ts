import { randomUUID } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import { yieldToOthers } from '../yieldToEventLoop';
import { refusalOfDatabase } from './databaseErrors';
import { isSqlite, timeOf } from './databaseKind';
import type { Db } from './schema';
import { blobHolders } from './triggers';

/** Size of a chunk of a blob in bytes. */
export const CHUNK_BYTES = 512 * 1024;

/** Chunks deleted by one statement: about 8 MiB. */
const CHUNKS_PER_DELETE = 16;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the time of a new blob's first check: after a day, as the commit that references it may come late. */
const afterADay = (db: Db) => sql<number>`${timeOf(db)} + ${DAY_MS}`;

/** Splits and joins a source's buffers into chunks of {@link CHUNK_BYTES}; only the last one may be smaller. */
async function* chunksOf(source: Buffer | AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let pending: Buffer[] = [];
  let bytes = 0;
  for await (const piece of Buffer.isBuffer(source) ? [source] : source) {
    pending.push(piece);
    bytes += piece.length;
    if (bytes < CHUNK_BYTES) continue;
    const joined = pending.length === 1 ? piece : Buffer.concat(pending);
    let start = 0;
    while (joined.length - start >= CHUNK_BYTES) {
      yield joined.subarray(start, start + CHUNK_BYTES);
      start += CHUNK_BYTES;
    }
    pending = start === joined.length ? [] : [joined.subarray(start)];
    bytes = joined.length - start;
  }
  if (bytes > 0) yield Buffer.concat(pending);
}

/** Writes a blob of one chunk. One transaction instead of several, as each rewrites every page it changes. */
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
 * Writes a blob in chunks of half a MiB, each in a small transaction of its own, and yields to other work between them. The blob
 * is invisible until its id is published. Pass `db`, not a transaction: others would wait for it.
 *
 * If the source fails, the chunks written so far are deleted and the error is rethrown.
 *
 * @returns the new id
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

/** Writes a blob and returns its id. */
export type WriteBlob = (source: Buffer | AsyncIterable<Buffer>) => Promise<string>;

/**
 * Runs work that first writes blobs and then publishes their ids in one transaction. If the work throws, the blobs it has written
 * are deleted.
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
    // Blobs that cannot be deleted now are collected later; the first error is the one to report.
    await Promise.allSettled(written.map((id) => deleteUnused(db, id)));
    throw error;
  }
}

/** Reads a chunk of a blob, and the size of the whole blob; undefined if the blob does not exist. */
const findChunk = (db: Db, id: string, n: number) =>
  db
    .selectFrom('blobs')
    .leftJoin('blob_chunks', (join) => join.onRef('blob_id', '=', 'blobs.id').on('n', '=', n))
    .select(['blobs.bytes as blobBytes', 'blob_chunks.bytes as chunk'])
    .where('blobs.id', '=', id)
    .executeTakeFirst();

/**
 * Streams a blob chunk by chunk; no connection is held between two chunks.
 *
 * @throws Error if the blob does not exist or a chunk is missing
 */
export async function* streamBlob(db: Db, id: string): AsyncGenerator<Buffer, void, undefined> {
  let readBytes = 0;
  for (let n = 0; ; n += 1) {
    const found = await findChunk(db, id, n);
    if (found === undefined) throw new Error(`There is no blob ${id}.`);
    const { chunk, blobBytes } = found;
    if (chunk !== null) yield chunk;
    readBytes += chunk?.length ?? 0;
    if (readBytes >= blobBytes) return;
    if (chunk === null) throw new Error(`Chunk ${n} of blob ${id} is missing.`);
  }
}

/** Reads a whole blob into memory. @throws as {@link streamBlob} */
export async function readBlob(db: Db, id: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of streamBlob(db, id)) {
    chunks.push(chunk);
    await yieldToOthers();
  }
  return Buffer.concat(chunks);
}

/** Returns the condition that a row references a blob. */
function isReferenced(id: string) {
  const queries = Object.entries(blobHolders).flatMap(([table, columns]) =>
    columns.map((column) => sql`select 1 as held from ${sql.table(table)} where ${sql.ref(column)} = ${id}`),
  );
  return sql<SqlBool>`exists (${sql.join(queries, sql` union all `)})`;
}

/**
 * Deletes most chunks of a large blob in small steps, as SQLite blocks the event loop while it deletes; the last chunks go with
 * the blob.
 */
async function deleteMostChunks(db: Db, id: string): Promise<void> {
  const unused = db
    .selectFrom('blobs')
    .select('id')
    .where('id', '=', id)
    .where(sql<SqlBool>`not ${isReferenced(id)}`);
  const chunks = db.selectFrom('blob_chunks').where('blob_id', 'in', unused);
  const last = await chunks.select((eb) => eb.fn.max('n').as('n')).executeTakeFirst();
  for (let n = Number(last?.n ?? 0); n >= CHUNKS_PER_DELETE; n -= CHUNKS_PER_DELETE) {
    const from = n - CHUNKS_PER_DELETE;
    await db.deleteFrom('blob_chunks').where('blob_id', '=', id).where('n', '>', from).execute();
    await yieldToOthers();
  }
}

/** SQLSTATE: foreign key violation (PostgreSQL, appendix A). */
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Deletes a blob unless a row references it. A missing blob is fine; one that a power cut brings back is collected later.
 * PostgreSQL checks and deletes in one statement, which waits for uncommitted transactions that reference the blob.
 *
 * @returns false if a row still references it, so that it stays
 */
export async function deleteUnused(db: Db, id: string): Promise<boolean> {
  if (isSqlite(db)) await deleteMostChunks(db, id);
  const blob = db
    .deleteFrom('blobs')
    .where('id', '=', id)
    .where(sql<SqlBool>`not ${isReferenced(id)}`);
  await blob.execute().catch((error: unknown) => {
    if ((error as { readonly code?: unknown }).code !== FOREIGN_KEY_VIOLATION) throw error;
  });
  return (await db.selectFrom('blobs').select('id').where('id', '=', id).executeTakeFirst()) === undefined;
}

/** Maximum number of blobs checked in one run. */
const MAX_BLOBS_PER_RUN = 1000;

/**
 * Deletes unreferenced blobs. When a row drops its reference, a trigger schedules a check a minute later (`triggers.ts`), as a
 * response may still be reading the blob. A new blob is checked after a day.
 *
 * @param report called with the error of each blob that cannot be deleted because its bytes are damaged; the others are deleted
 * @param signal stops the run after the current blob
 * @returns the ids of the deleted blobs
 * @throws the database's error while it is unreachable or its disk fails
 */
export async function collectBlobs(db: Db, report: (error: unknown) => void, signal?: AbortSignal): Promise<string[]> {
  const due = db.selectFrom('blobs').select(['id', 'collect_at']).where('collect_at', '<=', timeOf(db));
  const removed: string[] = [];
  for (const { id, collect_at } of await due.orderBy('collect_at').limit(MAX_BLOBS_PER_RUN).execute()) {
    if (signal?.aborted === true) break;
    try {
      if (await deleteUnused(db, id)) {
        removed.push(id);
      } else {
        // If a reference was dropped meanwhile, `collect_at` is a new one and stays.
        const referenced = db.updateTable('blobs').set({ collect_at: null }).where('id', '=', id);
        await referenced.where('collect_at', '=', collect_at).execute();
      }
    } catch (error) {
      if (refusalOfDatabase(error) !== undefined) throw error;
      report(error);
    }
    await yieldToOthers();
  }
  return removed;
}
