import { TIME_BUCKETS, timeBucketOf, timeQuantile } from '../../../src/server/usage/usage';

describe('durations of requests', () => {
  const histogramOf = (times: readonly number[]) => {
    const counts = new Array<number>(TIME_BUCKETS).fill(0);
    for (const time of times) counts[timeBucketOf(time)] = (counts[timeBucketOf(time)] ?? 0) + 1;
    return counts;
  };

  it('are in increasing buckets', () => {
    let before = 0;
    for (let time = 0.001; time < 10_000_000; time *= 1.05) {
      const bucket = timeBucketOf(time);
      expect(bucket).toBeGreaterThanOrEqual(before);
      expect(bucket).toBeLessThan(TIME_BUCKETS);
      before = bucket;
    }
    expect(before).toBe(TIME_BUCKETS - 1);
    expect(timeBucketOf(0)).toBe(0);
    expect(timeBucketOf(Infinity)).toBe(TIME_BUCKETS - 1);
  });

  it.each([0.02, 0.3, 1, 7, 41, 160, 999, 12_000])('of %d ms are read back within about a tenth', (time) => {
    const read = timeQuantile(0.5, histogramOf([time])) ?? 0;
    expect(Math.abs(read / time - 1)).toBeLessThan(0.16);
  });

  it('give the duration within which a share was answered', () => {
    const times = Array.from({ length: 1_000 }, (_, at) => at + 1);
    expect(timeQuantile(0.5, histogramOf(times))).toBeCloseTo(500, -1.5);
    expect(timeQuantile(0.95, histogramOf(times))).toBeGreaterThan(900);
    expect(timeQuantile(0.95, histogramOf(times))).toBeLessThan(1_000);
  });

  it('give nothing without measurements', () => {
    expect(timeQuantile(0.5, histogramOf([]))).toBeNull();
  });
});
