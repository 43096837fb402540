/** Spreadsheets that were uploaded, their tabs and their versions. */
export interface DriveTables {
  drive_spreadsheets: DriveSpreadsheetsTable;
  drive_tabs: DriveTabsTable;
  drive_versions: DriveVersionsTable;
  drive_version_tabs: DriveVersionTabsTable;
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

/** What is known of a tab, be it there now or of a former version. */
interface TabColumns {
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

export interface DriveTabsTable extends TabColumns {
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
export interface DriveVersionTabsTable extends TabColumns {
  n: number;
}

const TAB_COLUMNS = `
    sheet_id bigint not null,
    position integer not null,
    title text not null,
    hidden integer not null,
    rows integer not null,
    columns integer not null,
    warnings text not null,
    raw_blob text not null references blobs (id)`;

/** Statements that make {@link DriveTables}. What a person owns is removed with the account. */
export const createDriveTables: readonly string[] = [
  `create table drive_spreadsheets (
    id text primary key not null,
    owner_id text not null references "user" (id) on delete cascade,
    title text not null,
    file_name text not null,
    file_kind text not null,
    file_bytes bigint not null,
    file_blob text not null references blobs (id),
    created_at text not null,
    deleted_at text
  )`,
  `create table drive_tabs (
    spreadsheet_id text not null references drive_spreadsheets (id) on delete cascade,${TAB_COLUMNS},
    sequence bigint not null,
    raw_sequence bigint not null,
    shape bigint not null,
    primary key (spreadsheet_id, sheet_id)
  )`,
  `create table drive_versions (
    spreadsheet_id text not null references drive_spreadsheets (id) on delete cascade,
    n integer not null,
    created_at text not null,
    restored_from integer,
    file_name text not null,
    file_kind text not null,
    file_bytes bigint not null,
    file_blob text not null references blobs (id),
    primary key (spreadsheet_id, n)
  )`,
  `create table drive_version_tabs (
    spreadsheet_id text not null references drive_spreadsheets (id) on delete cascade,
    n integer not null,${TAB_COLUMNS},
    primary key (spreadsheet_id, n, sheet_id)
  )`,
  'create index drive_spreadsheets_owner on drive_spreadsheets (owner_id, created_at)',
  'create index drive_spreadsheets_file on drive_spreadsheets (file_blob)',
  'create index drive_tabs_raw on drive_tabs (raw_blob)',
  'create index drive_versions_file on drive_versions (file_blob)',
  'create index drive_version_tabs_raw on drive_version_tabs (raw_blob)',
];
