import type { Kysely } from 'kysely';
import { FIRST_PLAN, MONTHLY_GRACE, plans } from '../../contract/plans';
import type { Database } from '../database/schema';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import { projectsAbove } from './usageRepository';

/** The first hour of a time's month, in UTC. */
const monthOf = (now: number) => `${new Date(now).toISOString().slice(0, 7)}-01T00`;

function secondsToNextMonth(now: number): number {
  const date = new Date(now);
  return Math.ceil((Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) - now) / 1000);
}

const { name, requestsPerMonth } = plans[FIRST_PLAN];

/**
 * Which projects have used up the month's requests of their owner's plan, with the grace that is given; looked up now and
 * then, so that a request only asks a set. On a server without plans none ever has.
 */
export class MonthlyPlan {
  #usedUp: ReadonlySet<string> = new Set();

  constructor(
    private readonly db: Kysely<Database>,
    private readonly mode: Settings['plans'],
  ) {}

  /** Looks again who has used theirs up. */
  async refresh(now: number): Promise<void> {
    if (this.mode !== 'tiered') return;
    const most = requestsPerMonth * (1 + MONTHLY_GRACE);
    this.#usedUp = new Set(await projectsAbove(this.db, most, monthOf(now)));
  }

  /** @returns the refusal `plan_used_up` when the project has used up its month */
  refusal(projectId: string | undefined, now: number): Refusal | undefined {
    if (projectId === undefined || !this.#usedUp.has(projectId)) return undefined;
    const number = requestsPerMonth.toLocaleString('en-GB');
    return new Refusal('plan_used_up', `The owner of this project has used up the ${number} requests of this month.`, {
      hint: `The plan is ${name}. A larger one, under Upgrade, answers at once; otherwise it goes on with the next month.`,
      headers: { 'Retry-After': String(secondsToNextMonth(now)) },
    });
  }
}
