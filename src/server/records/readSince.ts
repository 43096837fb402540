import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ServedTab } from '../endpoints/engine/engine';
import type { TabSnapshot, WrittenSince } from '../endpoints/engine/servedTabs';
import { readPackedHead } from '../normalise/packedRows';
import { rowOfAddress } from '../workbook/cellAddress';
import { readTail } from './driveLog';
import { changesIn } from './logEntries';
import { keepState } from './tabState';
import { tailChangesOf } from './tailChanges';

/** Thrown when a tab got another snapshot while one was being loaded. */
export class SnapshotReplaced extends Error {
  constructor() {
    super('The rows were replaced while they were being loaded.');
  }
}

/**
 * What was written to a tab since its snapshot; also notes what writes have to know of it.
 *
 * @param served the tab as its snapshot has it
 * @throws SnapshotReplaced when the tab has another snapshot by now
 */
export async function readSince(
  db: Kysely<Database>,
  { id, snapshot }: TabSnapshot,
  served: ServedTab,
  packed: Buffer,
): Promise<WrittenSince | undefined> {
  const [tail, { sheet, columns }] = await Promise.all([readTail(db, id), readPackedHead(packed)]);
  if (tail === undefined || sheet === undefined) return undefined;
  if (tail.snapshot !== snapshot) throw new SnapshotReplaced();
  const changes = changesIn(tail.log);
  const keyAt = columns.findIndex(({ key }) => key === tail.keyColumn);
  const headerRow = rowOfAddress(columns[0]?.cell ?? '');
  const lastRow = changes.reduce((last, { row }) => Math.max(last, row), sheet.lastRow);
  const { sequence, revision } = tail;
  keepState(served, { snapshot, sheet, keyAt, sequence, lastRow, pending: tail.changes });
  return { changes: tailChangesOf({ view: served.view(), keyAt }, changes, headerRow), revision };
}
