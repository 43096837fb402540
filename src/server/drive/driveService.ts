import type { DriveSpreadsheet, TextReading } from '../../contract/drive';
import { driveSheetPath } from '../../contract/paths';
import { owned } from '../auth/ownedProjects';
import type { Db } from '../database/schema';
import type { DriveSpreadsheetsTable, DriveTabsTable } from '../database/tables/drive';
import { grouped } from '../lists';
import { invalidUpdate, Refusal } from '../refusal';
import { couldBeDriveId } from '../sync/sources';
import { findProjectOfSheet } from '../sync/syncRepository';
import { cleanTitle } from '../titles';
import * as repository from './driveRepository';

/** @throws Refusal `not_found` for an unknown id, and for another person's */
export async function requireSpreadsheet(db: Db, ownerId: string, id: string): Promise<DriveSpreadsheetsTable> {
  const found = couldBeDriveId(id) ? await repository.findSpreadsheet(db, ownerId, id) : undefined;
  if (found !== undefined) return found;
  throw new Refusal('not_found', 'There is no such spreadsheet in your drive.', {
    hint: 'It may have been deleted, or it belongs to another account.',
  });
}

/** Parses the reading options of a text file; undefined for other files. */
export const readingOf = (stored: string | null) => (stored === null ? undefined : (JSON.parse(stored) as TextReading));

/** Returns the API's view of a tab. */
export const tabViewOf = ({ sheet_id, title, rows, columns, hidden }: DriveTabsTable) => ({
  sheetId: sheet_id,
  title,
  rows,
  columns,
  ...(hidden === 1 && { hidden: true }),
});

/** Returns the API's view of a spreadsheet. */
const viewOf = (
  spreadsheet: DriveSpreadsheetsTable,
  tabs: readonly DriveTabsTable[],
  origin: string,
  projectId: string | undefined,
): DriveSpreadsheet => ({
  id: spreadsheet.id,
  title: spreadsheet.title,
  url: origin + driveSheetPath(spreadsheet.id),
  tabs: tabs.map(tabViewOf),
  fileName: spreadsheet.file_name,
  bytes: spreadsheet.file_bytes,
  reading: readingOf(spreadsheet.reading),
  createdAt: spreadsheet.created_at,
  changedAt: tabs.reduce((last, { changed_at }) => (changed_at > last ? changed_at : last), spreadsheet.created_at),
  ...(projectId !== undefined && { projectId }),
});

/** Returns a person's spreadsheets, newest first. */
export async function listDrive(db: Db, ownerId: string, origin: string): Promise<DriveSpreadsheet[]> {
  const spreadsheets = await repository.listSpreadsheets(db, ownerId);
  const tabs = grouped(await repository.listAllDriveTabs(db, ownerId), (tab) => tab.spreadsheet_id);
  const projects = new Map((await owned(db, ownerId).execute()).map(({ id, sheet_id }) => [sheet_id, id]));
  return spreadsheets.map((spreadsheet) =>
    viewOf(spreadsheet, tabs.get(spreadsheet.id) ?? [], origin, projects.get(spreadsheet.id)),
  );
}

/** @throws Refusal `not_found` */
export async function getSpreadsheet(db: Db, ownerId: string, id: string, origin: string): Promise<DriveSpreadsheet> {
  const spreadsheet = await requireSpreadsheet(db, ownerId, id);
  const project = await findProjectOfSheet(db, ownerId, id);
  return viewOf(spreadsheet, await repository.listTabs(db, id), origin, project?.id);
}

/** @throws Refusal `not_found`, or `invalid_update` if the title is blank */
export async function renameInDrive(db: Db, ownerId: string, id: string, title: string): Promise<void> {
  await requireSpreadsheet(db, ownerId, id);
  const clean = cleanTitle(title);
  if (clean === '') throw invalidUpdate({ field: 'title', detail: 'Give the spreadsheet a name.' });
  await repository.changeSpreadsheet(db, id, { title: clean });
}
