/** Methods of the data API that are counted; a preflight is not a request of its own. */
export const countedMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type CountedMethod = (typeof countedMethods)[number];

export const outcomes = ['2xx', '304', '4xx', '5xx'] as const;
export type Outcome = (typeof outcomes)[number];

const OUTCOMES = outcomes.length;
/** Counters of one tab: by method, outcome, and whether a finished body was sent again. */
const CELLS = countedMethods.length * OUTCOMES * 2;

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

function outcomePlace(status: number): number {
  if (status >= 500) return 3;
  if (status >= 400) return 2;
  return status === 304 ? 1 : 0;
}

const methodAt = (cell: number) => countedMethods[Math.floor(cell / (OUTCOMES * 2))] ?? 'GET';
const outcomeAt = (cell: number) => outcomes[Math.floor(cell / 2) % OUTCOMES] ?? '2xx';

/** Counts requests in typed arrays: two looks into maps and one addition. */
export class UsageCounters {
  /** By project, then by tab: where its counters begin. */
  #places = new Map<string, Map<string, number>>();
  #counts = new Uint32Array(CELLS * 16);
  #end = 0;

  /** Counts one request; methods that are not counted change nothing. */
  count(projectId: string, tabId: string, method: string, status: number, fromCache: boolean): void {
    const methodPlace = methodPlaces.get(method);
    if (methodPlace === undefined) return;
    const cell = (methodPlace * OUTCOMES + outcomePlace(status)) * 2 + (fromCache ? 1 : 0);
    this.#add(this.#placeOf(projectId, tabId) + cell, 1);
  }

  /** Adds what was taken out and could not be kept. */
  putBack(entries: readonly UsageEntry[]): void {
    for (const { projectId, tabId, method, outcome, fromCache, requests } of entries) {
      const row = countedMethods.indexOf(method) * OUTCOMES + outcomes.indexOf(outcome);
      this.#add(this.#placeOf(projectId, tabId) + row * 2 + (fromCache ? 1 : 0), requests);
    }
  }

  /** What was counted and not taken out yet; of one project, or of all. */
  entries(projectId?: string): UsageEntry[] {
    const projects = projectId === undefined ? [...this.#places.keys()] : [projectId];
    return projects.flatMap((id) =>
      [...(this.#places.get(id) ?? [])].flatMap(([tabId, place]) => this.#entriesAt(id, tabId, place)),
    );
  }

  /** Takes everything out and begins anew. */
  drain(): UsageEntry[] {
    const entries = this.entries();
    this.#places = new Map();
    this.#counts.fill(0, 0, this.#end);
    this.#end = 0;
    return entries;
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
    this.#end += CELLS;
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
