import { bigint, integer, nullable, statementsOf, type TablesOf, text } from './columns';

/**
 * Reason for a change of rows: a write by the data API (`write`) or a page's form, an edit or an undo in the drive's grid, an
 * upload of a new file, a restored version, a sync, the first import of a tab, or changed settings.
 */
type ChangeReason = 'write' | 'form' | 'edit' | 'undo' | 'upload' | 'restore' | 'sync' | 'import' | 'settings';

/** Author of a change of rows, and its reason. */
export interface Author {
  /** Id of a person or a key, never a credential; `server` for scheduled changes. */
  readonly actor: `person:${string}` | `key:${string}` | 'server';
  readonly reason: ChangeReason;
}

/** Columns of an {@link Author}. */
export const authorColumns = { actor: text<Author['actor']>(), reason: text<ChangeReason>() };

/** Columns of a replacement of all rows: its author, its time, and the resulting revision. */
export const replacedColumns = { ...authorColumns, authored_at: text(), authored_revision: bigint() };

/** Changes of rows. */
const recordTables = {
  /** Log of the writes to a tab of the drive since its blobs. One entry holds the rows that one author has written together. */
  record_log: {
    spreadsheet_id: text('references drive_spreadsheets (id) on delete cascade'),
    sheet_id: bigint(),
    /** Numbers the entries of a tab from 1. */
    sequence: bigint(),
    /** Endpoint of the write. */
    tab_id: text(),
    /** Revision of the project after this entry. */
    revision: bigint(),
    /** Number of changed rows. */
    changes: integer(),
    /** Increase of the number of rows. */
    rows_delta: integer(),
    /** `LoggedChange[]` of each write, as JSON. */
    entries: text(),
    ...authorColumns,
    created_at: text(),
  },
  /** Ids of deleted rows: they respond 410 and are never reused. */
  gone_rows: {
    tab_id: text('references project_tabs (id) on delete cascade'),
    row_id: text(),
  },
  /**
   * Responses to writes with an `Idempotency-Key`, and the state of the rows when such a write to Google first arrived; stored
   * for a day.
   */
  idempotency_keys: {
    tab_id: text('references project_tabs (id) on delete cascade'),
    /** Caller of the write. */
    caller: text(),
    key: text(),
    /** SHA-256 of the request. */
    request_hash: text(),
    /** Response as JSON. */
    answer: text(),
    created_at: text(),
  },
  /**
   * Replaced snapshots of a tab, with the settings of their derivation. Earlier revisions are reconstructed from them and the log
   * entries after them. Inserted by a trigger; `store/log/history.ts` compacts and deletes them.
   */
  former_snapshots: {
    tab_id: text('references project_tabs (id) on delete cascade'),
    /** Numbers the former snapshots of a tab from 1. */
    number: bigint(),
    spreadsheet_id: text(),
    sheet_id: bigint(),
    /** Sequence of the last log entry folded into it. */
    snapshot_sequence: bigint(),
    /** First and last revision of which this was the snapshot. */
    revision: bigint(),
    until_revision: bigint(),
    ...replacedColumns,
    header_row: nullable.integer(),
    key_column: nullable.text(),
    column_types: text(),
    repeat_merged: integer(),
    columns: text(),
    /** Packed derived rows, until it is compacted. */
    snapshot_blob: nullable.text('references blobs (id)'),
    /** Packed raw tab that they were derived from, if known; or after compaction, an earlier one. */
    raw_blob: nullable.text(),
    /** Sequence of the last log entry folded into the raw tab. */
    raw_sequence: bigint(),
    /** The delta to the raw tab from the one in `raw_blob` (`rawTab/rawDelta.ts`); null if that is itself. */
    delta_blob: nullable.text('references blobs (id)'),
    replaced_at: text(),
  },
};

export type RecordTables = TablesOf<typeof recordTables>;
export type FormerSnapshotsTable = RecordTables['former_snapshots'];

/** Statements that create {@link RecordTables}. */
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
