import { bigint, integer, nullable, statementsOf, type TablesOf, text } from './columns';
import { replacedColumns } from './records';

/** Projects, their tabs and their syncs. A person has at most one project for each spreadsheet, apart from deleted ones. */
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
    /** `max-age` of public responses in seconds; null if caches have to revalidate each time. */
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
    /** Former titles and slugs, as JSON. */
    former_names: text(),
    published: integer(),
    rows: integer(),
    /** `Column[]` as JSON. */
    columns: text(),
    warnings: text(),
    header_row: nullable.integer(),
    key_column: nullable.text(),
    /** Chosen types by column key, as JSON. */
    column_types: text(),
    /** Whether every cell of a merged range has the value of its first cell. */
    repeat_merged: integer(),
    /** Revision of the project at which the rows of this tab last changed. */
    revision: bigint(),
    /** Packed derived rows. */
    snapshot_blob: text('references blobs (id)'),
    /** Sequence of the last log entry folded into `snapshot_blob`. */
    snapshot_sequence: bigint(),
    /** Revision of the rows in `snapshot_blob`, without later writes. */
    snapshot_revision: bigint(),
    /** Author of the snapshot; the log has the authors of later writes. */
    ...replacedColumns,
    /** Packed raw tab that the rows were derived from. */
    raw_blob: nullable.text('references blobs (id)'),
    /** Hash of a raw tab that its source does not store (`rawHash` in `rawTab/packedRaw`); null for tabs of the drive. */
    raw_mark: nullable.text(),
    /** Sequence of the last log entry folded into the raw tab itself; later ones up to `snapshot_sequence` were applied to it. */
    raw_sequence: bigint(),
    /** Time at which the tab was missing from its spreadsheet; its endpoint then responds 410. */
    gone_at: nullable.text(),
    /** Whether it is hidden in its spreadsheet. */
    hidden: integer(),
  },
  /** History of a project: its finished syncs. */
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

/** Statements that create {@link ProjectTables}. */
export const createProjectTables: readonly string[] = [
  ...statementsOf(projectTables),
  'create index projects_owner on projects (owner_id, created_at)',
  'create index projects_sheet on projects (sheet_id)',
  'create unique index projects_one_per_sheet on projects (owner_id, sheet_id) where deleted_at is null',
  'create index project_tabs_project on project_tabs (project_id, position)',
  'create index sync_runs_project on sync_runs (project_id, started_at, id)',
  'create index sync_runs_age on sync_runs (started_at)',
];
