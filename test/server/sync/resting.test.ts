import type { ProjectBeingRead } from '../../../src/server/database/events';
import { Resting } from '../../../src/server/sync/refreshAttempt';

const project: ProjectBeingRead = {
  ...{ id: 'teas', owner_id: 'ann', sheet_id: 'sheet' },
  ...{ paused: 0, status: 'live', synced_at: '2026-01-01T00:00:00.000Z', refresh_seconds: 60 },
};

let time = 0;
let resting: Resting;
beforeEach(() => {
  time = 1_000;
  resting = new Resting(() => time);
});

it('knows of no project whose refresh rests before it was told', () => {
  expect(resting.has(project)).toBe(false);
});

it('believes that a refresh rests until it may begin', () => {
  resting.put(project, 3_000);
  time = 2_999;
  expect(resting.has(project)).toBe(true);
  expect(resting.has({ ...project, id: 'beans' })).toBe(false);
  time = 3_000;
  expect(resting.has(project)).toBe(false);
});

it('believes it for five seconds at most: somebody may have made it due before', () => {
  resting.put(project, 60_000);
  time = 5_999;
  expect(resting.has(project)).toBe(true);
  time = 6_000;
  expect(resting.has(project)).toBe(false);
});

it.each([{ status: 'stale' as const }, { synced_at: '2026-01-01T00:00:01.000Z' }])(
  'believes nothing of a project that is another one by now (%o)',
  (change) => {
    resting.put(project, 60_000);
    expect(resting.has({ ...project, ...change })).toBe(false);
    // Nor once it is as it was: all may be different.
    expect(resting.has(project)).toBe(false);
  },
);

it('forgets those that were not asked for the longest, beyond ten thousand', () => {
  const numbered = (n: number) => ({ ...project, id: `project ${n}` });
  for (let n = 0; n < 10_002; n += 1) resting.put(numbered(n), 60_000);
  expect(resting.has(numbered(0))).toBe(false);
  expect(resting.has(numbered(10_001))).toBe(true);
});
