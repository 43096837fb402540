import type { Kysely } from 'kysely';
import { FIRST_PLAN, MONTHLY_GRACE, type Plan, plans } from '../../contract/plans';
import type { Database } from '../database/schema';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import { firstHourOfMonth } from '../plans/plansRepository';
import { busyOwners, projectsOf } from './usageRepository';

function secondsToNextMonth(now: number): number {
  const date = new Date(now);
  return Math.ceil((Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) - now) / 1000);
}

/** Calls of a month that are answered on a plan. */
const answered = ({ requestsPerMonth }: Plan) => requestsPerMonth * (1 + MONTHLY_GRACE);

/**
 * Which projects have used up the month's requests of their owner's plan, with the grace that is given; looked up now and
 * then, so that a request only asks a map. On a server without plans none ever has.
 */
export class MonthlyPlan {
  /** By project: the plan of its owner. */
  #usedUp: ReadonlyMap<string, Plan> = new Map();

  constructor(
    private readonly db: Kysely<Database>,
    private readonly mode: Settings['plans'],
  ) {}

  /** Looks again who has used theirs up. */
  async refresh(now: number): Promise<void> {
    if (this.mode !== 'tiered') return;
    const busy = await busyOwners(this.db, answered(plans[FIRST_PLAN]), firstHourOfMonth(now));
    const over = new Map<string, Plan>();
    for (const { ownerId, requests, plan } of busy) {
      const own = plans[plan ?? FIRST_PLAN];
      if (Number(requests) > answered(own)) over.set(ownerId, own);
    }
    const projects = await projectsOf(this.db, [...over.keys()]);
    this.#usedUp = new Map(projects.map(({ id, owner_id }) => [id, over.get(owner_id) ?? plans[FIRST_PLAN]]));
  }

  /** @returns the refusal `plan_used_up` when the project has used up its month */
  refusal(projectId: string | undefined, now: number): Refusal | undefined {
    const plan = projectId === undefined ? undefined : this.#usedUp.get(projectId);
    if (plan === undefined) return undefined;
    const number = plan.requestsPerMonth.toLocaleString('en-GB');
    return new Refusal('plan_used_up', `The owner of this project has used up the ${number} requests of this month.`, {
      hint: `The plan is ${plan.name}. A larger one, under Upgrade, answers at once; otherwise it goes on with the next month.`,
      headers: { 'Retry-After': String(secondsToNextMonth(now)) },
    });
  }
}
