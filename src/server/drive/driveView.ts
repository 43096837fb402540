import type { DriveSpreadsheet } from '../../contract/drive';
import { driveSheetPath } from '../../contract/paths';
import type { DriveSpreadsheetsTable } from '../database/tables/drive';
import type { DriveTabSummary } from './driveRepository';

/** A spreadsheet as it is answered. */
export const driveView = (
  spreadsheet: DriveSpreadsheetsTable,
  tabs: readonly DriveTabSummary[],
  origin: string,
  projectId?: string,
): DriveSpreadsheet => ({
  id: spreadsheet.id,
  title: spreadsheet.title,
  url: origin + driveSheetPath(spreadsheet.id),
  tabs: tabs.map(({ sheet_id, title, rows, columns }) => ({ sheetId: sheet_id, title, rows, columns })),
  fileName: spreadsheet.file_name,
  bytes: spreadsheet.file_bytes,
  createdAt: spreadsheet.created_at,
  ...(projectId !== undefined && { projectId }),
});
