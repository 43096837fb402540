import type { NotNull } from 'kysely';
import type { TrashAnswer } from '../../contract/drive';
import type { Db } from '../database/schema';
import { Refusal } from '../refusal';
import { removeEntries } from '../store/log/driveLog';
import { findProjectOfSheet } from '../sync/syncRepository';
import { inBatches } from '../yieldToEventLoop';
import { requireSpreadsheet } from './driveService';

const ofPerson = (db: Db, ownerId: string) => db.selectFrom('drive_spreadsheets').where('owner_id', '=', ownerId);

/**
 * Deletion time of a spreadsheet that is being removed permanently: it is not in the trash any more, and earlier than all others, so
 * that the next purge continues a removal that was interrupted.
 */
const BEING_REMOVED = '';

/** Sets the deletion time of a spreadsheet, whether or not it is in the trash. */
const setDeletedAt = (db: Db, ownerId: string, id: string, deleted_at: string | null) =>
  db
    .updateTable('drive_spreadsheets')
    .set({ deleted_at })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('deleted_at', 'is distinct from', BEING_REMOVED)
    .execute();

/**
 * Moves a spreadsheet to the trash, where it stays for 30 days.
 *
 * @returns ids of its blobs, which can be evicted from memory
 * @throws Refusal `not_found`, or `in_use` while a project uses it
 */
export async function moveToTrash(db: Db, ownerId: string, id: string): Promise<string[]> {
  await requireSpreadsheet(db, ownerId, id);
  await db.transaction().execute(async (trx) => {
    // First, as it locks the spreadsheet: a project that is created at the same time is found below.
    await setDeletedAt(trx, ownerId, id, new Date().toISOString());
    const project = await findProjectOfSheet(trx, ownerId, id);
    if (project !== undefined) {
      throw new Refusal('in_use', `The project “${project.title}” uses this spreadsheet. Delete the project first.`);
    }
  });
  const tabs = await db.selectFrom('drive_tabs').select('raw_blob').where('spreadsheet_id', '=', id).execute();
  return tabs.map(({ raw_blob }) => raw_blob);
}

/** Restores a spreadsheet, if it is in the trash. */
export const restoreFromTrash = (db: Db, ownerId: string, id: string) => setDeletedAt(db, ownerId, id, null);

/** Removes a spreadsheet's tabs and versions, so that only its row and its log are left. @returns whether it was in the trash */
const beginRemoval = (db: Db, id: string, deletedBefore?: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const trashed = trx.updateTable('drive_spreadsheets').where('id', '=', id).where('deleted_at', 'is not', null);
    const old = deletedBefore === undefined ? trashed : trashed.where('deleted_at', '<', deletedBefore);
    const { numUpdatedRows } = await old.set({ deleted_at: BEING_REMOVED }).executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    for (const table of ['drive_tabs', 'drive_version_tabs', 'drive_versions'] as const) {
      await trx.deleteFrom(table).where('spreadsheet_id', '=', id).execute();
    }
    return true;
  });

/**
 * Removes a spreadsheet in the trash permanently. Its log, which may have gigabytes, is removed in batches.
 *
 * @param deletedBefore keeps a spreadsheet that was deleted later, or restored
 */
export async function removeTrashed(db: Db, id: string, deletedBefore?: string): Promise<void> {
  if (!(await beginRemoval(db, id, deletedBefore))) return;
  const logged = db.selectFrom('record_log').select('sheet_id').where('spreadsheet_id', '=', id).limit(1);
  await inBatches(async () => {
    const tab = await logged.executeTakeFirst();
    if (tab !== undefined) await removeEntries(db, id, tab.sheet_id, Number.MAX_SAFE_INTEGER);
    return tab !== undefined;
  });
  await db.deleteFrom('drive_spreadsheets').where('id', '=', id).where('deleted_at', '=', BEING_REMOVED).execute();
}

/**
 * Removes a spreadsheet permanently, also from the trash, with its tabs, versions and logs.
 *
 * @returns as {@link moveToTrash}
 * @throws Refusal as {@link moveToTrash}
 */
export async function removePermanently(db: Db, ownerId: string, id: string): Promise<string[]> {
  const trashed = ofPerson(db, ownerId).select('id').where('id', '=', id).where('deleted_at', 'is not', null);
  const blobs = (await trashed.executeTakeFirst()) === undefined ? await moveToTrash(db, ownerId, id) : [];
  await removeTrashed(db, id);
  return blobs;
}

/** Returns a person's spreadsheets in the trash, last deleted first. */
export const findTrashed = (db: Db, ownerId: string): Promise<TrashAnswer['spreadsheets']> =>
  ofPerson(db, ownerId)
    .select(['id', 'title', 'file_bytes as bytes', 'deleted_at as deletedAt'])
    .where('deleted_at', '<>', BEING_REMOVED)
    .orderBy('deleted_at', 'desc')
    .$narrowType<{ deletedAt: NotNull }>()
    .execute();
