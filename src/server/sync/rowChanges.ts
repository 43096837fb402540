import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TabChanges } from '../../contract/syncs';
import { readBlob } from '../database/blobs';
import type { Db } from '../database/schema';
import type { ProjectTabsTable } from '../database/tables/projects';
import type { Base } from '../parts';
import { readTail, SnapshotReplaced } from '../store/log/driveLog';
import { addTombstones } from '../store/log/tombstones';
import { Refusal } from '../refusal';
import type { RowComparison } from './compareRows';
import type { KeptTab } from './deriveTabs';

/** A tab before and after its rows were derived anew. */
interface DerivedPair {
  readonly sheetId: number;
  readonly title: string;
  /** The endpoint it has been; undefined for a new one. */
  readonly known?: ProjectTabsTable;
  /** Its rows by now; undefined where it goes on with those it has. */
  readonly kept?: KeptTab;
}

/** What has become of the rows of a tab, and the ids that are no more. */
export interface TabComparison {
  readonly changes: TabChanges;
  readonly tabId?: string;
  readonly gone: readonly string[];
}

interface CompareContext extends Pick<Base, 'db' | 'workers'> {
  readonly signal?: AbortSignal;
}

/** Rows of a tab that are all new, or all gone, or of which only their number is known. */
const byNumber = (before: number, after: number): RowComparison => ({
  added: Math.max(0, after - before),
  changed: 0,
  deleted: Math.max(0, before - after),
  gone: [],
});

/** What was written to a tab since its snapshot; nothing where part of it went while its project was deleted. */
async function logOf(db: Db, tabId: string): Promise<readonly string[] | undefined> {
  try {
    return (await readTail(db, tabId))?.log;
  } catch (error) {
    if (error instanceof SnapshotReplaced) return undefined;
    throw error;
  }
}

async function compare({ db, workers, signal }: CompareContext, known: ProjectTabsTable, kept: KeptTab) {
  const log = await logOf(db, known.id);
  const [before, after] = [await readBlob(db, known.snapshot_blob), await readBlob(db, kept.snapshot)];
  try {
    return await workers.run('compareRows', { before, after, log }, { signal });
  } catch (error) {
    // Rows that are too many to be compared are no reason not to publish them.
    if (error instanceof Refusal && error.code === 'too_large') return byNumber(known.rows, kept.rows);
    throw error;
  }
}

async function comparisonOf(context: CompareContext, { known, kept }: DerivedPair): Promise<RowComparison> {
  if (kept === undefined) return byNumber(0, 0);
  if (known === undefined) return byNumber(0, kept.rows);
  if (!kept.changed) return byNumber(0, 0);
  return compare(context, known, kept);
}

/**
 * Says of tabs that are about to be published what their rows have become; tabs without a difference are left out. The ids that are
 * about to vanish are noted.
 */
export async function compareAndNote(context: CompareContext, pairs: readonly DerivedPair[]): Promise<TabComparison[]> {
  const compared: TabComparison[] = [];
  for (const pair of pairs) {
    const { gone, ...counts } = await comparisonOf(context, pair);
    if (counts.added + counts.changed + counts.deleted + gone.length === 0) continue;
    const { sheetId, title, known } = pair;
    compared.push({ changes: { sheetId, title, ...counts }, tabId: known?.id, gone });
  }
  await noteVanishing(context.db, compared);
  return compared;
}

/** A tab that is about to go with its rows: its endpoint answers 410, so that no id need be noted. */
export const removedTab = (
  { sheet_id: sheetId, title }: Pick<ProjectTabsTable, 'sheet_id' | 'title'>,
  rows: number,
): TabComparison => ({
  changes: { sheetId, title, added: 0, changed: 0, deleted: rows },
  gone: [],
});

/** The lines of a history: what people would notice. */
export const changeLinesOf = (compared: readonly TabComparison[]): TabChanges[] =>
  compared.map(({ changes }) => changes).filter(({ added, changed, deleted }) => added + changed + deleted > 0);

/** Notes the ids that are about to vanish, tab by tab, with a turn for others in between. */
export async function noteVanishing(db: Db, compared: readonly TabComparison[]): Promise<void> {
  for (const { tabId, gone } of compared) {
    if (tabId === undefined || gone.length === 0) continue;
    await addTombstones(db, tabId, gone);
    await nextTurn();
  }
}
