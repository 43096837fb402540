import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { UsageEndpoint } from '../../contract/usage';
import type { Database } from '../database/schema';
import { hourOf, type Usage } from './usage';
import { countsByDay, countsTogether, type DayCount, type Span, tabsOfProject, timesTogether } from './usageReadings';
import { DaySeries, type Sums } from './usageSums';

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
