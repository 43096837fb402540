import { type Kysely, sql } from 'kysely';
import { deleteBlob } from './blobs';
import type { Database } from './schema';

const DAY = 24 * 60 * 60 * 1000;

/** Blobs that a column refers to that may be empty. */
const referred = (table: 'project_tabs' | 'former_snapshots', column: string) =>
  sql<string>`(select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} is not null)`;

/** Blobs that nothing refers to and that are too old to be waiting for their publishing commit. */
const orphans = (db: Kysely<Database>, before: string) =>
  db
    .selectFrom('blobs')
    .select('id')
    .where('created_at', '<', before)
    .where('id', 'not in', db.selectFrom('drive_spreadsheets').select('file_blob'))
    .where('id', 'not in', db.selectFrom('drive_tabs').select('raw_blob'))
    .where('id', 'not in', db.selectFrom('drive_versions').select('file_blob'))
    .where('id', 'not in', db.selectFrom('drive_version_tabs').select('raw_blob'))
    .where('id', 'not in', db.selectFrom('project_tabs').select('snapshot_blob'))
    .where('id', 'not in', referred('project_tabs', 'raw_blob'))
    .where('id', 'not in', referred('project_tabs', 'derived_from'))
    .where('id', 'not in', referred('former_snapshots', 'snapshot_blob'))
    .where('id', 'not in', referred('former_snapshots', 'raw_blob'))
    .where('id', 'not in', referred('former_snapshots', 'delta_blob'))
    .execute();

/**
 * Removes what a crash between writing a blob and publishing it has left, once it is a day old.
 *
 * @returns how many were removed
 */
export async function purgeBlobs(db: Kysely<Database>, signal?: AbortSignal): Promise<number> {
  const found = await orphans(db, new Date(Date.now() - DAY).toISOString());
  let removed = 0;
  for (const { id } of found) {
    if (signal?.aborted === true) break;
    await deleteBlob(db, id);
    removed += 1;
  }
  return removed;
}
