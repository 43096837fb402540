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
 * Rows of a tab that others have taken the place of, with the settings by which they were derived: earlier revisions are made of
 * them and of the log behind them. Noted by a trigger; `store/log/history.ts` makes them small, and removes them.
 */
export interface FormerSnapshotsTable {
  tab_id: string;
  /** Counts what was replaced of a tab, from 1. */
  number: number;
  spreadsheet_id: string;
  sheet_id: number;
  /** Number of the last entry of the log that is part of them. */
  snapshot_sequence: number;
  /** Revision of the rows, and the last one that they were the snapshot of. */
  revision: number;
  until_revision: number;
  header_row: number | null;
  key_column: string | null;
  column_types: string;
  repeat_merged: number;
  columns: string;
  /** The packed derived rows, until they are made small. */
  snapshot_blob: string | null;
  /** The packed raw tab that they were derived from, if it is known. */
  raw_blob: string | null;
  /** Number of the last entry of the log that is part of that. */
  raw_sequence: number;
  /** In its place: what makes it of the raw tab that came next (`rawTab/rawDelta.ts`). */
  delta_blob: string | null;
  replaced_at: string;
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
    tab_id text not null references project_tabs (id) on delete cascade,
    number bigint not null,
    spreadsheet_id text not null,
    sheet_id bigint not null,
    snapshot_sequence bigint not null,
    revision bigint not null,
    until_revision bigint not null,
    header_row integer,
    key_column text,
    column_types text not null,
    repeat_merged integer not null,
    columns text not null,
    snapshot_blob text references blobs (id),
    raw_blob text,
    raw_sequence bigint not null,
    delta_blob text references blobs (id),
    replaced_at text not null,
    primary key (tab_id, number)
  )`,
  'create index idempotency_keys_age on idempotency_keys (created_at)',
  'create index former_snapshots_age on former_snapshots (replaced_at)',
  'create index former_snapshots_snapshot on former_snapshots (snapshot_blob)',
  'create index former_snapshots_raw on former_snapshots (raw_blob)',
  'create index former_snapshots_delta on former_snapshots (delta_blob)',
];
