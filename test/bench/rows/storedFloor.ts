import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { SQLITE_FILE } from '../../../src/server/database/sqlite';
import { openPackedRows } from '../../../src/server/normalise/packedRows';

/** What it takes to read the rows of the largest tab from a data folder at all, and to unpack them. Milliseconds. */
export async function storedFloor(dataDir: string): Promise<number> {
  const sqlite = new BetterSqlite3(join(dataDir, SQLITE_FILE), { readonly: true });
  try {
    const id = sqlite
      .prepare('select blobs.id from blobs join project_tabs on snapshot_blob = blobs.id order by bytes desc limit 1')
      .pluck()
      .get() as string;
    const from = performance.now();
    const chunks = sqlite.prepare('select bytes from blob_chunks where blob_id = ? order by n').pluck().all(id);
    const { blocks } = await openPackedRows(Buffer.concat(chunks as Buffer[]));
    while ((await blocks.next()).done !== true);
    return performance.now() - from;
  } finally {
    sqlite.close();
  }
}
