import type { Counted, TimesEntry, UsageEntry } from './counted';
import { TIME_BUCKETS } from './timeBuckets';
import { CELLS, kindAt, REQUEST_CELLS, timeCellOf } from './usageCells';

/** The numbers of tabs, in typed arrays: two looks into maps and an addition. */
export class UsageTally {
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
