import type { AccountDeletion } from '../auth/auth';
import { projectIdsOf } from '../auth/ownedProjects';
import { untilCommitted } from '../database/databaseErrors';
import { withAuthTables } from '../database/schema';
import type { Connections } from '../google/consent/connections';
import { listTabIds } from './projectLifecycle';
import type { ProjectServices } from './updateProject';

/** Dependencies of the deletion of accounts. */
interface AccountDeletionParts extends Pick<ProjectServices, 'db' | 'events' | 'keyring'> {
  /** Undefined if no Google client is configured. */
  readonly connections: Connections | undefined;
}

/**
 * Creates the hooks around the deletion of an account. Afterwards its projects and keys are removed from memory. The Google consent is
 * revoked after the response, because that may take longer than a browser waits.
 */
export function accountDeletion({ db, events, keyring, connections }: AccountDeletionParts): AccountDeletion {
  /** Reads what is needed after the person's rows are deleted. */
  const read = async (id: string) => {
    const projects = await projectIdsOf(db, id);
    return { projects, tabs: await listTabIds(db, projects), googleToken: await connections?.tokenOf(id) };
  };
  const deleting = new Map<string, Awaited<ReturnType<typeof read>>>();
  return {
    beforeDelete: async ({ id }) => {
      const before = await read(id);
      // The auth library would delete sessions, password and person one after the other: if it failed halfway, nobody could sign in.
      // Foreign keys delete everything else of the person in the same statement, which may deadlock with writes to it.
      await untilCommitted(() => withAuthTables(db).deleteFrom('user').where('id', '=', id).execute());
      deleting.set(id, before);
    },
    afterDelete: async ({ id }) => {
      const { projects = [], tabs = [], googleToken } = deleting.get(id) ?? {};
      deleting.delete(id);
      for (const project of projects) events.projectChanged.emit(project);
      events.deleted.emit([...projects, ...tabs]);
      // A key that stays in memory now is removed within the hour; it grants no access.
      await keyring.forgetMissing().catch(() => undefined);
      if (googleToken !== undefined) void connections?.revoke(googleToken);
    },
  };
}
