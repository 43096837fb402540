import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { ChangedMeanwhile, retryIfChanged } from '../../database/changedMeanwhile';
import type { Db } from '../../database/schema';

/** Entries that are read, or removed, at once: a few megabytes at most, mostly. */
const AT_ONCE = 32;

/** Part of the log of a drive's tab: the entries after one number, up to another. */
export interface LogRange {
  readonly spreadsheetId: string;
  readonly sheetId: number;
  readonly after: number;
  /** All of them where it is absent. */
  readonly upTo?: number;
}

/** An entry of a log. */
interface LogEntry {
  readonly sequence: number;
  /** See `logEntries.ts`. */
  readonly entries: string;
  /** How many rows it changes. */
  readonly changes: number;
  /** The project's revision after it. */
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
    .limit(AT_ONCE)
    .execute();

/** Entries in their order, some at a time, with a turn for others in between. */
async function* readEntries(db: Db, range: LogRange): AsyncGenerator<LogEntry[], void, undefined> {
  for (let { after } = range; after < (range.upTo ?? Infinity);) {
    const entries = await entriesOf(db, { ...range, after });
    const last = entries.at(-1);
    if (last === undefined) return;
    yield entries;
    after = last.sequence;
    await nextTurn();
  }
}

/** Removes entries that are not needed any more, some at a time. */
export async function removeEntries(db: Db, spreadsheetId: string, sheetId: number, upTo: number): Promise<void> {
  const ofTab = { spreadsheet_id: spreadsheetId, sheet_id: sheetId };
  const all = db
    .selectFrom('record_log')
    .select('sequence')
    .where((eb) => eb.and(ofTab));
  const some = all.where('sequence', '<=', upTo).orderBy('sequence').limit(AT_ONCE);
  const removal = db
    .deleteFrom('record_log')
    .where((eb) => eb.and(ofTab))
    .where('sequence', 'in', some);
  while (true) {
    const { numDeletedRows } = await removal.executeTakeFirstOrThrow();
    if (numDeletedRows < AT_ONCE) return;
    await nextTurn();
  }
}

/** Texts of part of a log, in order (see `logEntries.ts`), and how many rows they change. */
export interface LogPart {
  readonly log: readonly string[];
  readonly changes: number;
}

/**
 * Reads part of a log.
 *
 * @param revision what was written after it is left out
 * @returns undefined where some of it is not kept any more
 */
export async function readLog(db: Db, range: LogRange, revision = Infinity): Promise<LogPart | undefined> {
  const log: string[] = [];
  let changes = 0;
  for await (const entries of readEntries(db, range)) {
    for (const entry of entries) {
      if (entry.revision > revision) return { log, changes };
      if (entry.sequence !== range.after + log.length + 1) return undefined;
      log.push(entry.entries);
      changes += entry.changes;
    }
  }
  return range.upTo !== undefined && log.length < range.upTo - range.after ? undefined : { log, changes };
}

/** Number of the last entry of a tab's log after one; null where there is none. Names are those of columns. */
const lastEntry = (spreadsheetId: string, after: string) =>
  sql<
    number | null
  >`(select max(log.sequence) from record_log as log where log.spreadsheet_id = ${sql.ref(spreadsheetId)}
    and log.sheet_id = tab.sheet_id and log.sequence > ${sql.ref(after)})`.as('last');

/** A tab of the drive as it is stored: its blob, and what was written since. */
export interface StoredTab extends LogPart {
  readonly rawBlob: string;
  /** Number of the last entry, of the blob if there is none. */
  readonly sequence: number;
}

const hasGaps = () => new Error('The log of a tab has gaps.');

/** Blob and log of a drive's tab, of one moment; undefined when there is no such tab. */
export const readStoredTab = (db: Db, spreadsheetId: string, sheetId: number): Promise<StoredTab | undefined> =>
  retryIfChanged(hasGaps, async () => {
    const standing = await db
      .selectFrom('drive_tabs as tab')
      .select(['raw_blob', 'raw_sequence', lastEntry('tab.spreadsheet_id', 'tab.raw_sequence')])
      .where('spreadsheet_id', '=', spreadsheetId)
      .where('sheet_id', '=', sheetId)
      .executeTakeFirst();
    if (standing === undefined) return undefined;
    const { raw_blob: rawBlob, raw_sequence: after } = standing;
    const sequence = standing.last ?? after;
    const part = await readLog(db, { spreadsheetId, sheetId, after, upTo: sequence });
    // Its log became part of its blob meanwhile.
    if (part === undefined) throw new ChangedMeanwhile();
    return { ...part, rawBlob, sequence };
  });

/** What was written to an endpoint's tab since its snapshot, or after a later entry of its log. */
export interface WrittenTail extends LogPart {
  /** The snapshot that it follows. */
  readonly snapshot: string;
  /** The entry that it begins after. */
  readonly after: number;
  readonly sequence: number;
  /** Revision of the tab. */
  readonly revision: number;
  readonly keyColumn: string | null;
}

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
  const standing = await db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .select(['tab.snapshot_blob', 'tab.snapshot_sequence', 'tab.revision', 'tab.key_column'])
    .select(['project.sheet_id as spreadsheetId', 'tab.sheet_id as sheetId'])
    .select(lastEntry('project.sheet_id', 'tab.snapshot_sequence'))
    .where('tab.id', '=', tabId)
    .executeTakeFirst();
  if (standing === undefined) return undefined;
  const { snapshot_blob: snapshot, revision, key_column: keyColumn, spreadsheetId, sheetId } = standing;
  const after = Math.max(standing.snapshot_sequence, known);
  const sequence = Math.max(after, standing.last ?? 0);
  const part = await readLog(db, { spreadsheetId, sheetId, after, upTo: sequence });
  if (part === undefined) throw new SnapshotReplaced();
  return { ...part, snapshot, after, sequence, revision, keyColumn };
}
