import type { UsageSeries, UsageTotals } from '../../contract/usage';
import { TIME_BUCKETS, timeWithin } from './timeBuckets';
import type { Outcome } from './usageCells';

/** Requests that ended alike. */
export interface Ended {
  readonly outcome: Outcome;
  readonly from_cache: number;
  readonly requests: number;
}

/** Requests whose times fell into one bucket. */
export interface Timed {
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
