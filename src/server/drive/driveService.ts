import { couldBeDriveId } from '../sync/sources';
import type { Kysely } from 'kysely';
import type { DriveSpreadsheet, TextReading } from '../../contract/drive';
import { driveSheetPath } from '../../contract/paths';
import { deleteUnused } from '../database/blobs';
import type { Database } from '../database/schema';
import type { DriveSpreadsheetsTable } from '../database/tables/drive';
import { grouped } from '../grouped';
import { invalidUpdate, Refusal } from '../refusal';
import { findProjectOfSheet } from '../sync/syncRepository';
import { cleanTitle } from '../titles';
import * as repository from './driveRepository';

type Db = Kysely<Database>;

/** @throws Refusal `not_found` for an unknown id, and for another person's */
export async function requireSpreadsheet(db: Db, ownerId: string, id: string): Promise<DriveSpreadsheetsTable> {
  const found = couldBeDriveId(id) ? await repository.findSpreadsheet(db, ownerId, id) : undefined;
  if (found !== undefined) return found;
  throw new Refusal('not_found', 'There is no such spreadsheet in your drive.', {
    hint: 'It may have been deleted, or it belongs to another account.',
  });
}

/** How the file of a spreadsheet was read; undefined where it is not one of text. */
export const readingOf = (stored: string | null) => (stored === null ? undefined : (JSON.parse(stored) as TextReading));

const tabViewOf = ({ sheet_id, title, rows, columns, hidden }: repository.DriveTabSummary) => ({
  ...{ sheetId: sheet_id, title, rows, columns },
  ...(hidden === 1 && { hidden: true }),
});

/** A spreadsheet as the API answers it. */
const viewOf = (
  spreadsheet: DriveSpreadsheetsTable,
  tabs: readonly repository.DriveTabSummary[],
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
  ...(projectId !== undefined && { projectId }),
});

/** A person's spreadsheets, newest first. */
export async function listDrive(db: Db, ownerId: string, origin: string): Promise<DriveSpreadsheet[]> {
  const spreadsheets = await repository.listSpreadsheets(db, ownerId);
  const tabs = grouped(await repository.listTabSummaries(db, ownerId), (tab) => tab.spreadsheet_id);
  const projects = await repository.projectsBySheet(db, ownerId);
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

/** @throws Refusal `not_found`, or `invalid_update` when the title is blank */
export async function renameInDrive(db: Db, ownerId: string, id: string, title: string): Promise<void> {
  await requireSpreadsheet(db, ownerId, id);
  const clean = cleanTitle(title);
  if (clean === '') throw invalidUpdate({ field: 'title', detail: 'Give the spreadsheet a name.' });
  await repository.changeSpreadsheet(db, id, { title: clean });
}

/**
 * Deletes a spreadsheet for good: first it is marked as deleted, then its bytes are removed.
 *
 * @returns ids of its blobs, which are there no more
 * @throws Refusal `not_found`, or `in_use` while a project is made of it
 */
export async function deleteFromDrive(db: Db, ownerId: string, id: string): Promise<string[]> {
  await requireSpreadsheet(db, ownerId, id);
  await db.transaction().execute(async (trx) => {
    const project = await findProjectOfSheet(trx, ownerId, id);
    if (project !== undefined) {
      throw new Refusal('in_use', `The project “${project.title}” uses this spreadsheet. Delete the project first.`);
    }
    await repository.changeSpreadsheet(trx, id, { deleted_at: new Date().toISOString() });
  });
  return removeDeleted(db);
}

/** Removes the bytes of deleted spreadsheets, also of those that a stopped process has left. */
export async function removeDeleted(db: Db): Promise<string[]> {
  const removed: string[] = [];
  for (const id of await repository.listDeleted(db)) {
    const blobs = await db.transaction().execute((trx) => repository.removeSpreadsheet(trx, id));
    for (const blob of blobs) await deleteUnused(db, blob);
    removed.push(...blobs);
  }
  return removed;
}
