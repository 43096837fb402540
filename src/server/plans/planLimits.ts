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
import { countProjects, refuseDeletedPerson } from '../auth/ownedProjects';
import { monthUsedUp, noRoomForProject, noRoomForRows } from './planRefusals';

/** Reads the plan of a person. */
export async function planNameOf(db: Db, personId: string): Promise<PlanName> {
  const chosen = db.selectFrom('person_plans').select('plan').where('person_id', '=', personId);
  return (await chosen.executeTakeFirst())?.plan ?? FIRST_PLAN;
}

/**
 * Like {@link planNameOf}, but locks the plan until the end of the transaction, so that two concurrent calls cannot both use the
 * last free place.
 *
 * @throws Refusal `signed_out` if the account was deleted meanwhile
 */
export async function lockedPlanNameOf(trx: Db, personId: string): Promise<PlanName> {
  const { plan } = await trx
    .insertInto('person_plans')
    .values({ person_id: personId, plan: FIRST_PLAN, chosen_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet((eb) => ({ plan: eb.ref('person_plans.plan') })))
    .returning('plan')
    .executeTakeFirstOrThrow()
    .catch(refuseDeletedPerson);
  return plan;
}

/** Formats a month in UTC: `2026-03`. @param now milliseconds since 1970 */
const monthOf = (now: number) => new Date(now).toISOString().slice(0, 7);

/** Returns a query of the requests of people's projects in the current month. @param now milliseconds since 1970 */
export const callsThisMonth = (db: Db, now: number) =>
  db.selectFrom('monthly_calls').select(['person_id', 'requests']).where('month', '=', monthOf(now));

/** Removes counts of former months. @param now milliseconds since 1970 */
export async function purgeMonthlyCalls(db: Db, now: number): Promise<void> {
  await db.deleteFrom('monthly_calls').where('month', '<', monthOf(now)).execute();
}

/** Sums the bytes of the files in a person's drive, including the trash. */
export async function driveBytesOf(db: Db, personId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('drive_spreadsheets')
    .select(({ fn }) => fn.sum<number | string | null>('file_bytes').as('bytes'))
    .where('owner_id', '=', personId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Returns the monthly requests that a plan answers, including the grace. */
const maxAnswered = ({ requestsPerMonth }: Plan) => requestsPerMonth * (1 + MONTHLY_GRACE);

/** Returns a query of the tabs of projects, the one with the most rows first. */
export const longestTabs = (db: Db) =>
  db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .select(['tab.title', 'tab.rows'])
    .where('tab.gone_at', 'is', null)
    .orderBy('tab.rows', 'desc')
    .limit(1);

async function requireRoom(db: Db, ownerId: string, plan: Plan): Promise<void> {
  const count = await countProjects(db, ownerId);
  if (count >= plan.projects) throw noRoomForProject(plan, count);
}

/**
 * Limits of people's plans on a server with plans (`PLANS=tiered`). For the data API, the plans of all projects are cached in
 * memory: refreshed every few seconds, and at once after a change on this server.
 */
export class PlanLimits {
  /** Plan by project; absent for the first plan. */
  #plans: ReadonlyMap<string, PlanName> = new Map();
  /** Projects whose monthly quota is exhausted, with the plan of their owner. */
  #usedUp: ReadonlyMap<string, Plan> = new Map();

  constructor(
    private readonly db: Db,
    readonly mode: Settings['plans'],
  ) {}

  /** Returns the plan of a person; undefined on a server without plans. */
  async of(personId: string): Promise<Plan | undefined> {
    return this.mode === 'tiered' ? plans[await planNameOf(this.db, personId)] : undefined;
  }

  /** Like {@link of}, but locks the plan until the end of the transaction: nobody chooses another one meanwhile. */
  async ofLocked(trx: Db, personId: string): Promise<Plan | undefined> {
    return this.mode === 'tiered' ? plans[await lockedPlanNameOf(trx, personId)] : undefined;
  }

  /** Returns the plan of a project's owner, synchronously; undefined on a server without plans. */
  ofProject(projectId: string | undefined): Plan | undefined {
    if (this.mode !== 'tiered') return undefined;
    const name = projectId === undefined ? undefined : this.#plans.get(projectId);
    return plans[name ?? FIRST_PLAN];
  }

  /** Checks the monthly quota, synchronously. @returns the refusal `plan_used_up`, or undefined */
  refusalOfMonth(projectId: string | undefined, now: number): Refusal | undefined {
    const plan = projectId === undefined ? undefined : this.#usedUp.get(projectId);
    return plan && monthUsedUp(plan, now);
  }

  /** Reloads the plans of all projects, and the exhausted quotas. @param now milliseconds since 1970 */
  async refresh(now = Date.now()): Promise<void> {
    if (this.mode !== 'tiered') return;
    const calls = callsThisMonth(this.db, now);
    // Only projects of these few people are read: the others have the first plan, and have not used up its quota.
    const onOther = this.db.selectFrom('person_plans').select('person_id').where('plan', '<>', FIRST_PLAN);
    const busy = calls.clearSelect().select('person_id').where('requests', '>', maxAnswered(plans[FIRST_PLAN]));
    const projects = await this.db
      .selectFrom('projects')
      .leftJoin('person_plans', 'person_plans.person_id', 'projects.owner_id')
      .leftJoin(calls.as('calls'), 'calls.person_id', 'projects.owner_id')
      .select(['projects.id', 'person_plans.plan', 'calls.requests'])
      .where('projects.deleted_at', 'is', null)
      .where('projects.owner_id', 'in', onOther.union(busy))
      .execute();
    const known = projects.map(({ plan, ...project }) => ({ ...project, plan: plan ?? FIRST_PLAN }));
    this.#plans = new Map(known.map(({ id, plan }) => [id, plan]));
    const over = known.filter(({ requests, plan }) => Number(requests ?? 0) > maxAnswered(plans[plan]));
    this.#usedUp = new Map(over.map(({ id, plan }) => [id, plans[plan]]));
  }

  /**
   * Checks, within the transaction that creates a project, that the plan has room. Concurrent calls are serialized by a lock.
   *
   * @throws Refusal `plan_limit`
   */
  async reserveProject(trx: Db, ownerId: string): Promise<void> {
    const plan = await this.ofLocked(trx, ownerId);
    if (plan !== undefined) await requireRoom(trx, ownerId, plan);
  }

  /**
   * Like {@link reserveProject}, for a project that is restored: its owner may have chosen a smaller plan meanwhile.
   *
   * @throws Refusal `plan_limit`, also for a tab with more rows than the plan allows
   */
  async reserveRestored(trx: Db, ownerId: string, projectId: string): Promise<void> {
    await this.reserveProject(trx, ownerId);
    const plan = this.mode === 'tiered' ? plans[await planNameOf(trx, ownerId)] : undefined;
    const longest = plan && (await longestTabs(trx).where('project.id', '=', projectId).executeTakeFirst());
    if (plan !== undefined && longest !== undefined && longest.rows > plan.rowsPerTab) {
      throw noRoomForRows(plan, longest.title, longest.rows);
    }
  }

  /** Checks early that the plan has room for another project, before any work. @throws Refusal `plan_limit` */
  async requireRoomForProject(ownerId: string): Promise<void> {
    const plan = await this.of(ownerId);
    if (plan !== undefined) await requireRoom(this.db, ownerId, plan);
  }

  /** Returns the number of days for which a person's projects store their history. */
  async historyDays(personId: string): Promise<number> {
    return (await this.of(personId))?.historyDays ?? UNLIMITED_HISTORY_DAYS;
  }
}
