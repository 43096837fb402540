import { bucketsWithin, LAST_POWER, TIME_BUCKETS, timeBucketOf } from '../usage/timeBuckets';
import type { Labels, Sample } from './metric';

/** From 64 microseconds on, every doubling is told. */
const FIRST_TOLD = 6;

/** How long things took: by time bucket, and in all. */
export interface Times {
  /** How many fell into each bucket of `timeBuckets`. */
  readonly buckets: ArrayLike<number>;
  readonly milliseconds: number;
}

/** Adds up how long things take. */
export class TimesCounter implements Times {
  readonly buckets = new Float64Array(TIME_BUCKETS);
  milliseconds = 0;

  add(milliseconds: number): void {
    const bucket = timeBucketOf(milliseconds);
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1;
    this.milliseconds += milliseconds;
  }
}

/** Times put together. */
export function timesTogether(all: readonly Times[]): Times {
  const buckets = Array.from({ length: TIME_BUCKETS }, (_, at) =>
    all.reduce((sum, times) => sum + (times.buckets[at] ?? 0), 0),
  );
  return { buckets, milliseconds: all.reduce((sum, times) => sum + times.milliseconds, 0) };
}

/** The samples of a histogram, in seconds. A time just at a boundary counts for the bucket above it. */
export function histogramSamples({ buckets, milliseconds }: Times, labels: Labels): Sample[] {
  const samples: Sample[] = [];
  let count = 0;
  let done = 0;
  const countTo = (end: number) => {
    for (; done < end; done += 1) count += buckets[done] ?? 0;
  };
  for (let power = FIRST_TOLD; power <= LAST_POWER; power += 1) {
    countTo(bucketsWithin(power));
    samples.push({ suffix: '_bucket', labels: { ...labels, le: String(2 ** power / 1e6) }, value: count });
  }
  countTo(TIME_BUCKETS);
  samples.push({ suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count });
  samples.push({ suffix: '_sum', labels, value: milliseconds / 1000 });
  samples.push({ suffix: '_count', labels, value: count });
  return samples;
}
