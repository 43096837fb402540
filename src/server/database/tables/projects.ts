/** Projects, their tabs and what became of their syncs. */
export interface ProjectTables {
  projects: ProjectsTable;
  project_tabs: ProjectTabsTable;
  sync_runs: SyncRunsTable;
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
  /** Whether each cell of a merged range has the value of its first cell. */
  repeat_merged: number;
  /** Revision of the project at which this tab's rows last changed. */
  revision: number;
  /** The packed derived rows. */
  snapshot_blob: string;
  /** Number of the last entry of the log that is part of `snapshot_blob`. */
  snapshot_sequence: number;
  /** Revision of the rows of `snapshot_blob`, without what was written since. */
  snapshot_revision: number;
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
