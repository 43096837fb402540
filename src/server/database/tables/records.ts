/** What was written to rows. */
export interface RecordTables {
  record_log: RecordLogTable;
  gone_rows: GoneRowsTable;
  idempotency_keys: IdempotencyKeysTable;
  former_snapshots: FormerSnapshotsTable;
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

/** Statements that make {@link RecordTables}. */
export const createRecordTables: readonly string[] = [
  `create table record_log (
    spreadsheet_id text not null references drive_spreadsheets (id) on delete cascade,
    sheet_id bigint not null,
    sequence bigint not null,
    tab_id text not null,
    revision bigint not null,
    changes integer not null,
    rows_delta integer not null,
    entries text not null,
    created_at text not null,
    primary key (spreadsheet_id, sheet_id, sequence)
  )`,
  `create table gone_rows (
    tab_id text not null references project_tabs (id) on delete cascade,
    row_id text not null,
    primary key (tab_id, row_id)
  )`,
  `create table idempotency_keys (
    tab_id text not null references project_tabs (id) on delete cascade,
    caller text not null,
    key text not null,
    request_hash text not null,
    answer text not null,
    created_at text not null,
    primary key (tab_id, caller, key)
  )`,
  `create table former_snapshots (
    snapshot_blob text primary key not null references blobs (id),
    tab_id text not null references project_tabs (id) on delete cascade,
    spreadsheet_id text not null,
    sheet_id bigint not null,
    snapshot_sequence bigint not null,
    revision bigint not null,
    until_revision bigint not null,
    key_column text,
    shown_blob text,
    repeat_merged integer not null,
    kept_until text not null
  )`,
  'create index idempotency_keys_age on idempotency_keys (created_at)',
  'create index former_snapshots_tab on former_snapshots (tab_id)',
  'create index former_snapshots_shown on former_snapshots (shown_blob)',
];
