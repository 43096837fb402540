import type { UsageAnswer, UsageEndpoint } from '../../../src/contract/usage';

const DAYS = 7;
const days = Array.from({ length: DAYS }, (_, place) => `2026-03-${11 + place}`);

/** The same number for each day. */
const each = (count: number) => days.map(() => count);

/** An endpoint with `ok` successful and `no` rejected requests a day. */
export const endpointOf = (project: string, title: string, ok: number, no = 0): UsageEndpoint => ({
  projectId: `id of ${project}`,
  project,
  sheetId: title === '' ? null : title.length,
  title,
  requests: (ok + no) * DAYS,
  series: { '2xx': each(ok), '4xx': each(no), '5xx': each(0) },
});

/** The server's response with these endpoints. */
export function usageOf(endpoints: readonly UsageEndpoint[], parts: Partial<UsageAnswer> = {}): UsageAnswer {
  const sum = (status: '2xx' | '4xx' | '5xx') =>
    days.map((_, day) => endpoints.reduce((all, { series }) => all + (series[status][day] ?? 0), 0));
  const series = { '2xx': sum('2xx'), '4xx': sum('4xx'), '5xx': sum('5xx') };
  const total = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const requests = endpoints.reduce((all, endpoint) => all + endpoint.requests, 0);
  const none = { requests: 0, succeeded: 0, fromCache: 0, notModified: 0, p50: null, p95: null };
  const now = { ...none, requests, succeeded: total(series['2xx']), fromCache: Math.round(requests / 2) };
  return {
    days,
    now: requests === 0 ? none : { ...now, p50: 41, p95: 120 },
    before: none,
    series,
    methods: [{ method: 'GET', requests }],
    endpoints: [...endpoints],
    otherEndpoints: { endpoints: 0, requests: 0 },
    plan: {
      ...{ mode: 'tiered', plan: 'pro', projects: 6, rowsPerTab: 12_640, drive: 0, driveBytes: 5 * 1024 ** 3 },
      month: { from: '2026-03-01', resetsOn: '2026-04-01', requests: 28_410, forecast: 51_806, reachedOn: null },
    },
    ...parts,
  };
}

/** Six endpoints in three projects. */
export const busy = usageOf([
  endpointOf('Coffee', 'beans', 50, 6),
  endpointOf('News', 'subscribers', 40),
  endpointOf('Conference', 'talks', 30),
  endpointOf('Studio', 'hours', 20),
  endpointOf('Coffee', 'orders', 10),
  endpointOf('News', '', 1, 1),
]);
