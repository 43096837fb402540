import { bigint, integer, nullable, statementsOf, type TablesOf, text } from './columns';

/** What is known of a tab, be it there now or of a former version. */
const tabColumns = {
  sheet_id: bigint(),
  position: integer(),
  title: text(),
  hidden: integer(),
  rows: integer(),
  columns: integer(),
  /** Warnings as JSON. */
  warnings: text(),
  /** The packed raw tab. */
  raw_blob: text('references blobs (id)'),
  /** Whether it holds what is not in the file: something was written to it, or it was added. */
  edited: integer(),
};

/** The file of a spreadsheet, or of one of its versions. */
const fileColumns = {
  file_name: text(),
  file_kind: text<'xlsx' | 'ods' | 'csv'>(),
  file_bytes: bigint(),
  /** The file as uploaded; versions may share it. */
  file_blob: text('references blobs (id)'),
  /** How the file was read, where it is one of text: `TextReading` as JSON. */
  reading: nullable.text(),
};

/** Spreadsheets that were uploaded, their tabs and their versions. What a person owns is removed with the account. */
const driveTables = {
  /** A workbook a person has uploaded. */
  drive_spreadsheets: {
    id: text('primary key'),
    owner_id: text('references "user" (id) on delete cascade'),
    title: text(),
    ...fileColumns,
    created_at: text(),
    /** Since when it is in the trash; `drive/trash.ts` removes it later. */
    deleted_at: nullable.text(),
  },
  drive_tabs: {
    spreadsheet_id: text('references drive_spreadsheets (id) on delete cascade'),
    ...tabColumns,
    /** When its cells last changed, by hand, by API or by another file. */
    changed_at: text(),
    /** Number of the last entry of its log. */
    sequence: bigint(),
    /** Number of the last entry that is part of `raw_blob`. */
    raw_sequence: bigint(),
    /** Number at which rows or columns were last inserted or removed, so that others moved; 0 when never. */
    shape: bigint(),
    /** The header row that a person has chosen before there is a project: 1-based, 0 where there is none; null lets it be found. */
    header_row: nullable.integer(),
    /** Whether it becomes an endpoint of the project that is made of the spreadsheet. */
    published: integer(),
  },
  /**
   * The versions of a spreadsheet, the one that is there now among them. A spreadsheet that never had another one has none
   * here: its first is `drive_spreadsheets` itself.
   */
  drive_versions: {
    spreadsheet_id: text('references drive_spreadsheets (id) on delete cascade'),
    /** Counts from 1. */
    n: integer(),
    created_at: text(),
    /** The version that was restored, where this one was made so. */
    restored_from: nullable.integer(),
    ...fileColumns,
  },
  /** The tabs of a version as they were when another one took its place, with all that was written until then. */
  drive_version_tabs: {
    spreadsheet_id: text('references drive_spreadsheets (id) on delete cascade'),
    n: integer(),
    ...tabColumns,
  },
};

/** The file of a spreadsheet, or of one of its versions. */
export type DriveFile = Pick<DriveVersionsTable, keyof typeof fileColumns>;
export type DriveTables = TablesOf<typeof driveTables>;
export type DriveSpreadsheetsTable = DriveTables['drive_spreadsheets'];
export type DriveTabsTable = DriveTables['drive_tabs'];
export type DriveVersionsTable = DriveTables['drive_versions'];
export type DriveVersionTabsTable = DriveTables['drive_version_tabs'];

/** Statements that make {@link DriveTables}. */
export const createDriveTables: readonly string[] = [
  ...statementsOf(driveTables, {
    drive_tabs: 'spreadsheet_id, sheet_id',
    drive_versions: 'spreadsheet_id, n',
    drive_version_tabs: 'spreadsheet_id, n, sheet_id',
  }),
  'create index drive_spreadsheets_owner on drive_spreadsheets (owner_id, created_at)',
];
