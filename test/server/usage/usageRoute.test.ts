import { buildTestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { apiPaths, endpointPath } from '../../../src/contract/paths';
import { plans } from '../../../src/contract/plans';
import type { UsageAnswer } from '../../../src/contract/usage';
import type { UsageCountsTable } from '../../../src/server/database/tables/access';
import { timeBucketOf } from '../../../src/server/usage/usage';
import { usageMonthOf } from '../../../src/server/usage/usageRoute';
import { publishProject } from '../endpoints/published';

const server = beforeTests(() => buildTestApp({ plans: 'tiered' }));
const owner = beforeEachTest(() => server.signUp());

const tabs = [
  { title: 'beans', slug: 'beans', lines: ['Name', 'Kaffa'] },
  { title: 'orders', slug: 'orders', lines: ['Name', 'One'] },
];

async function publish(said: { title?: string } = {}) {
  const { id, tabs: published } = await publishProject(server.db, owner.person.id, tabs, said);
  return { id, beans: published[0]?.id ?? '', orders: published[1]?.id ?? '' };
}

const ask = async (query = '', person = owner) => {
  const answer = await server.app.inject({ url: `${apiPaths.usage}${query}`, headers: person.headers });
  return { status: answer.statusCode, body: answer.json<UsageAnswer>() };
};
const usage = async (query?: string) => (await ask(query)).body;
const call = (url: string, headers = {}) => server.app.inject({ url, headers });

const day = (back: number) => new Date(Date.now() - back * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const keep = (project_id: string, back: number, row: Partial<UsageCountsTable>) =>
  server.db
    .insertInto('usage_counts')
    .values({
      project_id,
      tab_id: '',
      hour: `${day(back)}T05`,
      method: 'GET',
      outcome: '2xx',
      from_cache: 0,
      requests: 1,
      ...row,
    })
    .execute();
const took = (project_id: string, back: number, milliseconds: number, requests = 1) =>
  server.db
    .insertInto('usage_times')
    .values({ project_id, hour: `${day(back)}T05`, bucket: timeBucketOf(milliseconds), requests })
    .execute();

it('includes the latest calls, stored or not', async () => {
  const { id } = await publish();
  const first = await call(endpointPath(id, 'beans'));
  await call(endpointPath(id, 'beans'));
  await call(endpointPath(id, 'beans'), { 'if-none-match': String(first.headers.etag) });
  await call(endpointPath(id, 'orders'));
  await call(`${endpointPath(id, 'beans')}?nonsense=1`);
  await call(endpointPath(id, 'nowhere'));
  const before = await usage('?days=7');
  expect(before.now).toMatchObject({ requests: 5, succeeded: 3, fromCache: 1, notModified: 1 });
  expect(before.now.p50).toBeGreaterThan(0);
  expect(before.now.p95).toBeGreaterThanOrEqual(before.now.p50 ?? Infinity);
  expect(before.days).toEqual([6, 5, 4, 3, 2, 1, 0].map(day));
  expect(before.series).toEqual({
    '2xx': [0, 0, 0, 0, 0, 0, 3],
    '4xx': [0, 0, 0, 0, 0, 0, 2],
    '5xx': [0, 0, 0, 0, 0, 0, 0],
  });
  expect(before.methods).toEqual([{ method: 'GET', requests: 5 }]);
  expect(before.endpoints.map(({ title, sheetId, requests }) => [title, sheetId, requests])).toEqual([
    ['beans', 0, 3],
    ['orders', 1, 1],
    ['', null, 1],
  ]);
  expect(before.plan.month.requests).toBe(5);
  await server.services.usage.flush(Date.now());
  const after = await usage('?days=7');
  expect({ ...after, plan: null }).toEqual({ ...before, plan: null });
});

it('returns the requested number of days, compared with those before', async () => {
  const { id, beans } = await publish();
  await keep(id, 0, { tab_id: beans, requests: 40, from_cache: 1 });
  await keep(id, 6, { tab_id: beans, requests: 5, outcome: '5xx', method: 'POST' });
  await keep(id, 7, { tab_id: beans, requests: 30 });
  await keep(id, 13, { tab_id: beans, requests: 6, outcome: '4xx' });
  await keep(id, 13, { tab_id: beans, requests: 900, outcome: '304', from_cache: 1 });
  await keep(id, 14, { tab_id: beans, requests: 1_000 });
  await took(id, 0, 40, 99);
  await took(id, 0, 4_000, 1);
  await took(id, 9, 80, 10);
  const week = await usage('?days=7');
  expect(week.now).toMatchObject({ requests: 45, succeeded: 40, fromCache: 40 });
  expect(week.before).toMatchObject({ requests: 36, succeeded: 30, fromCache: 0, notModified: 900 });
  expect(week.series['5xx']).toEqual([5, 0, 0, 0, 0, 0, 0]);
  expect(week.methods).toEqual(expect.arrayContaining([{ method: 'POST', requests: 5 }]));
  const within = (time: number) => ({ asymmetricMatch: (told: number) => Math.abs(told / time - 1) < 0.16 });
  expect([week.now.p50, week.now.p95, week.before.p50]).toEqual([within(40), within(40), within(80)]);
  const month = await usage();
  expect(month.days).toHaveLength(30);
  expect(month.now.requests).toBe(1_081);
  expect(month.before).toEqual({ requests: 0, succeeded: 0, fromCache: 0, notModified: 0, p50: null, p95: null });
});

it('returns every day once, and up to ninety', async () => {
  const { id, beans } = await publish();
  for (const back of [0, 14, 15, 29, 30, 74, 75, 89]) await keep(id, back, { tab_id: beans });
  for (const back of [90, 104, 105, 179]) await keep(id, back, { tab_id: beans });
  await keep(id, 180, { tab_id: beans, requests: 100 });
  const { now, before, series } = await usage('?days=90');
  expect([now.requests, before.requests]).toEqual([8, 4]);
  expect(series['2xx'].flatMap((count, place) => (count === 1 ? [89 - place] : []))).toEqual([
    89, 75, 74, 30, 29, 15, 14, 0,
  ]);
});

it('returns one project, with calls of removed sheets under the project itself', async () => {
  const one = await publish({ title: 'One' });
  const other = await publish({ title: 'Other' });
  await keep(one.id, 1, { tab_id: one.orders, requests: 3 });
  await keep(one.id, 1, { tab_id: 'gone', requests: 2 });
  await keep(other.id, 1, { tab_id: other.beans, requests: 7 });
  const of = async (query: string) =>
    (await usage(query)).endpoints.map(({ project, title, requests }) => `${project}/${title} ${requests}`);
  expect(await of('')).toEqual(['Other/beans 7', 'One/orders 3', 'One/ 2']);
  expect(await of(`?projectId=${one.id}`)).toEqual(['One/orders 3', 'One/ 2']);
  expect((await usage(`?projectId=${one.id}`)).plan.month.requests).toBe((await usage()).plan.month.requests);
});

it('returns the plan and its usage, also of deleted projects', async () => {
  const { id, beans } = await publish();
  const calls = plans.free.requestsPerMonth;
  for (let n = 0; n < calls; n += 1) server.services.usage.count(id, beans, 'GET', 200, false, 1);
  await server.services.usage.flush(Date.now());
  const deleted = { deleted_at: new Date().toISOString() };
  await server.db.updateTable('projects').set(deleted).where('id', '=', id).execute();
  const { plan, now } = await usage();
  expect(plan).toMatchObject({ mode: 'tiered', plan: 'free', projects: 0, rowsPerTab: 0, drive: 0 });
  expect(plan.month).toMatchObject({ requests: calls, reachedOn: null });
  expect(now.requests).toBe(calls);
});

it('moves with a project to its new address', async () => {
  const { id } = await publish();
  await call(endpointPath(id, 'beans'));
  const url = apiPaths.projectNewAddress(id);
  const moved = await server.app.inject({ method: 'POST', url, headers: owner.headers });
  const { now, endpoints } = await usage();
  expect(now).toMatchObject({ requests: 1, p50: expect.any(Number) });
  expect(endpoints.map(({ projectId }) => projectId)).toEqual([moved.json().project.id]);
});

it('is not shown to another person', async () => {
  const { id } = await publish();
  await call(endpointPath(id, 'beans'));
  const stranger = await server.signUp();
  expect((await ask('', stranger)).body.now.requests).toBe(0);
  expect((await ask(`?projectId=${id}`, stranger)).status).toBe(404);
});

it.each(['?days=6', '?days=91', '?days=soon', '?projectId=', '?hours=3'])('refuses %s', async (query) => {
  expect(await ask(query)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

describe('the month of a plan', () => {
  const endOf17March = Date.UTC(2026, 2, 18);

  it('continues at the pace so far', () => {
    expect(usageMonthOf(28_410, endOf17March, 250_000)).toEqual({
      from: '2026-03-01',
      resetsOn: '2026-04-01',
      requests: 28_410,
      forecast: 51_806,
      reachedOn: null,
    });
  });

  it('has the day on which the plan will be used up at this pace', () => {
    const { forecast, reachedOn } = usageMonthOf(170_000, endOf17March, 250_000);
    expect([forecast, reachedOn]).toEqual([310_000, '2026-03-26']);
  });

  it.each([
    ['it is reached already', 250_000, 250_000],
    ['no plan', 250_000, undefined],
  ])('has no such day: %s', (_why, requests, limit) => {
    expect(usageMonthOf(requests, endOf17March, limit).reachedOn).toBeNull();
  });

  it('is not estimated from its first minutes', () => {
    expect(usageMonthOf(100, Date.UTC(2026, 2, 1, 0, 5), undefined).forecast).toBe(3_100);
  });

  it('works at the end of a year', () => {
    expect(usageMonthOf(1, Date.UTC(2026, 11, 31, 23), undefined)).toMatchObject({
      from: '2026-12-01',
      resetsOn: '2027-01-01',
    });
  });
});
