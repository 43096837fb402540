import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import { planLimitsOf } from '../plans/planLimits';
import { tellProjectChanged } from '../projects/projectNews';
import { Refusal } from '../refusal';
import { insertProject, followSynced } from './syncRepository';

/**
 * Says in the database that a sync is under way. Only a sync that takes long is marked; for a spreadsheet that is no
 * project yet, the mark is the project itself, without tabs.
 */
export interface SyncMarker {
  /** Tells what a mark is to be put on. */
  about(project: ProjectsTable, isStored: boolean): void;
  /** Puts the mark as soon as it is known on what. @returns undefined when the sync is about to be published anyway */
  mark(): Promise<ProjectsTable | undefined>;
  /** No mark is put after this. @returns the project, if it was marked */
  close(): Promise<ProjectsTable | undefined>;
}

const insertMarked = (db: Kysely<Database>, project: ProjectsTable) =>
  db.transaction().execute(async (trx) => {
    await planLimitsOf({ db }).takeProject(trx, project.owner_id);
    return insertProject(trx, { ...project, status: 'syncing' });
  });

async function putMark(db: Kysely<Database>, project: ProjectsTable, isStored: boolean): Promise<ProjectsTable> {
  const marked = isStored
    ? await followSynced(db, project, { status: 'syncing', status_reason: null })
    : await insertMarked(db, project);
  if (marked === undefined) throw new Refusal('not_found', 'The project was deleted while it was being synced.');
  tellProjectChanged(db, marked.id);
  return marked;
}

export function createSyncMarker(db: Kysely<Database>): SyncMarker {
  let put: (() => Promise<ProjectsTable>) | undefined;
  let announce: () => void = () => undefined;
  const known = new Promise<void>((resolve) => (announce = resolve));
  let marking: Promise<ProjectsTable> | undefined;
  let closed = false;
  return {
    about(project, isStored) {
      put = () => putMark(db, project, isStored);
      announce();
    },
    async mark() {
      await known;
      if (closed || put === undefined) return undefined;
      marking ??= put();
      return marking;
    },
    async close() {
      closed = true;
      return marking;
    },
  };
}
