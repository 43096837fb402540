import { authPaths } from '../../../src/contract/paths';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { type CutProxy, startCutProxy } from '../../fixtures/cutProxy';
import { freshDatabase, type FreshDatabase } from '../../fixtures/databases';
import { eventually } from '../../fixtures/eventually';
import { heardAll, requirePostgres } from '../../fixtures/nodes';
import { writable, type Writable } from '../endpoints/write/writing';

let database: FreshDatabase;
let proxy: CutProxy;
let test: TestApp;
let cafes: Writable;
beforeAll(async () => {
  requirePostgres();
  database = await freshDatabase();
  proxy = await startCutProxy(database.databaseUrl ?? '');
  test = await buildTestApp({ databaseUrl: proxy.databaseUrl });
  cafes = await writable(test);
});
afterAll(async () => {
  await test.close();
  await proxy.close();
  await database.drop();
});

const write = () => cafes.call('POST', '', { body: { Name: 'written' } });
const ready = () => test.app.inject({ url: '/readyz' }).then(({ statusCode }) => statusCode);
const session = () =>
  test.app.inject({ url: '/api/projects', headers: cafes.owner.headers }).then(({ statusCode }) => statusCode);

describe.each(['cut', 'fall'] as const)('a PostgreSQL that is gone (%s)', (way) => {
  it('is not needed for cached responses, and an error elsewhere; the server recovers by itself', async () => {
    const before = (await cafes.rows()).length;
    // A notification that late does not make cached rows valid.
    await heardAll({ ...test, settings: { ...test.settings, databaseUrl: database.databaseUrl } });
    expect((await cafes.call('GET')).headers['x-tabpoint-stale']).toBeUndefined();
    proxy[way]();
    const seen = await eventually(
      () => cafes.call('GET'),
      ({ headers }) => headers['x-tabpoint-stale'] !== undefined,
    );
    expect(seen.status).toBe(200);
    expect(seen.headers['x-tabpoint-stale']).toContain('database cannot be reached');
    expect(seen.body.data).toHaveLength(before);
    if (way === 'cut') {
      expect(await write()).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body: { code: 'busy' } });
      expect(await session()).toBe(503);
    }
    expect(await ready()).toBe(503);
    expect((await cafes.call('GET')).status).toBe(200);
    proxy.mend();
    await eventually(ready, (status) => status === 200);
    await eventually(write, ({ status }) => status === 201);
    await eventually(session, (status) => status === 200);
    const after = await eventually(
      () => cafes.call('GET'),
      ({ headers }) => headers['x-tabpoint-stale'] === undefined,
    );
    expect(after.body.data.length).toBeGreaterThan(before);
    const url = authPaths.getSession;
    expect((await test.app.inject({ url, headers: cafes.owner.headers })).json()).toMatchObject({ user: {} });
  });
});
