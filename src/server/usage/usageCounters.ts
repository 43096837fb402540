import { type Counted, cutAt, joined, nothing, sizeOf, type UsageEntry } from './counted';
import { timeBucketOf } from './timeBuckets';
import { CELLS, kindAt, outcomeOf, REQUEST_CELLS, requestCellOf, timeCellOf } from './usageCells';
import { UsageTally } from './usageTally';

/** Requests of all projects since the process began: a few numbers that are never taken out. */
export interface UsageTotals {
  readonly requests: readonly Pick<UsageEntry, 'method' | 'outcome' | 'fromCache' | 'requests'>[];
  /** By time bucket, those of a 304 too. */
  readonly buckets: readonly number[];
  readonly milliseconds: number;
}

/** Counts requests: of each tab until that is taken out, and of all together. */
export class UsageCounters {
  #tally = new UsageTally();
  /** What is being taken out. */
  #leaving = new UsageTally();
  /** Laid out as the numbers of a tab, for all of them together. */
  readonly #totals = new Float64Array(CELLS);
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
    const outcome = outcomeOf(status);
    const cell = requestCellOf(method, outcome, fromCache);
    if (cell === undefined) return;
    const time = timeCellOf(timeBucketOf(milliseconds));
    const place = this.#tally.placeOf(projectId, tabId);
    this.#tally.add(place + cell, 1);
    if (outcome !== '304') this.#tally.add(place + time, 1);
    this.#addToTotals(cell, time, milliseconds);
  }

  /** All requests since the process began. */
  totals(): UsageTotals {
    const requests = [...this.#totals.subarray(0, REQUEST_CELLS)].flatMap((count, cell) =>
      count === 0 ? [] : [{ ...kindAt(cell), requests: count }],
    );
    return { requests, buckets: [...this.#totals.subarray(REQUEST_CELLS)], milliseconds: this.#milliseconds };
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

  #addToTotals(cell: number, time: number, milliseconds: number) {
    this.#totals[cell] = (this.#totals[cell] ?? 0) + 1;
    this.#totals[time] = (this.#totals[time] ?? 0) + 1;
    this.#milliseconds += milliseconds;
  }
}
