import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
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
import { MAX_USAGE_ENDPOINTS, usageDays } from '../../contract/usageRange';
import { requireProject } from '../auth/ownedProjects';
import type { Db } from '../database/schema';
import type { Parts } from '../parts';
import { plansOf } from '../plans/plansRoute';
import { TIME_BUCKETS, timeWithin } from './answerTimes';
import { countedMethods, DAY, dayOf, hourOf, type Outcome, type Usage } from './usage';

/** What usage is read from. */
interface UsageParts extends Pick<Parts, 'db' | 'settings'> {
  readonly usage: Usage;
}

/** `GET /api/usage`: how often the person's endpoints were called, and what is left of the plan. */
export function registerUsage(app: FastifyInstance, parts: UsageParts): void {
  const schema = { querystring: usageQuerySchema, response: { 200: usageAnswerSchema } };
  app.get(apiPaths.usage, { schema }, ({ person, query }) => usageFor(parts, person.id, query));
}

/** So many days are read at once: of a project with many busy sheets that takes a few milliseconds. */
const DAYS_AT_ONCE = 15;

/** Days, as hours from the first one on, and before the day after the last one. */
interface Span {
  readonly from: string;
  readonly before: string;
}

/** The days that are answered, in UTC: today last, `2026-03-04`. What is read one by one: as many before them, then they themselves. */
function usageDaysOf(count: number, now: number) {
  const hourAt = (day: number) => hourOf(Date.parse(dayOf(now)) + (day - count + 1) * DAY);
  const spans = [-count, 0].flatMap((first) =>
    Array.from({ length: Math.ceil(count / DAYS_AT_ONCE) }, (_, at): Span => {
      const from = first + at * DAYS_AT_ONCE;
      return { from: hourAt(from), before: hourAt(Math.min(from + DAYS_AT_ONCE, first + count)) };
    }),
  );
  return { days: Array.from({ length: count }, (_, day) => hourAt(day).slice(0, 10)), spans };
}

/** What a project was asked, by day, tab, method, outcome and cache. */
const countsByDay = (db: Db, projectId: string, { from, before }: Span) =>
  db
    .selectFrom('usage_counts')
    .select(({ fn }) => [
      ...(['tab_id', 'method', 'outcome', 'from_cache'] as const),
      sql<string>`substr(hour, 1, 10)`.as('day'),
      fn.sum<number | string>('requests').as('requests'),
    ])
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', before)
    .groupBy(['tab_id', 'method', 'outcome', 'from_cache', 'day'])
    .execute();

/** How long a project's answers took: requests by bucket of time. */
const timesTogether = (db: Db, projectId: string, { from, before }: Span) =>
  db
    .selectFrom('usage_times')
    .select(({ fn }) => ['bucket', fn.sum<number | string>('requests').as('requests')])
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', before)
    .groupBy('bucket')
    .execute();

/** No requests on any day, by class of status. */
function emptySeries(days: number): UsageSeries {
  const nothing = () => new Array<number>(days).fill(0);
  return { '2xx': nothing(), '4xx': nothing(), '5xx': nothing() };
}

const requestsIn = (series: UsageSeries): number =>
  Object.values(series)
    .flat()
    .reduce((sum, requests) => sum + requests, 0);

/** The requests of a span of days, and how long they took. */
class Sums {
  readonly ended: Record<Outcome, number> = { '2xx': 0, '304': 0, '4xx': 0, '5xx': 0 };
  readonly times = new Array<number>(TIME_BUCKETS).fill(0);
  fromCache = 0;

  totals(): UsageTotals {
    const { '2xx': succeeded, '4xx': refused, '5xx': failed, '304': notModified } = this.ended;
    return {
      requests: succeeded + refused + failed,
      succeeded,
      fromCache: this.fromCache,
      notModified,
      p50: timeWithin(0.5, this.times),
      p95: timeWithin(0.95, this.times),
    };
  }
}

const MANY = Number.MAX_SAFE_INTEGER;

/** Of those that were called as often, one that is a sheet comes first. */
const inOrder = (one: UsageEndpoint, other: UsageEndpoint) =>
  other.requests - one.requests ||
  (one.sheetId ?? MANY) - (other.sheetId ?? MANY) ||
  one.projectId.localeCompare(other.projectId);

/** Adds up what projects were asked in so many days, and in as many before them. */
class Report {
  readonly #days: readonly string[];
  readonly #spans: readonly Span[];
  readonly #now = new Sums();
  readonly #before = new Sums();
  readonly #series: UsageSeries;
  readonly #methods = new Map<string, number>();
  readonly #endpoints: UsageEndpoint[] = [];

