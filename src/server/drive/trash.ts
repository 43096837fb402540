import type { Kysely } from 'kysely';
import type { TrashAnswer } from '../../contract/drive';
import { deleteUnused } from '../database/blobs';
import type { Database } from '../database/schema';
import { Refusal } from '../refusal';
import { findProjectOfSheet } from '../sync/syncRepository';
import { removeSpreadsheet } from './driveRepository';
import { requireSpreadsheet } from './driveService';

type Db = Kysely<Database>;

/** `deleted_at` of what is not in the trash any more, and only waits to be removed. */
const FOR_GOOD = new Date(0).toISOString();

/** Marks a spreadsheet as deleted, whether or not it is in the trash. @returns whether there is one */
async function mark(db: Db, ownerId: string, id: string, deletedAt: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drive_spreadsheets')
    .set({ deleted_at: deletedAt })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '<>', FOR_GOOD)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Moves a spreadsheet into the trash, where it stays for 30 days.
 *
 * @returns ids of its blobs, which need not stay in memory
 * @throws Refusal `not_found`, or `in_use` while a project is made of it
 */
export async function moveToTrash(db: Db, ownerId: string, id: string): Promise<string[]> {
  await requireSpreadsheet(db, ownerId, id);
  await db.transaction().execute(async (trx) => {
    const project = await findProjectOfSheet(trx, ownerId, id);
    if (project !== undefined) {
      throw new Refusal('in_use', `The project “${project.title}” uses this spreadsheet. Delete the project first.`);
    }
    await mark(trx, ownerId, id, new Date().toISOString());
  });
  const tabs = await db.selectFrom('drive_tabs').select('raw_blob').where('spreadsheet_id', '=', id).execute();
  return tabs.map(({ raw_blob }) => raw_blob);
}

/** Puts a spreadsheet back; one that is not in the trash stays as it is. @returns whether there is one */
export const takeOutOfTrash = (db: Db, ownerId: string, id: string): Promise<boolean> => mark(db, ownerId, id, null);

/**
 * Removes a spreadsheet for good, also one that is in the trash.
 *
 * @returns ids of its blobs, which are there no more
 * @throws Refusal as {@link moveToTrash}
 */
export async function removeForGood(db: Db, ownerId: string, id: string): Promise<string[]> {
  if ((await findTrashed(db, ownerId)).every((trashed) => trashed.id !== id)) await moveToTrash(db, ownerId, id);
  await mark(db, ownerId, id, FOR_GOOD);
  return purgeSpreadsheets(db, FOR_GOOD);
}

/** A person's spreadsheets in the trash, those deleted last first. */
export async function findTrashed(db: Db, ownerId: string): Promise<TrashAnswer['spreadsheets']> {
  const found = await db
    .selectFrom('drive_spreadsheets')
    .select(['id', 'title', 'file_bytes', 'deleted_at'])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<>', FOR_GOOD)
    .orderBy('deleted_at', 'desc')
    .execute();
  return found.map(({ id, title, file_bytes, deleted_at }) => ({
    ...{ id, title, bytes: Number(file_bytes), deletedAt: deleted_at ?? FOR_GOOD },
  }));
}

/**
 * Removes for good what was deleted by a time, one spreadsheet after the other; where the process ends meanwhile, the rest comes next time.
 *
 * @returns ids of the blobs, which are there no more
 */
export async function purgeSpreadsheets(db: Db, deletedBy: string): Promise<string[]> {
  const gone = await db.selectFrom('drive_spreadsheets').select('id').where('deleted_at', '<=', deletedBy).execute();
  const removed: string[] = [];
  for (const { id } of gone) {
    const blobs = await db.transaction().execute((trx) => removeSpreadsheet(trx, id));
    for (const blob of blobs) await deleteUnused(db, blob);
    removed.push(...blobs);
  }
  return removed;
}
