import { bigint, integer, nullable, statementsOf, type TablesOf, text } from './columns';
import { replacedColumns } from './records';

/** Projects, their tabs and what became of their syncs. A person has one project for each spreadsheet, deleted ones aside. */
const projectTables = {
  projects: {
    id: text('primary key'),
    owner_id: text('references "user" (id) on delete cascade'),
    sheet_id: text(),
    source: text<'drive' | 'googleLink' | 'googleApi'>(),
    title: text(),
    access: text<'public' | 'private'>(),
    writable: integer(),
    read_only_reason: nullable.text(),
    status: text<'live' | 'syncing' | 'stale' | 'needsAccess'>(),
    status_reason: nullable.text(),
    paused: integer(),
    refresh_seconds: integer(),
    /** Seconds that browsers and shared caches may keep public answers; null where they have to ask again each time. */
    max_age_seconds: nullable.integer(),
    revision: bigint(),
    synced_at: nullable.text(),
    created_at: text(),
    deleted_at: nullable.text(),
  },
  project_tabs: {
    id: text('primary key'),
    project_id: text('references projects (id) on update cascade on delete cascade'),
    sheet_id: bigint(),
    position: integer(),
    title: text(),
    slug: text(),
    /** Titles and slugs it had before, as JSON. */
    former_names: text(),
    published: integer(),
    rows: integer(),
    /** `Column[]` as JSON. */
    columns: text(),
    warnings: text(),
    header_row: nullable.integer(),
    key_column: nullable.text(),
    /** By column key, as JSON. */
    column_types: text(),
    /** Whether each cell of a merged range has the value of its first cell. */
    repeat_merged: integer(),
    /** Revision of the project at which this tab's rows last changed. */
    revision: bigint(),
    /** The packed derived rows. */
    snapshot_blob: text('references blobs (id)'),
    /** Number of the last entry of the log that is part of `snapshot_blob`. */
    snapshot_sequence: bigint(),
    /** Revision of the rows of `snapshot_blob`, without what was written since. */
    snapshot_revision: bigint(),
    /** Of what was written since, the log says it. */
    ...replacedColumns,
    /** The blob of the raw tab that the rows were derived from, where it is one of the drive. */
    derived_from: nullable.text(),
    /** Number of the last entry of the log that is part of the raw tab itself; those up to `snapshot_sequence` were added to it. */
    raw_sequence: bigint(),
    /** The packed raw tab that the rows were derived from, where its source does not keep it; and its mark (`rawHash` in `rawTab/packedRaw`). */
    raw_blob: nullable.text('references blobs (id)'),
    raw_mark: nullable.text(),
    /** Set when the tab has vanished from its spreadsheet: its endpoint answers 410. */
    gone_at: nullable.text(),
    /** Whether its spreadsheet hides it. */
    hidden: integer(),
  },
  /** One line of a project's history: a sync that is over. */
  sync_runs: {
    id: text('primary key'),
    project_id: text('references projects (id) on update cascade on delete cascade'),
    started_at: text(),
    started_by: text<'person' | 'schedule' | 'upload' | 'settings'>(),
    milliseconds: bigint(),
    result: text<'done' | 'failed'>(),
    reason: nullable.text(),
    /** `TabChanges[]` as JSON. */
    changes: text(),
    revision: bigint(),
  },
};

export type ProjectTables = TablesOf<typeof projectTables>;
export type ProjectsTable = ProjectTables['projects'];
export type ProjectTabsTable = ProjectTables['project_tabs'];
export type SyncRunsTable = ProjectTables['sync_runs'];

/** Statements that make {@link ProjectTables}. */
export const createProjectTables: readonly string[] = [
  ...statementsOf(projectTables),
  'create index projects_owner on projects (owner_id, created_at)',
  'create index projects_sheet on projects (sheet_id)',
  'create unique index projects_one_per_sheet on projects (owner_id, sheet_id) where deleted_at is null',
  'create index project_tabs_project on project_tabs (project_id, position)',
  'create index sync_runs_project on sync_runs (project_id, started_at, id)',
  'create index sync_runs_age on sync_runs (started_at)',
];
