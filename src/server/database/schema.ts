import type { PlanName } from '../../contract/plans';

/**
 * Our tables, one interface each. Better Auth's own (`user`, `session`, `account`, `verification`) are made by its
 * migration. Times are ISO 8601 text, flags are 0 or 1, and JSON is text, so that both databases hold the same.
 */
export interface Database {
  blobs: BlobsTable;
  blob_chunks: BlobChunksTable;
  drive_spreadsheets: DriveSpreadsheetsTable;
  drive_tabs: DriveTabsTable;
  drive_versions: DriveVersionsTable;
  drive_version_tabs: DriveVersionTabsTable;
  projects: ProjectsTable;
  project_tabs: ProjectTabsTable;
  sync_runs: SyncRunsTable;
  record_log: RecordLogTable;
  gone_rows: GoneRowsTable;
  idempotency_keys: IdempotencyKeysTable;
  api_keys: ApiKeysTable;
  usage_counts: UsageCountsTable;
  usage_times: UsageTimesTable;
  person_plans: PersonPlansTable;
  google_gates: GoogleGatesTable;
  google_refreshes: GoogleRefreshesTable;
  google_connections: GoogleConnectionsTable;
  google_consents: GoogleConsentsTable;
}

/** Anything large: uploaded files, raw tabs, snapshots of rows. Written in chunks, then referred to by a tiny commit. */
export interface BlobsTable {
  id: string;
  bytes: number;
  created_at: string;
}

export interface BlobChunksTable {
  blob_id: string;
  n: number;
  bytes: Buffer;
}

/** A workbook a person has uploaded. */
export interface DriveSpreadsheetsTable {
  id: string;
  owner_id: string;
  title: string;
  file_name: string;
  file_kind: 'xlsx' | 'ods' | 'csv';
  file_bytes: number;
  /** The file as uploaded. */
  file_blob: string;
  created_at: string;
  deleted_at: string | null;
}

export interface DriveTabsTable {
  spreadsheet_id: string;
  sheet_id: number;
  position: number;
  title: string;
  hidden: number;
  rows: number;
  columns: number;
  /** Warnings as JSON. */
  warnings: string;
  /** The packed raw tab. */
  raw_blob: string;
  /** Number of the last entry of its log. */
  sequence: number;
  /** Number of the last entry that is part of `raw_blob`. */
  raw_sequence: number;
  /** Number at which rows or columns were last inserted or removed, so that others moved; 0 when never. */
  shape: number;
}

/**
 * The versions of a spreadsheet, the one that is there now among them. A spreadsheet that never had another one has none
 * here: its first is `drive_spreadsheets` itself.
 */
export interface DriveVersionsTable {
  spreadsheet_id: string;
  /** Counts from 1. */
  n: number;
  created_at: string;
  /** The version that was restored, where this one was made so. */
  restored_from: number | null;
  file_name: string;
  file_kind: 'xlsx' | 'ods' | 'csv';
  file_bytes: number;
  /** The file as uploaded; versions may share it. */
  file_blob: string;
}

/** The tabs of a version as they were when another one took its place, with all that was written until then. */
export interface DriveVersionTabsTable {
  spreadsheet_id: string;
  n: number;
  sheet_id: number;
  position: number;
  title: string;
  hidden: number;
  rows: number;
  columns: number;
  warnings: string;
  raw_blob: string;
}

export interface ProjectsTable {
  id: string;
  owner_id: string;
  sheet_id: string;
  source: 'drive' | 'googleLink' | 'googleApi';
  title: string;
  access: 'public' | 'private';
  writable: number;
  read_only_reason: string | null;
  status: 'live' | 'syncing' | 'stale' | 'needsAccess';
  status_reason: string | null;
  paused: number;
  refresh_seconds: number;
  revision: number;
  synced_at: string | null;
  created_at: string;
  deleted_at: string | null;
}

