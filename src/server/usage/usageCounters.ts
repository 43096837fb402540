import { TIME_BUCKETS, timeBucketOf } from './timeBuckets';

/** Methods of the data API that are counted; a preflight is not a request of its own. */
export const countedMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
type CountedMethod = (typeof countedMethods)[number];

const outcomes = ['2xx', '304', '4xx', '5xx'] as const;
export type Outcome = (typeof outcomes)[number];

const OUTCOMES = outcomes.length;

/** Numbers of requests of one tab: by method, outcome, and whether a finished body was sent again. */
const REQUEST_CELLS = countedMethods.length * OUTCOMES * 2;

/** All numbers of one tab: behind its requests stand its times, a 304 apart. */
const CELLS = REQUEST_CELLS + TIME_BUCKETS;

const methodPlaces: ReadonlyMap<string, number> = new Map(countedMethods.map((method, place) => [method, place]));
const outcomePlaces: ReadonlyMap<Outcome, number> = new Map(outcomes.map((outcome, place) => [outcome, place]));

/** What requests have in common that are counted as one number. */
interface Kind {
  readonly method: CountedMethod;
  readonly outcome: Outcome;
  readonly fromCache: boolean;
}

/** How a request has ended. */
function outcomeOf(status: number): Outcome {
  if (status >= 500) return '5xx';
  if (status >= 400) return '4xx';
  return status === 304 ? '304' : '2xx';
}

/** Where requests of a kind are counted; undefined for methods that are not counted. */
function requestCellOf(method: string, outcome: Outcome, fromCache: boolean): number | undefined {
  const methodPlace = methodPlaces.get(method);
  if (methodPlace === undefined) return undefined;
  return (methodPlace * OUTCOMES + (outcomePlaces.get(outcome) ?? 0)) * 2 + (fromCache ? 1 : 0);
}

/** What is counted at a cell of requests. */
const kindAt = (cell: number): Kind => ({
  method: countedMethods[Math.floor(cell / (OUTCOMES * 2))] ?? 'GET',
  outcome: outcomes[Math.floor(cell / 2) % OUTCOMES] ?? '2xx',
  fromCache: cell % 2 === 1,
});

/** Where the times of a bucket are counted. */
const timeCellOf = (bucket: number): number => REQUEST_CELLS + bucket;

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

/** Numbers of projects. */
export interface Counted {
  readonly entries: readonly UsageEntry[];
  readonly times: readonly TimesEntry[];
}

/** No numbers. */
const nothing: Counted = { entries: [], times: [] };

const sizeOf = ({ entries, times }: Counted): number => entries.length + times.length;

const joined = (one: Counted, other: Counted): Counted => ({
  entries: [...one.entries, ...other.entries],
  times: [...one.times, ...other.times],
});

/** The first numbers, so many of them, and the rest. */
function cutAt(count: number, { entries, times }: Counted): [Counted, Counted] {
  const timesCount = Math.max(0, count - entries.length);
  return [
    { entries: entries.slice(0, count), times: times.slice(0, timesCount) },
    { entries: entries.slice(count), times: times.slice(timesCount) },
  ];
}

/** The numbers of tabs, in typed arrays: two looks into maps and an addition. */
class UsageTally {
  /** By project, then by tab: where its numbers begin. */
  readonly #places = new Map<string, Map<string, number>>();
  #counts = new Uint32Array(CELLS * 16);
  #end = 0;

