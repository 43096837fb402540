import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ServedTab } from '../endpoints/engine/engine';
import type { ServedTabs } from '../endpoints/engine/servedTabs';
import { readEntries } from './driveLog';
import { findSnapshot, type Snapshot } from './formerSnapshots';
import { followLog, tabAtOf } from './readSince';

type Db = Kysely<Database>;

/** The texts of the log behind a snapshot, up to a revision; undefined where some of it is not kept any more. */
async function readLog(db: Db, snapshot: Snapshot, revision: number): Promise<string[] | undefined> {
  const { spreadsheet_id: spreadsheetId, sheet_id: sheetId, snapshot_sequence: after } = snapshot;
  const log: string[] = [];
  for await (const entries of readEntries(db, { spreadsheetId, sheetId, after, upTo: Number.MAX_SAFE_INTEGER })) {
    for (const entry of entries) {
      if (entry.revision > revision) return log;
      if (entry.sequence !== after + log.length + 1) return undefined;
      log.push(entry.entries);
    }
  }
  return log;
}

/**
 * Loads the rows of a tab as they were at a revision.
 *
 * @returns undefined where they are not kept any more
 * @throws Refusal `too_large` when they do not fit into memory
 */
export async function loadFormerRows(
  db: Db,
  tabs: ServedTabs,
  tabId: string,
  revision: number,
): Promise<ServedTab | undefined> {
  const snapshot = await findSnapshot(db, tabId, revision);
  if (snapshot === undefined) return undefined;
  const log = await readLog(db, snapshot, revision);
  if (log === undefined) return undefined;
  const asked = { id: tabId, snapshot: snapshot.snapshot_blob, revision };
  return tabs.loadApart(asked, async (_tab, loaded, head) => {
    const tab = tabAtOf(loaded, head, snapshot.key_column);
    await followLog(loaded, tab, { log, revision });
  });
}