export interface ProjectTabsTable {
  id: string;
  project_id: string;
  sheet_id: number;
  position: number;
  title: string;
  slug: string;
  /** Titles and slugs it had before, as JSON. */
  former_names: string;
  published: number;
  rows: number;
  /** `Column[]` as JSON. */
  columns: string;
  warnings: string;
  header_row: number | null;
  key_column: string | null;
  /** By column key, as JSON. */
  column_types: string;
  /** Revision of the project at which this tab's rows last changed. */
  revision: number;
  /** The packed derived rows. */
  snapshot_blob: string;
  /** Number of the last entry of the log that is part of `snapshot_blob`. */
  snapshot_sequence: number;
  /** The blob of the raw tab that the rows were derived from, where it is one of the drive. */
  derived_from: string | null;
  /** The packed raw tab that the rows were derived from, where its source does not keep it; and its mark (`workbook/rawMark`). */
  raw_blob: string | null;
  raw_mark: string | null;
  /** Set when the tab has vanished from its spreadsheet: its endpoint answers 410. */
  gone_at: string | null;
  /** Whether its spreadsheet hides it. */
  hidden: number;
}

/** One line of a project's history: a sync that is over. */
export interface SyncRunsTable {
  id: string;
  project_id: string;
  started_at: string;
  started_by: 'person' | 'schedule' | 'upload' | 'settings';
  milliseconds: number;
  result: 'done' | 'failed';
  reason: string | null;
  /** `TabChanges[]` as JSON. */
  changes: string;
  revision: number;
}

/** A key of the data API. The key itself is not kept. */
export interface ApiKeysTable {
  id: string;
  project_id: string;
  name: string;
  kind: 'publishable' | 'secret';
  /** SHA-256 of the key, as base64url. */
  hash: string;
  prefix: string;
  suffix: string;
  /** As JSON. */
  scopes: string;
  /** Ids of the tabs it knows of, as JSON; null for all. */
  tabs: string | null;
  /** By id of the tab: keys of the columns that do not exist for it, as JSON. */
  hidden_columns: string | null;
  /** The only sites that may use it, as JSON; null for all. */
  origins: string | null;
  expires_at: string | null;
  created_at: string;
  last_used_at: string | null;
  /** Set when it was revoked; kept for a while, so that every server hears of it. */
  revoked_at: string | null;
  /** When it was made, revoked, or moved to another address. */
  changed_at: string;
}

/** How often the data API was called. */
export interface UsageCountsTable {
  project_id: string;
  /** Empty for calls of the project itself, and of tabs it does not have. */
  tab_id: string;
  /** In UTC, for example `2026-03-04T05`. */
  hour: string;
  method: string;
  /** `2xx`, `304`, `4xx` or `5xx`. */
  outcome: '2xx' | '304' | '4xx' | '5xx';
  /** 1 when a finished body was sent again. */
  from_cache: number;
  requests: number;
}

/** How long the data API took, 304 apart: requests by hour and bucket of time (`usage/timeBuckets`). */
export interface UsageTimesTable {
  project_id: string;
  /** In UTC, for example `2026-03-04T05`. */
  hour: string;
  bucket: number;
  requests: number;
}

/** The plan that somebody has chosen. */
export interface PersonPlansTable {
  person_id: string;
  plan: PlanName;
  chosen_at: string;
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

/** Calls that Google counts together; times are milliseconds since 1970. */
export interface GoogleGatesTable {
  name: string;
  /** When a call would be due if all were spaced evenly. */
  due_at: number;
  closed_until: number;
}

/** When a project of Google is refreshed by itself. */
export interface GoogleRefreshesTable {
  project_id: string;
  /** Nobody begins before this, in milliseconds since 1970. */
  next_at: number;
  /** How many have failed in a row. */
  failures: number;
}

/** A Google account that a person has connected. */
export interface GoogleConnectionsTable {
  person_id: string;
  email: string;
  /** What was granted, as Google has it. */
  scope: string;
  /** Both sealed (`google/consent/seal`). */
  refresh_token: string;
  access_token: string;
  /** In milliseconds since 1970. */
  access_until: number;
  connected_at: string;
  /** Set when Google has said that the consent is no more. */
  withdrawn_at: string | null;
}

/** A consent that is being asked for. */
export interface GoogleConsentsTable {
  /** SHA-256 of the state, as base64url. */
  state_hash: string;
  person_id: string;
  /** SHA-256 of what the browser has as a cookie, as base64url. */
  browser_hash: string;
  /** What proves at Google that it is us who have asked (RFC 7636), sealed. */
  verifier: string;
  /** Path of the app. */
  return_to: string;
  /** In milliseconds since 1970. */
  until: number;
}
