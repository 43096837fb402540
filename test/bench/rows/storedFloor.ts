/**
 * What it takes to read the rows of the largest tab from a data folder at all, and to unpack them. It is a process of its own, as
 * the start is that it is held against: what else a process holds makes it slower or faster.
 *
 *     node storedFloor.js DATA_FOLDER: prints how many milliseconds
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
