import type { NotNull } from 'kysely';
import type { TrashAnswer } from '../../contract/drive';
import { withBlobs } from '../database/blobs';
import type { Db } from '../database/schema';
import { Refusal } from '../refusal';
import { removeEntries } from '../store/log/driveLog';
import { findProjectOfSheet } from '../sync/syncRepository';
import { inBatches } from '../yieldToEventLoop';
import { requireSpreadsheet } from './driveService';

const spreadsheetsOf = (db: Db, ownerId: string) => db.selectFrom('drive_spreadsheets').where('owner_id', '=', ownerId);

/**
 * Deletion time of a spreadsheet that is being removed permanently: it is not in the trash any more. It is earlier than all others, so
 * that a later purge continues a removal that was interrupted, or that a project has delayed.
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

/** Removes the tabs, versions and file of a spreadsheet in the trash, so that only its row and its log are left. */
const beginRemoval = (db: Db, id: string, deletedBefore?: string): Promise<void> =>
  withBlobs(db, async (write) => {
    const removed = { deleted_at: BEING_REMOVED, file_bytes: 0, file_blob: await write(Buffer.alloc(0)) };
    await db.transaction().execute(async (trx) => {
      const trashed = trx
        .updateTable('drive_spreadsheets')
        .where('id', '=', id)
        .where('deleted_at', '<>', BEING_REMOVED);
      const old = deletedBefore === undefined ? trashed : trashed.where('deleted_at', '<', deletedBefore);
      const { numUpdatedRows } = await old.set(removed).executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      for (const table of ['drive_tabs', 'drive_version_tabs', 'drive_versions'] as const) {
        await trx.deleteFrom(table).where('spreadsheet_id', '=', id).execute();
      }
    });
  });

/** Removes the log, which may have gigabytes, in batches, and the row; unless a project, perhaps in the trash, has rows in that log. */
async function endRemoval(db: Db, id: string): Promise<void> {
  const projects = db.selectFrom('projects').select('projects.id').where('sheet_id', '=', id);
  const removed = db.selectFrom('drive_spreadsheets').select('id').where('id', '=', id);
  const ending = removed.where('deleted_at', '=', BEING_REMOVED).where((eb) => eb.not(eb.exists(projects)));
  if ((await ending.executeTakeFirst()) === undefined) return;
  const logged = db.selectFrom('record_log').select('sheet_id').where('spreadsheet_id', '=', id).limit(1);
  await inBatches(async () => {
    const tab = await logged.executeTakeFirst();
    if (tab !== undefined) await removeEntries(db, id, tab.sheet_id, Number.MAX_SAFE_INTEGER);
    return tab !== undefined;
  });
  await db.deleteFrom('drive_spreadsheets').where('id', '=', id).where('deleted_at', '=', BEING_REMOVED).execute();
}

const inTrash = (db: Db, id: string) =>
  db.selectFrom('drive_spreadsheets').select('id').where('id', '=', id).where('deleted_at', '<>', BEING_REMOVED);

/**
 * Removes a spreadsheet in the trash permanently, or continues its removal.
 *
 * @param deletedBefore keeps a spreadsheet that was deleted later, or restored
 */
export async function removeTrashed(db: Db, id: string, deletedBefore?: string): Promise<void> {
  if ((await inTrash(db, id).executeTakeFirst()) !== undefined) await beginRemoval(db, id, deletedBefore);
  await endRemoval(db, id);
}

/**
 * Removes a spreadsheet permanently, also from the trash, with its tabs, versions and logs.
 *
 * @returns as {@link moveToTrash}
 * @throws Refusal as {@link moveToTrash}
 */
export async function removePermanently(db: Db, ownerId: string, id: string): Promise<string[]> {
  const trashed = await inTrash(db, id).where('owner_id', '=', ownerId).executeTakeFirst();
  const blobs = trashed === undefined ? await moveToTrash(db, ownerId, id) : [];
  await removeTrashed(db, id);
  return blobs;
}

/** Returns a person's spreadsheets in the trash, last deleted first. */
export const findTrashed = (db: Db, ownerId: string): Promise<TrashAnswer['spreadsheets']> =>
  spreadsheetsOf(db, ownerId)
    .select(['id', 'title', 'file_bytes as bytes', 'deleted_at as deletedAt'])
    .where('deleted_at', '<>', BEING_REMOVED)
    .orderBy('deleted_at', 'desc')
    .$narrowType<{ deletedAt: NotNull }>()
    .execute();
