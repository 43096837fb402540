import { apiPaths, endpointPath } from '../../../src/contract/paths';
import { plans } from '../../../src/contract/plans';
import type { ProjectAnswer, ProjectsAnswer } from '../../../src/contract/projects';
import { PlanLimits } from '../../../src/server/plans/planLimits';
import { timeBucketOf, countedMethods, Usage } from '../../../src/server/usage/usage';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { publishProject } from '../endpoints/published';
import { bearer, makeKey } from '../keys/keyOf';

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());

const tabs = [{ title: 'beans', slug: 'beans', lines: ['Name', 'Kaffa'] }];
const publish = async (access: 'public' | 'private' = 'public') => {
  const { id, tabs: published } = await publishProject(server.db, owner.person.id, tabs, { access });
  return { id, tabId: published[0]?.id ?? '' };
};
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

const weekOf = async (id: string) => {
  const answer = await get(apiPaths.project(id), owner.headers);
  return answer.json<ProjectAnswer>().project.requests.week;
};

const kept = async (id: string) => {
  await server.services.usage.flush(Date.now());
  const rows = await server.db.selectFrom('usage_counts').selectAll().where('project_id', '=', id).execute();
  return rows.map((row) => [row.tab_id, row.method, row.outcome, row.from_cache, row.requests]);
};

it('counts responses by tab, method, outcome and cache', async () => {
  const { id, tabId } = await publish();
  const url = endpointPath(id, 'beans');
  const first = await get(url);
  await get(url);
  await get(url, { 'if-none-match': String(first.headers.etag) });
  await get(`${url}?nonsense=1`);
  await get(endpointPath(id));
  await get(endpointPath(id, 'nowhere'));
  await server.app.inject({ method: 'OPTIONS', url });
  const rows = await kept(id);
  expect(rows).toHaveLength(6);
  expect(rows).toEqual(
    expect.arrayContaining([
      [tabId, 'GET', '2xx', 0, 1],
      [tabId, 'GET', '2xx', 1, 1],
      [tabId, 'GET', '304', 1, 1],
      [tabId, 'GET', '4xx', 0, 1],
      ['', 'GET', '2xx', 0, 1],
      ['', 'GET', '4xx', 0, 1],
    ]),
  );
});

it.each([
  [201, '2xx'],
  [304, '304'],
  [400, '4xx'],
  [499, '4xx'],
  [500, '5xx'],
] as const)('counts %i as %s', async (status, outcome) => {
  const { id, tabId } = await publish();
  server.services.usage.count(id, tabId, 'GET', status, false, 1);
  expect(await kept(id)).toEqual([[tabId, 'GET', outcome, 0, 1]]);
});

it('counts each method and project separately, and no preflights', async () => {
  const [{ id }, { id: other }] = [await publish(), await publish()];
  const { usage } = server.services;
  for (const method of [...countedMethods, 'OPTIONS']) usage.count(id, 't', method, 200, false, 1);
  usage.count(other, 't', 'GET', 200, false, 1);
  expect(await kept(id)).toHaveLength(countedMethods.length);
  expect(await kept(other)).toEqual([['t', 'GET', '2xx', 0, 1]]);
});

it('stores durations of requests by project, except for a 304', async () => {
  const [{ id }, { id: other }] = [await publish(), await publish()];
  const { usage } = server.services;
  usage.count(id, 't', 'GET', 200, false, 0.02);
  usage.count(id, 'u', 'GET', 404, false, 0.02);
  usage.count(id, 't', 'GET', 304, true, 0.02);
  usage.count(id, 't', 'GET', 200, false, 900);
  usage.count(other, 't', 'GET', 200, false, 900);
  await usage.flush(Date.now());
  const times = await server.db
    .selectFrom('usage_times')
    .select(['project_id', 'bucket', 'requests'])
    .where('project_id', 'in', [id, other])
    .execute();
  const short = timeBucketOf(0.02);
  const long = timeBucketOf(900);
  const inAnyOrder = [
    { project_id: id, bucket: short, requests: 2 },
    { project_id: id, bucket: long, requests: 1 },
    { project_id: other, bucket: long, requests: 1 },
  ];
  expect(times).toHaveLength(3);
  expect(times).toEqual(expect.arrayContaining(inAnyOrder));
});