  /** Where the numbers of a tab begin, for {@link add}. */
  placeOf(projectId: string, tabId: string): number {
    let tabs = this.#places.get(projectId);
    if (tabs === undefined) {
      tabs = new Map();
      this.#places.set(projectId, tabs);
    }
    const known = tabs.get(tabId);
    if (known !== undefined) return known;
    const place = this.#end;
    this.#end += CELLS;
    if (this.#end > this.#counts.length) this.#grow();
    tabs.set(tabId, place);
    return place;
  }

  /** @param at the place of a tab and one of its cells (`usageCells.ts`) */
  add(at: number, requests: number): void {
    this.#counts[at] = (this.#counts[at] ?? 0) + requests;
  }

  /** All numbers of a project. */
  of(projectId: string): Counted {
    const tabs = [...(this.#places.get(projectId) ?? [])];
    return {
      entries: tabs.flatMap(([tabId, place]) => this.#entriesAt(projectId, tabId, place)),
      times: this.#timesAt(
        projectId,
        tabs.map(([, place]) => place),
      ),
    };
  }

  /** Takes project after project out. */
  *takeOut(): Generator<Counted, void, undefined> {
    for (const projectId of this.#places.keys()) {
      const counted = this.of(projectId);
      this.#places.delete(projectId);
      yield counted;
    }
  }

  #entriesAt(projectId: string, tabId: string, place: number): UsageEntry[] {
    const entries: UsageEntry[] = [];
    for (let cell = 0; cell < REQUEST_CELLS; cell += 1) {
      const requests = this.#counts[place + cell] ?? 0;
      if (requests > 0) entries.push({ projectId, tabId, ...kindAt(cell), requests });
    }
    return entries;
  }

  #timesAt(projectId: string, places: readonly number[]): TimesEntry[] {
    const times: TimesEntry[] = [];
    for (let bucket = 0; bucket < TIME_BUCKETS; bucket += 1) {
      const cell = timeCellOf(bucket);
      const requests = places.reduce((sum, place) => sum + (this.#counts[place + cell] ?? 0), 0);
      if (requests > 0) times.push({ projectId, bucket, requests });
    }
    return times;
  }

  #grow() {
    const counts = new Uint32Array(this.#counts.length * 2);
    counts.set(this.#counts);
    this.#counts = counts;
  }
}

/** Counts requests of each tab until that is taken out. */
export class UsageCounters {
  #tally = new UsageTally();
  /** What is being taken out. */
  #leaving = new UsageTally();

  /** Counts one request and the milliseconds it took; methods that are not counted change nothing. */
  count(
    projectId: string,
    tabId: string,
    method: string,
    status: number,
    fromCache: boolean,
    milliseconds: number,
  ): void {
    const outcome = outcomeOf(status);
    const cell = requestCellOf(method, outcome, fromCache);
    if (cell === undefined) return;
    const place = this.#tally.placeOf(projectId, tabId);
    this.#tally.add(place + cell, 1);
    if (outcome !== '304') this.#tally.add(place + timeCellOf(timeBucketOf(milliseconds)), 1);
  }

  /** What was counted of a project and not taken out yet. */
  pending(projectId: string): Counted {
    const [leaving, counted] = [this.#leaving.of(projectId), this.#tally.of(projectId)];
    return { entries: [...leaving.entries, ...counted.entries], times: [...leaving.times, ...counted.times] };
  }

  /** Adds what was taken out and could not be kept. */
  putBack({ entries, times }: Counted): void {
    for (const { projectId, tabId, method, outcome, fromCache, requests } of entries) {
      const cell = requestCellOf(method, outcome, fromCache) ?? 0;
      this.#tally.add(this.#tally.placeOf(projectId, tabId) + cell, requests);
    }
    for (const { projectId, bucket, requests } of times) {
      this.#tally.add(this.#tally.placeOf(projectId, '') + timeCellOf(bucket), requests);
    }
  }

  /**
   * Takes out what is counted so far, piece by piece. When no more pieces are asked for, the rest is put back. Only one may be under
   * way.
   *
   * @param most numbers in a piece
   */
  *takeOut(most: number): Generator<Counted, void, undefined> {
    const leaving = this.#tally;
    [this.#tally, this.#leaving] = [new UsageTally(), leaving];
    let waiting = nothing;
    try {
      for (const counted of leaving.takeOut()) {
        waiting = joined(waiting, counted);
        while (sizeOf(waiting) >= most) {
          const [piece, rest] = cutAt(most, waiting);
          waiting = rest;
          yield piece;
        }
      }
      const last = waiting;
      waiting = nothing;
      if (sizeOf(last) > 0) yield last;
    } finally {
      this.putBack(waiting);
      for (const rest of leaving.takeOut()) this.putBack(rest);
    }
  }
}
