import type { TabChanges } from '../../contract/syncs';
import { readBlob } from '../database/blobs';
import { leaveIfChanged } from '../database/optimisticLocking';
import type { Db } from '../database/schema';
import type { ProjectTabsTable } from '../database/tables/projects';
import type { Base } from '../parts';
import { Refusal } from '../refusal';
import { packLog } from '../store/log/compactRaw';
import { readTail } from '../store/log/driveLog';
import { addTombstones } from '../store/log/tombstones';
import type { RowComparison } from './compareRows';
import type { DerivedTab } from './deriveTabs';

/** A tab whose rows were derived again, or which keeps them: see {@link DerivedTab}. */
interface DerivedRows extends Pick<DerivedTab, 'known' | 'newRows'> {
  readonly found: Pick<DerivedTab['found'], 'sheetId' | 'title'>;
}

/** Changes of a tab's rows, and the ids that vanish. */
export interface TabComparison {
  readonly changes: TabChanges;
  readonly tabId?: string;
  readonly gone: readonly string[];
}

interface CompareContext extends Pick<Base, 'db' | 'workers'> {
  readonly signal?: AbortSignal;
}

/** Compares only the numbers of rows. */
const byRowCount = (before: number, after: number): RowComparison => ({
  added: Math.max(0, after - before),
  changed: 0,
  deleted: Math.max(0, before - after),
  gone: [],
});

async function comparisonOf(
  { db, workers, signal }: CompareContext,
  { known, newRows }: DerivedRows,
): Promise<RowComparison> {
  if (newRows === undefined) return byRowCount(0, 0);
  if (known === undefined) return byRowCount(0, newRows.rows);
  if (!newRows.changed) return byRowCount(0, 0);
  // A part of the log may have been removed with a deleted project.
  const tail = await leaveIfChanged(() => readTail(db, known.id));
  const before = await readBlob(db, known.snapshot_blob);
  const after = await readBlob(db, newRows.snapshot);
  try {
    return await workers.run('compareRows', { before, after, log: tail && packLog(tail.log) }, { signal });
  } catch (error) {
    // Rows that are too many to compare are published all the same.
    if (error instanceof Refusal && error.code === 'too_large') return byRowCount(known.rows, newRows.rows);
    throw error;
  }
}

/**
 * Compares the rows of tabs that are about to be published; tabs without a difference are left out. Adds tombstones for the ids
 * that vanish.
 */
export async function compareAndAddTombstones(
  context: CompareContext,
  tabs: readonly DerivedRows[],
): Promise<TabComparison[]> {
  const compared: TabComparison[] = [];
  for (const tab of tabs) {
    const { gone, ...counts } = await comparisonOf(context, tab);
    if (counts.added + counts.changed + counts.deleted + gone.length === 0) continue;
    const { sheetId, title } = tab.found;
    compared.push({ changes: { sheetId, title, ...counts }, tabId: tab.known?.id, gone });
  }
  await addVanishedTombstones(context.db, compared);
  return compared;
}

/** Returns the comparison of a tab that is removed with its rows. Its endpoint answers 410, so its ids need no tombstones. */
export const removedTab = (
  { sheet_id: sheetId, title }: Pick<ProjectTabsTable, 'sheet_id' | 'title'>,
  rows: number,
): TabComparison => ({
  changes: { sheetId, title, added: 0, changed: 0, deleted: rows },
  gone: [],
});

/** Returns the entries of a history: tabs with visible changes. */
export const changeLinesOf = (compared: readonly TabComparison[]): TabChanges[] =>
  compared.map(({ changes }) => changes).filter(({ added, changed, deleted }) => added + changed + deleted > 0);

/** Adds tombstones for the ids that vanish, tab by tab. */
export async function addVanishedTombstones(db: Db, compared: readonly TabComparison[]): Promise<void> {
  for (const { tabId, gone } of compared) if (tabId !== undefined) await addTombstones(db, tabId, gone);
}
