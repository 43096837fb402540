import {
  fullBucket,
  RequestLimits,
  secondsToFull,
  secondsToNext,
  takeOne,
} from '../../../src/server/access/requestLimits';

const PER_MINUTE = 60;
const start = 1_000_000;

/** Returns how many of the calls are admitted at one call per interval of milliseconds. */
function admitted(calls: number, every: number): number {
  const bucket = fullBucket(PER_MINUTE, start);
  let taken = 0;
  for (let call = 0; call < calls; call += 1) if (takeOne(bucket, start + call * every)) taken += 1;
  return taken;
}

it('admits the calls of a whole minute at once, and no more', () => {
  expect(admitted(100, 0)).toBe(60);
});

it('admits the steady rate forever', () => {
  expect(admitted(10_000, 1_000)).toBe(10_000);
});

it('admits half the calls at twice the rate, after the first minute', () => {
  const rest = admitted(10_000, 500) - 60;
  expect(rest).toBeGreaterThan(4_900);
  expect(rest).toBeLessThanOrEqual(5_000);
});

it('tells when the next call is admitted, and when the bucket is full', () => {
  const bucket = fullBucket(PER_MINUTE, start);
  while (takeOne(bucket, start));
  expect(secondsToNext(bucket)).toBe(1);
  expect(secondsToFull(bucket)).toBe(60);
  expect(takeOne(bucket, start + 999)).toBe(false);
  expect(takeOne(bucket, start + 1_000)).toBe(true);
});

it('adds no tokens when the clock goes back', () => {
  const bucket = fullBucket(PER_MINUTE, start);
  while (takeOne(bucket, start));
  expect(takeOne(bucket, start - 3_600_000)).toBe(false);
});

it('limits the number of buckets and evicts the least recently used', () => {
  const limits = new RequestLimits(false, 2);
  const left = (ip: string) => limits.take({ presented: undefined, ip, projectId: 'p' }, PER_MINUTE, start).fields[3];
  expect([left('192.0.2.1'), left('192.0.2.2'), left('192.0.2.1')]).toEqual([
    ...['"burst";r=59;t=1', '"burst";r=59;t=1', '"burst";r=58;t=2'],
  ]);
  expect(left('192.0.2.3')).toBe('"burst";r=59;t=1');
  expect([left('192.0.2.1'), left('192.0.2.2')]).toEqual(['"burst";r=57;t=3', '"burst";r=59;t=1']);
});
