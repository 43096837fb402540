import { bigint, integer, nullable, statementsOf, type TablesOf, text } from './columns';

/** Columns of a tab, of the current or a former version. */
const tabColumns = {
  sheet_id: bigint(),
  position: integer(),
  title: text(),
  hidden: integer(),
  rows: integer(),
  columns: integer(),
  /** Warnings as JSON. */
  warnings: text(),
  /** Packed raw tab. */
  raw_blob: text('references blobs (id)'),
  /** Whether it differs from the file: it was written to, or added. */
  edited: integer(),
};

/** The file of a spreadsheet, or of one of its versions. */
const fileColumns = {
  file_name: text(),
  file_kind: text<'xlsx' | 'ods' | 'csv'>(),
  file_bytes: bigint(),
  /** Uploaded file; versions may share it. */
  file_blob: text('references blobs (id)'),
  /** Settings a text file was parsed with, `TextReading` as JSON; null for other kinds. */
  reading: nullable.text(),
};

/** Uploaded spreadsheets, their tabs and versions. Deleted with their owner's account. */
const driveTables = {
  /** Workbooks that people have uploaded. */
  drive_spreadsheets: {
    id: text('primary key'),
    owner_id: text('references "user" (id) on delete cascade'),
    title: text(),
    ...fileColumns,
    created_at: text(),
    /** Time it was moved to the trash; `drive/trash.ts` deletes it later. Empty while it is being removed permanently. */
    deleted_at: nullable.text(),
    /**
     * Id of the next new tab. No id is given to two tabs: former versions and removed tabs are restored by id, endpoints and rights of
     * keys are found by it, and a page that still shows a removed tab would write to another one.
     */
    next_sheet_id: bigint(),
  },
  drive_tabs: {
    spreadsheet_id: text('references drive_spreadsheets (id) on delete cascade'),
    ...tabColumns,
    /** Time of the last change of its cells, by hand, by API or by another file. */
    changed_at: text(),
    /** Sequence of the last entry of its log. */
    sequence: bigint(),
    /** Sequence of the last log entry folded into `raw_blob`. */
    raw_sequence: bigint(),
    /** Sequence at which rows or columns were last inserted or removed, which moved others; 0 for never. */
    shape: bigint(),
    /** Header row chosen before the project exists: 1-based, 0 for no header row; null detects it. */
    header_row: nullable.integer(),
    /** Whether it becomes an endpoint of the spreadsheet's project. */
    published: integer(),
  },
  /** Versions of a spreadsheet, the current one included. */
  drive_versions: {
    spreadsheet_id: text('references drive_spreadsheets (id) on delete cascade'),
    /** Numbered from 1. */
    n: integer(),
    created_at: text(),
    /** Version that this one restored; null for others. */
    restored_from: nullable.integer(),
    ...fileColumns,
  },
  /** Tabs of a former version as they were when it was replaced, with everything written until then. */
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

/** Statements that create {@link DriveTables}. */
export const createDriveTables: readonly string[] = [
  ...statementsOf(driveTables, {
    drive_tabs: 'spreadsheet_id, sheet_id',
    drive_versions: 'spreadsheet_id, n',
    drive_version_tabs: 'spreadsheet_id, n, sheet_id',
  }),
  'create index drive_spreadsheets_owner on drive_spreadsheets (owner_id, created_at)',
];
