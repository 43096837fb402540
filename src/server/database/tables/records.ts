import { bigint, integer, nullable, statementsOf, type TablesOf, text } from './columns';

/**
 * Why rows have become others: a write through the data API or with a page's form, an edit or an undo in the drive's grid, another file
 * or a former version in its place, a sync, the first one of a tab, or other settings.
 */
type ChangeReason = 'write' | 'form' | 'edit' | 'undo' | 'upload' | 'restore' | 'sync' | 'import' | 'settings';

/** Who has changed rows, and why. */
export interface Author {
  /** A person or a key by its id, never by what it proves itself with; or the server, by its clock. */
  readonly actor: `person:${string}` | `key:${string}` | 'server';
  readonly reason: ChangeReason;
}

/** An {@link Author} as columns. */
export const authorColumns = { actor: text<Author['actor']>(), reason: text<ChangeReason>() };

/** Who has put rows in place of all that there were, when, and the revision that this has made. */
export const replacedColumns = { ...authorColumns, authored_at: text(), authored_revision: bigint() };

/** What was written to rows. */
const recordTables = {
  /** What was written to a tab of the drive since its blobs: rows that one author has written together, as one entry. */
  record_log: {
    spreadsheet_id: text('references drive_spreadsheets (id) on delete cascade'),
    sheet_id: bigint(),
    /** Counts the entries of a tab from 1. */
    sequence: bigint(),
    /** The endpoint it was written through. */
    tab_id: text(),
    /** The project's revision after it. */
    revision: bigint(),
    /** How many rows it changes. */
    changes: integer(),
    /** How many rows more there are after it. */
    rows_delta: integer(),
    /** `LoggedChange[]` of each write, as JSON. */
    entries: text(),
    ...authorColumns,
    created_at: text(),
  },
  /** Ids of rows that were removed: they answer 410 and are never given again. */
  gone_rows: {
    tab_id: text('references project_tabs (id) on delete cascade'),
    row_id: text(),
  },
  /** Answers to writes that carried an `Idempotency-Key`, and what rows were when such a write to Google first came; kept for a day. */
  idempotency_keys: {
    tab_id: text('references project_tabs (id) on delete cascade'),
    /** Who wrote. */
    caller: text(),
    key: text(),
    /** SHA-256 of the request. */
    request_hash: text(),
    /** The answer as JSON. */
    answer: text(),
    created_at: text(),
  },
  /**
   * Rows of a tab that others have taken the place of, with the settings by which they were derived: earlier revisions are made of
   * them and of the log behind them. Noted by a trigger; `store/log/history.ts` makes them small, and removes them.
   */
  former_snapshots: {
    tab_id: text('references project_tabs (id) on delete cascade'),
    /** Counts what was replaced of a tab, from 1. */
    number: bigint(),
    spreadsheet_id: text(),
    sheet_id: bigint(),
    /** Number of the last entry of the log that is part of them. */
    snapshot_sequence: bigint(),
    /** Revision of the rows, and the last one that they were the snapshot of. */
    revision: bigint(),
    until_revision: bigint(),
    ...replacedColumns,
    header_row: nullable.integer(),
    key_column: nullable.text(),
    column_types: text(),
    repeat_merged: integer(),
    columns: text(),
    /** The packed derived rows, until they are made small. */
    snapshot_blob: nullable.text('references blobs (id)'),
    /** The packed raw tab that they were derived from, if it is known. */
    raw_blob: nullable.text(),
    /** Number of the last entry of the log that is part of that. */
    raw_sequence: bigint(),
    /** In its place: what makes it of the raw tab that came next (`rawTab/rawDelta.ts`). */
    delta_blob: nullable.text('references blobs (id)'),
    replaced_at: text(),
  },
};

export type RecordTables = TablesOf<typeof recordTables>;
export type FormerSnapshotsTable = RecordTables['former_snapshots'];

/** Statements that make {@link RecordTables}. */
export const createRecordTables: readonly string[] = [
  ...statementsOf(recordTables, {
    record_log: 'spreadsheet_id, sheet_id, sequence',
    gone_rows: 'tab_id, row_id',
    idempotency_keys: 'tab_id, caller, key',
    former_snapshots: 'tab_id, number',
  }),
  'create index idempotency_keys_age on idempotency_keys (created_at)',
  'create index former_snapshots_age on former_snapshots (replaced_at)',
];
