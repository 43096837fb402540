import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { UsageEndpoint, UsageSeries, UsageTotals } from '../../contract/usage';
import type { Database } from '../database/schema';
import { hourOf, type Usage } from './usage';
import { type Outcome, TIME_BUCKETS, timeWithin } from './usageCounters';
import { countsByDay, countsTogether, type DayCount, type Span, tabsOfProject, timesTogether } from './usageRepository';

/** Requests that ended alike. */
interface Ended {
  readonly outcome: Outcome;
  readonly from_cache: number;
  readonly requests: number;
}

/** Requests whose times fell into one bucket. */
interface Timed {
  readonly bucket: number;
  readonly requests: number;
}

const seldom = { '2xx': 0, '304': 0, '4xx': 0, '5xx': 0 };

/** Adds up the requests of a span of days, and how long they took. */
export class Sums {
  readonly #ended: Record<Outcome, number> = { ...seldom };
  readonly #times = new Array<number>(TIME_BUCKETS).fill(0);
  #fromCache = 0;

  /** @param rows a 304 among them is no request */
  add(rows: readonly Ended[]): void {
    for (const { outcome, from_cache, requests } of rows) {
      this.#ended[outcome] += requests;
      if (from_cache === 1 && outcome !== '304') this.#fromCache += requests;
    }
  }

  addTimes(rows: readonly Timed[]): void {
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

const nothing = (days: number) => new Array<number>(days).fill(0);

/** The requests of each day, by class of status. */
export class DaySeries {
  readonly series: UsageSeries;
  requests = 0;

  constructor(days: number) {
    this.series = { '2xx': nothing(days), '4xx': nothing(days), '5xx': nothing(days) };
  }

  /** Adds requests of the day at a place; a 304 is none. */
  add(day: number, outcome: Outcome, requests: number): void {
    if (outcome === '304') return;
    const counts = this.series[outcome];
    counts[day] = (counts[day] ?? 0) + requests;
    this.requests += requests;
  }
}

/** The days that are told, and as many before them; each in spans that are read one by one. */
export interface UsageDays {
  /** `2026-03-04`, today last. */
  readonly days: readonly string[];
  readonly now: readonly Span[];
  readonly before: readonly Span[];
}

/** What is added up over all projects. */
export interface Gathered {
  readonly now: Sums;
  readonly before: Sums;
  readonly series: DaySeries;
  readonly methods: Map<string, number>;
  readonly endpoints: UsageEndpoint[];
}

/** What is in memory only, as if it were kept: it is of today, or of a moment ago. */
const pendingCounts = (usage: Usage, projectId: string, today: string): DayCount[] =>
  usage.pending(projectId).entries.map(({ tabId, method, outcome, fromCache, requests }) => ({
    day: today,
    tab_id: tabId,
    method,
    outcome,
    from_cache: Number(fromCache),
    requests,
  }));

/** Reads span after span; others have their turn in between. */
async function inTurns<Row>(spans: readonly Span[], read: (span: Span) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const span of spans) {
    rows.push(...(await read(span)));
    await nextTurn();
  }
  return rows;
}

/** Adds a project's requests to the days of all, and of the endpoint each belongs to. */
function gatherDays(
  gathered: Gathered,
  { days }: UsageDays,
  rows: readonly DayCount[],
  knownTabs: ReadonlySet<string>,
) {
  const places = new Map(days.map((day, place) => [day, place]));
  const byTab = new Map<string, DaySeries>();
  for (const { day, tab_id, method, outcome, requests } of rows) {
    const place = places.get(day);
    if (place === undefined || outcome === '304') continue;
    const tabId = knownTabs.has(tab_id) ? tab_id : '';
    const series = byTab.get(tabId) ?? new DaySeries(days.length);
    byTab.set(tabId, series);
    series.add(place, outcome, requests);
    gathered.series.add(place, outcome, requests);
    gathered.methods.set(method, (gathered.methods.get(method) ?? 0) + requests);
  }
  return byTab;
}

/** Adds what a project was asked in these days, and in as many before them. */
export async function gatherProject(
  { db, usage, gathered }: { db: Kysely<Database>; usage: Usage; gathered: Gathered },
  project: { readonly id: string; readonly title: string },
  span: UsageDays,
): Promise<void> {
  const pending = usage.pending(project.id).times;
  const unkept = pendingCounts(usage, project.id, hourOf(Date.now()).slice(0, 10));
  const rows = [...(await inTurns(span.now, (some) => countsByDay(db, project.id, some))), ...unkept];
  const times = await inTurns(span.now, (some) => timesTogether(db, project.id, some));
  gathered.now.addTimes([...times, ...pending]);
  gathered.before.add(await inTurns(span.before, (some) => countsTogether(db, project.id, some)));
  gathered.before.addTimes(await inTurns(span.before, (some) => timesTogether(db, project.id, some)));
  if (rows.length === 0) return;
  gathered.now.add(rows);
  const tabs = await tabsOfProject(db, project.id);
  const byTab = gatherDays(gathered, span, rows, new Set(tabs.map(({ id }) => id)));
  for (const [tabId, { series, requests }] of byTab) {
    const tab = tabs.find(({ id }) => id === tabId);
    const named = { sheetId: tab === undefined ? null : Number(tab.sheet_id), title: tab?.title ?? '' };
    gathered.endpoints.push({ projectId: project.id, project: project.title, ...named, requests, series });
  }
}
