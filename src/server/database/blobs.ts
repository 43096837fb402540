import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { CHUNK_BYTES, chunksOf } from './chunks';
import type { Database } from './schema';

/** Chunks removed by one statement: about 8 MiB. */
const REMOVED_AT_ONCE = 16;

/** A blob of one chunk, in one transaction: each writes the pages that it changes anew. */
async function writeSmall(db: Kysely<Database>, bytes: Buffer): Promise<string> {
  const id = randomUUID();
  const created_at = new Date().toISOString();
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('blobs').values({ id, bytes: bytes.length, created_at }).execute();
    await trx.insertInto('blob_chunks').values({ blob_id: id, n: 0, bytes }).execute();
  });
  return id;
}

/**
 * Writes bytes under a new id, in chunks of half a MiB, each a small transaction of its own with a turn of the event loop
 * between them. Nobody sees the blob until its id is published. Give `db`, not a transaction that others would wait for.
 *
 * When the source fails, what was written is removed and the failure is passed on.
 */
export async function writeBlob(
  db: Kysely<Database>,
  source: Buffer | AsyncIterable<Buffer>,
): Promise<{ id: string; bytes: number }> {
  if (Buffer.isBuffer(source) && source.length > 0 && source.length <= CHUNK_BYTES) {
    return { id: await writeSmall(db, source), bytes: source.length };
  }
  const id = randomUUID();
  const created_at = new Date().toISOString();
  await db.insertInto('blobs').values({ id, bytes: 0, created_at }).execute();
  try {
    let written = 0;
    let n = 0;
    for await (const bytes of chunksOf(source)) {
      const chunk = { blob_id: id, n, bytes };
      await db.insertInto('blob_chunks').values(chunk).execute();
      written += bytes.length;
      n += 1;
      await nextTurn();
    }
    await db.updateTable('blobs').set({ bytes: written }).where('id', '=', id).execute();
    return { id, bytes: written };
  } catch (error) {
    await deleteBlob(db, id);
    throw error;
  }
}

/** A chunk of a blob, and of how many bytes that is; undefined where there is no such blob. */
const findChunk = (db: Kysely<Database>, id: string, n: number) =>
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
export async function* streamBlob(db: Kysely<Database>, id: string): AsyncGenerator<Buffer, void, undefined> {
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
export async function readBlob(db: Kysely<Database>, id: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of streamBlob(db, id)) {
    chunks.push(chunk);
    await nextTurn();
  }
  return Buffer.concat(chunks);
}

const formerBlobs = (db: Kysely<Database>, id: string, column: 'snapshot_blob' | 'raw_blob' | 'delta_blob') =>
  db.selectFrom('former_snapshots').select(`${column} as blob`).where(column, '=', id).$narrowType<{ blob: string }>();

/** Whether a row of any table still refers to the blob. */
async function isReferred(db: Kysely<Database>, id: string) {
  const found = await db
    .selectFrom('drive_spreadsheets')
    .select('file_blob as blob')
    .where('file_blob', '=', id)
    .unionAll(db.selectFrom('drive_tabs').select('raw_blob as blob').where('raw_blob', '=', id))
    .unionAll(db.selectFrom('drive_versions').select('file_blob as blob').where('file_blob', '=', id))
    .unionAll(db.selectFrom('drive_version_tabs').select('raw_blob as blob').where('raw_blob', '=', id))
    .unionAll(db.selectFrom('project_tabs').select('snapshot_blob as blob').where('snapshot_blob', '=', id))
    .unionAll(
      db
        .selectFrom('project_tabs')
        .select('raw_blob as blob')
        .where('raw_blob', '=', id)
        .$narrowType<{ blob: string }>(),
    )
    .unionAll(
      db
        .selectFrom('project_tabs')
        .select('derived_from as blob')
        .where('derived_from', '=', id)
        .$narrowType<{ blob: string }>(),
    )
    .unionAll(formerBlobs(db, id, 'snapshot_blob'))
    .unionAll(formerBlobs(db, id, 'raw_blob'))
    .unionAll(formerBlobs(db, id, 'delta_blob'))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Removes a blob in small steps; one that is not there is fine, and one that a power cut brings back is purged.
 *
 * @throws Error when a row still refers to it: remove the row first
 */
export async function deleteBlob(db: Kysely<Database>, id: string): Promise<void> {
  if (!(await deleteUnused(db, id))) throw new Error(`Blob ${id} is still in use.`);
}

/** As {@link deleteBlob}. @returns false where a row still refers to it, and it stays */
export async function deleteUnused(db: Kysely<Database>, id: string): Promise<boolean> {
  if (await isReferred(db, id)) return false;
  const last = await db
    .selectFrom('blob_chunks')
    .select((eb) => eb.fn.max('n').as('n'))
    .where('blob_id', '=', id)
    .executeTakeFirst();
  for (let n = Number(last?.n ?? -1); n >= 0; n -= REMOVED_AT_ONCE) {
    const from = n - REMOVED_AT_ONCE;
    await db.deleteFrom('blob_chunks').where('blob_id', '=', id).where('n', '>', from).execute();
    await nextTurn();
  }
  await db.deleteFrom('blobs').where('id', '=', id).execute();
  return true;
}
