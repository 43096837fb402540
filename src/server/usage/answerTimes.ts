/** Everything under so many microseconds, as a power of two, is in the first bucket. */
const FIRST_POWER = 4;

/** The longest times that have a bucket of their own, as a power of two of microseconds: more than a minute. */
const LAST_POWER = 25;

/** Each doubling of the time has so many buckets of the same width: what is read off is right within a tenth or so. */
const PARTS = 4;

/** Times fall into so many buckets, the same for ever: they are kept by number. */
export const TIME_BUCKETS = 1 + (LAST_POWER - FIRST_POWER + 1) * PARTS;

/** The bucket of a time; a few operations on integers, as it is asked for with each request. */
export function timeBucketOf(milliseconds: number): number {
  const micros = milliseconds > 2_000_000 ? 2_000_000_000 : (milliseconds * 1000) | 0;
  if (micros < 1 << FIRST_POWER) return 0;
  const power = 31 - Math.clz32(micros);
  if (power > LAST_POWER) return TIME_BUCKETS - 1;
  return 1 + (power - FIRST_POWER) * PARTS + ((micros >>> (power - 2)) & (PARTS - 1));
}

/** Where a bucket begins, in milliseconds. */
function beginningOf(bucket: number): number {
  if (bucket === 0) return 0;
  const power = FIRST_POWER + Math.floor((bucket - 1) / PARTS);
  return (2 ** power * (1 + ((bucket - 1) % PARTS) / PARTS)) / 1000;
}

/**
 * The time within which a share of all requests was answered, in milliseconds; null when there were none. Within a bucket they
 * are taken to be spread evenly.
 *
 * @param requests by bucket
 */
export function timeWithin(share: number, requests: readonly number[]): number | null {
  const all = requests.reduce((sum, count) => sum + count, 0);
  let wanted = all * share;
  for (const [bucket, count] of requests.entries()) {
    if (count > 0 && count >= wanted) {
      const from = beginningOf(bucket);
      const time = from + (beginningOf(bucket + 1) - from) * (wanted / count);
      return Math.round(time * 1000) / 1000;
    }
    wanted -= count;
  }
  return null;
}
