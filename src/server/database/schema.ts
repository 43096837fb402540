/**
 * Our tables, one interface each. Better Auth's own (`user`, `session`, `account`, `verification`) are made by its
 * migration. Times are ISO 8601 text, flags are 0 or 1, and JSON is text, so that both databases hold the same.
 */
export interface Database {
  blobs: BlobsTable;
  blob_chunks: BlobChunksTable;
  drive_spreadsheets: DriveSpreadsheetsTable;
  drive_tabs: DriveTabsTable;
  projects: ProjectsTable;
  project_tabs: ProjectTabsTable;
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
  /** Set when the tab has vanished from its spreadsheet: its endpoint answers 410. */
  gone_at: string | null;
}
