import type { Kysely } from 'kysely';
import type { DriveSpreadsheet } from '../../contract/drive';
import { deleteUnused } from '../database/blobs';
import type { Database } from '../database/schema';
import type { DriveSpreadsheetsTable } from '../database/tables/drive';
import { grouped } from '../grouped';
import { Refusal } from '../refusal';
import { cleanTitle } from '../titles';
import { couldBeDriveId } from './driveIds';
import * as repository from './driveRepository';
import { driveView } from './driveView';

type Db = Kysely<Database>;

/** Said for an id that is unknown, and for another person's. */
export const noSpreadsheet = () =>
  new Refusal('not_found', 'There is no such spreadsheet in your drive.', {
    hint: 'It may have been deleted, or it belongs to another account.',
  });

/** @throws Refusal `not_found` */
export async function requireSpreadsheet(db: Db, ownerId: string, id: string): Promise<DriveSpreadsheetsTable> {
  const found = couldBeDriveId(id) ? await repository.findSpreadsheet(db, ownerId, id) : undefined;
  if (found === undefined) throw noSpreadsheet();
  return found;
}

/** A person's spreadsheets, newest first. */
export async function listDrive(db: Db, ownerId: string, origin: string): Promise<DriveSpreadsheet[]> {
  const spreadsheets = await repository.listSpreadsheets(db, ownerId);
  const tabs = grouped(await repository.listTabSummaries(db, ownerId), (tab) => tab.spreadsheet_id);
  const projects = await repository.projectsBySheet(db, ownerId);
  return spreadsheets.map((spreadsheet) =>
    driveView(spreadsheet, tabs.get(spreadsheet.id) ?? [], origin, projects.get(spreadsheet.id)),
  );
}

/** @throws Refusal `not_found` */
export async function getSpreadsheet(db: Db, ownerId: string, id: string, origin: string): Promise<DriveSpreadsheet> {
  const spreadsheet = await requireSpreadsheet(db, ownerId, id);
  const project = await repository.projectUsing(db, ownerId, id);
  return driveView(spreadsheet, await repository.listTabs(db, id), origin, project?.id);
}

/** @throws Refusal `not_found`, or `invalid_update` when the title is blank */
export async function renameInDrive(db: Db, ownerId: string, id: string, title: string): Promise<void> {
  await requireSpreadsheet(db, ownerId, id);
  const clean = cleanTitle(title);
  if (clean === '') {
    const detail = 'Give the spreadsheet a name.';
    throw new Refusal('invalid_update', detail, { errors: [{ field: 'title', detail }] });
  }
  await repository.renameSpreadsheet(db, ownerId, id, clean);
}

/**
 * Deletes a spreadsheet for good: it is gone at once, its bytes right afterwards.
 *
 * @throws Refusal `not_found`, or `in_use` while a project is made of it
 */
export async function deleteFromDrive(db: Db, ownerId: string, id: string): Promise<void> {
  await requireSpreadsheet(db, ownerId, id);
  await db.transaction().execute(async (trx) => {
    const project = await repository.projectUsing(trx, ownerId, id);
    if (project !== undefined) {
      throw new Refusal('in_use', `The project “${project.title}” uses this spreadsheet. Delete the project first.`);
    }
    await repository.markDeleted(trx, id, new Date().toISOString());
  });
  await removeDeleted(db);
}

/** Removes what is left of deleted spreadsheets; also finishes what a stopped process had begun. */
export async function removeDeleted(db: Db): Promise<void> {
  for (const id of await repository.listDeleted(db)) {
    const blobs = await db.transaction().execute((trx) => repository.removeRows(trx, id));
    for (const blob of blobs) await deleteUnused(db, blob);
  }
}
