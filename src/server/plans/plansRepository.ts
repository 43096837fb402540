import type { Kysely } from 'kysely';
import { FIRST_PLAN, type PlanName } from '../../contract/plans';
import type { Database } from '../database/schema';

type Db = Kysely<Database>;

/** The plan that somebody has. */
export async function planNameOf(db: Db, personId: string): Promise<PlanName> {
  const chosen = await db
    .selectFrom('person_plans')
    .select('plan')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return chosen?.plan ?? FIRST_PLAN;
}

/**
 * As {@link planNameOf}; until the end of the transaction nobody else learns or changes it this way, so that two calls at once
 * do not both take the last place.
 */
export async function lockedPlanNameOf(trx: Db, personId: string): Promise<PlanName> {
  const { plan } = await trx
    .insertInto('person_plans')
    .values({ person_id: personId, plan: FIRST_PLAN, chosen_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet((eb) => ({ plan: eb.ref('person_plans.plan') })))
    .returning('plan')
    .executeTakeFirstOrThrow();
  return plan;
}

export async function setPlan(trx: Db, personId: string, plan: PlanName): Promise<void> {
  await trx
    .updateTable('person_plans')
    .set({ plan, chosen_at: new Date().toISOString() })
    .where('person_id', '=', personId)
    .execute();
}

/** Projects whose owners have another plan than the first one. */
export const projectsOnOtherPlans = (db: Db) =>
  db
    .selectFrom('person_plans')
    .innerJoin('projects', 'projects.owner_id', 'person_plans.person_id')
    .select(['projects.id', 'person_plans.plan'])
    .where('person_plans.plan', '<>', FIRST_PLAN)
    .where('projects.deleted_at', 'is', null)
    .execute();

/** The longest of the tabs of somebody's projects. */
export const longestTab = (db: Db, personId: string) =>
  db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .select(['tab.title', 'tab.rows'])
    .where('project.owner_id', '=', personId)
    .where('project.deleted_at', 'is', null)
    .where('tab.gone_at', 'is', null)
    .orderBy('tab.rows', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Bytes of the files in somebody's drive, those in the trash too. */
export async function driveBytesOf(db: Db, personId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('drive_spreadsheets')
    .select(({ fn }) => fn.sum<number | string | null>('file_bytes').as('bytes'))
    .where('owner_id', '=', personId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** The first hour of a time's month, in UTC. */
export const firstHourOfMonth = (now: number): string => `${new Date(now).toISOString().slice(0, 7)}-01T00`;

/** Calls of somebody's projects since an hour, as they are kept; a 304 is none. */
export async function requestsOf(db: Db, personId: string, from: string): Promise<number> {
  const { requests } = await db
    .selectFrom('usage_counts')
    .innerJoin('projects', 'projects.id', 'usage_counts.project_id')
    .select(({ fn }) => fn.sum<number | string | null>('usage_counts.requests').as('requests'))
    .where('projects.owner_id', '=', personId)
    .where('usage_counts.hour', '>=', from)
    .where('usage_counts.outcome', '<>', '304')
    .executeTakeFirstOrThrow();
  return Number(requests ?? 0);
}

/** Lets no project of somebody's be asked for more often than every so many seconds. */
export async function slowDown(trx: Db, personId: string, seconds: number): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ refresh_seconds: seconds })
    .where('owner_id', '=', personId)
    .where('refresh_seconds', '<', seconds)
    .execute();
}

/** Ids of somebody's projects. */
export async function projectIdsOf(db: Db, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('owner_id', '=', personId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * People whose projects together were asked more often than a number since an hour, and the plan they have chosen, if they
 * have; a 304 does not count.
 */
export const busyOwners = (db: Db, requests: number, from: string) =>
  db
    .selectFrom('usage_counts')
    .innerJoin('projects', 'projects.id', 'usage_counts.project_id')
    .leftJoin('person_plans', 'person_plans.person_id', 'projects.owner_id')
    .select(['projects.owner_id as ownerId', 'person_plans.plan'])
    .select(({ fn }) => fn.sum<number | string>('usage_counts.requests').as('requests'))
    .where('usage_counts.hour', '>=', from)
    .where('usage_counts.outcome', '<>', '304')
    .groupBy(['projects.owner_id', 'person_plans.plan'])
    .having(({ fn }) => fn.sum<number>('usage_counts.requests'), '>', requests)
    .execute();

/** Ids of people's projects. */
export const projectsOf = async (db: Db, ownerIds: readonly string[]) =>
  ownerIds.length === 0
    ? []
    : db
        .selectFrom('projects')
        .select(['id', 'owner_id'])
        .where('owner_id', 'in', [...ownerIds])
        .execute();
