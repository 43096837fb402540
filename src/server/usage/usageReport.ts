import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { UsageAnswer, UsageEndpoint, UsageSeries, UsageTotals } from '../../contract/usage';
import { MAX_USAGE_ENDPOINTS } from '../../contract/usageRange';
import type { Db } from '../database/schema';
import { TIME_BUCKETS, timeQuantile, countedMethods, DAY_MS, dayOf, hourOf, type Outcome } from './usage';

/** Days per query: a few milliseconds for a project with many busy sheets. */
const DAYS_PER_QUERY = 15;

/** Range of days as hours: from the first hour on, up to the hour before `before`. */
interface Span {
  readonly from: string;
  readonly before: string;
}

/**
 * Returns the reported days in UTC, today last (`2026-03-04`), and the spans to query: the preceding period of the same length,
 * then the days themselves.
 */
function usageDaysOf(count: number, now: number) {
  const hourAt = (day: number) => hourOf(Date.parse(dayOf(now)) + (day - count + 1) * DAY_MS);
  const spans = [-count, 0].flatMap((first) =>
    Array.from({ length: Math.ceil(count / DAYS_PER_QUERY) }, (_, at): Span => {
      const from = first + at * DAYS_PER_QUERY;
      return { from: hourAt(from), before: hourAt(Math.min(from + DAYS_PER_QUERY, first + count)) };
    }),
  );
  return { days: Array.from({ length: count }, (_, day) => hourAt(day).slice(0, 10)), spans };
}

/** Queries a project's requests by day, tab, method, outcome and cache. */
const countsByDay = (db: Db, projectId: string, { from, before }: Span) =>
  db
    .selectFrom('usage_counts')
    .select(({ fn }) => [
      'tab_id',
      'method',
      'outcome',
      'from_cache',
      sql<string>`substr(hour, 1, 10)`.as('day'),
      fn.sum<number | string>('requests').as('requests'),
    ])
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', before)
    .groupBy(['tab_id', 'method', 'outcome', 'from_cache', 'day'])
    .execute();

/** Queries a project's response times: requests by duration bucket. */
const timesByBucket = (db: Db, projectId: string, { from, before }: Span) =>
  db
    .selectFrom('usage_times')
    .select(({ fn }) => ['bucket', fn.sum<number | string>('requests').as('requests')])
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', before)
    .groupBy('bucket')
    .execute();

/** Returns a series without requests, by class of status. */
function emptySeries(days: number): UsageSeries {
  const nothing = () => new Array<number>(days).fill(0);
  return { '2xx': nothing(), '4xx': nothing(), '5xx': nothing() };
}

const requestsIn = (series: UsageSeries): number =>
  Object.values(series)
    .flat()
    .reduce((sum, requests) => sum + requests, 0);

/** Requests and response times of a period. */
class PeriodTotals {
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
      p50: timeQuantile(0.5, this.times),
      p95: timeQuantile(0.95, this.times),
    };
  }
}

const AFTER_SHEETS = Number.MAX_SAFE_INTEGER;

/** Compares endpoints by requests, the most first; ties by sheet number, projects themselves last. */
const compareEndpoints = (one: UsageEndpoint, other: UsageEndpoint) =>
  other.requests - one.requests ||
  (one.sheetId ?? AFTER_SHEETS) - (other.sheetId ?? AFTER_SHEETS) ||
  one.projectId.localeCompare(other.projectId);

/** Sums the requests of projects over a number of days, and over the preceding period. */
export class UsageReport {
  readonly #days: readonly string[];
  readonly #spans: readonly Span[];
  readonly #now = new PeriodTotals();
  readonly #before = new PeriodTotals();
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

  /** Adds a project, yielding to the event loop between spans. */
  async add({ id: projectId, title: project }: { readonly id: string; readonly title: string }): Promise<void> {
    const tabs = await this.db
      .selectFrom('project_tabs')
      .select(['id', 'sheet_id', 'title'])
      .where('project_id', '=', projectId)
      .execute();
    const known = new Map(tabs.map((tab) => [tab.id, tab]));
    /** By tab. Requests of the project itself, and of tabs it does not have, are under the empty id. */
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
    for (const { bucket, requests } of await timesByBucket(this.db, projectId, span)) {
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
    const sorted = this.#endpoints.toSorted(compareEndpoints);
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
