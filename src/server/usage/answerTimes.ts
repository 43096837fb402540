/** Upper end of the first bucket, as a power of two of microseconds. */
const FIRST_POWER = 4;

/** Longest times with a bucket of their own, as a power of two of microseconds: more than a minute. */
const LAST_POWER = 25;

/** Buckets of equal width per doubling of the time: percentiles are accurate to about a tenth. */
const BUCKETS_PER_DOUBLING = 4;

/** Number of buckets. It never changes, as bucket numbers are stored. */
export const TIME_BUCKETS = 1 + (LAST_POWER - FIRST_POWER + 1) * BUCKETS_PER_DOUBLING;

/** Returns the bucket of a time, with a few integer operations, as it runs for each request. */
export function timeBucketOf(milliseconds: number): number {
  const micros = milliseconds > 2_000_000 ? 2_000_000_000 : (milliseconds * 1000) | 0;
  if (micros < 1 << FIRST_POWER) return 0;
  const power = 31 - Math.clz32(micros);
  if (power > LAST_POWER) return TIME_BUCKETS - 1;
  return 1 + (power - FIRST_POWER) * BUCKETS_PER_DOUBLING + ((micros >>> (power - 2)) & (BUCKETS_PER_DOUBLING - 1));
}

/** Returns the start of a bucket, in milliseconds. */
function bucketStart(bucket: number): number {
  if (bucket === 0) return 0;
  const power = FIRST_POWER + Math.floor((bucket - 1) / BUCKETS_PER_DOUBLING);
  return (2 ** power * (1 + ((bucket - 1) % BUCKETS_PER_DOUBLING) / BUCKETS_PER_DOUBLING)) / 1000;
}

/**
 * Returns the time within which a share of the requests was answered, in milliseconds; null without requests. Assumes an even
 * distribution within a bucket.
 *
 * @param requests by bucket
 */
export function timeQuantile(share: number, requests: readonly number[]): number | null {
  const all = requests.reduce((sum, count) => sum + count, 0);
  let wanted = all * share;
  for (const [bucket, count] of requests.entries()) {
    if (count > 0 && count >= wanted) {
      const from = bucketStart(bucket);
      const time = from + (bucketStart(bucket + 1) - from) * (wanted / count);
      return Math.round(time * 1000) / 1000;
    }
    wanted -= count;
  }
  return null;
}
