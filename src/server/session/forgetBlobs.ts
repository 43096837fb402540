import type { Kysely } from 'kysely';
import { deleteBlob } from '../database/blobs';
import { keyringOf } from '../keys/keyring';
import type { Database } from '../database/schema';

/** What is kept of a person's rows for cursors. */
const formerBlobsOf = (db: Kysely<Database>, personId: string, column: 'snapshot_blob' | 'shown_blob') =>
  db
    .selectFrom('projects')
    .innerJoin('project_tabs', 'project_tabs.project_id', 'projects.id')
    .innerJoin('former_snapshots', 'former_snapshots.tab_id', 'project_tabs.id')
    .where('projects.owner_id', '=', personId)
    .where(`former_snapshots.${column}`, 'is not', null)
    .select(`former_snapshots.${column} as blob`)
    .$narrowType<{ blob: string }>();

/** Ids of all blobs that a person's spreadsheets and projects refer to. */
async function blobsOf(db: Kysely<Database>, personId: string): Promise<string[]> {
  const drive = db.selectFrom('drive_spreadsheets').where('owner_id', '=', personId);
  const rows = await drive
    .select('file_blob as blob')
    .unionAll(
      drive
        .innerJoin('drive_tabs', 'drive_tabs.spreadsheet_id', 'drive_spreadsheets.id')
        .select('drive_tabs.raw_blob as blob'),
    )
    .unionAll(
      drive
        .innerJoin('drive_versions', 'drive_versions.spreadsheet_id', 'drive_spreadsheets.id')
        .select('drive_versions.file_blob as blob'),
    )
    .unionAll(
      drive
        .innerJoin('drive_version_tabs', 'drive_version_tabs.spreadsheet_id', 'drive_spreadsheets.id')
        .select('drive_version_tabs.raw_blob as blob'),
    )
    .unionAll(
      db
        .selectFrom('projects')
        .innerJoin('project_tabs', 'project_tabs.project_id', 'projects.id')
        .where('projects.owner_id', '=', personId)
        .select('project_tabs.snapshot_blob as blob'),
    )
    .unionAll(
      db
        .selectFrom('projects')
        .innerJoin('project_tabs', 'project_tabs.project_id', 'projects.id')
        .where('projects.owner_id', '=', personId)
        .where('project_tabs.raw_blob', 'is not', null)
        .select('project_tabs.raw_blob as blob')
        .$narrowType<{ blob: string }>(),
    )
    .unionAll(formerBlobsOf(db, personId, 'snapshot_blob'))
    .unionAll(formerBlobsOf(db, personId, 'shown_blob'))
    .execute();
  return [...new Set(rows.map(({ blob }) => blob))];
}

/** What cannot be removed now, the purge at the next start finds. */
const removeAll = async (db: Kysely<Database>, blobs: readonly string[]) => {
  for (const blob of blobs) await deleteBlob(db, blob).catch(() => undefined);
};

/**
 * Hooks around the end of an account. Rows go with the person by foreign keys; the bytes they refer to are noted before,
 * and removed after the call is answered, as gigabytes may take longer than a browser waits. Keys are forgotten at once.
 */
export function forgetBlobs(db: Kysely<Database>) {
  const leaving = new Map<string, string[]>();
  return {
    beforeDelete: async ({ id }: { id: string }) => {
      leaving.set(id, await blobsOf(db, id));
    },
    afterDelete: async ({ id }: { id: string }) => {
      const blobs = leaving.get(id) ?? [];
      leaving.delete(id);
      void removeAll(db, blobs);
      // What is not forgotten now is forgotten within the hour; it opens nothing.
      await keyringOf({ db })
        .forgetMissing()
        .catch(() => undefined);
    },
  };
}
