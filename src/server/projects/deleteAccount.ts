import type { AccountDeletion } from '../auth/auth';
import type { Connections } from '../google/consent/connections';
import type { Keyring } from '../access/keyring';
import { projectIdsOf } from '../auth/ownedProjects';
import type { Base } from '../parts';
import { listTabIds } from './projectLifecycle';

/** What accounts are deleted with. */
interface DeletionParts extends Pick<Base, 'db' | 'events'> {
  readonly keyring: Keyring;
  /** None where no client of Google is set. */
  readonly connections: Connections | undefined;
}

/** What has to be looked up while the person's rows are still there. */
interface Remains {
  readonly projects: readonly string[];
  readonly tabs: readonly string[];
  readonly googleToken: string | undefined;
}

/**
 * Hooks around the deletion of an account. Rows go with the person by foreign keys. Afterwards its projects are not answered from
 * memory any more and its keys are forgotten. The consent for Google is revoked after the call is answered, as that may take longer than
 * a browser waits.
 */
export function accountDeletion({ db, events, keyring, connections }: DeletionParts): AccountDeletion {
  const deleting = new Map<string, Remains>();
  return {
    beforeDelete: async ({ id }) => {
      const projects = await projectIdsOf(db, id);
      const tabs = await listTabIds(db, projects);
      const googleToken = await connections?.tokenOf(id);
      deleting.set(id, { projects, tabs, googleToken });
    },
    afterDelete: async ({ id }) => {
      const { projects = [], tabs = [], googleToken } = deleting.get(id) ?? {};
      deleting.delete(id);
      for (const project of projects) events.projectChanged.emit(project);
      events.deleted.emit([...projects, ...tabs]);
      // A key that is not forgotten now is forgotten within the hour; it opens nothing.
      await keyring.forgetMissing().catch(() => undefined);
      if (googleToken !== undefined) void connections?.revoke(googleToken);
    },
  };
}
