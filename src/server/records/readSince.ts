import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { createBreathing } from '../endpoints/engine/breathing';
import type { ServedTab } from '../endpoints/engine/engine';
import type { TabSnapshot } from '../endpoints/engine/tabSnapshot';
import type { PackedRowsHead } from '../normalise/packedRows';
import { rowOfAddress } from '../workbook/cellAddress';
import { LogParts } from './logParts';
import { findStanding, readTail, SnapshotReplaced, type WrittenTail } from './tail';
import { keepState } from './tabState';
import { appendOf, finalChangesOf, type TabAt } from './tailChanges';

/** A tab as its snapshot has it, before its log. */
export const tabAtOf = (
  served: ServedTab,
  { columns }: Pick<PackedRowsHead, 'columns'>,
  keyColumn: string | null,
): TabAt => ({
  view: served.view(),
  keyAt: columns.findIndex(({ key }) => key === keyColumn),
  headerRow: rowOfAddress(columns[0]?.cell ?? ''),
});

/** Brings a tab up to its log, in small steps. @returns the number of the last row that the log adds or changes */
export async function followLog(
  served: ServedTab,
  tab: TabAt,
  { log, revision }: Pick<WrittenTail, 'log' | 'revision'>,
): Promise<number> {
  const parts = new LogParts(log);
  const breathe = createBreathing();
  let last = 0;
  for (const text of log) {
    const added = parts.take(text);
    last = Math.max(last, added.at(-1)?.row ?? 0);
    const changes = added.filter(({ row }) => row > tab.headerRow).map((row) => appendOf(tab, row));
    if (changes.length > 0) served.apply(changes, revision);
    const pause = breathe();
    if (pause) await pause;
  }
  // Numbers of rows rise from place to place of the snapshot's view, which what was added is not part of.
  const changes = finalChangesOf(tab, parts.finals);
  if (changes.length > 0) served.apply(changes, revision);
  return [...parts.finals.keys()].reduce((highest, row) => Math.max(highest, row), last);
}

/** Whether a tab stands at a revision as its snapshot has it, with nothing written since. */
export async function isAsSnapshot(
  db: Kysely<Database>,
  { id, snapshot, revision, unlogged }: TabSnapshot,
): Promise<boolean> {
  if (unlogged !== undefined) return true;
  const standing = await findStanding(db, id);
  return standing?.snapshot_blob === snapshot && standing.revision === revision && standing.last === null;
}

/**
 * Brings a tab that is being loaded up to what was written to it since its snapshot; also notes what writes have to know of it.
 *
 * @param served the tab as its snapshot has it
 * @throws SnapshotReplaced when the tab has another snapshot by now
 */
export async function readSince(
  db: Kysely<Database>,
  { id, snapshot, unlogged }: TabSnapshot,
  served: ServedTab,
  head: PackedRowsHead,
): Promise<void> {
  const { sheet } = head;
  if (sheet === undefined) return;
  if (unlogged !== undefined) {
    const { keyAt } = tabAtOf(served, head, unlogged.keyColumn);
    return keepState(served, { snapshot, sheet, keyAt, sequence: 0, lastRow: sheet.lastRow, pending: 0 });
  }
  const tail = await readTail(db, id);
  if (tail === undefined) return;
  if (tail.snapshot !== snapshot) throw new SnapshotReplaced();
  const tab = tabAtOf(served, head, tail.keyColumn);
  const last = await followLog(served, tab, tail);
  const { sequence } = tail;
  keepState(served, {
    ...{ snapshot, sheet, keyAt: tab.keyAt, sequence },
    lastRow: Math.max(sheet.lastRow, last),
    pending: tail.changes,
  });
}
