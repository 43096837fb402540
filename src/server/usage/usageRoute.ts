import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
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
  type UsageSeries,
  type UsageTotals,
} from '../../contract/usage';
import { USAGE_ENDPOINTS, usageDays } from '../../contract/usageRange';
import { requireProject } from '../auth/ownedProjects';
import type { Database } from '../database/schema';
import type { Parts } from '../parts';
import { plansOf } from '../plans/plansRoute';
import { DAY, dayOf, hourOf, type Usage } from './usage';
import { countedMethods, type Outcome, TIME_BUCKETS, timeWithin } from './usageCounters';
import {
  countsByDay,
  type DayCount,
  projectsOfOwner,
  type Span,
  tabsOfProject,
  timesTogether,
} from './usageRepository';

/** Adds up the requests of a span of days, and how long they took. */
class Sums {
  readonly #ended: Record<Outcome, number> = { '2xx': 0, '304': 0, '4xx': 0, '5xx': 0 };
  readonly #times = new Array<number>(TIME_BUCKETS).fill(0);
  #fromCache = 0;

  /** @param rows a 304 among them is no request */
  add(rows: readonly Pick<DayCount, 'outcome' | 'from_cache' | 'requests'>[]): void {
    for (const { outcome, from_cache, requests } of rows) {
      this.#ended[outcome] += requests;
      if (from_cache === 1 && outcome !== '304') this.#fromCache += requests;
    }
  }

  addTimes(rows: readonly { readonly bucket: number; readonly requests: number }[]): void {
    for (const { bucket, requests } of rows) this.#times[bucket] = (this.#times[bucket] ?? 0) + requests;
  }

  totals(): UsageTotals {
    const { '2xx': succeeded, '4xx': refused, '5xx': failed, '304': notModified } = this.#ended;
    return {
      requests: succeeded + refused + failed,
      succeeded,
      fromCache: this.#fromCache,
      notModified,
      p50: timeWithin(0.5, this.#times),
      p95: timeWithin(0.95, this.#times),
    };
  }
}

/** No requests on any day, by class of status. */
function emptySeries(days: number): UsageSeries {
  const nothing = () => new Array<number>(days).fill(0);
  return { '2xx': nothing(), '4xx': nothing(), '5xx': nothing() };
}

/** Adds requests of the day at a place; a 304 is none. */
function addTo(series: UsageSeries, day: number, outcome: Outcome, requests: number): void {
  if (outcome !== '304') series[outcome][day] = (series[outcome][day] ?? 0) + requests;
}

const requestsIn = (series: UsageSeries): number =>
  Object.values(series)
    .flat()
    .reduce((sum, requests) => sum + requests, 0);

/** The days that are told, and as many before them to compare with. */
interface UsageDays {
  /** `2026-03-04`, today last. */
  readonly days: readonly string[];
  /** What is read one by one. */
  readonly spans: readonly (Span & { readonly isBefore: boolean })[];
}

/** What is added up over all projects. */
interface Gathered {
  readonly now: Sums;
  readonly before: Sums;
  readonly series: UsageSeries;
  readonly methods: Map<string, number>;
  readonly endpoints: UsageEndpoint[];
}

/** Adds a project's requests to the days of all. @returns the days of each of its tabs, by id; of others under the empty one */
function gatherDays(
  gathered: Gathered,
  { days }: UsageDays,
  rows: readonly DayCount[],
  knownTabs: ReadonlySet<string>,
): ReadonlyMap<string, UsageSeries> {
  const places = new Map(days.map((day, place) => [day, place]));
  const byTab = new Map<string, UsageSeries>();
  for (const { day, tab_id, method, outcome, requests } of rows) {
    const place = places.get(day);
    if (place === undefined || outcome === '304') continue;
    const tabId = knownTabs.has(tab_id) ? tab_id : '';
    const series = byTab.get(tabId) ?? emptySeries(days.length);
    byTab.set(tabId, series);
    addTo(series, place, outcome, requests);
    addTo(gathered.series, place, outcome, requests);
    gathered.methods.set(method, (gathered.methods.get(method) ?? 0) + requests);
  }
  return byTab;
}

/** What is in memory only, as if it were kept: it is of today, or of a moment ago. */
function unkeptOf(usage: Usage, projectId: string) {
  const { entries, times } = usage.counters.pending(projectId);
  const day = dayOf(Date.now());
  const rows = entries.map(({ tabId: tab_id, method, outcome, fromCache, requests }) => ({
    ...{ day, tab_id, method, outcome, requests },
    from_cache: Number(fromCache),
  }));
  return { rows, times };
}

/** Adds what a project was asked in these days, and in as many before them; others have their turn between two spans. */
async function gatherProject(
  { db, usage, gathered }: { db: Kysely<Database>; usage: Usage; gathered: Gathered },
  project: { readonly id: string; readonly title: string },
  days: UsageDays,
): Promise<void> {
  const unkept = unkeptOf(usage, project.id);
  const rows: DayCount[] = unkept.rows;
  gathered.now.add(rows);
  gathered.now.addTimes(unkept.times);
  for (const span of days.spans) {
    const sums = span.isBefore ? gathered.before : gathered.now;
    const counts = await countsByDay(db, project.id, span);
    sums.add(counts);
    sums.addTimes(await timesTogether(db, project.id, span));
    if (!span.isBefore) rows.push(...counts);
    await nextTurn();
  }
  if (rows.length === 0) return;
  const tabs = await tabsOfProject(db, project.id);
  for (const [tabId, series] of gatherDays(gathered, days, rows, new Set(tabs.map(({ id }) => id)))) {
    const tab = tabs.find(({ id }) => id === tabId);
    const named = { sheetId: tab === undefined ? null : Number(tab.sheet_id), title: tab?.title ?? '' };
    const requests = requestsIn(series);
    gathered.endpoints.push({ projectId: project.id, project: project.title, ...named, requests, series });
  }
}

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
