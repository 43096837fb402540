/**
 * Measures just reading the rows of the largest tab from a data folder, and unpacking them. Runs in a process of its own, like
 * the start that it is compared with: other contents of a process change its speed.
 *
 * Run `node storedFloor.js DATA_FOLDER`: prints milliseconds.
 */
import { join } from 'node:path';
import { SQLITE_FILE } from '../../../src/server/database/sqlite';
import { Sqlite } from '../../../src/server/database/sqliteLibrary';
import { openPackedRows } from '../../../src/server/normalise/packedRows';

async function readAndUnpack(dataDir: string): Promise<number> {
  const sqlite = new Sqlite(join(dataDir, SQLITE_FILE), { readonly: true });
  const id = sqlite
    .prepare('select blobs.id from blobs join project_tabs on snapshot_blob = blobs.id order by bytes desc limit 1')
    .pluck()
    .get() as string;
  const from = performance.now();
  const chunks = sqlite.prepare('select bytes from blob_chunks where blob_id = ? order by n').pluck().all(id);
  const { blocks } = await openPackedRows(Buffer.concat(chunks as Buffer[]));
  while ((await blocks.next()).done !== true);
  const took = performance.now() - from;
  sqlite.close();
  return took;
}

void readAndUnpack(process.argv[2] ?? '.').then((took) => process.stdout.write(`Read in ${took} ms.\n`));
