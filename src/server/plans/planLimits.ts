import type { Kysely } from 'kysely';
import {
  FIRST_PLAN,
  MONTHLY_GRACE,
  type Plan,
  type PlanName,
  plans,
  UNLIMITED_HISTORY_DAYS,
} from '../../contract/plans';
import type { Database } from '../database/schema';
import type { Settings } from '../settings';
import type { Refusal } from '../refusal';
import { countProjects } from '../auth/ownedProjects';
import { monthUsedUp, noRoomForProject } from './planRefusals';
import {
  busyOwners,
  firstHourOfMonth,
  lockedPlanNameOf,
  planNameOf,
  projectsOf,
  projectsOnOtherPlans,
} from './plansRepository';

type Db = Kysely<Database>;

/** Calls of a month that are answered on a plan, with the grace that is given. */
const answered = ({ requestsPerMonth }: Plan) => requestsPerMonth * (1 + MONTHLY_GRACE);

/**
 * What people may use on a server with plans (`PLANS=tiered`); on another one nobody has a plan. The plans behind the data
 * API are in memory, where a request asks a map; they are looked up every few seconds, and told at once by whoever changes
 * them.
 */
export class PlanLimits {
  /** By project, where it is not the first plan. */
  #others: ReadonlyMap<string, PlanName> = new Map();
  /** By project that has used up the month's requests: the plan of its owner. */
  #usedUp: ReadonlyMap<string, Plan> = new Map();

  constructor(
    private readonly db: Db,
    readonly mode: Settings['plans'],
  ) {}

  /** The plan of somebody; undefined where the server has none. */
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
    const rows = await projectsOnOtherPlans(this.db);
    this.#others = new Map(rows.map(({ id, plan }) => [id, plan]));
    const busy = await busyOwners(this.db, answered(plans[FIRST_PLAN]), firstHourOfMonth(now));
    const over = new Map<string, Plan>();
    for (const { ownerId, requests, plan } of busy) {
      const own = plans[plan ?? FIRST_PLAN];
      if (Number(requests) > answered(own)) over.set(ownerId, own);
    }
    const projects = await projectsOf(this.db, [...over.keys()]);
    this.#usedUp = new Map(projects.map(({ id, owner_id }) => [id, over.get(owner_id) ?? plans[FIRST_PLAN]]));
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

  /** How many days of a project's history somebody has. */
  async historyDays(personId: string): Promise<number> {
    return (await this.of(personId))?.historyDays ?? UNLIMITED_HISTORY_DAYS;
  }
}