it('returns the stored numbers while more cannot be stored', async () => {
  const { id, tabId } = await publish();
  server.services.usage.count(id, tabId, 'GET', 200, false, 1);
  await kept(id);
  server.services.usage.count(id, tabId, 'GET', 200, false, 1);
  const begun = jest.spyOn(server.db, 'transaction').mockImplementation(() => {
    throw new Error('the disk is full');
  });
  expect(await weekOf(id)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  begun.mockRestore();
  expect(await weekOf(id)).toEqual([0, 0, 0, 0, 0, 0, 2]);
});

it('counts a refused call of a project, but not of an unknown one', async () => {
  const { id } = await publish('private');
  await get(endpointPath(id, 'beans'));
  await get(endpointPath('nowhere', 'beans'));
  expect(await kept(id)).toEqual([['', 'GET', '4xx', 0, 1]]);
  expect(await kept('nowhere')).toEqual([]);
});

it('returns seven days, today last, in the list and on the project, without a 304', async () => {
  const { id, tabId } = await publish('private');
  const { secret } = await makeKey(server, owner, id);
  const day = (back: number) => new Date(Date.now() - back * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const row = { project_id: id, tab_id: tabId, method: 'GET', outcome: '2xx', from_cache: 0 } as const;
  await server.db
    .insertInto('usage_counts')
    .values([
      { ...row, hour: `${day(7)}T23`, requests: 1_000 },
      { ...row, hour: `${day(6)}T00`, requests: 6 },
      { ...row, hour: `${day(6)}T23`, requests: 60 },
      { ...row, hour: `${day(1)}T12`, requests: 1 },
      { ...row, hour: `${day(1)}T12`, requests: 500, outcome: '304' },
      { ...row, hour: `${day(1)}T12`, requests: 10, outcome: '4xx' },
    ])
    .execute();
  await get(endpointPath(id, 'beans'), bearer(secret));
  await get(endpointPath(id, 'beans'), bearer(secret));
  const week = [66, 0, 0, 0, 0, 11, 2];
  expect(await weekOf(id)).toEqual(week);
  await kept(id);
  expect(await weekOf(id)).toEqual(week);
  const list = (await get(apiPaths.projects, owner.headers)).json<ProjectsAnswer>();
  expect(list.projects.find((project) => project.id === id)?.requests).toEqual({ week });
});

it('does not count reads of the owner under /api', async () => {
  const { id } = await publish();
  await get(apiPaths.projectTabRows(id, 0), owner.headers);
  expect(await weekOf(id)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

describe('many numbers', () => {
  /** Counts requests of so many tabs that they are stored in several transactions. */
  async function counted() {
    const { id } = await publish();
    const usage = new Usage(server.db);
    for (let tab = 0; tab < 100; tab += 1) usage.count(id, `t${tab}`, 'GET', 200, false, tab);
    return { id, usage };
  }

  const keptOf = async (id: string) => {
    const of = (table: 'usage_counts' | 'usage_times') =>
      server.db.selectFrom(table).select('requests').where('project_id', '=', id).execute();
    const rows = await of('usage_counts');
    const times = await of('usage_times');
    return {
      rows: rows.map(({ requests }) => requests),
      timed: times.reduce((sum, { requests }) => sum + requests, 0),
    };
  };
  const everyOneOnce = { rows: Array<number>(100).fill(1), timed: 100 };

  it('are stored once each, in transactions with a turn of the event loop each', async () => {
    const { id, usage } = await counted();
    const { db } = server;
    const begin = db.transaction.bind(db);
    let isSameTurn = false;
    const sameTurn: boolean[] = [];
    const begun = jest.spyOn(db, 'transaction').mockImplementation(() => {
      sameTurn.push(isSameTurn);
      isSameTurn = true;
      setImmediate(() => (isSameTurn = false));
      return begin();
    });
    await usage.flush(Date.now());
    begun.mockRestore();
    expect(await keptOf(id)).toEqual(everyOneOnce);
    expect(sameTurn.length).toBeGreaterThan(1);
    expect(sameTurn).not.toContain(true);
  });

  it('are stored once each if one transaction fails', async () => {
    const { id, usage } = await counted();
    const { db } = server;
    const begin = db.transaction.bind(db);
    const begun = jest
      .spyOn(db, 'transaction')
      .mockImplementationOnce(() => begin())
      .mockImplementationOnce(() => {
        throw new Error('the disk is full');
      });
    await expect(usage.flush(Date.now())).rejects.toThrow('the disk is full');
    begun.mockRestore();
    const { rows } = await keptOf(id);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(100);
    await usage.flush(Date.now());
    expect(await keptOf(id)).toEqual(everyOneOnce);
  });

  it('are stored completely, and once each, by two concurrent calls', async () => {
    const { id, usage } = await counted();
    const first = usage.flush(Date.now());
    usage.count(id, 't100', 'GET', 200, false, 1);
    await usage.flush(Date.now());
    expect(await keptOf(id)).toEqual({ rows: Array<number>(101).fill(1), timed: 101 });
    await first;
  });
});

it('drops numbers of a deleted project, and stores the rest', async () => {
  const { id, tabId } = await publish();
  const usage = new Usage(server.db);
  usage.count('gone', 't', 'GET', 200, false, 1);
  usage.count(id, tabId, 'GET', 200, false, 1);
  await usage.flush(Date.now());
  expect(await kept(id)).toEqual([[tabId, 'GET', '2xx', 0, 1]]);
});

it('stores numbers when the server stops', async () => {
  const another = await buildTestApp();
  const person = await another.signUp();
  const { id } = await publishProject(another.db, person.person.id, tabs);
  await another.app.inject({ url: endpointPath(id, 'beans') });
  await another.app.close();
  const rows = await another.db.selectFrom('usage_counts').selectAll().execute();
  expect(rows).toMatchObject([{ project_id: id, requests: 1 }]);
  await another.close();
});

describe('the month of a plan', () => {
  const most = plans.free.requestsPerMonth * 1.1;
  const count = async (id: string, requests: number, status = 200) => {
    const usage = new Usage(server.db);
    for (let n = 0; n < requests; n += 1) usage.count(id, '', 'GET', status, false, 1);
    await usage.flush(Date.now());
  };

  async function planOf(mode: 'tiered' | 'unlimited') {
    const plan = new PlanLimits(server.db, mode);
    await plan.refresh();
    return plan;
  }

  it('closes all projects of a person who has used it up, after the grace', async () => {
    const person = await server.signUp();
    const [one, two] = [
      await publishProject(server.db, person.person.id, tabs),
      await publishProject(server.db, person.person.id, tabs),
    ];
    const { id: others } = await publish();
    await count(one.id, most - 1);
    await count(two.id, 1);
    await count(two.id, 1_000, 304);
    expect((await planOf('tiered')).refusalOfMonth(one.id, Date.now())).toBeUndefined();
    await count(two.id, 1, 404);
    const plan = await planOf('tiered');
    for (const { id } of [one, two]) {
      expect(plan.refusalOfMonth(id, Date.UTC(2026, 10, 30, 23, 59, 0))).toMatchObject({
        code: 'plan_used_up',
        status: 429,
        extras: { headers: { 'Retry-After': '60' } },
      });
    }
    expect(plan.refusalOfMonth(others, Date.now())).toBeUndefined();
    const chosen = { person_id: person.person.id, plan: 'pro' as const, chosen_at: new Date().toISOString() };
    await server.db.insertInto('person_plans').values(chosen).execute();
    expect((await planOf('tiered')).refusalOfMonth(one.id, Date.now())).toBeUndefined();
    await count(one.id, plans.pro.requestsPerMonth * 1.1, 404);
    expect((await planOf('tiered')).refusalOfMonth(one.id, Date.now())?.extras.hint).toMatch(/^The plan is Pro\./);
    expect((await planOf('unlimited')).refusalOfMonth(one.id, Date.now())).toBeUndefined();
  });
});
