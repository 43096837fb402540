import { TIME_BUCKETS, timeBucketOf } from './timeBuckets';

/** Methods of the data API that are counted; a preflight is not a request of its own. */
export const countedMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type CountedMethod = (typeof countedMethods)[number];

export const outcomes = ['2xx', '304', '4xx', '5xx'] as const;
export type Outcome = (typeof outcomes)[number];

const OUTCOMES = outcomes.length;
/** Counters of one tab: by method, outcome, and whether a finished body was sent again. */
const CELLS = countedMethods.length * OUTCOMES * 2;

/** Behind them stand its times, a 304 apart. */
const PLACE = CELLS + TIME_BUCKETS;

const methodPlaces: ReadonlyMap<string, number> = new Map(countedMethods.map((method, place) => [method, place]));

/** One number that has grown. */
export interface UsageEntry {
  readonly projectId: string;
  /** Empty for calls of the project itself. */
  readonly tabId: string;
  readonly method: CountedMethod;
  readonly outcome: Outcome;
  readonly fromCache: boolean;
  readonly requests: number;
}

/** Requests of a project whose times fell into the same bucket. */
export interface TimesEntry {
  readonly projectId: string;
  readonly bucket: number;
  readonly requests: number;
}

/** Requests of all projects since the process began: a few numbers that are never taken out. */
export interface UsageTotals {
  readonly requests: readonly Pick<UsageEntry, 'method' | 'outcome' | 'fromCache' | 'requests'>[];
  /** By time bucket, those of a 304 too. */
  readonly buckets: readonly number[];
  readonly milliseconds: number;
}

/** What was counted since it was last taken out. */
export interface Counted {
  readonly entries: readonly UsageEntry[];
  readonly times: readonly TimesEntry[];
}

const NOT_MODIFIED = outcomes.indexOf('304');

function outcomePlace(status: number): number {
  if (status >= 500) return 3;
  if (status >= 400) return 2;
  return status === 304 ? NOT_MODIFIED : 0;
}

const methodAt = (cell: number) => countedMethods[Math.floor(cell / (OUTCOMES * 2))] ?? 'GET';
const outcomeAt = (cell: number) => outcomes[Math.floor(cell / 2) % OUTCOMES] ?? '2xx';

/** Counts requests in typed arrays: two looks into maps and two additions. */
export class UsageCounters {
  /** By project, then by tab: where its counters begin. */
  #places = new Map<string, Map<string, number>>();
  #counts = new Uint32Array(PLACE * 16);
  #end = 0;
  /** Laid out as the counters of a tab, for all of them together. */
  readonly #totals = new Float64Array(PLACE);
  #milliseconds = 0;

  /** Counts one request and the milliseconds it took; methods that are not counted change nothing. */
  count(
    projectId: string,
    tabId: string,
    method: string,
    status: number,
    fromCache: boolean,
    milliseconds: number,
  ): void {
    const methodPlace = methodPlaces.get(method);
    if (methodPlace === undefined) return;
    const place = this.#placeOf(projectId, tabId);
    const outcome = outcomePlace(status);
    const cell = (methodPlace * OUTCOMES + outcome) * 2 + (fromCache ? 1 : 0);
    const time = CELLS + timeBucketOf(milliseconds);
    this.#add(place + cell, 1);
    if (outcome !== NOT_MODIFIED) this.#add(place + time, 1);
    this.#addToTotals(cell, time, milliseconds);
  }

  /** All requests since the process began. */
  totals(): UsageTotals {
    const requests = [...this.#totals.subarray(0, CELLS)].flatMap((count, cell) =>
      count === 0
        ? []
        : [{ method: methodAt(cell), outcome: outcomeAt(cell), fromCache: cell % 2 === 1, requests: count }],
    );
    return { requests, buckets: [...this.#totals.subarray(CELLS)], milliseconds: this.#milliseconds };
  }

  /** Adds what was taken out and could not be kept. */
  putBack({ entries, times }: Counted): void {
    for (const { projectId, tabId, method, outcome, fromCache, requests } of entries) {
      const row = countedMethods.indexOf(method) * OUTCOMES + outcomes.indexOf(outcome);
      this.#add(this.#placeOf(projectId, tabId) + row * 2 + (fromCache ? 1 : 0), requests);
    }
    for (const { projectId, bucket, requests } of times) {
      this.#add(this.#placeOf(projectId, '') + CELLS + bucket, requests);
    }
  }

  /** What was counted and not taken out yet; of one project, or of all. */
  entries(projectId?: string): UsageEntry[] {
    const projects = projectId === undefined ? [...this.#places.keys()] : [projectId];
    return projects.flatMap((id) =>
      [...(this.#places.get(id) ?? [])].flatMap(([tabId, place]) => this.#entriesAt(id, tabId, place)),
    );
  }

  /** As {@link entries}, the times. */
  times(projectId?: string): TimesEntry[] {
    const projects = projectId === undefined ? [...this.#places.keys()] : [projectId];
    return projects.flatMap((id) => this.#timesOf(id, [...(this.#places.get(id)?.values() ?? [])]));
  }

  /** Takes everything out and begins anew. */
  drain(): Counted {
    const counted = { entries: this.entries(), times: this.times() };
    this.#places = new Map();
    this.#counts.fill(0, 0, this.#end);
    this.#end = 0;
    return counted;
  }

  #entriesAt(projectId: string, tabId: string, place: number): UsageEntry[] {
    const entries: UsageEntry[] = [];
    for (let cell = 0; cell < CELLS; cell += 1) {
      const requests = this.#counts[place + cell] ?? 0;
      if (requests === 0) continue;
      const [method, outcome] = [methodAt(cell), outcomeAt(cell)];
      entries.push({ projectId, tabId, method, outcome, fromCache: cell % 2 === 1, requests });
    }
    return entries;
  }

  #timesOf(projectId: string, places: readonly number[]): TimesEntry[] {
    const times: TimesEntry[] = [];
    for (let bucket = 0; bucket < TIME_BUCKETS; bucket += 1) {
      const requests = places.reduce((sum, place) => sum + (this.#counts[place + CELLS + bucket] ?? 0), 0);
      if (requests > 0) times.push({ projectId, bucket, requests });
    }
    return times;
  }

  #addToTotals(cell: number, time: number, milliseconds: number) {
    this.#totals[cell] = (this.#totals[cell] ?? 0) + 1;
    this.#totals[time] = (this.#totals[time] ?? 0) + 1;
    this.#milliseconds += milliseconds;
  }

  #add(at: number, requests: number) {
    this.#counts[at] = (this.#counts[at] ?? 0) + requests;
  }

  #placeOf(projectId: string, tabId: string): number {
    let tabs = this.#places.get(projectId);
    if (tabs === undefined) {
      tabs = new Map();
      this.#places.set(projectId, tabs);
    }
    const known = tabs.get(tabId);
    if (known !== undefined) return known;
    const place = this.#end;
    this.#end += PLACE;
    if (this.#end > this.#counts.length) this.#grow();
    tabs.set(tabId, place);
    return place;
  }

  #grow() {
    const counts = new Uint32Array(this.#counts.length * 2);
    counts.set(this.#counts);
    this.#counts = counts;
  }
}
