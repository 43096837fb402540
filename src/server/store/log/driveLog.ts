import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { ChangedMeanwhile, retryIfChanged } from '../../database/optimisticLocking';
import type { Db } from '../../database/schema';
import type { LogSize } from '../memory/engine';
import { lastWithin } from '../../lists';
import { inBatches } from '../../yieldToEventLoop';

/** Log entries per query, and maximum per delete: a few megabytes, usually. */
const BATCH_SIZE = 32;

/** Bytes of text that one statement deletes, unless a single row has more: SQLite blocks the event loop while it frees their pages. */
export const MAX_DELETED_BYTES = 4 * 1024 ** 2;

/** Range of the log of a drive's tab: the entries after `after`, up to `upTo`. */
interface LogRange {
  readonly spreadsheetId: string;
  readonly sheetId: number;
  readonly after: number;
  /** Open-ended when absent. */
  readonly upTo?: number;
}

/** Log entry. */
interface LogEntry {
  readonly sequence: number;
  /** See `logEntries.ts`. */
  readonly entries: string;
  /** Number of rows the entry changes. */
  readonly changes: number;
  /** Revision of the project after the entry. */
  readonly revision: number;
}

const entriesOf = (
  db: Db,
  { spreadsheetId, sheetId, after, upTo = Number.MAX_SAFE_INTEGER }: LogRange,
): Promise<LogEntry[]> =>
  db
    .selectFrom('record_log')
    .select(['sequence', 'entries', 'changes', 'revision'])
    .where('spreadsheet_id', '=', spreadsheetId)
    .where('sheet_id', '=', sheetId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .orderBy('sequence')
    .limit(BATCH_SIZE)
    .execute();

/** Yields entries in order, in batches, yielding to the event loop in between. */
async function* readEntries(db: Db, range: LogRange): AsyncGenerator<LogEntry[], void, undefined> {
  let { after } = range;
  while (after < (range.upTo ?? Infinity)) {
    const entries = await entriesOf(db, { ...range, after });
    const last = entries.at(-1);
    if (last === undefined) return;
    yield entries;
    after = last.sequence;
    await nextTurn();
  }
}

/** Removes the entries up to a sequence, in batches. */
export const removeEntries = (db: Db, spreadsheetId: string, sheetId: number, upTo: number): Promise<void> =>
  inBatches(async () => {
    const found = await db
      .selectFrom('record_log')
      .select(['sequence', sql<number>`octet_length(entries)`.as('bytes')])
      .where('spreadsheet_id', '=', spreadsheetId)
      .where('sheet_id', '=', sheetId)
      .where('sequence', '<=', upTo)
      .orderBy('sequence')
      .limit(BATCH_SIZE)
      .execute();
    const last = lastWithin(found, MAX_DELETED_BYTES);
    if (last === undefined) return false;
    await db
      .deleteFrom('record_log')
      .where('spreadsheet_id', '=', spreadsheetId)
      .where('sheet_id', '=', sheetId)
      .where('sequence', '<=', last.sequence)
      .execute();
    return true;
  });

export const longerBy = (size: LogSize, { changes, characters }: LogSize): LogSize => ({
  changes: size.changes + changes,
  characters: size.characters + characters,
});

export const shorterBy = (size: LogSize, { changes, characters }: LogSize): LogSize => ({
  changes: Math.max(0, size.changes - changes),
  characters: Math.max(0, size.characters - characters),
});

/** Texts of part of a log, in order (see `logEntries.ts`), and their size. */
interface LogPart extends LogSize {
  readonly log: readonly string[];
}

/**
 * Reads part of a log.
 *
 * @param revision entries of later revisions are left out
 * @returns undefined when some of the entries have been removed
 */
export async function readLog(db: Db, range: LogRange, revision = Infinity): Promise<LogPart | undefined> {
  const log: string[] = [];
  let changes = 0;
  let characters = 0;
  for await (const entries of readEntries(db, range)) {
    for (const entry of entries) {
      if (entry.revision > revision) return { log, changes, characters };
      if (entry.sequence !== range.after + log.length + 1) return undefined;
      log.push(entry.entries);
      changes += entry.changes;
      characters += entry.entries.length;
    }
  }
  return range.upTo !== undefined && log.length < range.upTo - range.after ? undefined : { log, changes, characters };
}

/** Selects the sequence of a tab's last log entry after another one; null when there is none. Parameters are column names. */
const lastEntry = (spreadsheetId: string, after: string) =>
  sql<
    number | null
  >`(select max(log.sequence) from record_log as log where log.spreadsheet_id = ${sql.ref(spreadsheetId)}
    and log.sheet_id = tab.sheet_id and log.sequence > ${sql.ref(after)})`.as('last');

/** A stored tab of the drive: its blob and the log since. */
export interface StoredTab extends LogPart {
  readonly rawBlob: string;
  /** Sequence of the last entry, or of the blob when the log is empty. */
  readonly sequence: number;
}

const hasGaps = () => new Error('The log of a tab has gaps.');

/** Reads a consistent blob and log of a drive's tab; undefined when the tab does not exist. */
export const readStoredTab = (db: Db, spreadsheetId: string, sheetId: number): Promise<StoredTab | undefined> =>
  retryIfChanged(hasGaps, async () => {
    const state = await db
      .selectFrom('drive_tabs as tab')
      .select(['raw_blob', 'raw_sequence', lastEntry('tab.spreadsheet_id', 'tab.raw_sequence')])
      .where('spreadsheet_id', '=', spreadsheetId)
      .where('sheet_id', '=', sheetId)
      .executeTakeFirst();
    if (state === undefined) return undefined;
    const { raw_blob: rawBlob, raw_sequence: after } = state;
    const sequence = state.last ?? after;
    const part = await readLog(db, { spreadsheetId, sheetId, after, upTo: sequence });
    // The log was folded into the blob meanwhile.
    if (part === undefined) throw new ChangedMeanwhile();
    return { ...part, rawBlob, sequence };
  });

/** Log of an endpoint's tab since its snapshot, or since a later entry. */
export interface WrittenTail extends LogPart {
  /** The snapshot that the log follows. */
  readonly snapshot: string;
  /** Sequence of the entry before the first one. */
  readonly after: number;
  readonly sequence: number;
  /** Revision of the tab. */
  readonly revision: number;
  readonly keyColumn: string | null;
}

/**
 * Reads a consistent log of an endpoint's tab since its snapshot; undefined when the tab does not exist.
 *
 * @param known sequence up to which the log is already known
 * @throws ChangedMeanwhile when part of the log was folded into a snapshot meanwhile
 */
export async function readTail(db: Db, tabId: string, known = 0): Promise<WrittenTail | undefined> {
  const state = await db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .select(['tab.snapshot_blob', 'tab.snapshot_sequence', 'tab.revision', 'tab.key_column'])
    .select(['project.sheet_id as spreadsheetId', 'tab.sheet_id as sheetId'])
    .select(lastEntry('project.sheet_id', 'tab.snapshot_sequence'))
    .where('tab.id', '=', tabId)
    .executeTakeFirst();
  if (state === undefined) return undefined;
  const { snapshot_blob: snapshot, revision, key_column: keyColumn, spreadsheetId, sheetId } = state;
  const after = Math.max(state.snapshot_sequence, known);
  const sequence = Math.max(after, state.last ?? 0);
  const part = await readLog(db, { spreadsheetId, sheetId, after, upTo: sequence });
  if (part === undefined) throw new ChangedMeanwhile();
  return { ...part, snapshot, after, sequence, revision, keyColumn };
}
