import type { Kysely } from 'kysely';
import type { AccountDeletion } from '../auth/auth';
import { deleteBlob } from '../database/blobs';
import type { Database } from '../database/schema';
import type { ServerEvents } from '../database/events';
import type { GoogleConsent } from '../google/consent/connections';
import type { Keyring } from '../access/keyring';
import { projectIdsOf } from '../plans/plansRepository';

/** What accounts are deleted with. */
interface DeletionParts {
  readonly db: Kysely<Database>;
  readonly events: ServerEvents;
  readonly keyring: Keyring;
  /** None where no client of Google is set. */
  readonly googleConsent: Pick<GoogleConsent, 'connections'> | undefined;
}

/** What has to be looked up while the person's rows are still there. */
interface Remains {
  readonly projects: readonly string[];
  readonly blobs: readonly string[];
  readonly googleToken: string | undefined;
}

/** What is kept of a person's rows for cursors. */
const formerBlobsOf = (db: Kysely<Database>, personId: string, column: 'snapshot_blob' | 'raw_blob' | 'delta_blob') =>
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
    .unionAll(formerBlobsOf(db, personId, 'raw_blob'))
    .unionAll(formerBlobsOf(db, personId, 'delta_blob'))
    .execute();
  return [...new Set(rows.map(({ blob }) => blob))];
}

/** What cannot be removed now is found by the purge at the next start. */
const removeAll = async (db: Kysely<Database>, blobs: readonly string[]) => {
  for (const blob of blobs) await deleteBlob(db, blob).catch(() => undefined);
};

/**
 * Hooks around the deletion of an account. Rows go with the person by foreign keys. Afterwards its projects are not answered from
 * memory any more and its keys are forgotten. Blobs are removed, and the consent for Google is revoked, after the call is
 * answered, as both may take longer than a browser waits.
 */
export function accountDeletion({ db, events, keyring, googleConsent }: DeletionParts): AccountDeletion {
  const connections = googleConsent?.connections;
  const deleting = new Map<string, Remains>();
  return {
    beforeDelete: async ({ id }) => {
      const projects = await projectIdsOf(db, id);
      const blobs = await blobsOf(db, id);
      const googleToken = await connections?.tokenOf(id);
      deleting.set(id, { projects, blobs, googleToken });
    },
    afterDelete: async ({ id }) => {
      const { projects = [], blobs = [], googleToken } = deleting.get(id) ?? {};
      deleting.delete(id);
      for (const project of projects) events.projectChanged.emit(project);
      void removeAll(db, blobs);
      // A key that is not forgotten now is forgotten within the hour; it opens nothing.
      await keyring.forgetMissing().catch(() => undefined);
      if (googleToken !== undefined) void connections?.revoke(googleToken);
    },
  };
}
