import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { Author } from '../../database/tables/records';

type Db = Kysely<Database>;

/** Entries that are read, or removed, at once: a few megabytes at most, mostly. */
const AT_ONCE = 32;

/** So often a tab is read again because its log became part of its blobs while it was being read. */
const TRIES = 5;

/** Part of the log of a drive's tab: the entries after one number, up to another. */
export interface LogRange {
  readonly spreadsheetId: string;
  readonly sheetId: number;
  readonly after: number;
  readonly upTo: number;
}

/** An entry of a log. */
export interface LogEntry extends Author {
  readonly sequence: number;
  /** See `logEntries.ts`. */
  readonly entries: string;
  /** How many rows it changes. */
  readonly changes: number;
  /** The project's revision after it. */
  readonly revision: number;
  /** ISO 8601. */
  readonly created_at: string;
}

const entriesOf = (db: Db, { spreadsheetId, sheetId, after, upTo }: LogRange): Promise<LogEntry[]> =>
  db
    .selectFrom('record_log')
    .select(['sequence', 'entries', 'changes', 'revision', 'actor', 'reason', 'created_at'])
    .where('spreadsheet_id', '=', spreadsheetId)
    .where('sheet_id', '=', sheetId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .orderBy('sequence')
    .limit(AT_ONCE)
    .execute();

/** Entries in their order, some at a time, with a turn for others in between. */
export async function* readEntries(db: Db, range: LogRange): AsyncGenerator<LogEntry[], void, undefined> {
  for (let { after } = range; after < range.upTo;) {
    const entries = await entriesOf(db, { ...range, after });
    const last = entries.at(-1);
    if (last === undefined) return;
    yield entries;
    after = last.sequence;
    await nextTurn();
  }
}

/** Removes entries that nobody needs any more, some at a time. */
export async function removeEntries(db: Db, spreadsheetId: string, sheetId: number, upTo: number): Promise<void> {
  for (;;) {
    const found = await db
      .selectFrom('record_log')
      .select('sequence')
      .where('spreadsheet_id', '=', spreadsheetId)
      .where('sheet_id', '=', sheetId)
      .where('sequence', '<=', upTo)
      .orderBy('sequence')
      .limit(AT_ONCE)
      .execute();
    const last = found.at(-1);
    if (last === undefined) return;
    await db
      .deleteFrom('record_log')
      .where('spreadsheet_id', '=', spreadsheetId)
      .where('sheet_id', '=', sheetId)
      .where('sequence', '<=', last.sequence)
      .execute();
    await nextTurn();
  }
}

/** A tab of the drive as it is stored: its blob, and what was written since. */
export interface StoredTab<Text = string> {
  readonly rawBlob: string;
  /** Texts of the log, in order; see `logEntries.ts`. */
  readonly log: readonly Text[];
  /** Number of the last entry, of the blob if there is none. */
  readonly sequence: number;
  /** Rows that the log changes. */
  readonly changes: number;
}

/** Where a drive's tab stands: its blob, the entry that is part of it, and the last one there is. */
const findStanding = (db: Db, spreadsheetId: string, sheetId: number) =>
  db
    .selectFrom('drive_tabs as tab')
    .select(['tab.raw_blob', 'tab.raw_sequence'])
    .select((eb) =>
      eb
        .selectFrom('record_log as log')
        .select(({ fn }) => fn.max('log.sequence').as('last'))
        .whereRef('log.spreadsheet_id', '=', 'tab.spreadsheet_id')
        .whereRef('log.sheet_id', '=', 'tab.sheet_id')
        .whereRef('log.sequence', '>', 'tab.raw_sequence')
        .as('last'),
    )
    .where('tab.spreadsheet_id', '=', spreadsheetId)
    .where('tab.sheet_id', '=', sheetId)
    .executeTakeFirst();

/**
 * Blob and log of a drive's tab, of one moment; undefined when there is no such tab.
 *
 * @param as what each text of the log is made into as soon as it is read
 */
export async function readStoredTabAs<Text>(
  db: Db,
  spreadsheetId: string,
  sheetId: number,
  as: (text: string) => Text,
): Promise<StoredTab<Text> | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const standing = await findStanding(db, spreadsheetId, sheetId);
    if (standing === undefined) return undefined;
    const after = standing.raw_sequence;
    const sequence = standing.last ?? after;
    const log: Text[] = [];
    let changes = 0;
    for await (const entries of readEntries(db, { spreadsheetId, sheetId, after, upTo: sequence })) {
      for (const entry of entries) log.push(as(entry.entries));
      changes += entries.reduce((sum, entry) => sum + entry.changes, 0);
    }
    if (log.length === sequence - after) return { rawBlob: standing.raw_blob, log, sequence, changes };
  }
  throw new Error('The log of a tab has gaps.');
}

/** As {@link readStoredTabAs}, with the texts as they are. */
export const readStoredTab = (db: Db, spreadsheetId: string, sheetId: number): Promise<StoredTab | undefined> =>
  readStoredTabAs(db, spreadsheetId, sheetId, (text) => text);

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
export const findCurrentSnapshot = (db: Db, tabId: string) =>
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
  const standing = await findCurrentSnapshot(db, tabId);
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
