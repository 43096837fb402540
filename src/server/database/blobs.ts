import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from './schema';

type Db = Kysely<Database>;

/** Bytes of one chunk of a blob. */
export const CHUNK_BYTES = 512 * 1024;

/** Chunks removed by one statement: about 8 MiB. */
const REMOVED_AT_ONCE = 16;

async function* pieces(source: Buffer | AsyncIterable<Buffer>) {
  if (Buffer.isBuffer(source)) yield source;
  else yield* source;
}

/** Cuts and joins a source's pieces into chunks of {@link CHUNK_BYTES}; only the last one may be smaller. */
async function* chunksOf(source: Buffer | AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
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

/** A blob of one chunk, in one transaction: each writes the pages that it changes anew. */
async function writeSmall(db: Db, bytes: Buffer): Promise<string> {
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
 *
 * @returns the id
 */
export async function writeBlob(db: Db, source: Buffer | AsyncIterable<Buffer>): Promise<string> {
  if (Buffer.isBuffer(source) && source.length > 0 && source.length <= CHUNK_BYTES) return writeSmall(db, source);
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
    return id;
  } catch (error) {
    await deleteBlob(db, id);
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
    // The purge of blobs that nothing refers to takes what cannot be removed now; the first failure is the one to tell.
    await Promise.allSettled(written.map((id) => deleteBlob(db, id)));
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
    await nextTurn();
  }
  return Buffer.concat(chunks);
}

/** Rows of a table that belong to a person. */
const ofPerson = {
  owner: (id: string) => sql<SqlBool>`owner_id = ${id}`,
  spreadsheet: (id: string) =>
    sql<SqlBool>`spreadsheet_id in (select id from drive_spreadsheets where owner_id = ${id})`,
  project: (id: string) => sql<SqlBool>`project_id in (select id from projects where owner_id = ${id})`,
  tab: (id: string) => sql<SqlBool>`tab_id in (
    select t.id from project_tabs t join projects p on p.id = t.project_id where p.owner_id = ${id})`,
} as const;

/** Every column that holds the id of a blob, with its table, and how the rows of that belong to a person. */
const holders = [
  ['drive_spreadsheets', 'file_blob', 'owner'],
  ['drive_tabs', 'raw_blob', 'spreadsheet'],
  ['drive_versions', 'file_blob', 'spreadsheet'],
  ['drive_version_tabs', 'raw_blob', 'spreadsheet'],
  ['project_tabs', 'snapshot_blob', 'project'],
  ['project_tabs', 'raw_blob', 'project'],
  ['project_tabs', 'derived_from', 'project'],
  ['former_snapshots', 'snapshot_blob', 'tab'],
  ['former_snapshots', 'raw_blob', 'tab'],
  ['former_snapshots', 'delta_blob', 'tab'],
] as const;

type Holder = (typeof holders)[number];

/** A query of the ids in all of these columns. @param where which rows of a table */
const referred = (where: (column: RawBuilder<unknown>, belongs: Holder[2]) => RawBuilder<SqlBool>) => {
  const queries = holders.map(([table, name, belongs]) => {
    const column = sql.ref(name);
    return sql`select ${column} as blob from ${sql.table(table)} where ${where(column, belongs)}`;
  });
  return sql<{ blob: string }>`${sql.join(queries, sql` union all `)}`;
};

/** Ids of all blobs that a person's spreadsheets and projects refer to. */
export async function blobsOfPerson(db: Db, personId: string): Promise<string[]> {
  const own = referred((column, belongs) => sql`${column} is not null and ${ofPerson[belongs](personId)}`);
  return [...new Set((await own.execute(db)).rows.map(({ blob }) => blob))];
}

/**
 * Removes a blob in small steps; one that is not there is fine, and one that a power cut brings back is purged.
 *
 * @throws Error when a row still refers to it: remove the row first
 */
export async function deleteBlob(db: Db, id: string): Promise<void> {
  if (!(await deleteUnused(db, id))) throw new Error(`Blob ${id} is still in use.`);
}

/** As {@link deleteBlob}. @returns false where a row still refers to it, and it stays */
export async function deleteUnused(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`${referred((column) => sql`${column} = ${id}`)} limit 1`.execute(db);
  if (rows.length > 0) return false;
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

/** An answer that began with the old rows may still be reading them for so long. */
const GRACE_MILLISECONDS = 60_000;

/** Removes blobs that were replaced. */
export interface DeferredDeletion {
  readonly later: (blobs: readonly string[]) => void;
  readonly close: () => void;
}

/**
 * Removes blobs that were replaced after a minute, but for those that cursors may still ask (`store/log/history`). What is
 * left when the process ends is taken by the purge at its start.
 */
export function createDeferredDeletion(db: Db, report: (error: unknown) => void): DeferredDeletion {
  const timers = new Set<NodeJS.Timeout>();
  const remove = async (blobs: readonly string[]) => {
    for (const blob of blobs) await deleteUnused(db, blob);
  };
  return {
    later(blobs) {
      if (blobs.length === 0) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        remove(blobs).catch(report);
      }, GRACE_MILLISECONDS);
      timers.add(timer.unref());
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Removes what a crash between writing a blob and publishing it has left, once it is a day old: younger ones may be waiting for
 * their publishing commit.
 *
 * @returns how many were removed
 */
export async function purgeBlobs(db: Db, signal?: AbortSignal): Promise<number> {
  const before = new Date(Date.now() - DAY).toISOString();
  const inUse = sql<string>`(select blob from (${referred((column) => sql`${column} is not null`)}) as referred)`;
  const orphans = db.selectFrom('blobs').select('id').where('created_at', '<', before).where('id', 'not in', inUse);
  let removed = 0;
  for (const { id } of await orphans.execute()) {
    if (signal?.aborted === true) break;
    await deleteBlob(db, id);
    removed += 1;
  }
  return removed;
}
