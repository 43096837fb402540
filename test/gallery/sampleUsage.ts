import type { UsageAnswer, UsageEndpoint, UsagePlan, UsageSeries } from '../../src/contract/usage';

const answered = [
  713, 1262, 1336, 1450, 1589, 1567, 980, 1027, 1730, 1609, 1546, 1554, 1618, 1052, 937, 1724, 1916, 1703, 1970, 1776,
  1121, 1185, 1870, 1968, 2015, 2047, 1921, 1322, 1343, 1911,
];
const refused = [
  33, 50, 54, 56, 40, 61, 31, 22, 67, 73, 43, 35, 43, 42, 25, 53, 38, 455, 66, 47, 31, 30, 82, 66, 93, 52, 54, 59, 27,
  39,
];
const failed = answered.map((_, day) => (day === 17 ? 96 : 0));
const series: UsageSeries = { '2xx': answered, '4xx': refused, '5xx': failed };

const requests = [...answered, ...refused, ...failed].reduce((sum, count) => sum + count, 0);

const dayAt = (place: number) => new Date(Date.UTC(2025, 1, 16 + place)).toISOString().slice(0, 10);

/** An endpoint that has a share of all requests. */
function endpointOf(projectId: string, project: string, title: string, share: number): UsageEndpoint {
  const part = (counts: readonly number[]) => counts.map((count) => Math.floor(count * share));
  const own = { '2xx': part(answered), '4xx': part(refused), '5xx': part(failed) };
  const sum = Object.values(own)
    .flat()
    .reduce((all, count) => all + count, 0);
  return { projectId, project, sheetId: 1, title, requests: sum, series: own };
}

const endpoints = [
  endpointOf('k3v9tq2mxa7rfw5d', 'Coffee roasters 2025', 'beans', 0.31),
  endpointOf('b5m1xk9rt3vq8zcj', 'Newsletter signups', 'subscribers', 0.24),
  endpointOf('p7d2wz8kq4nb6xhs', 'Conference schedule', 'talks', 0.16),
  endpointOf('h1', 'Studio opening hours', 'hours', 0.13),
  { ...endpointOf('k3v9tq2mxa7rfw5d', 'Coffee roasters 2025', 'orders', 0.07), sheetId: 2 },
  endpointOf('z2q7fh5ma9tx4rvn', 'Field survey, Lake Vättern', 'samples', 0.05),
  { ...endpointOf('b5m1xk9rt3vq8zcj', 'Newsletter signups', '', 0.01), sheetId: null },
];

const month = { from: '2025-03-01', resetsOn: '2025-04-01', requests: 28_410, forecast: 51_806, reachedOn: null };

const plan: UsagePlan = {
  mode: 'tiered',
  plan: 'pro',
  projects: 6,
  rowsPerTab: 12_640,
  drive: 68_157_440,
  driveBytes: 5 * 1024 ** 3,
  month,
};

const share = (part: number) => Math.round(requests * part);

/** A month of usage on Pro. */
export const usage: UsageAnswer = {
  days: answered.map((_, place) => dayAt(place)),
  now: { requests, succeeded: share(0.971), fromCache: share(0.882), notModified: 4_012, p50: 41, p95: 162 },
  before: {
    requests: Math.round(requests / 1.124),
    succeeded: Math.round((requests / 1.124) * 0.977),
    fromCache: Math.round((requests / 1.124) * 0.863),
    notModified: 3_100,
    p50: 44,
    p95: 170,
  },
  series,
  methods: [{ method: 'GET', requests }],
  endpoints,
  otherEndpoints: { endpoints: 0, requests: 0 },
  plan,
};

/** The same on a plan that is nearly used up. */
export const usageNearLimit: UsageAnswer = {
  ...usage,
  plan: { ...plan, month: { ...month, requests: 214_300, forecast: 390_700, reachedOn: '2025-03-20' } },
};

/** The same on a server without plans. */
export const usageOnOwnServer: UsageAnswer = { ...usage, plan: { ...plan, mode: 'unlimited', plan: null } };

/** Names of three hundred letters, of HTML, and from right to left. */
export const usageOfLongNames: UsageAnswer = {
  ...usage,
  endpoints: [
    endpointOf('k3v9tq2mxa7rfw5d', 'Roasters'.repeat(38), 'beans'.repeat(60), 0.5),
    endpointOf('b5m1xk9rt3vq8zcj', '<b onclick="alert(1)">bold</b> 🐘', 'javascript:alert(1)', 0.3),
    endpointOf('p7d2wz8kq4nb6xhs', '\u202egnol\u202c', 'جدول', 0.1),
  ],
};

const zeros = answered.map(() => 0);
const none = { requests: 0, succeeded: 0, fromCache: 0, notModified: 0, p50: null, p95: null };

/** Nobody has called. */
export const noUsage: UsageAnswer = {
  ...usage,
  now: none,
  before: none,
  series: { '2xx': zeros, '4xx': zeros, '5xx': zeros },
  methods: [],
  endpoints: [],
  plan: { ...plan, month: { ...month, requests: 0, forecast: 0 } },
};
