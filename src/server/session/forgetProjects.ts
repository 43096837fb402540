import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { projectIdsOf } from '../plans/plansRepository';
import { tellProjectChanged } from '../projects/projectNews';
import type { Leaving } from './whenLeaving';

/** Nobody answers from what they remember of a person's projects, which go with the person by foreign keys. */
export function forgetProjects(db: Kysely<Database>): Leaving {
  const leaving = new Map<string, readonly string[]>();
  return {
    beforeDelete: async ({ id }) => {
      leaving.set(id, await projectIdsOf(db, id));
    },
    afterDelete: async ({ id }) => {
      for (const project of leaving.get(id) ?? []) tellProjectChanged(db, project);
      leaving.delete(id);
    },
  };
}
