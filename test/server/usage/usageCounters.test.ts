import {
  type Counted,
  countedMethods,
  TIME_BUCKETS,
  timeBucketOf,
  timeWithin,
  UsageCounters,
  type UsageEntry,
} from '../../../src/server/usage/usageCounters';

const entry = (parts: Partial<UsageEntry>): UsageEntry => ({
  projectId: 'p',
  tabId: 't',
  method: 'GET',
  outcome: '2xx',
  fromCache: false,
  requests: 1,
  ...parts,
});

const together = (pieces: readonly Counted[]): Counted => ({
  entries: pieces.flatMap(({ entries }) => entries),
  times: pieces.flatMap(({ times }) => times),
});

/** Everything that is counted, which is nothing afterwards. */
function drained(counters: UsageCounters): Counted {
  const all = together(counters.pieces(10_000));
  counters.subtract(all);
  return all;
}

it.each([
  [200, '2xx'],
  [201, '2xx'],
  [304, '304'],
  [400, '4xx'],
  [429, '4xx'],
  [500, '5xx'],
  [503, '5xx'],
] as const)('counts %i as %s', (status, outcome) => {
  const counters = new UsageCounters();
  counters.count('p', 't', 'GET', status, false, 1);
  expect(drained(counters).entries).toEqual([entry({ outcome })]);
});

it('counts each method, tab, project and kind of answer for itself', () => {
  const counters = new UsageCounters();
  for (const method of countedMethods) counters.count('p', 't', method, 200, false, 1);
  counters.count('p', 't', 'GET', 200, true, 1);
  counters.count('p', 't', 'GET', 200, true, 1);
  counters.count('p', '', 'GET', 200, false, 1);
  counters.count('q', 't', 'GET', 200, false, 1);
  counters.count('q', 't', 'OPTIONS', 204, false, 1);
  const { entries } = drained(counters);
  expect(entries).toHaveLength(countedMethods.length + 3);
  expect(entries).toEqual(
    expect.arrayContaining([
      ...countedMethods.map((method) => entry({ method })),
      entry({ fromCache: true, requests: 2 }),
      entry({ tabId: '' }),
      entry({ projectId: 'q' }),
    ]),
  );
});

it('goes on from what was counted while something was stored', () => {
  const counters = new UsageCounters();
  counters.count('p', 't', 'DELETE', 404, false, 1);
  const stored = together(counters.pieces(10));
  counters.count('p', 't', 'DELETE', 404, false, 1);
  expect(counters.pending('p').entries).toEqual([entry({ method: 'DELETE', outcome: '4xx', requests: 2 })]);
  counters.subtract(stored);
  expect(drained(counters).entries).toEqual([entry({ method: 'DELETE', outcome: '4xx' })]);
  expect(counters.pieces(10)).toEqual([]);
});

it('keeps how long requests took, by project, but for a 304', () => {
  const counters = new UsageCounters();
  counters.count('p', 't', 'GET', 200, false, 0.02);
  counters.count('p', 'u', 'GET', 404, false, 0.02);
  counters.count('p', 't', 'GET', 304, true, 0.02);
  counters.count('p', 't', 'GET', 200, false, 900);
  counters.count('q', 't', 'GET', 200, false, 900);
  const [short, long] = [timeBucketOf(0.02), timeBucketOf(900)];
  expect(drained(counters).times).toEqual([
    { projectId: 'p', bucket: short, requests: 2 },
    { projectId: 'p', bucket: long, requests: 1 },
    { projectId: 'q', bucket: long, requests: 1 },
  ]);
  expect(drained(counters).times).toEqual([]);
});

it('holds thousands of tabs', () => {
  const counters = new UsageCounters();
  for (let round = 0; round < 3; round += 1) {
    for (let tab = 0; tab < 2_000; tab += 1) counters.count(`p${tab % 7}`, `t${tab}`, 'POST', 201, false, 1);
  }
  const { entries } = drained(counters);
  expect(entries).toHaveLength(2_000);
  expect(entries.every(({ requests }) => requests === 3)).toBe(true);
});

it.each([1, 7, 32, 1_000])('has everything once in pieces, with no more than %i numbers in each', (most) => {
  const counters = new UsageCounters();
  for (let tab = 0; tab < 50; tab += 1) counters.count(`p${tab % 9}`, `t${tab}`, 'GET', 200, false, tab);
  const pieces = counters.pieces(most);
  const sizes = pieces.map(({ entries, times }) => entries.length + times.length);
  expect(sizes.slice(0, -1)).toEqual(sizes.slice(0, -1).fill(most));
  expect(sizes.at(-1)).toBeLessThanOrEqual(most);
  expect(together(pieces)).toEqual(drained(counters));
});

describe('how long requests took', () => {
  const histogramOf = (times: readonly number[]) => {
    const counts = new Array<number>(TIME_BUCKETS).fill(0);
    for (const time of times) counts[timeBucketOf(time)] = (counts[timeBucketOf(time)] ?? 0) + 1;
    return counts;
  };

  it('longer times are never in an earlier bucket, and every time has one', () => {
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

  it.each([0.02, 0.3, 1, 7, 41, 160, 999, 12_000])('reads %d ms off within a tenth or so', (time) => {
    const read = timeWithin(0.5, histogramOf([time])) ?? 0;
    expect(Math.abs(read / time - 1)).toBeLessThan(0.16);
  });

  it('tells the time within which a share was answered', () => {
    const times = Array.from({ length: 1_000 }, (_, at) => at + 1);
    expect(timeWithin(0.5, histogramOf(times))).toBeCloseTo(500, -1.5);
    expect(timeWithin(0.95, histogramOf(times))).toBeGreaterThan(900);
    expect(timeWithin(0.95, histogramOf(times))).toBeLessThan(1_000);
  });

  it('tells nothing where nothing was measured', () => {
    expect(timeWithin(0.5, histogramOf([]))).toBeNull();
  });
});
