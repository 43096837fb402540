import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { apiPaths } from '../../contract/paths';
import { plans } from '../../contract/plans';
import {
  type UsageAnswer,
  usageAnswerSchema,
  type UsageEndpoint,
  type UsageMonth,
  type UsagePlan,
  type UsageQuery,
  usageQuerySchema,
} from '../../contract/usage';
import { USAGE_ENDPOINTS, usageDays } from '../../contract/usageRange';
import { requireProject } from '../auth/ownedProjects';
import type { Parts } from '../parts';
import { plansOf } from '../plans/plansRoute';
import { emptySeries, type Gathered, gatherProject, Sums, type UsageDays } from './projectUsage';
import { DAY, dayOf, hourOf, type Usage } from './usage';
import { countedMethods } from './usageCounters';
import { projectsOfOwner } from './usageRepository';

const schema = { querystring: usageQuerySchema, response: { 200: usageAnswerSchema } };

/** `GET /api/usage`: how often the person's endpoints were called, and what is left of the plan. */
export function registerUsage(app: FastifyInstance, parts: UsageParts): void {
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();

  scope.get(apiPaths.usage, { schema }, ({ person, query }) => usageFor(parts, person.id, query));
}

/** A pace is told from a day on: the first minutes of a month say nothing. */
const PACE_FROM = DAY;

/**
 * The month that a plan counts, and where it leads when it goes on as it has begun.
 *
 * @param now milliseconds since 1970
 * @param limit the plan's number; undefined where there is none
 */
export function usageMonthOf(requests: number, now: number, limit: number | undefined): UsageMonth {
  const date = new Date(now);
  const begun = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const over = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  const pace = requests / Math.max(now - begun, PACE_FROM);
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

/** What usage is told from. */
interface UsageParts extends Pick<Parts, 'db' | 'settings'> {
  readonly usage: Usage;
}

/** So many days are read at once: of a project with many busy sheets that takes a few milliseconds. */
const DAYS_AT_ONCE = 15;

/** The days that end with today, in UTC, and as many before them. */
function usageDaysOf(count: number, now: number): UsageDays {
  const hourAt = (day: number) => hourOf(Date.parse(dayOf(now)) + (day - count + 1) * DAY);
  const spansFrom = (first: number, isBefore: boolean) =>
    Array.from({ length: Math.ceil(count / DAYS_AT_ONCE) }, (_, place) => {
      const [from, after] = [place * DAYS_AT_ONCE, Math.min((place + 1) * DAYS_AT_ONCE, count)];
      return { from: hourAt(first + from), before: hourAt(first + after), isBefore };
    });
  return {
    days: Array.from({ length: count }, (_, place) => hourAt(place).slice(0, 10)),
    spans: [...spansFrom(0, false), ...spansFrom(-count, true)],
  };
}

/** The person's plan, what is used of it, and where this month leads. */
async function usagePlanOf(parts: UsageParts, personId: string, projectIds: readonly string[]): Promise<UsagePlan> {
  const { mode, plan, driveBytes, used } = await plansOf(parts, personId);
  const unkept = projectIds.flatMap((id) => parts.usage.counters.pending(id).entries);
  const requests = unkept.reduce(
    (sum, { outcome, requests: more }) => sum + (outcome === '304' ? 0 : more),
    used.requestsThisMonth,
  );
  const { projects, rowsPerTab, drive } = used;
  const limit = plan === null ? undefined : plans[plan].requestsPerMonth;
  return { mode, plan, projects, rowsPerTab, drive, driveBytes, month: usageMonthOf(requests, Date.now(), limit) };
}

const MANY = Number.MAX_SAFE_INTEGER;

/** Of those that were called as often, one that is a sheet comes first. */
const inOrder = (one: UsageEndpoint, other: UsageEndpoint) =>
  (one.sheetId ?? MANY) - (other.sheetId ?? MANY) || one.projectId.localeCompare(other.projectId);

function busiest({ endpoints }: Gathered): Pick<UsageAnswer, 'endpoints' | 'otherEndpoints'> {
  const sorted = endpoints.toSorted((one, other) => other.requests - one.requests || inOrder(one, other));
  const others = sorted.slice(USAGE_ENDPOINTS);
  const requests = others.reduce((sum, endpoint) => sum + endpoint.requests, 0);
  return {
    endpoints: sorted.slice(0, USAGE_ENDPOINTS),
    otherEndpoints: { endpoints: others.length, requests },
  };
}

/**
 * How often somebody's projects were called, or one of them.
 *
 * @throws Refusal `not_found` for a project that is not theirs
 */
async function usageFor(parts: UsageParts, personId: string, query: UsageQuery): Promise<UsageAnswer> {
  const { days: count = usageDays.usual, projectId } = query;
  if (projectId !== undefined) await requireProject(parts.db, personId, projectId);
  const all = await projectsOfOwner(parts.db, personId);
  const span = usageDaysOf(count, Date.now());
  const gathered: Gathered = {
    ...{ now: new Sums(), before: new Sums(), series: emptySeries(count) },
    ...{ methods: new Map(), endpoints: [] },
  };
  const world = { db: parts.db, usage: parts.usage, gathered };
  for (const project of all) {
    if (projectId === undefined || project.id === projectId) await gatherProject(world, project, span);
  }
  return {
    days: [...span.days],
    now: gathered.now.totals(),
    before: gathered.before.totals(),
    series: gathered.series,
    methods: countedMethods.flatMap((method) => {
      const requests = gathered.methods.get(method);
      return requests === undefined ? [] : [{ method, requests }];
    }),
    ...busiest(gathered),
    plan: await usagePlanOf(
      parts,
      personId,
      all.map(({ id }) => id),
    ),
  };
}
