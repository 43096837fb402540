import type { AccountDeletion } from '../auth/auth';
import type { Connections } from '../google/consent/connections';
import type { Keyring } from '../access/keyring';
import { projectIdsOf } from '../auth/ownedProjects';
import type { Base } from '../parts';
import { listTabIds } from './projectLifecycle';

/** Dependencies of the deletion of accounts. */
interface DeletionParts extends Pick<Base, 'db' | 'events'> {
  readonly keyring: Keyring;
  /** Undefined if no Google client is configured. */
  readonly connections: Connections | undefined;
}

/**
 * Creates the hooks around the deletion of an account. Foreign keys delete the person's rows. Afterwards its projects and keys are
 * removed from memory. The Google consent is revoked after the response, because that may take longer than a browser waits.
 */
export function accountDeletion({ db, events, keyring, connections }: DeletionParts): AccountDeletion {
  /** Reads what is needed after the person's rows are deleted. */
  const read = async (id: string) => {
    const projects = await projectIdsOf(db, id);
    return { projects, tabs: await listTabIds(db, projects), googleToken: await connections?.tokenOf(id) };
  };
  const deleting = new Map<string, Awaited<ReturnType<typeof read>>>();
  return {
    beforeDelete: async ({ id }) => void deleting.set(id, await read(id)),
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
