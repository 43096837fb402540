import type { FastifyInstance } from 'fastify';
import { apiPaths } from '../../contract/paths';
import { plans } from '../../contract/plans';
import {
  type UsageAnswer,
  usageAnswerSchema,
  type UsageMonth,
  type UsagePlan,
  type UsageQuery,
  usageQuerySchema,
} from '../../contract/usage';
import { usageDays } from '../../contract/usageRange';
import { requireProject } from '../auth/ownedProjects';
import type { Parts } from '../parts';
import { plansOf } from '../plans/plansRoute';
import { DAY_MS, dayOf, type Usage } from './usage';
import { UsageReport } from './usageReport';

/** Dependencies of the usage route. */
interface UsageParts extends Pick<Parts, 'db' | 'settings'> {
  readonly usage: Usage;
}

/** `GET /api/usage`: the requests of the person's endpoints, and the usage of the plan. */
export function registerUsage(app: FastifyInstance, parts: UsageParts): void {
  const schema = { querystring: usageQuerySchema, response: { 200: usageAnswerSchema } };
  app.get(apiPaths.usage, { schema }, ({ person, query }) => usageFor(parts, person.id, query));
}

/** Minimum time of the month in a forecast: the first minutes are not representative. */
const MIN_PACE_MS = DAY_MS;

/**
 * Returns the month that the plan counts, with a linear forecast.
 *
 * @param now milliseconds since 1970
 * @param limit requests per month in the plan; undefined without a plan
 */
export function usageMonthOf(requests: number, now: number, limit: number | undefined): UsageMonth {
  const date = new Date(now);
  const begun = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const over = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  const pace = requests / Math.max(now - begun, MIN_PACE_MS);
  const forecast = Math.max(requests, Math.round(pace * (over - begun)));
  const isReached = limit !== undefined && requests < limit && forecast >= limit;
  return {
    from: dayOf(begun),
    resetsOn: dayOf(over),
    requests,
    forecast,
    reachedOn: isReached ? dayOf(Math.min(now + (limit - requests) / pace, over - 1)) : null,
  };
}

/** Returns the person's plan, its usage, and the month's forecast. */
async function usagePlanOf(parts: UsageParts, personId: string): Promise<UsagePlan> {
  const { mode, plan, driveBytes, used } = await plansOf(parts, personId);
  const { projects, rowsPerTab, drive, requestsThisMonth } = used;
  const limit = plan === null ? undefined : plans[plan].requestsPerMonth;
  const month = usageMonthOf(requestsThisMonth, Date.now(), limit);
  return { mode, plan, projects, rowsPerTab, drive, driveBytes, month };
}

/**
 * Returns the usage of a person's projects, or of one of them, including recently deleted ones.
 *
 * @throws Refusal `not_found` for another person's project
 */
async function usageFor(parts: UsageParts, personId: string, query: UsageQuery): Promise<UsageAnswer> {
  const { db, usage } = parts;
  const { days = usageDays.usual, projectId } = query;
  if (projectId !== undefined) await requireProject(db, personId, projectId);
  await usage.flushed();
  const ownProjects = db.selectFrom('projects').select(['id', 'title']).where('owner_id', '=', personId);
  const report = new UsageReport(db, days);
  for (const project of await ownProjects.orderBy('created_at').execute()) {
    if (projectId === undefined || project.id === projectId) await report.add(project);
  }
  return { ...report.answer(), plan: await usagePlanOf(parts, personId) };
}