  constructor(
    private readonly db: Db,
    count: number,
  ) {
    const { days, spans } = usageDaysOf(count, Date.now());
    this.#days = days;
    this.#spans = spans;
    this.#series = emptySeries(count);
  }

  /** Adds a project; others have their turn between two spans. */
  async add({ id: projectId, title: project }: { readonly id: string; readonly title: string }): Promise<void> {
    const tabs = await this.db
      .selectFrom('project_tabs')
      .select(['id', 'sheet_id', 'title'])
      .where('project_id', '=', projectId)
      .execute();
    const known = new Map(tabs.map((tab) => [tab.id, tab]));
    /** By tab; calls of the project itself, and of tabs that it does not have, under the empty id. */
    const byTab = new Map<string, UsageSeries>();
    const seriesOf = (tabId: string) => {
      const key = known.has(tabId) ? tabId : '';
      const series = byTab.get(key) ?? emptySeries(this.#days.length);
      byTab.set(key, series);
      return series;
    };
    for (const span of this.#spans) {
      await this.#addSpan(projectId, span, seriesOf);
      await nextTurn();
    }
    for (const [tabId, series] of byTab) {
      const tab = known.get(tabId);
      const named = { sheetId: tab === undefined ? null : Number(tab.sheet_id), title: tab?.title ?? '' };
      this.#endpoints.push({ projectId, project, ...named, requests: requestsIn(series), series });
    }
  }

  async #addSpan(projectId: string, span: Span, seriesOf: (tabId: string) => UsageSeries): Promise<void> {
    const isBefore = span.from < (this.#days[0] ?? '');
    const sums = isBefore ? this.#before : this.#now;
    for (const { bucket, requests } of await timesTogether(this.db, projectId, span)) {
      sums.times[bucket] = (sums.times[bucket] ?? 0) + Number(requests);
    }
    for (const row of await countsByDay(this.db, projectId, span)) {
      const { tab_id, method, outcome, from_cache, day } = row;
      const requests = Number(row.requests);
      sums.ended[outcome] += requests;
      if (outcome === '304') continue;
      if (from_cache === 1) sums.fromCache += requests;
      if (isBefore) continue;
      const at = this.#days.indexOf(day);
      for (const series of [this.#series, seriesOf(tab_id)])
        series[outcome][at] = (series[outcome][at] ?? 0) + requests;
      this.#methods.set(method, (this.#methods.get(method) ?? 0) + requests);
    }
  }

  answer(): Omit<UsageAnswer, 'plan'> {
    const sorted = this.#endpoints.toSorted(inOrder);
    const others = sorted.slice(MAX_USAGE_ENDPOINTS);
    return {
      days: [...this.#days],
      now: this.#now.totals(),
      before: this.#before.totals(),
      series: this.#series,
      methods: countedMethods.flatMap((method) => {
        const requests = this.#methods.get(method);
        return requests === undefined ? [] : [{ method, requests }];
      }),
      endpoints: sorted.slice(0, MAX_USAGE_ENDPOINTS),
      otherEndpoints: {
        endpoints: others.length,
        requests: others.reduce((sum, { requests }) => sum + requests, 0),
      },
    };
  }
}

/** A pace is answered from this time of the month on: its first minutes say nothing. */
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

/** The person's plan, what is used of it, and where this month leads. */
async function usagePlanOf(parts: UsageParts, personId: string): Promise<UsagePlan> {
  const { mode, plan, driveBytes, used } = await plansOf(parts, personId);
  const { projects, rowsPerTab, drive, requestsThisMonth } = used;
  const limit = plan === null ? undefined : plans[plan].requestsPerMonth;
  const month = usageMonthOf(requestsThisMonth, Date.now(), limit);
  return { mode, plan, projects, rowsPerTab, drive, driveBytes, month };
}

/**
 * How often a person's projects were called, or one of them; also deleted ones that are kept for a while.
 *
 * @throws Refusal `not_found` for a project that is not theirs
 */
async function usageFor(parts: UsageParts, personId: string, query: UsageQuery): Promise<UsageAnswer> {
  const { db, usage } = parts;
  const { days = usageDays.usual, projectId } = query;
  if (projectId !== undefined) await requireProject(db, personId, projectId);
  await usage.settled();
  const theirs = db.selectFrom('projects').select(['id', 'title']).where('owner_id', '=', personId);
  const report = new Report(db, days);
  for (const project of await theirs.orderBy('created_at').execute()) {
    if (projectId === undefined || project.id === projectId) await report.add(project);
  }
  return { ...report.answer(), plan: await usagePlanOf(parts, personId) };
}
