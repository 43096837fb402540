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
  /** Seconds that browsers and shared caches may keep public answers; null where they have to ask again each time. */
  max_age_seconds: number | null;
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
  /** Number of the last entry of the log that is part of the raw tab itself; those up to `snapshot_sequence` were added to it. */
  raw_sequence: number;
  /** The packed raw tab that the rows were derived from, where its source does not keep it; and its mark (`rawHash` in `rawTab/packedRaw`). */
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

/** Statements that make {@link ProjectTables}. A person has one project for each spreadsheet, deleted ones aside. */
export const createProjectTables: readonly string[] = [
  `create table projects (
    id text primary key not null,
    owner_id text not null references "user" (id) on delete cascade,
    sheet_id text not null,
    source text not null,
    title text not null,
    access text not null,
    writable integer not null,
    read_only_reason text,
    status text not null,
    status_reason text,
    paused integer not null,
    refresh_seconds integer not null,
    max_age_seconds integer,
    revision bigint not null,
    synced_at text,
    created_at text not null,
    deleted_at text
  )`,
  `create table project_tabs (
    id text primary key not null,
    project_id text not null references projects (id) on delete cascade,
    sheet_id bigint not null,
    position integer not null,
    title text not null,
    slug text not null,
    former_names text not null,
    published integer not null,
    rows integer not null,
    columns text not null,
    warnings text not null,
    header_row integer,
    key_column text,
    column_types text not null,
    repeat_merged integer not null,
    revision bigint not null,
    snapshot_blob text not null references blobs (id),
    snapshot_sequence bigint not null,
    snapshot_revision bigint not null,
    derived_from text,
    raw_sequence bigint not null,
    raw_blob text references blobs (id),
    raw_mark text,
    gone_at text,
    hidden integer not null
  )`,
  `create table sync_runs (
    id text primary key not null,
    project_id text not null references projects (id) on delete cascade,
    started_at text not null,
    started_by text not null,
    milliseconds bigint not null,
    result text not null,
    reason text,
    changes text not null,
    revision bigint not null
  )`,
  'create index projects_owner on projects (owner_id, created_at)',
  'create index projects_sheet on projects (sheet_id)',
  'create unique index projects_one_per_sheet on projects (owner_id, sheet_id) where deleted_at is null',
  'create index project_tabs_project on project_tabs (project_id, position)',
  'create index project_tabs_snapshot on project_tabs (snapshot_blob)',
  'create index project_tabs_raw on project_tabs (raw_blob)',
  'create index sync_runs_project on sync_runs (project_id, started_at, id)',
  'create index sync_runs_age on sync_runs (started_at)',
];
