import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';

type Db = Kysely<Database>;

/** A tab of the drive as it is stored: its blob, and what was written since. */
export interface StoredTab {
  readonly rawBlob: string;
  /** Texts of the log, in order; see `logEntries.ts`. */
  readonly log: readonly string[];
  /** Number of the last entry, of the blob if there is none. */
  readonly sequence: number;
  /** Rows that the log changes. */
  readonly changes: number;
}

/** Blob and log of a drive's tab, of one moment; undefined when there is no such tab. */
export async function readStoredTab(db: Db, spreadsheetId: string, sheetId: number): Promise<StoredTab | undefined> {
  const rows = await db
    .selectFrom('drive_tabs as tab')
    .leftJoin('record_log as log', (join) =>
      join
        .onRef('log.spreadsheet_id', '=', 'tab.spreadsheet_id')
        .onRef('log.sheet_id', '=', 'tab.sheet_id')
        .onRef('log.sequence', '>', 'tab.raw_sequence'),
    )
    .select(['tab.raw_blob', 'tab.raw_sequence', 'log.sequence', 'log.entries', 'log.changes'])
    .where('tab.spreadsheet_id', '=', spreadsheetId)
    .where('tab.sheet_id', '=', sheetId)
    .orderBy('log.sequence')
    .execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  const log = rows.flatMap(({ entries }) => (entries === null ? [] : [entries]));
  const changes = rows.reduce((sum, row) => sum + (row.changes ?? 0), 0);
  return { rawBlob: first.raw_blob, log, sequence: rows.at(-1)?.sequence ?? first.raw_sequence, changes };
}

/** What was written to an endpoint's tab after an entry of its log. */
export interface WrittenTail {
  /** The snapshot that it follows. */
  readonly snapshot: string;
  /** The entry that it begins after. */
  readonly after: number;
  readonly log: readonly string[];
  readonly sequence: number;
  /** Revision of the tab. */
  readonly revision: number;
  readonly keyColumn: string | null;
  /** Rows that the log changes. */
  readonly changes: number;
}

/** The log of an endpoint's tab since its snapshot, of one moment; undefined when the tab is no more. */
export const readTail = (db: Db, tabId: string): Promise<WrittenTail | undefined> => readTailAfter(db, tabId, 0);

/** As {@link readTail}, without what stands in it up to an entry. */
export async function readTailAfter(db: Db, tabId: string, sequence: number): Promise<WrittenTail | undefined> {
  const rows = await db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .leftJoin('record_log as log', (join) =>
      join
        .onRef('log.spreadsheet_id', '=', 'project.sheet_id')
        .onRef('log.sheet_id', '=', 'tab.sheet_id')
        .onRef('log.sequence', '>', 'tab.snapshot_sequence')
        .on('log.sequence', '>', sequence),
    )
    .select(['tab.snapshot_blob', 'tab.snapshot_sequence', 'tab.revision', 'tab.key_column'])
    .select(['log.sequence', 'log.entries', 'log.changes'])
    .where('tab.id', '=', tabId)
    .orderBy('log.sequence')
    .execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  const after = Math.max(sequence, first.snapshot_sequence);
  return {
    snapshot: first.snapshot_blob,
    after,
    log: rows.flatMap(({ entries }) => (entries === null ? [] : [entries])),
    sequence: rows.at(-1)?.sequence ?? after,
    revision: first.revision,
    keyColumn: first.key_column,
    changes: rows.reduce((sum, { changes }) => sum + (changes ?? 0), 0),
  };
}
