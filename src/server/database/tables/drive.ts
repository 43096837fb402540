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
  /**
   * Number of the sheet in the workbook (.xlsx) that the tab last came from, which finds it again in the next one; null for other
   * kinds of files, and for a tab that was added here.
   */
  file_number: number | null;
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
