import { apiPaths } from '../../../../src/contract/paths';
import { plans } from '../../../../src/contract/plans';
import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import type { SignedIn } from '../../../fixtures/people';
import { bearer, makeKey } from '../../keys/keyOf';
import { changeRows } from '../published';
import { type Call, listening } from './wire';
import { publishPeople, revoke } from './peopleProject';

let server: TestApp;
let owner: SignedIn;
let wire: Awaited<ReturnType<typeof listening>>;

const start = async (settings: Parameters<typeof buildTestApp>[0] = {}) => {
  server = await buildTestApp(settings);
  owner = await server.signUp();
  wire = await listening(server);
};

afterEach(async () => {
  wire.hangUp();
  await server.close();
});

async function times(count: number, call: Call) {
  const answers = [];
  for (let time = 0; time < count; time += 1) answers.push(await wire.overSocket(call));
  return answers;
}

test('each response is counted once, by tab, method, outcome and cache', async () => {
  await start();
  const { id, tabs } = await publishPeople(server, owner, 'public');
  const url = `/v1/${id}/People`;
  const [page] = await times(5, { url: `${url}?_limit=7` });
  await times(3, { url: `${url}?_limit=7`, headers: { 'if-none-match': String(page?.headers.etag) } });
  await times(4, { url: `${url}/r_2` });
  await times(2, { method: 'HEAD', url: `${url}/r_2` });
  await times(2, { url: `${url}?nonsense=1` });
  await times(2, { url: `/v1/${id}/nowhere` });
  await server.services.usage.flush(Date.now());
  const rows = await server.db.selectFrom('usage_counts').selectAll().where('project_id', '=', id).execute();
  const counts = rows.map((row) => [row.tab_id, row.method, row.outcome, row.from_cache, Number(row.requests)]);
  const tab = tabs[0]?.id;
  expect(counts.toSorted()).toEqual(
    [
      ['', 'GET', '4xx', 0, 2],
      [tab, 'GET', '2xx', 0, 1 + 4],
      [tab, 'GET', '2xx', 1, 4],
      [tab, 'GET', '304', 1, 3],
      [tab, 'GET', '4xx', 0, 2],
      [tab, 'HEAD', '2xx', 0, 2],
    ].toSorted(),
  );
});

/** Returns the remaining requests in `RateLimit`. */
async function leftAfter(call: Call, port: number): Promise<number> {
  const { url, headers } = call;
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, { headers: { ...headers } });
  await answer.arrayBuffer();
  return Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
}

describe('on a server with plans', () => {
  const perMinute = plans.free.requestsPerMinute;

  test.each(['a key', 'nobody'])('%s has a limit of calls a minute, whichever handler answers them', async (who) => {
    await start({ plans: 'tiered' });
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const { id } = await publishPeople(server, owner, 'public');
    const headers = who === 'a key' ? bearer((await makeKey(server, owner, id)).secret) : {};
    const calls = ['/People?_limit=1', '/People/r_2', '/People.csv', '/People?a=b', '/People?_limit=1', '/nothing'];
    const answers = [];
    for (let call = 0; call < perMinute + 4; call += 1) {
      const one = { url: `/v1/${id}${calls[call % calls.length]}`, headers };
      const way = call % 4 === 3 ? wire.within : wire.overSocket;
      answers.push((await way(one)).status);
    }
    expect(answers.filter((status) => status === 429)).toHaveLength(4);
    expect(answers.slice(perMinute)).toEqual([429, 429, 429, 429]);
  });

  test('callers get the remaining number of calls', async () => {
    await start({ plans: 'tiered' });
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const { id } = await publishPeople(server, owner, 'public');
    const left = [];
    for (const rest of ['/People', '/People', '/People', '/People/r_2', '/People?x=1', '/People']) {
      left.push(await leftAfter({ url: `/v1/${id}${rest}` }, wire.port));
    }
    expect(left).toEqual([1, 2, 3, 4, 5, 6].map((taken) => perMinute - taken));
  });
});

describe('a cached response is not sent', () => {
  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await wire.overSocket({ url, headers })).status;

  test('to a key that was revoked, or has expired', async () => {
    await start();
    const { id } = await publishPeople(server, owner, 'private');
    const url = `/v1/${id}/People?_limit=2`;
    const [one, other] = [
      await makeKey(server, owner, id),
      await makeKey(server, owner, id, { expiresAt: new Date(Date.now() + 3_600_000).toISOString() }),
    ];
    for (const { secret } of [one, other, one, other, one, other])
      expect(await statusOf(url, bearer(secret))).toBe(200);
    await revoke(server, owner, id, one.key.id);
    expect(await statusOf(url, bearer(one.secret))).toBe(401);
    expect(await statusOf(url, bearer(other.secret))).toBe(200);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_001);
    expect(await statusOf(url, bearer(other.secret))).toBe(401);
  });

  test('once the project is private, or the rows have changed', async () => {
    await start();
    const { id, tabs } = await publishPeople(server, owner, 'public');
    const calls = [`/v1/${id}/People?_limit=2`, `/v1/${id}/People/r_2`];
    for (const url of calls) await times(4, { url });
    const [tab] = tabs;
    if (tab !== undefined) await changeRows(server, tab, ['Name;City', 'New;Oslo']);
    for (const url of calls) expect((await wire.overSocket({ url })).body).toContain('"Name":"New"');
    for (const url of calls) await times(3, { url });
    const closed = await server.app.inject({
      method: 'PUT',
      url: apiPaths.projectUpdate(id),
      headers: owner.headers,
      payload: { access: 'private' },
    });
    expect(closed.statusCode).toBe(200);
    for (const url of calls) expect((await wire.overSocket({ url })).status).toBe(401);
  });
});
