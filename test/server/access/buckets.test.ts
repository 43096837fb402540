import { Buckets, fullBucket, secondsToFull, secondsToOne, takeOne } from '../../../src/server/access/requestLimits';

const PER_MINUTE = 60;
const start = 1_000_000;

/** How many of so many calls get through, one every so many milliseconds. */
function through(calls: number, every: number): number {
  const bucket = fullBucket(PER_MINUTE, start);
  let taken = 0;
  for (let call = 0; call < calls; call += 1) if (takeOne(bucket, PER_MINUTE, start + call * every)) taken += 1;
  return taken;
}

it('lets a whole minute through at once, and no more', () => {
  expect(through(100, 0)).toBe(60);
});

it('lets the steady rate through for ever', () => {
  expect(through(10_000, 1_000)).toBe(10_000);
});

it('lets half of twice the rate through, once the first minute is gone', () => {
  const rest = through(10_000, 500) - 60;
  expect(rest).toBeGreaterThan(4_900);
  expect(rest).toBeLessThanOrEqual(5_000);
});

it('says when there is one again, and when all are', () => {
  const bucket = fullBucket(PER_MINUTE, start);
  while (takeOne(bucket, PER_MINUTE, start));
  expect(secondsToOne(bucket, PER_MINUTE)).toBe(1);
  expect(secondsToFull(bucket, PER_MINUTE)).toBe(60);
  expect(takeOne(bucket, PER_MINUTE, start + 999)).toBe(false);
  expect(takeOne(bucket, PER_MINUTE, start + 1_000)).toBe(true);
});

it('gives nothing for a clock that goes back', () => {
  const bucket = fullBucket(PER_MINUTE, start);
  while (takeOne(bucket, PER_MINUTE, start));
  expect(takeOne(bucket, PER_MINUTE, start - 3_600_000)).toBe(false);
});

it('keeps a bucket by its name, and forgets full ones before others', () => {
  const buckets = new Buckets(PER_MINUTE, 4);
  const used = buckets.get('used', start);
  for (let call = 0; call < 60; call += 1) takeOne(used, PER_MINUTE, start + 50_000);
  for (const name of ['a', 'b', 'c']) buckets.get(name, start);
  buckets.get('d', start + 61_000);
  expect(buckets.get('used', start + 61_000)).toBe(used);
});

it('never holds more than it may', () => {
  const buckets = new Buckets(PER_MINUTE, 100);
  const first = buckets.get('0', start);
  for (let name = 1; name < 1_000; name += 1) buckets.get(String(name), start);
  expect(buckets.get('999', start)).toBe(buckets.get('999', start));
  expect(buckets.get('0', start)).not.toBe(first);
});
