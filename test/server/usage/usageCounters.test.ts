import { timeBucketOf } from '../../../src/server/usage/timeBuckets';
import { countedMethods, UsageCounters, type UsageEntry } from '../../../src/server/usage/usageCounters';

const entry = (parts: Partial<UsageEntry>): UsageEntry => ({
  projectId: 'p',
  tabId: 't',
  method: 'GET',
  outcome: '2xx',
  fromCache: false,
  requests: 1,
  ...parts,
});

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
  expect(counters.drain().entries).toEqual([entry({ outcome })]);
});

it('counts each method, tab, project and kind of answer for itself', () => {
  const counters = new UsageCounters();
  for (const method of countedMethods) counters.count('p', 't', method, 200, false, 1);
  counters.count('p', 't', 'GET', 200, true, 1);
  counters.count('p', 't', 'GET', 200, true, 1);
  counters.count('p', '', 'GET', 200, false, 1);
  counters.count('q', 't', 'GET', 200, false, 1);
  counters.count('q', 't', 'OPTIONS', 204, false, 1);
  const { entries } = counters.drain();
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

it('begins anew once it was taken out, and takes back what could not be kept', () => {
  const counters = new UsageCounters();
  counters.count('p', 't', 'DELETE', 404, false, 1);
  const taken = counters.drain();
  expect(counters.drain().entries).toEqual([]);
  counters.count('p', 't', 'DELETE', 404, false, 1);
  counters.putBack(taken);
  expect(counters.drain().entries).toEqual([entry({ method: 'DELETE', outcome: '4xx', requests: 2 })]);
});

it('keeps how long requests took, by project, but for a 304', () => {
  const counters = new UsageCounters();
  counters.count('p', 't', 'GET', 200, false, 0.02);
  counters.count('p', 'u', 'GET', 404, false, 0.02);
  counters.count('p', 't', 'GET', 304, true, 0.02);
  counters.count('p', 't', 'GET', 200, false, 900);
  counters.count('q', 't', 'GET', 200, false, 900);
  const [short, long] = [timeBucketOf(0.02), timeBucketOf(900)];
  const taken = counters.drain();
  expect(taken.times).toEqual([
    { projectId: 'p', bucket: short, requests: 2 },
    { projectId: 'p', bucket: long, requests: 1 },
    { projectId: 'q', bucket: long, requests: 1 },
  ]);
  expect(counters.drain().times).toEqual([]);
  counters.count('q', 't', 'GET', 200, false, 900);
  counters.putBack(taken);
  expect(counters.times('q')).toEqual([{ projectId: 'q', bucket: long, requests: 2 }]);
});

it('holds thousands of tabs', () => {
  const counters = new UsageCounters();
  for (let round = 0; round < 3; round += 1) {
    for (let tab = 0; tab < 2_000; tab += 1) counters.count(`p${tab % 7}`, `t${tab}`, 'POST', 201, false, 1);
  }
  const { entries } = counters.drain();
  expect(entries).toHaveLength(2_000);
  expect(entries.every(({ requests }) => requests === 3)).toBe(true);
});
