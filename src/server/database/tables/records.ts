/** What was written to rows. */
export interface RecordTables {
  record_log: RecordLogTable;
  gone_rows: GoneRowsTable;
  idempotency_keys: IdempotencyKeysTable;
  former_snapshots: FormerSnapshotsTable;
  seen_revisions: SeenRevisionsTable;
}

/** What was written to a tab of the drive since its blobs: rows that were written together, as one entry. */
export interface RecordLogTable {
  spreadsheet_id: string;
  sheet_id: number;
  /** Counts the entries of a tab from 1. */
  sequence: number;
  /** The endpoint it was written through. */
  tab_id: string;
  /** The project's revision after it. */
  revision: number;
  /** How many rows it changes. */
  changes: number;
  /** How many rows more there are after it. */
  rows_delta: number;
  /** `LoggedChange[]` of each write, as JSON. */
  entries: string;
  created_at: string;
}

/** Ids of rows that were removed: they answer 410 and are never given again. */
export interface GoneRowsTable {
  tab_id: string;
  row_id: string;
}

/** Answers to writes that carried an `Idempotency-Key`, kept for a day. */
export interface IdempotencyKeysTable {
  tab_id: string;
  /** Who wrote. */
  caller: string;
  key: string;
  /** SHA-256 of the request. */
  request_hash: string;
  /** The answer as JSON. */
  answer: string;
  created_at: string;
}

/**
 * Rows of a tab that others have taken the place of, for as long as cursors may ask for them. Noted by a trigger. The log behind
 * them is kept as long.
 */
export interface FormerSnapshotsTable {
  /** The packed derived rows. */
  snapshot_blob: string;
  tab_id: string;
  spreadsheet_id: string;
  sheet_id: number;
  /** Number of the last entry of the log that is part of them. */
  snapshot_sequence: number;
  /** Revision of the rows, and the last one that they were the snapshot of. */
  revision: number;
  until_revision: number;
  key_column: string | null;
  /** The packed raw tab that they were derived from, if it was known. */
  shown_blob: string | null;
  repeat_merged: number;
  /** When they may go. */
  kept_until: string;
}

/** When what somebody sees of a tab who does not see all of its columns has last changed. */
export interface SeenRevisionsTable {
  tab_id: string;
  /** Tells apart who sees which columns. */
  sight: string;
  /** Revision at which it was first seen as it is, or was. */
  revision: number;
  /** The same only while that is; see `TabView.contentMark`. */
  content_mark: string;
  seen_at: string;
}
