import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { UsageEndpoint, UsageSeries, UsageTotals } from '../../contract/usage';
import type { Database } from '../database/schema';
import { dayOf, type Usage } from './usage';
import { type Outcome, TIME_BUCKETS, timeWithin } from './usageCounters';
import { countsByDay, type DayCount, type Span, tabsOfProject, timesTogether } from './usageRepository';

/** Adds up the requests of a span of days, and how long they took. */
export class Sums {
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
export function emptySeries(days: number): UsageSeries {
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
export interface UsageDays {
  /** `2026-03-04`, today last. */
  readonly days: readonly string[];
  /** What is read one by one. */
  readonly spans: readonly (Span & { readonly isBefore: boolean })[];
}

/** What is added up over all projects. */
export interface Gathered {
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
export async function gatherProject(
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
