import type { Kysely } from 'kysely';
import { readBlob } from '../../../database/blobs';
import type { Database } from '../../../database/schema';
import { readRawRows } from '../../../workbook/packedRaw';
import type { RawCell } from '../../../workbook/rawTab';

/**
 * Rows of a raw tab as they were when it was last read, by their 1-based numbers. One that held nothing is not among them.
 *
 * @param blob id of the blob with the packed raw tab
 */
export async function keptRows(
  db: Kysely<Database>,
  blob: string,
  numbers: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly RawCell[]>> {
  const rows = new Map<number, readonly RawCell[]>();
  for await (const { row, cells } of readRawRows(await readBlob(db, blob))) {
    if (numbers.has(row)) rows.set(row, cells);
    if (rows.size === numbers.size) break;
  }
  return rows;
}
