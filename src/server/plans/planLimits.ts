import {
  FIRST_PLAN,
  MONTHLY_GRACE,
  type Plan,
  type PlanName,
  plans,
  UNLIMITED_HISTORY_DAYS,
} from '../../contract/plans';
import type { Db } from '../database/schema';
import type { Settings } from '../settings';
import type { Refusal } from '../refusal';
import { countProjects } from '../auth/ownedProjects';
import { monthUsedUp, noRoomForProject } from './planRefusals';

/** The plan of a person. */
export async function planNameOf(db: Db, personId: string): Promise<PlanName> {
  const chosen = db.selectFrom('person_plans').select('plan').where('person_id', '=', personId);
  return (await chosen.executeTakeFirst())?.plan ?? FIRST_PLAN;
}

/**
 * As {@link planNameOf}; until the end of the transaction no other call reads or changes it this way, so that two calls at
 * once do not both take the last place.
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

/**
 * Calls of people's projects in the month of a time, by their owners: a 304 is none.
 *
 * @param now milliseconds since 1970
 */
export const callsThisMonth = (db: Db, now: number) =>
  db
    .selectFrom('usage_counts')
    .innerJoin('projects', 'projects.id', 'usage_counts.project_id')
    .select(({ fn }) => ['projects.owner_id', fn.sum<number | string>('usage_counts.requests').as('requests')])
    .where('usage_counts.hour', '>=', `${new Date(now).toISOString().slice(0, 7)}-01T00`)
    .where('usage_counts.outcome', '<>', '304')
    .groupBy('projects.owner_id');

/** Bytes of the files in a person's drive, those in the trash too. */
export async function driveBytesOf(db: Db, personId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('drive_spreadsheets')
    .select(({ fn }) => fn.sum<number | string | null>('file_bytes').as('bytes'))
    .where('owner_id', '=', personId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Calls of a month that are answered on a plan, with the grace that is given. */
const answered = ({ requestsPerMonth }: Plan) => requestsPerMonth * (1 + MONTHLY_GRACE);

/**
 * What people may use on a server with plans (`PLANS=tiered`); on another one there are no plans. The plans behind the
 * data API are in memory, where a request asks a map; they are looked up every few seconds, and a change on this server sets them
 * at once.
 */
export class PlanLimits {
  /** By project; the first plan where there is none. */
  #others: ReadonlyMap<string, PlanName> = new Map();
  /** By project that has used up the month's requests: the plan of its owner. */
  #usedUp: ReadonlyMap<string, Plan> = new Map();

  constructor(
    private readonly db: Db,
    readonly mode: Settings['plans'],
  ) {}

  /** The plan of a person; undefined where the server has no plans. */
  async of(personId: string): Promise<Plan | undefined> {
    return this.mode === 'tiered' ? plans[await planNameOf(this.db, personId)] : undefined;
  }

  /** The plan of a project's owner, without waiting; undefined where the server has none. */
  ofProject(projectId: string | undefined): Plan | undefined {
    if (this.mode !== 'tiered') return undefined;
    return plans[(projectId === undefined ? undefined : this.#others.get(projectId)) ?? FIRST_PLAN];
  }

  /** @returns the refusal `plan_used_up` when a project has used up the month, without waiting */
  refusalOfMonth(projectId: string | undefined, now: number): Refusal | undefined {
    const plan = projectId === undefined ? undefined : this.#usedUp.get(projectId);
    return plan && monthUsedUp(plan, now);
  }

  /** Looks up the plans of all projects, and which have used up the month. @param now milliseconds since 1970 */
  async refresh(now = Date.now()): Promise<void> {
    if (this.mode !== 'tiered') return;
    const most = answered(plans[FIRST_PLAN]);
    const counts = callsThisMonth(this.db, now).having(({ fn }) => fn.sum<number>('usage_counts.requests'), '>', most);
    const calls = new Map((await counts.execute()).map((row) => [row.owner_id, Number(row.requests)]));
    const projects = await this.db
      .selectFrom('projects')
      .leftJoin('person_plans', 'person_plans.person_id', 'projects.owner_id')
      .select(['projects.id', 'projects.owner_id', 'person_plans.plan'])
      .where('projects.deleted_at', 'is', null)
      .where((eb) => {
        const hasOther = eb('person_plans.plan', '<>', FIRST_PLAN);
        return calls.size === 0 ? hasOther : hasOther.or('projects.owner_id', 'in', [...calls.keys()]);
      })
      .execute();
    const owned = projects.map(({ id, owner_id, plan }) => ({ id, owner_id, plan: plan ?? FIRST_PLAN }));
    this.#others = new Map(owned.map(({ id, plan }) => [id, plan]));
    const over = owned.filter(({ owner_id, plan }) => (calls.get(owner_id) ?? 0) > answered(plans[plan]));
    this.#usedUp = new Map(over.map(({ id, plan }) => [id, plans[plan]]));
  }

  /**
   * Sees to it, in the transaction that makes a project, that it fits. Of two at once only one takes the last place.
   *
   * @throws Refusal `plan_limit`
   */
  async takeProject(trx: Db, ownerId: string): Promise<void> {
    if (this.mode !== 'tiered') return;
    const plan = plans[await lockedPlanNameOf(trx, ownerId)];
    const count = await countProjects(trx, ownerId);
    if (count >= plan.projects) throw noRoomForProject(plan, count);
  }

  /** Refuses one project more before anything is done for it. @throws Refusal `plan_limit` */
  async refuseProject(ownerId: string): Promise<void> {
    const plan = await this.of(ownerId);
    const count = plan === undefined ? 0 : await countProjects(this.db, ownerId);
    if (plan !== undefined && count >= plan.projects) throw noRoomForProject(plan, count);
  }

  /** For how many days a person's projects keep their history. */
  async historyDays(personId: string): Promise<number> {
    return (await this.of(personId))?.historyDays ?? UNLIMITED_HISTORY_DAYS;
  }
}
