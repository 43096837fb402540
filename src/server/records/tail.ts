import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { readEntries } from './driveLog';

type Db = Kysely<Database>;

/** What was written to an endpoint's tab since its snapshot, or after a later entry of its log. */
export interface WrittenTail {
  /** The snapshot that it follows. */
  readonly snapshot: string;
  /** The entry that it begins after. */
  readonly after: number;
  /** Texts of the log, in order; see `logEntries.ts`. */
  readonly log: readonly string[];
  readonly sequence: number;
  /** Revision of the tab. */
  readonly revision: number;
  readonly keyColumn: string | null;
  /** Rows that the log changes. */
  readonly changes: number;
}

/** How a tab stands: its snapshot, and the last entry of the log that follows it, if there is one. */
export const findStanding = (db: Db, tabId: string) =>
  db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .select(['tab.snapshot_blob', 'tab.snapshot_sequence', 'tab.revision', 'tab.key_column'])
    .select(['project.sheet_id as spreadsheet_id', 'tab.sheet_id'])
    .select((eb) =>
      eb
        .selectFrom('record_log as log')
        .select(({ fn }) => fn.max('log.sequence').as('last'))
        .whereRef('log.spreadsheet_id', '=', 'project.sheet_id')
        .whereRef('log.sheet_id', '=', 'tab.sheet_id')
        .whereRef('log.sequence', '>', 'tab.snapshot_sequence')
        .as('last'),
    )
    .where('tab.id', '=', tabId)
    .executeTakeFirst();

/** Thrown where a tab got another snapshot while its log was being read. */
export class SnapshotReplaced extends Error {
  constructor() {
    super('The rows were replaced while they were being loaded.');
  }
}

/**
 * The log of an endpoint's tab since its snapshot, of one moment; undefined when the tab is no more.
 *
 * @param known entry up to which the log need not be read
 * @throws SnapshotReplaced when part of it was made part of a snapshot meanwhile
 */
export async function readTail(db: Db, tabId: string, known = 0): Promise<WrittenTail | undefined> {
  const standing = await findStanding(db, tabId);
  if (standing === undefined) return undefined;
  const { snapshot_blob: snapshot, revision, key_column: keyColumn } = standing;
  const { spreadsheet_id: spreadsheetId, sheet_id: sheetId } = standing;
  const after = Math.max(standing.snapshot_sequence, known);
  const sequence = Math.max(after, standing.last ?? 0);
  const log: string[] = [];
  let changes = 0;
  for await (const entries of readEntries(db, { spreadsheetId, sheetId, after, upTo: sequence })) {
    for (const entry of entries) log.push(entry.entries);
    changes += entries.reduce((sum, entry) => sum + entry.changes, 0);
  }
  if (log.length !== sequence - after) throw new SnapshotReplaced();
  return { snapshot, after, log, sequence, revision, keyColumn, changes };
}
